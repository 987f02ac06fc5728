"""Management of Alexandros."""
