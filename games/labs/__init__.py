"""What measures the service and is not part of it: made-up seasons, filled databases, games between
bots."""
