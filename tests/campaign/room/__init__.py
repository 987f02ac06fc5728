"""Tests of the room of The Campaign: its pages, emails, pictures and records."""
