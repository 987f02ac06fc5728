"""Sentences about events for a reader, who learns nothing from them that they may not see.

The ruleset writes the sentences (``Ruleset.describe_events``).  This module pairs each event with
the state before it and hides what the reader may not see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from alexandros_rules.ruleset import Ruleset


def narrate(ruleset: Ruleset, before: Any | None, events: Iterable[Any], *,
            names: Sequence[str]) -> list[str]:
    """Return sentences for a reader who may see everything in ``before`` and the events.

    Everything may be seen if ``before`` is a view and the events were decided on that view, or if
    the game is over.  ``before`` is None at the start of a game.  ``names`` are those of the
    players, seat by seat.
    """
    return ruleset.describe_events(list(_with_states(ruleset, before, events)), names)


def narrate_for(ruleset: Ruleset, seat: int | None, before: Any | None, events: Iterable[Any], *,
                names: Sequence[str]) -> list[str]:
    """Return sentences about the true events of a game in progress, or sealed, for one seat.

    A spectator's ``seat`` is None.  For other games that are over, use ``narrate``.
    """
    visible = [
        (ruleset.view_event(event, seat, over=False),
         None if state is None else ruleset.view(state, seat, sealed=True))
        for event, state in _with_states(ruleset, before, events)
    ]
    return ruleset.describe_events(visible, names)


def _with_states(ruleset: Ruleset, state: Any | None,
                 events: Iterable[Any]) -> Iterator[tuple[Any, Any | None]]:
    for event in events:
        yield event, state
        state = ruleset.evolve(state, event)
