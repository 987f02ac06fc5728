"""What each choice of a player costs and does, computed from his view alone.

One module a ruleset.  They answer "what would come of it" in facts; how that is
worded and drawn is the presenters' matter, whether it is legal the engine's.
"""
