"""The inbox: incoming email and links in emails, from storing to acting on replies."""
