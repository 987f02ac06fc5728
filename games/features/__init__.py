"""Features: each folder holds everything that would go if the feature went."""
