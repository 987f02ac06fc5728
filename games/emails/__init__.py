"""Mails: what they say and look like, and the mailbox that keeps them on this machine."""
