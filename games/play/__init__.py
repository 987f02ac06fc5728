"""One game: its log, its turns, its history, its bots and its export."""
