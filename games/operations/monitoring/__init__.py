"""What operators and their programs see of a running site: health, metrics and failures."""
