"""What comes of a move: its events, or a refusal that says what would be allowed.

Works on states and on views alike; on a view, unknown cards cannot be used.
Returns events and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.alexandros import cards, events, moves
from engine.alexandros.board import SYMBOLS
from engine.alexandros.cards import KINDS, Counts
from engine.alexandros.event_builder import Unfolding
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
from engine.alexandros.occupying import Bill, checked_bill, gifts
from engine.alexandros.provinces import gains
from engine.alexandros.state import ACT, COLOURS, MARCH, OVER, TAKE, State
from engine.chance import Chance
from engine.errors import Illegal


def decide(state: State, move: moves.Move, chance: Chance) -> tuple[events.Event, ...]:
    """The events of the move of the seat on turn; raises Illegal."""
    if state.phase == OVER:
        raise Illegal("game-over", "The game is over; no more moves can be made.")
    unfolding = Unfolding(state, chance)
    _DECISIONS[type(move)](unfolding, move)
    return tuple(unfolding.events)


def _take(game: Unfolding, move: moves.Take) -> None:
    state = game.state
    if state.phase == MARCH:
        raise _wrong_phase(state)
    if move.card not in KINDS or move.card not in state.face_up:
        raise Illegal(
            "not-face-up",
            f"There is no {_name(move.card)} face up; you can see {_row(state)}.",
            allowed=[f"take {SYMBOLS[card]}" for card in state.face_up if card in KINDS],
        )
    if state.phase == TAKE:
        _take_to_march(game, move.card)
    else:
        game.add(events.Took(state.seat, move.card))
        game.end_action()


def _take_to_march(game: Unfolding, card: int) -> None:
    state = game.state
    empty = empty_spaces(state)
    if can_take(state, card, empty):
        joker = symbols_for(state, card, empty) != (card,)
        game.add(events.Chose(state.seat, card, joker))
    elif is_stuck(state, empty):
        game.add(events.Stayed(state.seat, card))
    else:
        raise _no_march(state, card)
    game.reveal()  # A3


def _play(game: Unfolding, move: moves.Play) -> None:
    state = game.state
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
    game.add(events.Played(state.seat, move.card))


def _stay(game: Unfolding, move: moves.Stay) -> None:
    state = game.state
    if state.phase != TAKE:
        raise _wrong_phase(state)
    if not is_stuck(state, empty_spaces(state)):
        raise Illegal("must-march", "Alexander must march when any card allows it; choose a card.")
    if state.face_up:
        raise Illegal(
            "take-a-card", "No card allows a march, so Alexander stays; take one of the face-up"
            " cards all the same.", allowed=[f"take {SYMBOLS[card]}" for card in state.face_up],
        )
    game.add(events.Stayed(state.seat, None))


def _march(game: Unfolding, move: moves.March) -> None:
    state, board = game.state, game.state.board
    if state.phase != MARCH:
        raise _wrong_phase(state)
    goals = targets(state)
    if move.space not in board.names or not goals >> move.space & 1:
        raise _not_a_goal(state, move.space, goals)
    way = list(walk(board, state.alexander, move.steps))
    far = board.distance[state.alexander][move.point]
    if (
        move.point not in board.corners[move.space]
        or len(way) != len(move.steps) or len(way) != far
        or way[-1][0] != move.point
    ):
        raise Illegal(
            "not-a-shortest-way",
            f"These steps are no shortest way to {board.names[move.space]}'s point;"
            f" write the space and the point, then a way of {far} steps.",
        )
    new = len(new_walls(board, state.alexander, move.steps, state.walls))
    if new > state.walls_left:
        raise Illegal(
            "not-enough-walls",
            f"This way needs {new} walls and only {state.walls_left} are left; choose another.",
        )
    black = min(new, state.black_left)
    game.add(events.Marched(
        state.seat, board.names[move.space], board.point_name(move.point, move.space),
        tuple([STEPS[step] for step in move.steps]), black, new - black,
    ))


def _draw(game: Unfolding, move: moves.Draw) -> None:
    _check_acting(game.state)
    card = game.top_card()
    if card is None:
        raise Illegal("no-cards", "Supply and discard stack are both empty; do something else.")
    game.add(events.Drew(game.state.seat, card))
    game.end_action()


def _occupy(game: Unfolding, move: moves.Occupy) -> None:
    state = game.state
    _check_acting(state)
    made = checked_bill(state, move.spaces)
    if not cards.covers(state.hand, made.total):
        lacking = cards.missing(state.hand, made.total)
        raise Illegal(
            "cannot-pay",
            f"This costs {cards.words(made.total)}; you lack {cards.words(lacking)}."
            " More guards can stand in for cards.",
        )
    choices = gifts(made)
    if move.give not in choices:
        raise _wrong_gift(made, choices)
    guards = _names(state, move.spaces)
    if made.loser is None:
        game.add(events.Occupied(state.seat, guards, made.paid))
    else:
        game.add(events.TookOver(
            state.seat, made.loser, _names(state, bits(made.removed)), made.removal,
            guards, made.paid, move.give or cards.NONE,
        ))
    game.end_action()


def _wrong_gift(made: Bill, choices: list[Counts | None]) -> Illegal:
    if choices == [None]:
        return Illegal("no-gift", "The loser of this province gets no cards; leave out give.")
    assert made.loser is not None
    return Illegal(
        "wrong-gift",
        f"{COLOURS[made.loser].capitalize()} gets {made.given} of the cards you play"
        f" ({cards.words(made.pool)}); say which with give.",
        allowed=[
            "give " + " ".join(SYMBOLS[card] for card in cards.expand(choice))
            for choice in choices[:5] if choice
        ],
    )


def _levy(game: Unfolding, move: moves.Levy) -> None:
    state = game.state
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
    game.add(events.Levied(state.seat, move.card, gains(state)))
    game.end_action()


def _recall(game: Unfolding, move: moves.Recall) -> None:
    state = game.state
    _check_acting(state)
    own = state.guards[state.seat]
    if move.space not in state.board.names or not own >> move.space & 1:
        raise Illegal(
            "no-guard-there",
            "You have no guard there; yours stand on"
            f" {', '.join(_names(state, bits(own))) or 'no space at all'}.",
            allowed=[f"recall {name}" for name in _names(state, bits(own))],
        )
    game.add(events.Recalled(state.seat, state.board.names[move.space]))
    game.end_action()


def _end(game: Unfolding, move: moves.End) -> None:
    _check_acting(game.state)
    game.end_turn()


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


def _not_a_goal(state: State, space: int, goals: int) -> Illegal:
    names = _names(state, bits(goals))
    allowed = [f"march {name}" for name in names]
    said = state.board.names.get(space, "That")
    empty = empty_spaces(state)
    if not empty >> space & 1:
        why = f"{said} is not empty"
    elif goals and state.card is not None and not state.joker and (
        state.board.symbol_of.get(space) != state.card
    ):
        why = f"{said} bears no {_name(state.card)}"
    elif state.board.symbol_of.get(space) is None:
        why = f"{said} bears no symbol"
    else:
        symbol = state.board.symbol_of[space]
        names = _names(state, bits(closest(state, symbol, empty)))
        why = f"{said} is not the closest empty {_name(symbol)}"
    return Illegal("not-closest", f"{why}; Alexander can go to {' or '.join(names)}.",
                   allowed=allowed)


def _name(card: int) -> str:
    return cards.NAMES[card]


def _row(state: State) -> str:
    return cards.words(cards.counts(state.face_up))


def _names(state: State, spaces: tuple[int, ...] | list[int]) -> tuple[str, ...]:
    return tuple([state.board.names[s] for s in spaces])


_DECISIONS: dict[type[Any], Callable[[Unfolding, Any], None]] = {
    moves.Take: _take, moves.Play: _play, moves.March: _march, moves.Stay: _stay,
    moves.Draw: _draw, moves.Occupy: _occupy, moves.Levy: _levy, moves.Recall: _recall,
    moves.End: _end,
}
