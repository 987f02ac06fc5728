"""Games that go on from a position of another game, in which all hidden cards are dealt again.

Owns which positions are offered for that, their strings in addresses, and what such a game begins
with.  ``games.features.play_on.pages`` makes its table.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _

from alexandros_rules import positions
from alexandros_rules.errors import Refusal
from alexandros_rules.positions import Positions
from alexandros_rules.ruleset import Setup, position_option
from games.base.refusals import Closed, Missing
from games.models import Game
from games.rulesets import registry
from games.rulesets.registry import Room
from games.table.play import event_log, log_cache
from games.table.play.event_log import Transition
from games.table.play.revealing import check_revealed

CACHED = 500  # positions of strings that were read


def is_offered(game: Game, rows: Sequence[Transition]) -> bool:
    """Return whether a new game can go on from the position after these rows.

    ``rows`` begin at the start of the game.
    """
    if not game.is_revealed or registry.get(game.ruleset).positions is None:
        return False
    ended = any(each.row.move == event_log.ENDED for each in rows)
    return bool(rows) and not ended and not event_log.ruleset_of(game).status(rows[-1].after).over


def setup_at(game: Game, number: int) -> Setup:
    """Return the setup of a game that goes on after row ``number`` of a finished one.

    The new game has the board and options of the old one.  Refuses games that are not over or
    sealed, and positions from which no game can go on.
    """
    part = positions_of(registry.get(game.ruleset))
    rows = log_cache.whole(game)[:number]
    check_revealed(game, Closed("not-over", _("You can play on from a position only when the game"
                                              " is over. Please come back then.")))
    if not is_offered(game, rows):
        raise Closed("ended-there", _("The game was over in this position. Please go back to one"
                                      " before its end."))
    rules, setup = event_log.ruleset_of(game), event_log.setup_of(game)
    position = part.after([event for row in rows for event in row.events])
    kept = {option.name: setup.options[option.name] for option in rules.options
            if option.kind == "flag" and option.name in setup.options}
    return Setup(setup.board, setup.players, {**kept, position_option(rules): position})


def positions_of(room: Room) -> Positions:
    """Return the positions from which games of a room go on; refuse (Missing) one without any."""
    if room.positions is None:
        raise Missing("no-playing-on", _("A game of this kind cannot go on from a position. Please"
                                         " start a new one."))
    return room.positions


def string_at(game: Game, number: int) -> str:
    """Return the string of the position after row ``number`` of a finished game.

    Refuses what ``setup_at`` refuses, and positions on a board that is not offered any more.
    """
    room, setup = registry.get(game.ruleset), setup_at(game, number)
    string = _string(room, setup.options[position_option(room.ruleset)])
    if not string:
        raise Missing("no-address", _("This position has no address, because its board is not"
                                      " offered any more. You can still play on from it."))
    return string


def string_after(room: Room, events: Sequence[Any], since: Setup | None = None,
                 reached: Any = None) -> str:
    """Return the string of the position after these events (see ``Positions.after``).

    Returns "" if nobody can tell how things stand there, or if the game is over.
    """
    if room.positions is None:
        return ""
    try:
        return _string(room, room.positions.after(events, since, reached=reached))
    except ValueError:
        return ""


def _string(room: Room, text: str) -> str:
    """Return the string of the position with this text; "" if it would not be read again."""
    try:
        positions_of(room).setup(text)
        return positions.write(room.name, text, positions_of(room).samples)
    except ValueError:
        return ""


@lru_cache(maxsize=CACHED)
def read(string: str) -> tuple[Room, Setup]:
    """Return the room of a position's string and the setup of a game that goes on from it.

    Refuses (Missing) everything that is not the string of a position.
    """
    parts = {name: room.positions for name, room in registry.rooms().items() if room.positions}
    try:
        name, setup = positions.read(string, parts)
    except Refusal as refusal:
        raise Missing(refusal.code, refusal.sentence) from None
    return registry.get(name), setup


def sentence(game: Game) -> str:
    """Return a public sentence about the origin of a game; "" for a game from the start."""
    if first_view(game) is None:
        return ""
    return _("This game goes on from a position in turn %(turn)s of another game. The hidden cards"
             " are dealt again.") % {"turn": first_turn(game)}


def first_turn(game: Game) -> int:
    """Return the number of the turn with which a game begins."""
    view = first_view(game)
    return 1 if view is None else event_log.ruleset_of(game).status(view).turn


def first_view(game: Game) -> Any | None:
    """Return the position from which a game goes on, as everybody sees it; None without one."""
    part, setup = registry.get(game.ruleset).positions, event_log.setup_of(game)
    option = position_option(event_log.ruleset_of(game))
    return part.view(setup) if part and setup.options.get(option) else None
