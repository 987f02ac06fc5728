"""Management of The Campaign."""
