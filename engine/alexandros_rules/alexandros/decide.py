"""Decisions about moves: the events of a legal move, or a refusal that says what is allowed.

Moves are decided on states and on views; on a view, unknown cards cannot be used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from alexandros_rules.alexandros import cards, display_names, events, moves, order_text
from alexandros_rules.alexandros.board import SYMBOLS
from alexandros_rules.alexandros.cards import KINDS
from alexandros_rules.alexandros.event_builder import EventBuilder
from alexandros_rules.alexandros.lattice import STEPS, bits
from alexandros_rules.alexandros.marches import (
    can_play,
    can_take,
    empty_spaces,
    is_stuck,
    new_walls,
    symbols_for,
    targets,
    walk,
)
from alexandros_rules.alexandros.occupying import (
    OccupationCost,
    checked_cost,
    is_possible_gift,
    payment_of,
    possible_gifts,
)
from alexandros_rules.alexandros.provinces import levy_gains
from alexandros_rules.alexandros.state import ACT, MARCH, OVER, TAKE, State
from alexandros_rules.chance import Chance
from alexandros_rules.errors import Illegal
from alexandros_rules.translation import gettext as _
from alexandros_rules.translation import list_with_and, list_with_or, ngettext, translate_orders


def decide(state: State, move: moves.Move, chance: Chance) -> tuple[events.Event, ...]:
    """Return the events of a move by the seat whose turn it is.  Raise Illegal."""
    if state.phase == OVER:
        raise Illegal("game-over", _("The game is over; no more moves can be made."))
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
            _("There is no %(card)s face up; you can see %(cards)s.") % {
                "card": display_names.card_name(move.card),
                "cards": display_names.card_list(cards.counts(state.face_up)),
            },
            allowed=lambda: order_text.orders(state, moves.Take),
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
            _("You have no %(card)s to play.") % {"card": display_names.card_name(move.card)}
            + f" {_describe_hand(state)}",
            allowed=lambda: order_text.card_orders(state),
        )
    empty = empty_spaces(state)
    if not symbols_for(state, move.card, empty, joker=False):
        raise Illegal(
            "no-joker-from-hand",
            _("No empty space bears %(card)s, and a card from your hand is never a joker. March"
              " with another card.") % {"card": display_names.a_card(move.card)},
            allowed=lambda: order_text.card_orders(state),
        )
    if not can_play(state, move.card, empty):
        raise _no_march(state, move.card)
    builder.add(events.Played(state.seat, move.card))


def _stay(builder: EventBuilder, move: moves.Stay) -> None:
    state = builder.state
    if state.phase != TAKE:
        raise _wrong_phase(state)
    if not is_stuck(state, empty_spaces(state)):
        raise Illegal(
            "must-march", _("Alexander must march when any card allows it; choose a card."),
            allowed=lambda: order_text.card_orders(state),
        )
    if state.face_up:
        raise Illegal(
            "take-a-card",
            _("No card allows a march, so Alexander stays where he is, but you must still take one"
              " of the face-up cards."),
            allowed=lambda: order_text.card_orders(state),
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
            ngettext(
                "This is not a shortest route to that point of %(space)s. Write the space and the"
                " point, then a route of %(count)s step.",
                "This is not a shortest route to that point of %(space)s. Write the space and the"
                " point, then a route of %(count)s steps.",
                distance,
            ) % {"space": board.names[move.space], "count": distance},
        )
    new = len(new_walls(board, state.alexander, move.steps, state.walls))
    if new > state.walls_left:
        raise Illegal(
            "not-enough-walls",
            ngettext("This route needs %(count)s wall.", "This route needs %(count)s walls.", new)
            % {"count": new} + " " + _describe_walls_left(state)
            + " " + _("Choose another route."),
        )
    black = min(new, state.black_left)
    builder.add(events.Marched(
        state.seat, board.names[move.space], board.point_name(move.point, move.space),
        tuple([STEPS[step] for step in move.steps]), black, new - black,
    ))
    builder.begin_last_round()


def _draw(builder: EventBuilder, move: moves.Draw) -> None:
    _check_acting(builder.state)
    card = builder.top_card()
    if card is None:
        raise Illegal(
            "no-cards",
            _("The supply and the discard pile are both empty, so you cannot draw a card. Choose"
              " another action."),
        )
    builder.add(events.Drew(builder.state.seat, card))
    builder.end_action()


def _occupy(builder: EventBuilder, move: moves.Occupy) -> None:
    state = builder.state
    _check_acting(state)
    cost = checked_cost(state, move.spaces)
    if not cards.covers(state.hand, cost.total):
        raise _cannot_pay(state, cost, len(move.spaces))
    if not is_possible_gift(cost, move.give):
        raise _wrong_gift(state, move, cost)
    guards = _names(state, move.spaces)
    if cost.loser is None:
        builder.add(events.Occupied(state.seat, guards, cost.paid))
    else:
        builder.add(events.TookOver(
            state.seat, cost.loser, _names(state, bits(cost.removed)), cost.removal,
            guards, cost.paid, move.give or cards.NONE,
        ))
    builder.end_action()


def _cannot_pay(state: State, cost: OccupationCost, guards: int) -> Illegal:
    best = payment_of(state, state.seat, cost.province)
    if not best.payable:
        return Illegal("cannot-pay", " ".join([
            _("This province costs %(price)s.") % {"price": best.price}, best.lacking,
            _("Choose another action."),
        ]))
    return Illegal(
        "cannot-pay",
        _("This costs %(price)s, but you lack %(lacking)s. Put guards where you lack cards, or"
          " choose another action.") % {
            "price": display_names.price(cost.total, guards),
            "lacking": display_names.card_list(cards.missing(state.hand, cost.total)),
        },
    )


def _wrong_gift(state: State, move: moves.Occupy, cost: OccupationCost) -> Illegal:
    def allowed() -> list[str]:
        gifts = (moves.Occupy(move.spaces, gift) for gift in possible_gifts(cost))
        return order_text.written(gifts, state)

    if not cost.given:
        return Illegal(
            "no-gift",
            _("The player who loses this province gets no cards. Leave out '%(word)s' and the"
              " cards after it.")
            % {"word": translate_orders("give")},
            allowed=allowed,
        )
    assert cost.loser is not None
    return Illegal(
        "wrong-gift",
        ngettext(
            "%(player)s gets %(count)s of the cards you play (%(cards)s). Write which one after"
            " '%(word)s'.",
            "%(player)s gets %(count)s of the cards you play (%(cards)s). Write which ones after"
            " '%(word)s'.",
            cost.given,
        ) % {"player": display_names.colour(cost.loser), "count": cost.given,
             "cards": display_names.card_list(cost.pool), "word": translate_orders("give")},
        allowed=allowed,
    )


def _levy(builder: EventBuilder, move: moves.Levy) -> None:
    state = builder.state
    _check_acting(state)
    if state.levied:
        raise Illegal("levied", _("You have already levied taxes this turn."))
    own = state.guards[state.seat]
    if not own:
        raise Illegal(
            "no-guard-to-levy", _("You have no guard on the board, so you cannot levy taxes.")
        )
    if move.card not in KINDS or not state.board.symbols[move.card] & own:
        fitting = sorted({state.board.symbol_of[s] for s in bits(own)})
        raise Illegal(
            "levy-symbol",
            _("None of your guards stands on %(card)s. To levy taxes, you need %(cards)s.")
            % {"card": display_names.a_card(move.card), "cards": display_names.any_of(fitting)},
            allowed=[f"levy {SYMBOLS[s]}" for s in fitting if state.hand[s]],
        )
    if not state.hand[move.card]:
        raise Illegal(
            "not-in-hand",
            _("You have no %(card)s to levy taxes with.")
            % {"card": display_names.card_name(move.card)}
            + f" {_describe_hand(state)}",
        )
    builder.add(events.Levied(state.seat, move.card, levy_gains(state)))
    builder.begin_last_round()
    builder.end_action()


def _recall(builder: EventBuilder, move: moves.Recall) -> None:
    state = builder.state
    _check_acting(state)
    own = state.guards[state.seat]
    if move.space not in state.board.names or not own >> move.space & 1:
        names = _names(state, bits(own))
        raise Illegal(
            "no-guard-there",
            ngettext(
                "You have no guard there. Your only guard on the board stands on %(spaces)s.",
                "You have no guard there. Your guards stand on %(spaces)s.",
                len(names),
            ) % {"spaces": list_with_and(names)} if names
            else _("You have no guards on the board."),
            allowed=[f"recall {name}" for name in names],
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
            _("First move Alexander: take a face-up card or play one from your hand, then march."),
            allowed=lambda: order_text.card_orders(state),
        )
    if state.phase == MARCH:
        assert state.card is not None
        return Illegal(
            "march-now",
            (_("You have chosen the %(card)s as a joker. Now say where Alexander marches, as in"
               " %(example)s.") if state.joker else
             _("You have chosen the %(card)s. Now say where Alexander marches, as in %(example)s."))
            % {"card": display_names.card_name(state.card),
               "example": translate_orders(order_text.example(state, moves.March))},
            allowed=lambda: order_text.march_orders(state),
        )
    return Illegal(
        "marched",
        ngettext(
            "Alexander has already marched. Now take an action, or write '%(end)s' to end your"
            " turn.",
            "Alexander has already marched. Now take up to %(count)s actions, or write '%(end)s'"
            " to end your turn.",
            state.actions,
        ) % {"count": state.actions, "end": translate_orders("end")},
        allowed=lambda: order_text.examples(state),
    )


def _no_march(state: State, card: int) -> Illegal:
    return Illegal(
        "no-march",
        ngettext(
            "You cannot march with the %(card)s, because only %(count)s wall is left. Choose"
            " another card.",
            "You cannot march with the %(card)s, because only %(count)s walls are left. Choose"
            " another card.",
            state.walls_left,
        ) % {"card": display_names.card_name(card), "count": state.walls_left},
        allowed=lambda: order_text.card_orders(state),
    )


def _not_a_target(state: State, space: int, possible: int) -> Illegal:
    goals = list_with_or(_names(state, list(order_text.reachable_targets(state))))
    sentences = [_why_not(state, space, possible),
                 _("Alexander can go to %(spaces)s.") % {"spaces": goals}]
    return Illegal("not-closest", " ".join(sentences),
                   allowed=lambda: order_text.march_orders(state))


def _why_not(state: State, space: int, possible: int) -> str:
    """Return the sentence that says why Alexander cannot march to the space."""
    about = {"space": state.board.names.get(space, "")}
    empty = empty_spaces(state)
    symbol = state.board.symbol_of.get(space)
    if space not in state.board.names:
        return _("There is no such space on this board.")
    if not empty >> space & 1:
        return _("%(space)s is not empty.") % about
    if possible and state.card is not None and not state.joker and symbol != state.card:
        return _("%(space)s does not bear %(card)s.") % {
            **about,
            "card": display_names.a_card(state.card),
        }
    if symbol is None:
        return _("%(space)s bears no symbol.") % about
    return _("%(space)s is not the closest empty space with %(card)s.") % {
        **about, "card": display_names.a_card(symbol),
    }


def _describe_hand(state: State) -> str:
    if not cards.total(state.hand):
        return _("Your hand is empty.")
    return _("Your hand: %(cards)s.") % {"cards": display_names.card_list(state.hand)}


def _describe_walls_left(state: State) -> str:
    left = state.walls_left
    if not left:
        return _("No walls are left.")
    return ngettext("Only %(count)s wall is left.", "Only %(count)s walls are left.", left) % {
        "count": left
    }


def _names(state: State, spaces: tuple[int, ...] | list[int]) -> tuple[str, ...]:
    return tuple([state.board.names[s] for s in spaces])


_DECISIONS: dict[type[Any], Callable[[EventBuilder, Any], None]] = {
    moves.Take: _take, moves.Play: _play, moves.March: _march, moves.Stay: _stay,
    moves.Draw: _draw, moves.Occupy: _occupy, moves.Levy: _levy, moves.Recall: _recall,
    moves.End: _end,
}
