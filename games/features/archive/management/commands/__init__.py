"""Management commands of the archive."""
