"""Short texts about choices, shown beside links and buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.alexandros import cards, provinces
from engine.alexandros.board import SYMBOLS, Board
from engine.alexandros.cards import KINDS, Counts
from engine.alexandros.describe import in_region
from engine.alexandros.state import State
from games.rulesets.alexandros.choices import Division, MarchOutcome, Part


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a choice; ``tone`` is "gain", "loss" or "plain" for the player who chooses."""

    text: str
    tone: str = "plain"


@dataclass(frozen=True, slots=True)
class Chip:
    """A number of cards of one symbol."""

    symbol: int
    name: str
    count: int


def chips(some: Counts) -> list[Chip]:
    """The cards of a collection, by symbol."""
    return [Chip(card, SYMBOLS[card], some[card]) for card in KINDS if some[card]]


def plural(count: int, noun: str) -> str:
    """ "1 wall", "3 walls"."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def joined(parts: Sequence[str], last: str = "and") -> str:
    """ "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def walls(outcome: MarchOutcome) -> str:
    """How many walls a march uses."""
    if not outcome.walls:
        return "no new wall"
    if not outcome.red:
        return plural(outcome.black, "new wall")
    told = (f"{plural(outcome.black + outcome.red, 'new wall')}, {outcome.red} of them red"
            if outcome.black else plural(outcome.red, "new red wall"))
    return f"{told}: this is the last turn"


def walls_left(state: State, outcome: MarchOutcome) -> str:
    """How many walls are left after a march."""
    black, red = state.black_left - outcome.black, state.red_left - outcome.red
    return f"{black} black and {red} red left"


def levy_pays(worth: int, guards: int) -> str:
    """What a province of this value scores with so many guards, such as "pays 9 each levy"."""
    if not worth:
        return "pays nothing: it has no open space"
    pays = provinces.levy_pays(worth, guards)
    return f"pays {pays} each levy" if pays else "pays nothing: it would hold more than one guard"


def effects(state: State, outcome: MarchOutcome, names: Sequence[str]) -> list[Effect]:
    """What a march does to the provinces."""
    found = []
    for division in outcome.divisions:
        if division.owner is None:
            found += [Effect(_closing(state.board, part), "gain") for part in division.closed]
        else:
            found.append(_cut(state, division, names))
    return found


def _closing(board: Board, part: Part) -> str:
    if not cards.total(part.price):
        return f"closes {_worth(board, part)} that nobody can occupy: it has no symbol"
    return f"closes {_worth(board, part)}, price {cards.words(part.price)}"


def _worth(board: Board, part: Part) -> str:
    return f"a province{in_region(board, part.province)} worth {part.value}"


def _cut(state: State, division: Division, names: Sequence[str]) -> Effect:
    assert division.owner is not None
    own = division.owner == state.seat
    whose = "your own" if own else f"{names[division.owner]}'s"
    kept = [part for part in division.parts if part.guards]
    free = [part for part in division.parts if not part.guards]
    fates = [f"the part worth {part.value} stays with {plural(part.guards, 'guard')}"
             for part in kept]
    fates += [f"the part worth {part.value} becomes free" for part in free]
    text = f"cuts {whose} province worth {division.value}: {joined(fates)}"
    return Effect(text, "loss" if own else "gain")
