"""What games are worth in a competition, and who is ahead.

Places count, and points of the game do not.  Nothing here knows Django.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WORTH = {2: (1.0, 0.0), 4: (4.0, 2.0, 1.0, 0.0)}  # of each place, by the number of players


def worth(ranks: Sequence[int]) -> list[float]:
    """Return what a game was worth for each seat.

    ``ranks`` are 1 for the best; those who share a rank share what its places are worth.
    """
    values = WORTH[len(ranks)]
    found = []
    for rank in ranks:
        tied = ranks.count(rank)
        found.append(sum(values[rank - 1:rank - 1 + tied]) / tied)
    return found


@dataclass(slots=True)
class Row:
    """An entrant in the table of their division, with the keys by which it is sorted."""

    entrant: int
    is_out: bool = False
    lost: int = 0  # games lost on time
    points: float = 0.0
    played: int = 0
    won: int = 0  # matches or tables in which everybody else had less
    met: float = 0.0  # the points of the opponents, in all their games
    place: int = 0


def table(entrants: Mapping[int, Row], games: Sequence[Mapping[int, float]]) -> list[Row]:
    """Return the rows of a division, the best first, with their places.

    ``games`` has the points of each entrant in each match or table that is decided.  The points
    decide, then the matches or tables won, then the points of one's opponents, then fewer games
    lost on time; those who are equal in all of this share a place.  Whoever is out is behind all
    who are not.
    """
    for points in games:
        for entrant, own in points.items():
            row = entrants[entrant]
            row.points += own
            row.played += 1
            row.won += all(own > other for one, other in points.items() if one != entrant)
    for points in games:
        for entrant in points:
            entrants[entrant].met += sum(
                entrants[other].points for other in points if other != entrant)
    rows = sorted(entrants.values(), key=_key)
    for number, row in enumerate(rows):
        is_tied = number and _key(row) == _key(rows[number - 1])
        row.place = rows[number - 1].place if is_tied else number + 1
    return rows


def _key(row: Row) -> tuple[object, ...]:
    return row.is_out, -row.points, -row.won, -row.met, row.lost
