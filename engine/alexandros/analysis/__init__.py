"""The analyst of Alexandros: what turns are worth, and what luck was worth, on views alone.

It is built on the search of the strongest bot (``engine.alexandros.bots.search``).
"""
