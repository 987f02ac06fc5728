"""Template tags of puzzles."""
