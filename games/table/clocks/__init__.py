"""Clocks: how much of a player's time has passed, when it runs out, and words for both."""
