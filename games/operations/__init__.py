"""What operators need: sweeps, backups, checks, comparisons, monitoring, and one process for
all."""
