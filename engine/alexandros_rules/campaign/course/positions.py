"""The positions of the lessons, from the short games in ``positions.toml``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import resources
from typing import Any

from alexandros_rules.campaign import map_file
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.rules import CARDS_DEALT, CARDS_OF_EACH_IN_STACK, RULESET
from alexandros_rules.campaign.state import COLOURS
from alexandros_rules.chance import Chance, ScriptedChance
from alexandros_rules.course import LEARNER, Positions
from alexandros_rules.ruleset import Setup
from alexandros_rules.translation import gettext as _
from alexandros_rules.translation import gettext_noop

PLAYERS = 3
MAP = "campaign"
FURTHER_THEFTS = 20  # more than any lesson has room for
_NAMES = (gettext_noop("Red"), gettext_noop("Yellow"), gettext_noop("Blue"))


def _begin(entry: Mapping[str, Any]) -> tuple[Setup, Chance]:
    first = entry.get("first", LEARNER)
    setup = Setup(map_file.shipped()[MAP], PLAYERS, {"first": first})
    results: dict[str, tuple[int, ...] | int] = {
        "desert": 0,
        "shuffle-chits": _stack(entry.get("chits", ""), th.CHIT_LETTERS,
                                (th.CHITS_OF_EACH,) * len(th.CHIT_NAMES)),
        "shuffle-development": _stack(entry.get("developments", ""), th.DEVELOPMENT_LETTERS,
                                      th.DECK),
        "shuffle-supply": _supply(entry, first=first),
    }
    for turn, dice in enumerate(entry.get("dice", ()), 2):  # none are rolled in the first turn
        one = max(1, dice - 6)
        results |= {f"die-{turn}-1": one - 1, f"die-{turn}-2": dice - one - 1}
    # In a lesson of several turns, anybody may steal after the thefts of the short game.
    thefts = (*entry.get("thefts", ()), *(0,) * FURTHER_THEFTS)
    results |= {f"theft-{i}": place for i, place in enumerate(thefts, 1)}
    return setup, ScriptedChance(results)


def _supply(entry: Mapping[str, Any], *, first: int) -> tuple[int, ...]:
    """Return the supply stack that gives each colour its cards: those dealt, then one a turn."""
    cards = [entry[colour].replace(" ", "") for colour in COLOURS[:PLAYERS]]
    dealt = "".join(each[:CARDS_DEALT] for each in cards)
    drawn = "".join(_drawn([each[CARDS_DEALT:] for each in cards], first=first))
    return _stack(dealt + drawn, th.LETTERS,
                  (CARDS_OF_EACH_IN_STACK[PLAYERS],) * len(th.COMMODITIES))


def _drawn(cards: list[str], *, first: int) -> Iterator[str]:
    """Yield the cards of each turn; whoever is to move draws first (YI4)."""
    for turn, row in enumerate(zip(*cards, strict=True)):
        to_move = (first + turn) % PLAYERS
        yield "".join(row[to_move:] + row[:to_move])


def _stack(top: str, letters: str, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return a whole stack of this many of each kind that begins with these things."""
    first = [letters.index(letter) for letter in top]
    rest = [kind for kind, number in enumerate(numbers)
            for _i in range(number - first.count(kind))]
    return (*first, *rest)


def colour(seat: int) -> str:
    """Return the name of a player of whom nothing else is known: "Red"."""
    return _(_NAMES[seat])


POSITIONS = Positions(RULESET, resources.files(__package__) / "positions.toml",
                      _begin, colour)
