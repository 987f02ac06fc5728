"""Learning a game: the tasks of its course, and how far somebody has got with them."""
