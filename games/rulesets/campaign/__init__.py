"""The Campaign as one of the games of this service: its pictures, pages, emails and texts."""
