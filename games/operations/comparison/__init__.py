"""Running all stored games under another version of the code, before it is deployed.

``locating`` finds the other code, ``runner`` replays games with it in a process of its own,
``replayer`` owns that process, ``differences`` puts into words what two replays do not have in
common, ``comparing`` reads the games and compares, and ``report`` adds up.  Nothing is written.
"""
