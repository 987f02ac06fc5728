"""Template tags of Alexandros."""
