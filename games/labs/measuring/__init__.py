"""Measurements of bots and boards by games between bots (docs/bots.md).

Nothing here uses the database or the clock of the site.  Results follow from the seed: neither the
number of processes nor the order in which they finish changes them.
"""
