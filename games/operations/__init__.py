"""Sweeps, backups, checks, comparisons, monitoring and the embedded service."""
