"""The package of The Campaign; ``room`` is its interface to the rest of the app."""
