"""Incoming email and links in emails: storing, reading and answering replies."""
