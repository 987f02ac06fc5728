"""The games of this service: a room for each, and what the app may ask of it.

``registry`` finds a game's room by its name; ``protocols`` says what a room has.  Everything that
knows one game lies in that game's own package, which ``settings.GAMES`` names.
"""
