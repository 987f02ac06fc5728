"""Events as sentences: the one place that pairs each event with the state it met.

The words are the ruleset's (``Ruleset.tell``); what a reader may not see is removed here, before
the ruleset is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine.ruleset import Ruleset


def narrate(ruleset: Ruleset, before: Any | None, events: Iterable[Any], *,
            names: Sequence[str]) -> list[str]:
    """The sentences of events whose reader may see everything in them and in ``before``.

    That is so when ``before`` is a view and the events were decided on it, or when the game is
    over.  ``before`` is None for the start of a game; ``names`` are those of the seats.
    """
    return ruleset.tell(list(_met(ruleset, before, events)), names)


def narrate_for(ruleset: Ruleset, seat: int | None, before: Any | None, events: Iterable[Any], *,
                names: Sequence[str]) -> list[str]:
    """The sentences of true events as a seat may read them (None: a spectator).

    It is for games that are not over: everything is open afterwards, and ``narrate`` tells it.
    """
    seen = [
        (ruleset.view_event(event, seat, over=False),
         None if state is None else ruleset.view(state, seat))
        for event, state in _met(ruleset, before, events)
    ]
    return ruleset.tell(seen, names)


def _met(ruleset: Ruleset, state: Any | None,
         events: Iterable[Any]) -> Iterator[tuple[Any, Any | None]]:
    """Each event with the state it met."""
    for event in events:
        yield event, state
        state = ruleset.evolve(state, event)
