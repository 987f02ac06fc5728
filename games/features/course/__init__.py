"""A course for learning a game: its tasks, and somebody's progress in them."""
