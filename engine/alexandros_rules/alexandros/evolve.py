"""The fold of events into states: one small function per event, no checks and no chance.

States also remember the known cards of each hand: those that everybody has seen, as far as they
must still be there (C5).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import reduce
from typing import Any

from alexandros_rules.alexandros import board_file, cards, events, memory, pools
from alexandros_rules.alexandros.events import Event
from alexandros_rules.alexandros.lattice import STEP_BY_NAME
from alexandros_rules.alexandros.marches import new_walls, walk
from alexandros_rules.alexandros.state import (
    ACT,
    MARCH,
    ORIGINAL,
    OVER,
    TAKE,
    Options,
    State,
    change,
    read_parts,
)
from alexandros_rules.immutable import with_item


def evolve(state: State | None, event: Event) -> State:
    """Return the state after an event.  ``state`` is None before the first, Started."""
    if state is None:
        if not isinstance(event, events.Started):
            raise ValueError(f"a log begins with Started, not {event!r}")
        return _started(event)
    return _FOLDS[type(event)](state, event)


def _started(event: events.Started) -> State:
    board = board_file.load(event.board)
    seats = event.players
    return State(
        board=board, players=seats,
        options=Options(event.half_of_occupying, event.balanced_start, event.finish_round),
        phase=TAKE, seat=event.first, turn=1, actions=0, levied=False, card=None, joker=False,
        alexander=board.start, walls=0, red=0,
        black_left=board.black_walls, red_left=board.red_walls,
        guards=(0,) * seats, hands=(cards.NONE,) * seats, face_up=(), supply=(),
        discard=(*(cards.CARDS_PER_SYMBOL for _ in cards.KINDS), 0),
        scores=(0,) * seats, stayed=0, shuffles=0, winners=(), reason="",
        rules=event.rules, last_round="", eventful=0, known=(cards.NONE,) * seats,
    )


def _shuffled(state: State, event: events.Shuffled) -> State:
    older = () if state.rules == ORIGINAL else memory.after_shuffle(state)
    return change(
        state, supply=event.supply, discard=cards.NONE, shuffles=state.shuffles + 1, older=older,
    )


def _dealt_again(state: State, event: events.DealtAgain) -> State:
    dealt = reduce(cards.add, event.hands, cards.counts(event.face_up))
    return change(
        state, hands=event.hands, known=event.hands, face_up=event.face_up,
        discard=cards.subtract(state.discard, dealt),
    )


def _continued(state: State, event: events.Continued) -> State:
    parts, remembered = json.loads(event.position)
    return change(
        read_parts(parts, state.board), rules=state.rules, hands=event.hands,
        supply=event.supply, shuffles=len(remembered), older=pools.read(remembered)[:-1],
    )


def _dealt(state: State, event: events.Dealt) -> State:
    return change(
        state, supply=state.supply[1:], hands=_with(state, event.seat, cards.single(event.card))
    )


def _revealed(state: State, event: events.Revealed) -> State:
    return change(state, supply=state.supply[1:], face_up=(*state.face_up, event.card))


def _chose(state: State, event: events.Chose) -> State:
    return change(
        _with_face_up(state, event.seat, event.card),
        phase=MARCH, card=event.card, joker=event.joker,
    )


def _played(state: State, event: events.Played) -> State:
    card = cards.single(event.card)
    return change(
        state, phase=MARCH, card=event.card, joker=False,
        discard=cards.add(state.discard, card), **_spent(state, event.seat, card),
    )


def _marched(state: State, event: events.Marched) -> State:
    board, here = state.board, state.alexander
    steps = tuple([STEP_BY_NAME[name] for name in event.steps])
    walls, red = state.walls, state.red
    for i, side in enumerate(new_walls(board, here, steps, state.walls)):
        walls |= 1 << side
        if i >= event.black:
            red |= 1 << side
    *_, (point, _) = walk(board, here, steps)
    return change(
        state, phase=ACT, actions=state.actions_of_turn, card=None, joker=False, alexander=point,
        stayed=0, walls=walls, red=red,
        eventful=_eventful(state, event.black + event.red > 0),
        black_left=state.black_left - event.black, red_left=state.red_left - event.red,
    )


def _stayed(state: State, event: events.Stayed) -> State:
    after = change(state, phase=ACT, actions=state.actions_of_turn, stayed=state.stayed + 1)
    return after if event.card is None else _with_face_up(after, event.seat, event.card)


def _drew(state: State, event: events.Drew) -> State:
    return change(
        state, supply=state.supply[1:], actions=state.actions - 1,
        hands=_with(state, event.seat, cards.single(event.card)),
    )


def _took(state: State, event: events.Took) -> State:
    return change(
        _with_face_up(state, event.seat, event.card), actions=state.actions - 1
    )


def _occupied(state: State, event: events.Occupied) -> State:
    return change(
        state, actions=state.actions - 1,
        guards=with_item(
            state.guards, event.seat, state.guards[event.seat] | _mask(state, event.guards)
        ),
        discard=cards.add(state.discard, event.paid), eventful=_eventful(state),
        **_spent(state, event.seat, event.paid),
    )


def _took_over(state: State, event: events.TookOver) -> State:
    spent = cards.add(event.removal, event.paid)
    guards = with_item(
        state.guards, event.loser, state.guards[event.loser] & ~_mask(state, event.removed)
    )
    after = change(
        state, actions=state.actions - 1, eventful=_eventful(state),
        guards=with_item(guards, event.seat, guards[event.seat] | _mask(state, event.guards)),
        discard=cards.add(state.discard, cards.subtract(spent, event.given)),
        **_spent(state, event.seat, spent),
    )
    return change(after, hands=_with(after, event.loser, event.given),
                  known=_known_with(after, event.loser, event.given))


def _levied(state: State, event: events.Levied) -> State:
    card = cards.single(event.card)
    return change(
        state, actions=state.actions - 1, levied=True, discard=cards.add(state.discard, card),
        scores=tuple([a + b for a, b in zip(state.scores, event.gains, strict=True)]),
        eventful=_eventful(state, any(event.gains)), **_spent(state, event.seat, card),
    )


def _recalled(state: State, event: events.Recalled) -> State:
    left = state.guards[event.seat] & ~_mask(state, (event.space,))
    return change(
        state, actions=state.actions - 1, guards=with_item(state.guards, event.seat, left)
    )


def _last_round(state: State, event: events.LastRound) -> State:
    return change(state, last_round=event.reason)


def _quiet_rounds(state: State, event: events.QuietRounds) -> State:
    return state


def _turn_ended(state: State, event: events.TurnEnded) -> State:
    return change(
        state, phase=TAKE, seat=event.next, turn=state.turn + 1, actions=0, levied=False
    )


def _ended(state: State, event: events.Ended) -> State:
    return change(state, phase=OVER, actions=0, winners=event.winners, reason=event.reason)


def _eventful(state: State, happened: bool = True) -> int:
    """Return the last turn with an event that keeps the game going (E5)."""
    return state.turn if happened and state.rules != ORIGINAL else state.eventful


def _with_face_up(state: State, seat: int, card: int) -> State:
    """Return the state after a seat has taken a face-up card, which everybody sees."""
    some = cards.single(card)
    return change(
        state, face_up=_without(state.face_up, card), hands=_with(state, seat, some),
        known=_known_with(state, seat, some),
    )


def _mask(state: State, names: tuple[str, ...]) -> int:
    return sum(1 << state.board.space_by_name[name] for name in names)


def _with(state: State, seat: int, some: cards.Counts) -> tuple[cards.Counts, ...]:
    return with_item(state.hands, seat, cards.add(state.hands[seat], some))


def _spent(state: State, seat: int, some: cards.Counts) -> dict[str, Any]:
    """Return what changes in and about a hand when cards leave it."""
    return {
        "hands": with_item(state.hands, seat, cards.subtract(state.hands[seat], some)),
        "known": _known_without(state, seat, some),
        "older": state.older and memory.after_showing(state, seat, some),
    }


def _without(row: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return the row without one card of this symbol, which even a view always knows."""
    i = row.index(card)
    return row[:i] + row[i + 1 :]


def _known_with(state: State, seat: int, some: cards.Counts) -> tuple[cards.Counts, ...]:
    """Return the known cards after everybody has seen this seat get some cards (C5)."""
    if state.rules == ORIGINAL:  # these rules have no public memory
        return state.known
    return with_item(state.known, seat, cards.add(state.known[seat], some))


def _known_without(state: State, seat: int, some: cards.Counts) -> tuple[cards.Counts, ...]:
    """Return the known cards after some cards have left this seat's hand (C5)."""
    # We assume that known cards leave first, so the rest must still be in the hand.
    known = state.known[seat]
    left = tuple([max(0, seen - gone) for seen, gone in zip(known, some, strict=True)])
    return with_item(state.known, seat, left)


_FOLDS: dict[type[Any], Callable[[State, Any], State]] = {
    events.DealtAgain: _dealt_again, events.Continued: _continued,
    events.Shuffled: _shuffled, events.Dealt: _dealt,
    events.Revealed: _revealed, events.Chose: _chose, events.Played: _played,
    events.Marched: _marched, events.Stayed: _stayed, events.Drew: _drew, events.Took: _took,
    events.Occupied: _occupied, events.TookOver: _took_over, events.Levied: _levied,
    events.Recalled: _recalled, events.LastRound: _last_round,
    events.QuietRounds: _quiet_rounds, events.TurnEnded: _turn_ended, events.Ended: _ended,
}
