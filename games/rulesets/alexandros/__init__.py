"""Everything in the app that knows Alexandros; ``room`` offers it to the rest."""
