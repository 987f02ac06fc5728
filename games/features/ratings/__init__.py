"""Ratings of people from finished rated games.

``ledger`` computes them, ``facts`` writes down what it needs when a game begins and ends,
``folding`` stores what it computes, ``company`` knows who shares a browser, ``doubts`` tells why a
game does not count before it has ended, and ``showing`` tells people everything else.
"""
