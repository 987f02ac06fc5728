"""Line-ups: which bots meet, how often, and in which order they sit."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement, islice, permutations

Lineup = tuple[str, ...]


def lineups(bots: Sequence[str], players: int) -> list[Lineup]:
    """All line-ups for so many players.

    These are all combinations of different bots.  If there are fewer bots than players, some
    play several seats: then these are all line-ups in which every bot plays.
    """
    if len(bots) >= players:
        return list(combinations(bots, players))
    return [some for some in combinations_with_replacement(bots, players)
            if set(some) == set(bots)]


def seatings(lineup: Lineup, deal: int) -> list[Lineup]:
    """The seatings in which a line-up plays a deal: all rotations of one order.

    So each of them has each place in the turn order once.  From deal to deal the order changes
    through all that are not rotations of each other, so that who moves after whom changes too.
    If a bot has several seats, rotations that are the same are played once.
    """
    first, *others = lineup
    orders = math.factorial(len(others))
    order = (first, *next(islice(permutations(others), deal % orders, None)))
    return list(dict.fromkeys((*order[turn:], *order[:turn]) for turn in range(len(order))))


def seed_of(words: str, *, players: int, deal: int) -> bytes:
    """The seed of a deal, which is the same for all line-ups of so many players."""
    return hashlib.sha256(f"{words}:{players}:{deal}".encode()).digest()
