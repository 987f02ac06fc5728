"""The package of the game Alexandros; ``room`` is its interface to the rest of the app."""
