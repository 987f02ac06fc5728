"""What-if boards: private boards on which people try out turns, hidden from everybody else."""
