"""Small things templates ask for."""
