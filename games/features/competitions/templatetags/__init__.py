"""Template tags of courses."""
