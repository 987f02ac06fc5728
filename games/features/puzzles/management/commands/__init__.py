"""Management commands of puzzles."""
