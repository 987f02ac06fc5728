"""Hints and suggested turns from the strongest bot, in games in which somebody learns.

Only unrated games of one person against bots have them (``advice.has_hints``).  A worker
asks the analyst (``finding``), and what it finds is stored for each position (``advice``), so that
a page and all emails about it say the same.
"""
