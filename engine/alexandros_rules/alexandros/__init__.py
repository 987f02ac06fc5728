"""The rules of Alexandros, the board game by Leo Colovini (2003).  See ``docs/rules.md``."""
