"""Leagues: seasons in which members play all others of their division.

``arranging`` decides who plays whom, ``standing`` who is ahead, ``calendar`` when; ``seasons`` does
it, ``results`` hears how games end, and ``judging`` plays out what was not finished in time.
"""
