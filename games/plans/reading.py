"""Plans of a seat as text: read with the names at the table, stored with colours.

Names can change while a plan waits, for example because somebody takes over a seat; colours
cannot.  People see names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine import plans
from engine.conditions import People, called
from games.models import Game, Plan, Seat
from games.rulesets import registry
from games.table.play import event_log, history


def read(text: str, game: Game, *, seat: int, names: Sequence[str] | None = None,
         view: Any = None) -> plans.Plan:
    """Reads a plan of this seat.  Raises Unreadable with a sentence about the first mistake."""
    ruleset = event_log.ruleset_of(game)
    names = history.seat_names(game) if names is None else names
    return plans.read(
        text, history.view(game, seat) if view is None else view, ruleset=ruleset,
        people=People(names, ruleset.colours, seat),
        conditions=registry.get(game.ruleset).conditions)


def check(plan: plans.Plan, game: Game, *, seat: int) -> None:
    """Refuses orders that could never be played (``engine.plans.check``)."""
    plans.check(plan, history.view(game, seat), ruleset=event_log.ruleset_of(game),
                conditions=registry.get(game.ruleset).conditions, seat=seat)


def to_store(plan: plans.Plan, game: Game) -> str:
    """The text to store: it calls everybody by their colour."""
    return plans.write(plan, event_log.ruleset_of(game).colours)


def stored(plan: Plan, seat: Seat) -> plans.Plan:
    """A stored plan as a value.  Raises Unreadable if it was stored by other code than this."""
    return read(plan.text, seat.game, seat=seat.index)


def names_for(game: Game, names: Sequence[str] | None = None) -> list[str]:
    """What the players are called in plans that people read."""
    names = history.seat_names(game) if names is None else names
    return called(names, event_log.ruleset_of(game).colours)


def rest(plan: plans.Plan, played: int) -> plans.Plan:
    """The plan without the turns that have been played."""
    return plans.Plan(plan.turns[played:])
