"""Positions as numbers and moves as steps, for programs that learn to play.

A move is chosen in small steps.  Each step is an *action*, a number below the same limit in every
position, and the actions of a move are its *path*.  An ``Encoding`` says which paths there are;
``alexandros_rules.environment`` lets programs walk them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

Path = tuple[int, ...]
# The actions to choose from.  Calling one's value returns the next choices, or the move, which is
# never a dict.
Choices = dict[int, Callable[[], Any]]

PASS = 0  # the action of a seat that does not answer an offer; no path has it


class Encoding(Protocol):
    """The numbers and actions of a game with one setup, which is its only argument.

    ``groups``  the actions by what they stand for, such as "number"; action 0 is in no group.
    ``longest``  the length of the longest path.

    All of it is seen from a seat: numbers and actions about players begin with the seat itself
    and go on in the order of turns.  On the view of a seat, they tell nothing that is hidden from
    the seat.
    """

    groups: Mapping[str, range]
    longest: int

    def features(self, view: Any, *, seat: int) -> Mapping[str, Sequence[float]]:
        """Return what the seat sees, in numbers from 0 to 1 whose order and number never change."""
        ...

    def choices(self, view: Any, *, seat: int) -> Choices:
        """Return the first actions of the legal moves.

        Each legal move has one path, which is that of ``path``, and no path leads to anything else.
        """
        ...

    def path(self, move: Any, view: Any, *, seat: int) -> Path:
        """Return the actions of a legal move."""
        ...


def grouped(**sizes: int) -> dict[str, range]:
    """Return groups of actions of these sizes, one after another, behind ``PASS``."""
    groups, first = {}, PASS + 1
    for name, size in sizes.items():
        groups[name] = range(first, first + size)
        first += size
    return groups


def count_actions(groups: Mapping[str, range]) -> int:
    """Return the number of actions, with ``PASS``."""
    return max(group.stop for group in groups.values())


def branch(moves: Sequence[tuple[Path, Any]], place: int = 0) -> Any:
    """Return the choices that lead to these moves, whose paths are the same before this place.

    Where a path ends, return its move.
    """
    path, move = moves[0]
    if len(path) == place:
        return move
    found: dict[int, list[tuple[Path, Any]]] = {}
    for path, move in moves:
        found.setdefault(path[place], []).append((path, move))
    return {action: partial(branch, some, place + 1) for action, some in found.items()}


def shared_out(
    pool: Sequence[int], size: int, numbers: range, made: Callable[[Path], Any], chosen: Path = ()
) -> Any:
    """Return the choices of ``size`` things from a pool, by a number of each kind in turn.

    They lead to what is ``made`` of these numbers.
    """
    if len(chosen) == len(pool):
        return made(chosen)
    held, *others = pool[len(chosen):]
    left = size - sum(chosen)
    return {numbers[n]: partial(shared_out, pool, size, numbers, made, (*chosen, n))
            for n in range(max(0, left - sum(others)), min(left, held) + 1)}


def walk(choices: Choices, path: Path) -> Any:
    """Return the choices, or the move, at the end of a path."""
    found: Any = choices
    for action in path:
        found = found[action]()
    return found


def moves_at(found: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield all moves that choices lead to, with their paths."""
    if not isinstance(found, dict):
        yield path, found
        return
    for action, follow in found.items():
        yield from moves_at(follow(), (*path, action))


def one_hot(index: int | None, size: int) -> list[float]:
    """Return a 1 at this place, and a 0 at all others; only zeros for None."""
    found = [0.0] * size
    if index is not None:
        found[index] = 1.0
    return found


def shares(numbers: Sequence[int], most: int) -> list[float]:
    """Return numbers as shares of what is hardly ever exceeded; more than that counts as 1."""
    return [min(1.0, number / most) for number in numbers]


def flags(mask: int, places: Sequence[int]) -> list[float]:
    """Return a 1 for each place whose bit is set in a mask, and a 0 for each other."""
    return [mask >> place & 1 for place in places]


def in_turn(seat: int, players: int) -> list[int]:
    """Return all seats in the order of turns, this one first."""
    return [(seat + i) % players for i in range(players)]
