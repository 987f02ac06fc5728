"""Puzzles: positions of real games in which one turn is clearly best, three a day."""
