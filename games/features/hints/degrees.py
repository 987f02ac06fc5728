"""Hints in three degrees: what the best turn aims at, how it begins, and all of it.

Each degree is shown only when the player asks for it.  A new position begins without a hint.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F
from django.utils.translation import gettext as _

from engine.drafts import SEPARATOR
from games.features.hints import advice
from games.features.hints.advice import AdvisedTurn
from games.models import Game, TurnAdvice

AIM, BEGINNING, TURN = 1, 2, 3


@dataclass(frozen=True, slots=True)
class Hint:
    """What a player has asked to see of the advice for this turn.

    ``aim``        one sentence on what the best turn does.
    ``beginning``  its first orders from the second degree on, and ``order`` the whole turn in the
                   third; ``reasons`` are then all the sentences on it.
    ``degree``     how much is shown, 0 if the player has not asked yet.
    """

    degree: int
    aim: str = ""
    beginning: str = ""
    order: str = ""
    reasons: tuple[str, ...] = ()

    @property
    def next_label(self) -> str:
        """What the button for the next degree says; "" after the last one."""
        return {0: _("Show a hint"), AIM: _("Show how it begins"),
                BEGINNING: _("Show the whole turn")}.get(self.degree, "")


def hint(game: Game, *, seat: int, names: Sequence[str], now: datetime) -> Hint:
    """The hint for the seat's turn, as far as its player has asked for it; computes nothing."""
    row = TurnAdvice.objects.filter(game=game, number=game.number, seat=seat).first()
    if row is None or not row.degree:
        return Hint(0)
    turns = advice.advised_turns(game, seat=seat, number=game.number, names=names, now=now)
    return _shown(turns[0], row.degree) if turns else Hint(TURN)


def _shown(turn: AdvisedTurn, degree: int) -> Hint:
    aim = turn.reasons[0] if turn.reasons else _("Nothing stands out here: collect what you need.")
    if degree == AIM:
        return Hint(degree, aim)
    orders = turn.order.split(SEPARATOR)
    beginning = SEPARATOR.join(orders[:(len(orders) + 1) // 2])
    if degree == BEGINNING:
        return Hint(degree, aim, beginning)
    return Hint(degree, aim, beginning, turn.order, turn.reasons)


def ask(game: Game, *, seat: int, number: int, now: datetime) -> None:
    """Shows one more degree of the hint; nothing if the game has moved on since ``number``.

    Waits for the analyst at a new position, so call it outside transactions.
    """
    if number != game.number:
        return
    row = advice.stored(game, seat=seat, number=number, now=now)
    TurnAdvice.objects.filter(pk=row.pk, degree__lt=TURN).update(degree=F("degree") + 1)
