"""Playing one game: its event log, turns, history, bots, verification and records."""
