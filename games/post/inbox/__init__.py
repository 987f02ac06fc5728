"""Incoming email, and links in emails: storing, parsing, recognising and acting on replies."""
