"""Alexandros, the board game by Leo Colovini (2003): its rules, statement by statement."""
