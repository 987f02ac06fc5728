"""Clocks: how much of a player's time has passed, when it runs out, and what people are told."""
