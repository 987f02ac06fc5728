"""The bots of The Campaign."""
