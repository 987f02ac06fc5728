"""Everything that happens at one table: clocks, play, seats, the lobby and talk."""
