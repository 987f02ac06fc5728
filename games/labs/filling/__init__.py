"""Databases filled with made-up people and games, to measure how the site scales.

Games are played by bots on the real rules, once, and then stored many times under other names:
each copy has a valid log and can be opened, verified and played on.  Rows are written in bulk and
without the services, so nothing is sent.  The figures that a full database follows are in
docs/scale.md.
"""
