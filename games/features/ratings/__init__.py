"""Ratings of people from finished rated games.

``ledger`` computes them, ``facts`` writes down what it needs when a game begins and ends,
``folding`` stores what it computes, and ``showing`` tells people.
"""
