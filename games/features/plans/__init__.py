"""Plans: orders that players give for their coming turns, and how they are played."""
