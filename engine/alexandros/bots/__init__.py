"""Computer players.  They are given their seat's view and nothing else."""
