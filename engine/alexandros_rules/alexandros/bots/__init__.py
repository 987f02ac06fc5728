"""Computer players, which are given their seat's view and nothing else."""
