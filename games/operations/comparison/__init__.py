"""Comparison of all stored games under another version of the code, before its deployment.

``runner`` replays games in a process of its own, ``replayer`` finds the other code and owns that
process, and ``comparing`` reads the games, compares, puts differences into words and adds up.
Nothing is written.
"""
