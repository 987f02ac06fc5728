"""Who plays whom: divisions, the matches and tables of a division, and who goes up and down.

Nothing here knows Django, and nothing is left to chance: the same people give the same season.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from statistics import median

SMALLEST, LARGEST = 8, 10  # people of a division, wherever the number of entrants allows it
PAIR, TABLE = 2, 4  # players of a match, and of a table
FEWEST = {PAIR: 3, TABLE: 4}  # entrants of a season

Seats = tuple[int, ...]  # people by their places in a division, in the order of the seats


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who wants to play a season.

    ``division`` is where they belong after their last season, 1 for the highest, None for a
    newcomer.  ``order`` sorts people of one division, and ``rating`` is what they have at least.
    """

    person: int
    rating: float
    division: int | None = None
    order: tuple[int, int] = (0, 0)


def divide(candidates: Sequence[Candidate]) -> list[list[int]]:
    """Return the people of each division of a season, the highest first.

    Everybody plays where they belong, as nearly as the sizes of the divisions allow.  Newcomers
    begin in the lowest division, or in the one above it if they have at least the middle rating of
    the people there.  In a first season, ratings decide.
    """
    levels: list[list[Candidate]] = [[] for _ in range(max(
        (one.division or 1 for one in candidates), default=1))]
    for one in sorted(candidates, key=lambda one: one.order):
        if one.division is not None:
            levels[one.division - 1].append(one)
    above = levels[-2] if len(levels) > 1 else []
    bar = median(one.rating for one in above) if above else None
    for one in sorted(candidates, key=lambda one: (-one.rating, one.person)):
        if one.division is None:
            is_strong = bar is not None and one.rating >= bar
            levels[-2 if is_strong else -1].append(one)
    return _cut([[one.person for one in level] for level in levels])


def _cut(levels: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return divisions of allowed sizes whose bounds are as near to those of the levels as can be.

    The people of the lowest level are divided evenly.
    """
    people = [person for level in levels for person in level]
    count = _divisions(len(people))
    least = min(SMALLEST, len(people) // count)
    most = max(LARGEST, -(-len(people) // count))
    divisions, begin = [], 0
    for number in range(count):
        behind = count - number - 1
        wanted = (sum(map(len, levels[:number + 1])) if number < len(levels) - 1
                  else begin + -(-(len(people) - begin) // (behind + 1)))
        end = max(wanted, begin + least, len(people) - behind * most)
        end = min(end, begin + most, len(people) - behind * least)
        divisions.append(people[begin:end])
        begin = end
    return divisions


def _divisions(people: int) -> int:
    """Return into how many divisions so many people go with sizes nearest to the allowed ones."""
    def excess(count: int) -> int:
        return max(people - LARGEST * count, SMALLEST * count - people, 0)

    return min(range(1, people // SMALLEST + 2), key=lambda count: (excess(count), count))


# The schedule of a division.

def rounds(people: int, players: int, *, matches: bool = True) -> list[list[Seats]]:
    """Return the games of each round of a division of so many people.

    Two players: everybody meets everybody once, or twice with the seats swapped if a meeting is
    one game, not a match of two.  Four: everybody plays four tables, which all begin together, and
    has each place in the turn order once.
    """
    if players != PAIR:
        return [_tables(people)]
    first = _everybody_meets(people)
    return first if matches else first + [[pair[::-1] for pair in pairs] for pairs in first]


def _everybody_meets(people: int) -> list[list[Seats]]:
    """Return the pairs of each round; with an odd number of people, one rests in each."""
    # The first person stays, and the others go round a circle.
    size = people + people % 2
    circle = list(range(size))
    found: list[list[Seats]] = []
    for _ in range(size - 1):
        pairs = zip(circle[:size // 2], circle[:size // 2 - 1:-1], strict=True)
        found.append([pair for pair in pairs if max(pair) < people])
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return found


def _tables(people: int) -> list[Seats]:
    """Return one table for each person, at which they have the first place."""
    steps = _steps(people)
    return [tuple((first + step) % people for step in steps) for first in range(people)]


@cache
def _steps(people: int) -> Seats:
    """Return how far those of a table are from its first person, so that pairs meet evenly."""
    def unevenness(steps: Seats) -> int:
        meetings = Counter((one - other) % people for one in steps for other in steps
                           if one != other)
        return sum(times * times for times in meetings.values())

    return min(((0, *rest) for rest in combinations(range(1, people), TABLE - 1)), key=unevenness)


# The end of a season.

UP, DOWN = -1, 1  # what is added to the number of a division


def moves(division: Sequence[bool], *, is_first: bool, is_last: bool) -> list[int]:
    """Return for each person of a division, the best first, whether they go UP or DOWN, or 0.

    ``division`` says for each whether they may go up.  A quarter of the division goes up, and the
    last quarter goes down; nobody leaves the first division upwards or the last one downwards.
    """
    quarter = -(-len(division) // 4)
    down = 0 if is_last else min(quarter, len(division) - 1)
    stay = len(division) - down
    found = [0] * stay + [DOWN] * down
    if not is_first:
        for place in [place for place in range(stay) if division[place]][:quarter]:
            found[place] = UP
    return found
