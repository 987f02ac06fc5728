"""Exercises: positions in which somebody is asked for orders, which are judged."""
