"""Players that are programs.  They get a seat's view and nothing else."""
