"""Management commands of ratings."""
