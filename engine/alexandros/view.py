"""What a seat sees: the state and the events with everything hidden taken out, once, here.

Hidden are the order of the supply and the hands of others; their sizes are
public (C1).  After the end everything is open.
"""

from __future__ import annotations

from dataclasses import replace

from engine.alexandros import events
from engine.alexandros.cards import UNKNOWN, Counts, total
from engine.alexandros.state import OVER, State, change


def view(state: State, seat: int | None) -> State:
    """The state as this seat (None: a spectator) sees it."""
    if state.phase == OVER:
        return state
    return change(
        state,
        supply=(UNKNOWN,) * len(state.supply),
        hands=tuple([
            hand if i == seat else _hidden(hand) for i, hand in enumerate(state.hands)
        ]),
    )


def _hidden(hand: Counts) -> Counts:
    return (0, 0, 0, 0, 0, total(hand))


def view_event(event: events.Event, seat: int | None, *, over: bool) -> events.Event:
    """The event as this seat sees it; ``over`` when the game is finished and all is open."""
    if over:
        return event
    if isinstance(event, events.Shuffled):
        return events.Shuffled((UNKNOWN,) * len(event.supply))
    if isinstance(event, events.Dealt | events.Drew) and event.seat != seat:
        return replace(event, card=UNKNOWN)
    return event
