"""Views: states and events without the cards that a seat may not see.

No other module hides anything.  The supply and the other players' hands are hidden, but their
sizes are public (C1).  After the end nothing is hidden unless the game is sealed.
"""

from __future__ import annotations

from dataclasses import replace

from alexandros_rules.alexandros import events
from alexandros_rules.alexandros.cards import UNKNOWN, Counts, total
from alexandros_rules.alexandros.state import OVER, State, change


def view(state: State, seat: int | None, *, sealed: bool = False) -> State:
    """Return the state as a seat sees it, or a spectator if ``seat`` is None."""
    if state.phase == OVER and not sealed:
        return state
    return change(
        state,
        supply=(UNKNOWN,) * len(state.supply),
        hands=_seen_by(seat, state.hands),
    )


def _seen_by(seat: int | None, hands: tuple[Counts, ...]) -> tuple[Counts, ...]:
    return tuple([hand if i == seat else _hidden(hand) for i, hand in enumerate(hands)])


def _hidden(hand: Counts) -> Counts:
    return (0, 0, 0, 0, 0, total(hand))


def view_event(event: events.Event, seat: int | None, *, over: bool) -> events.Event:
    """Return the event as a seat sees it.  Nothing is hidden if the game is ``over``."""
    if over:
        return event
    if isinstance(event, events.Shuffled):
        return events.Shuffled((UNKNOWN,) * len(event.supply))
    if isinstance(event, events.Continued):
        return replace(event, hands=_seen_by(seat, event.hands),
                       supply=(UNKNOWN,) * len(event.supply))
    if isinstance(event, events.Dealt | events.Drew) and event.seat != seat:
        return replace(event, card=UNKNOWN)
    return event
