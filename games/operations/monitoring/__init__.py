"""Health, metrics and failures of a running site, for operators and their programs."""
