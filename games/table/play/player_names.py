"""Players' names in orders, for games whose orders name players by their colours."""

from __future__ import annotations

import re
from collections import Counter

from engine.ruleset import Ruleset
from engine.wording import words
from games.models import Game
from games.table.play import event_log, history


def by_colours(game: Game, orders: str) -> str:
    """Replaces players' names in orders by their colours: "offer wool to Bob for ore".

    A name that two players share, or that means or could mean something in orders, stays as it is.
    """
    ruleset = event_log.ruleset_of(game)
    if not ruleset.words.issuperset(ruleset.colours):
        return orders
    colours = _colours_by_name(game, ruleset)
    if not colours:
        return orders
    longest_first = sorted(colours, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?!\w)",
                         re.IGNORECASE)
    return pattern.sub(lambda match: colours.get(match[0].casefold(), match[0]), orders)


def _colours_by_name(game: Game, ruleset: Ruleset) -> dict[str, str]:
    """Returns the colours of the seats whose names cannot be anything else, by their names."""
    names = [name.casefold() for name in history.seat_names(game)]
    seats = Counter(names)
    return {name: colour for name, colour in zip(names, ruleset.colours, strict=False)
            if seats[name] == 1 and not _may_be_an_order(name, ruleset)}


def _may_be_an_order(name: str, ruleset: Ruleset) -> bool:
    """Whether a name contains a word of orders, or nothing but numbers and labels such as A1."""
    parts = [*words(name)]
    return not ruleset.words.isdisjoint(parts) or all(
        any(map(str.isdigit, part)) for part in parts)
