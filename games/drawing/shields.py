"""The outlines that mark players beside their colours, for eyes that cannot tell those apart."""

from __future__ import annotations

# By seat, round (0, 0) and about 34 high.
SHIELDS = (
    "M-17 0a17 17 0 1 0 34 0a17 17 0 1 0-34 0z",  # round
    "M0-20.5 20.5 0 0 20.5-20.5 0z",  # a diamond
    "M-15.5-15.5h31v31h-31z",  # square
    "M-19-15h38C18 4 10 14 0 20.5-10 14-18 4-19-15z",  # pointed below
)
