"""Labs: simulated seasons, filled databases and games between bots, which measure the service."""
