"""Games that go on from a position of a finished game."""
