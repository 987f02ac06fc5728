"""Management commands of The Campaign."""
