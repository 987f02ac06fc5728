"""The archive: all finished games that everybody may watch, to find, to count and to download.

``facts`` writes a row when such a game ends, ``sums`` counts them, ``search`` finds them, ``years``
sums up the games of one person, and ``dumps`` writes their logs to files without names.
"""
