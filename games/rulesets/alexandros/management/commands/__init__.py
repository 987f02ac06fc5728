"""Management commands of Alexandros."""
