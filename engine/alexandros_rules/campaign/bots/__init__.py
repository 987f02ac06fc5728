"""The computer players of The Campaign."""
