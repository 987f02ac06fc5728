"""Decides a move: returns its events, or refuses it and says what would be allowed.

Works on states and on views; on a view, unknown cards cannot be used.  Changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.alexandros import cards, events, moves
from engine.alexandros.board import SYMBOLS
from engine.alexandros.cards import KINDS, Counts
from engine.alexandros.event_builder import EventBuilder
from engine.alexandros.lattice import STEPS, bits
from engine.alexandros.marches import (
    can_play,
    can_take,
    closest,
    empty_spaces,
    is_stuck,
    new_walls,
    symbols_for,
    targets,
    walk,
)
from engine.alexandros.occupying import OccupationCost, checked_cost, possible_gifts
from engine.alexandros.provinces import levy_gains
from engine.alexandros.state import ACT, COLOURS, MARCH, OVER, TAKE, State
from engine.chance import Chance
from engine.errors import Illegal


def decide(state: State, move: moves.Move, chance: Chance) -> tuple[events.Event, ...]:
    """Returns the events of a move by the seat whose turn it is.  Raises Illegal."""
    if state.phase == OVER:
        raise Illegal("game-over", "The game is over; no more moves can be made.")
    builder = EventBuilder(state, chance)
    _DECISIONS[type(move)](builder, move)
    return tuple(builder.events)


def _take(builder: EventBuilder, move: moves.Take) -> None:
    state = builder.state
    if state.phase == MARCH:
        raise _wrong_phase(state)
    if move.card not in KINDS or move.card not in state.face_up:
        raise Illegal(
            "not-face-up",
            f"There is no {_name(move.card)} face up; you can see {_row(state)}.",
            allowed=[f"take {SYMBOLS[card]}" for card in state.face_up if card in KINDS],
        )
    if state.phase == TAKE:
        _take_to_march(builder, move.card)
    else:
        builder.add(events.Took(state.seat, move.card))
        builder.end_action()


def _take_to_march(builder: EventBuilder, card: int) -> None:
    state = builder.state
    empty = empty_spaces(state)
    if can_take(state, card, empty):
        joker = symbols_for(state, card, empty) != (card,)
        builder.add(events.Chose(state.seat, card, joker))
    elif is_stuck(state, empty):
        builder.add(events.Stayed(state.seat, card))
    else:
        raise _no_march(state, card)
    builder.reveal_card()  # A3


def _play(builder: EventBuilder, move: moves.Play) -> None:
    state = builder.state
    if state.phase != TAKE:
        raise _wrong_phase(state)
    if move.card not in KINDS or not state.hand[move.card]:
        raise Illegal(
            "not-in-hand",
            f"You hold no {_name(move.card)} to play; your hand is {cards.words(state.hand)}.",
        )
    empty = empty_spaces(state)
    if not symbols_for(state, move.card, empty, joker=False):
        raise Illegal(
            "no-joker-from-hand",
            f"No empty space bears the {_name(move.card)}, and a card from hand is never a joker;"
            " march with another card.",
        )
    if not can_play(state, move.card, empty):
        raise _no_march(state, move.card)
    builder.add(events.Played(state.seat, move.card))


def _stay(builder: EventBuilder, move: moves.Stay) -> None:
    state = builder.state
    if state.phase != TAKE:
        raise _wrong_phase(state)
    if not is_stuck(state, empty_spaces(state)):
        raise Illegal("must-march", "Alexander must march when any card allows it; choose a card.")
    if state.face_up:
        raise Illegal(
            "take-a-card", "No card allows a march, so Alexander stays; take one of the face-up"
            " cards all the same.", allowed=[f"take {SYMBOLS[card]}" for card in state.face_up],
        )
    builder.add(events.Stayed(state.seat, None))


def _march(builder: EventBuilder, move: moves.March) -> None:
    state, board = builder.state, builder.state.board
    if state.phase != MARCH:
        raise _wrong_phase(state)
    allowed = targets(state)
    if move.space not in board.names or not allowed >> move.space & 1:
        raise _not_a_target(state, move.space, allowed)
    route = list(walk(board, state.alexander, move.steps))
    distance = board.distance[state.alexander][move.point]
    if (
        move.point not in board.corners[move.space]
        or len(route) != len(move.steps) or len(route) != distance
        or route[-1][0] != move.point
    ):
        raise Illegal(
            "not-a-shortest-way",
            f"These steps are no shortest way to {board.names[move.space]}'s point;"
            f" write the space and the point, then a way of {distance} steps.",
        )
    new = len(new_walls(board, state.alexander, move.steps, state.walls))
    if new > state.walls_left:
        raise Illegal(
            "not-enough-walls",
            f"This way needs {new} walls and only {state.walls_left} are left; choose another.",
        )
    black = min(new, state.black_left)
    builder.add(events.Marched(
        state.seat, board.names[move.space], board.point_name(move.point, move.space),
        tuple([STEPS[step] for step in move.steps]), black, new - black,
    ))


def _draw(builder: EventBuilder, move: moves.Draw) -> None:
    _check_acting(builder.state)
    card = builder.top_card()
    if card is None:
        raise Illegal("no-cards", "Supply and discard stack are both empty; do something else.")
    builder.add(events.Drew(builder.state.seat, card))
    builder.end_action()


def _occupy(builder: EventBuilder, move: moves.Occupy) -> None:
    state = builder.state
    _check_acting(state)
    cost = checked_cost(state, move.spaces)
    if not cards.covers(state.hand, cost.total):
        lacking = cards.missing(state.hand, cost.total)
        raise Illegal(
            "cannot-pay",
            f"This costs {cards.words(cost.total)}; you lack {cards.words(lacking)}."
            " More guards can stand in for cards.",
        )
    choices = possible_gifts(cost)
    if move.give not in choices:
        raise _wrong_gift(cost, choices)
    guards = _names(state, move.spaces)
    if cost.loser is None:
        builder.add(events.Occupied(state.seat, guards, cost.paid))
    else:
        builder.add(events.TookOver(
            state.seat, cost.loser, _names(state, bits(cost.removed)), cost.removal,
            guards, cost.paid, move.give or cards.NONE,
        ))
    builder.end_action()


def _wrong_gift(cost: OccupationCost, choices: list[Counts | None]) -> Illegal:
    if choices == [None]:
        return Illegal("no-gift", "The loser of this province gets no cards; leave out give.")
    assert cost.loser is not None
    return Illegal(
        "wrong-gift",
        f"{COLOURS[cost.loser].capitalize()} gets {cost.given} of the cards you play"
        f" ({cards.words(cost.pool)}); say which with give.",
        allowed=[
            "give " + " ".join(SYMBOLS[card] for card in cards.expand(choice))
            for choice in choices[:5] if choice
        ],
    )


def _levy(builder: EventBuilder, move: moves.Levy) -> None:
    state = builder.state
    _check_acting(state)
    if state.levied:
        raise Illegal("levied", "You have levied taxes in this turn; once a turn is the rule.")
    own = state.guards[state.seat]
    if not own:
        raise Illegal("no-guard-to-levy", "You have no guard on the board, so you cannot levy.")
    if move.card not in KINDS or not state.board.symbols[move.card] & own:
        fitting = sorted({state.board.symbol_of[s] for s in bits(own)})
        raise Illegal(
            "levy-symbol",
            f"None of your guards stands on the {_name(move.card)}; a levy needs"
            f" {' or '.join(SYMBOLS[s] for s in fitting)}.",
            allowed=[f"levy {SYMBOLS[s]}" for s in fitting if state.hand[s]],
        )
    if not state.hand[move.card]:
        raise Illegal(
            "not-in-hand",
            f"You hold no {_name(move.card)} to levy with; your hand is {cards.words(state.hand)}.",
        )
    builder.add(events.Levied(state.seat, move.card, levy_gains(state)))
    builder.end_action()


def _recall(builder: EventBuilder, move: moves.Recall) -> None:
    state = builder.state
    _check_acting(state)
    own = state.guards[state.seat]
    if move.space not in state.board.names or not own >> move.space & 1:
        raise Illegal(
            "no-guard-there",
            "You have no guard there; yours stand on"
            f" {', '.join(_names(state, bits(own))) or 'no space at all'}.",
            allowed=[f"recall {name}" for name in _names(state, bits(own))],
        )
    builder.add(events.Recalled(state.seat, state.board.names[move.space]))
    builder.end_action()


def _end(builder: EventBuilder, move: moves.End) -> None:
    _check_acting(builder.state)
    builder.end_turn()


def _check_acting(state: State) -> None:
    if state.phase != ACT:
        raise _wrong_phase(state)


def _wrong_phase(state: State) -> Illegal:
    if state.phase == TAKE:
        return Illegal(
            "march-first",
            "First move Alexander: take a face-up card or play one from hand, then march.",
            allowed=[f"take {SYMBOLS[card]}" for card in state.face_up if card in KINDS],
        )
    if state.phase == MARCH:
        assert state.card is not None
        return Illegal(
            "march-now",
            f"Alexander marches now, by the {SYMBOLS[state.card]}"
            f"{' as a joker' if state.joker else ''}; say where, as in march K7.SE.",
            allowed=[f"march {name}" for name in _names(state, bits(targets(state)))],
        )
    return Illegal(
        "marched",
        "Alexander has marched; now take up to two actions: draw, take, occupy, levy, recall,"
        " or end.",
    )


def _no_march(state: State, card: int) -> Illegal:
    return Illegal(
        "no-march",
        f"No march by the {_name(card)} is possible with the {state.walls_left} walls that are"
        " left; choose another card.",
    )


def _not_a_target(state: State, space: int, possible: int) -> Illegal:
    names = _names(state, bits(possible))
    allowed = [f"march {name}" for name in names]
    name = state.board.names.get(space, "That")
    empty = empty_spaces(state)
    if not empty >> space & 1:
        why = f"{name} is not empty"
    elif possible and state.card is not None and not state.joker and (
        state.board.symbol_of.get(space) != state.card
    ):
        why = f"{name} bears no {_name(state.card)}"
    elif state.board.symbol_of.get(space) is None:
        why = f"{name} bears no symbol"
    else:
        symbol = state.board.symbol_of[space]
        names = _names(state, bits(closest(state, symbol, empty)))
        why = f"{name} is not the closest empty {_name(symbol)}"
    return Illegal("not-closest", f"{why}; Alexander can go to {' or '.join(names)}.",
                   allowed=allowed)


def _name(card: int) -> str:
    return cards.NAMES[card]


def _row(state: State) -> str:
    return cards.words(cards.counts(state.face_up))


def _names(state: State, spaces: tuple[int, ...] | list[int]) -> tuple[str, ...]:
    return tuple([state.board.names[s] for s in spaces])


_DECISIONS: dict[type[Any], Callable[[EventBuilder, Any], None]] = {
    moves.Take: _take, moves.Play: _play, moves.March: _march, moves.Stay: _stay,
    moves.Draw: _draw, moves.Occupy: _occupy, moves.Levy: _levy, moves.Recall: _recall,
    moves.End: _end,
}
