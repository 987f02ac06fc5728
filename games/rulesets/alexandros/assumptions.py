"""Supposing on a what-if board that an unknown card has a certain symbol."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.utils.translation import gettext as _

from engine.alexandros import assumptions, terms
from engine.alexandros.board import SYMBOLS
from engine.alexandros.cards import UNKNOWN
from engine.alexandros.state import State
from engine.errors import Unreadable
from games.rulesets.protocols import Supposition, UnknownPlace

_TEXT = re.compile(rf"(?:hand ([1-9])|row) ({'|'.join(SYMBOLS)})")
ROW = "row"


class AlexandrosAssumptions:
    """See ``games.rulesets.protocols.Assumptions``.

    The texts are "hand 2 horse" for a card in the hand of the second seat, and "row horse".
    """

    def opened(self, view: State) -> State:
        return assumptions.opened(view)

    def places(self, view: State, *, names: Sequence[str],
               seat: int | None) -> Sequence[UnknownPlace]:
        possible = assumptions.possible(view)
        row = [UnknownPlace(_("A face-up card that you have not seen"),
                            self._choices(ROW, possible, names=names))]
        return [
            *(row if UNKNOWN in view.face_up else []),
            *(UnknownPlace(_title(view, holder, names=names, seat=seat),
                           self._choices(f"hand {holder + 1}", possible, names=names))
              for holder, hand in enumerate(view.hands) if hand[UNKNOWN]),
        ]

    def suppose(self, view: State, text: str) -> State:
        holder, card = _read(text)
        if holder is None:
            return assumptions.suppose_face_up(view, card)
        return assumptions.suppose_in_hand(view, holder, card=card)

    def describe(self, text: str, *, names: Sequence[str]) -> str:
        holder, card = _read(text)
        if holder is None:
            return _("Suppose that the new face-up card is %(card)s.") % {
                "card": terms.a_card(card)}
        return _("Suppose that %(name)s holds %(card)s.") % {
            "name": names[holder], "card": terms.a_card(card)}

    def _choices(self, place: str, possible: Sequence[int], *,
                 names: Sequence[str]) -> list[Supposition]:
        texts = {card: f"{place} {SYMBOLS[card]}" for card in possible}
        return [Supposition(text, terms.card_name(card), self.describe(text, names=names))
                for card, text in texts.items()]


def _read(text: str) -> tuple[int | None, int]:
    """The seat whose hand it is about, None for the face-up cards, and the card."""
    found = _TEXT.fullmatch(text)
    if found is None:
        raise Unreadable("no-assumption", _(
            "This cannot be supposed. Choose one of the cards listed under the board."))
    return int(found[1]) - 1 if found[1] else None, SYMBOLS.index(found[2])


def _title(view: State, holder: int, *, names: Sequence[str], seat: int | None) -> str:
    held = {"name": names[holder], "cards": terms.card_list(view.hands[holder])}
    if holder == seat:
        return _("Your hand: %(cards)s") % held
    return _("%(name)s’s hand: %(cards)s") % held
