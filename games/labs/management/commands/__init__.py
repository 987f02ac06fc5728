"""Management commands of the labs."""
