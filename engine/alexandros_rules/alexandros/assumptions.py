"""Assumptions about cards that a view does not show (C1).

Somebody who tries out turns on their view may suppose that an unknown card is a horse.  Assumptions
are checked on the view alone, so a refusal reveals nothing hidden.
"""

from __future__ import annotations

from alexandros_rules.alexandros import cards, display_names
from alexandros_rules.alexandros.cards import UNKNOWN, Counts
from alexandros_rules.alexandros.state import OVER, State, change
from alexandros_rules.errors import Illegal
from alexandros_rules.immutable import with_item
from alexandros_rules.translation import gettext as _


def opened(view: State) -> State:
    """Return the view with the known cards of hidden hands in place of unknown ones (C5)."""
    return change(view, hands=tuple([
        _opened(hand, known) for hand, known in zip(view.hands, view.known, strict=True)
    ]))


def _opened(hand: Counts, known: Counts) -> Counts:
    if not cards.total(hand) or hand[UNKNOWN] != cards.total(hand):
        return hand
    return cards.add(known, (0, 0, 0, 0, 0, hand[UNKNOWN] - cards.total(known)))


def unseen(view: State) -> Counts:
    """Return how many cards of each symbol an opened view does not show (T3)."""
    hidden: Counts = (*(cards.CARDS_PER_SYMBOL for _ in cards.KINDS), 0)
    for seen in (*view.hands, cards.counts(view.face_up), cards.counts(view.supply), view.discard):
        hidden = cards.subtract(hidden, (*seen[:UNKNOWN], 0))
    return hidden


def possible(view: State) -> list[int]:
    """Return the symbols that an unknown card of this view may have."""
    return [card for card in cards.KINDS if unseen(view)[card]]


def suppose_in_hand(view: State, seat: int, *, card: int) -> State:
    """Return the view in which an unknown card of this seat's hand has this symbol.

    Raise Illegal if the hand has no unknown card or all cards of the symbol are in view.
    """
    _check(view, card)
    if not 0 <= seat < view.players or not view.hands[seat][UNKNOWN]:
        raise Illegal("all-known", _("There is no unknown card in this hand, so there is nothing"
                                     " to suppose. Choose another card."))
    known = cards.subtract(view.hands[seat], cards.single(UNKNOWN))
    return change(view, hands=with_item(view.hands, seat, cards.add(known, cards.single(card))))


def suppose_face_up(view: State, card: int) -> State:
    """Return the view in which the first unknown face-up card has this symbol.  Raise Illegal."""
    _check(view, card)
    if UNKNOWN not in view.face_up:
        raise Illegal("all-known", _("All the face-up cards are known, so there is nothing to"
                                     " suppose. Choose another card."))
    return change(view, face_up=with_item(view.face_up, view.face_up.index(UNKNOWN), card))


def _check(view: State, card: int) -> None:
    if view.phase == OVER:
        raise Illegal("game-over", _("The game is over here, so nothing can be supposed. Go back"
                                     " to an earlier position first."))
    if not unseen(view)[card]:
        raise Illegal("all-seen", _(
            "You can see all %(count)s cards with the symbol %(card)s here, so the unknown card"
            " cannot be one of them. Suppose another symbol."
        ) % {"count": cards.CARDS_PER_SYMBOL, "card": display_names.card_name(card)})
