"""How people who play the same deal differ: where each left the field, and how many they beat.

Nothing here knows Django.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """A row of the log: the ``position`` after it, and whether the person has made it."""

    position: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class Departure:
    """Where somebody left the field: in their ``turn``, with the row ``number`` of the log.

    Until then, ``people`` had played alike, of whom the ``most`` did the same there.
    """

    number: int
    turn: int
    people: int
    most: int


def departures(logs: Mapping[int, Sequence[Step]]) -> dict[int, Departure]:
    """Return where people left the field, of whom there are logs; not those who never did.

    The field are those who have done what most did, as long as at least two did it; if several
    moves are equally frequent, each is one of the field.
    """
    found: dict[int, Departure] = {}
    fields = [(0, [*logs])]
    while fields:
        number, people = fields.pop()
        ways: dict[str, list[int]] = {}
        for one in people:
            if number < len(logs[one]):
                ways.setdefault(logs[one][number].position, []).append(one)
        most = max(map(len, ways.values()), default=0)
        for way in ways.values():
            if len(way) == most:
                fields += [(number + 1, way)] if most > 1 else []
                continue
            for one in way:
                found[one] = Departure(number + 1, _turn(logs[one], number), len(people), most)
    return found


def _turn(log: Sequence[Step], number: int) -> int:
    """Return in which of their turns somebody made the step with this index."""
    return sum(step.is_own and not (index and log[index - 1].is_own)
               for index, step in enumerate(log[:number + 1]))


def beaten(place: int, places: Sequence[int]) -> float:
    """Return the percentage of the others whom somebody with this place beat; ties are half."""
    others = len(places) - 1
    behind = sum(other > place for other in places)
    tied = places.count(place) - 1
    return 100 * (behind + tied / 2) / others if others > 0 else 100.0
