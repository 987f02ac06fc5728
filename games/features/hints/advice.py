"""Advice of the analyst at a position: computed once, in the thinking process, and stored.

The analyst gets the player's view and nothing else, so advice cannot tell what is hidden. Advice is
for learning games: one person plays against bots, and nothing is at stake.  On the page, hints show
it in three degrees, each when the player asks for it: what the best turn aims at, how it begins,
and all of it.  A new position begins without a hint.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from engine import drafts
from engine.drafts import SEPARATOR
from games.base import failures, log_context
from games.base.thinker import THINKER, Interrupted
from games.models import Game, Seat, TurnAdvice
from games.rulesets import registry
from games.table.play import event_log, history

SECONDS = 3.0  # for which a page or an email may wait
TURNS = 3
AIM, BEGINNING, TURN = 1, 2, 3  # degrees of a hint

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AdvisedTurn:
    """A whole turn in notation, with sentences that say why it is good."""

    order: str
    reasons: tuple[str, ...]

    @property
    def does(self) -> str:
        """All reasons as one text."""
        return " ".join(self.reasons)


def advised_turns(game: Game, *, seat: int, number: int, names: Sequence[str],
                  now: datetime) -> list[AdvisedTurn]:
    """Return the best turns of the seat at the position after row ``number``, the best first.

    The list is empty if it is not the seat's turn, or if the analyst has failed.  Waits for the
    analyst when the position is new, so call it outside transactions.
    """
    view, ruleset = history.view(game, seat, number), event_log.ruleset_of(game)
    if seat not in ruleset.status(view).to_move:
        return []
    return [AdvisedTurn(order, _reasons(game, view, order, seat=seat, names=names))
            for order in stored(game, seat=seat, number=number, now=now).orders]


def stored(game: Game, *, seat: int, number: int, now: datetime) -> TurnAdvice:
    """Get or create the row with the advice for a position."""
    row = TurnAdvice.objects.filter(game=game, number=number, seat=seat).first()
    if row is not None:
        return row
    orders = _found(game, seat=seat, number=number, now=now)
    row, _made = TurnAdvice.objects.get_or_create(
        game=game, number=number, seat=seat, defaults={"orders": orders})
    return row


def _found(game: Game, *, seat: int, number: int, now: datetime) -> list[str]:
    """Return the best turns in notation; keep a failure of the analyst for operators."""
    analyst = registry.get(game.ruleset).analyst
    assert analyst is not None  # a learning game has one
    ruleset, view = event_log.ruleset_of(game), history.view(game, seat, number)
    try:
        with log_context.about(game, log_context.HINT, number=number, seat=seat):
            turns = THINKER.ask(analyst.best_turns, view, seat=seat, salt=_salt(game, number),
                                count=TURNS, seconds=SECONDS)
            return [drafts.write_moves(ruleset, view, turn.moves, seat=seat) for turn in turns]
    except Interrupted:
        return []
    except Exception as error:  # the player can go on without advice
        failures.keep(error, now=now)
        log.error("an analyst failed", exc_info=error)
        return []


def _salt(game: Game, number: int) -> bytes:
    """Return the salt of the advice, which is independent of the cards that will be drawn."""
    return hashlib.sha256(f"advice {game.code} {number}".encode()).digest()


def _reasons(game: Game, view: Any, order: str, *, seat: int,
             names: Sequence[str]) -> tuple[str, ...]:
    comments = registry.get(game.ruleset).comments
    if comments is None:
        return ()
    draft = drafts.evaluate(event_log.ruleset_of(game), view, order, seat=seat)
    return tuple(comments.reasons(view, [step.move for step in draft.steps], instead=None,
                                  seat=seat, names=names))


def is_learning_game(game: Game, seats: Sequence[Seat]) -> bool:
    """Return whether the game is unrated, and all players but one are bots for good.

    A bot that keeps a seat for somebody who has left is none of these: they may come back.
    """
    bots = [seat for seat in seats if seat.bot and not seat.is_vacant]
    people = [seat for seat in seats if seat.user_id is not None]
    return (
        not game.rated and len(people) == 1 and len(bots) == len(seats) - 1
        and registry.get(game.ruleset).analyst is not None
    )


@dataclass(frozen=True, slots=True)
class Hint:
    """The part of the advice for this turn that a player has asked to see.

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
        """The label of the button for the next degree; "" after the last one."""
        return {0: _("Show a hint"), AIM: _("Show how it begins"),
                BEGINNING: _("Show the whole turn")}.get(self.degree, "")


def hint(game: Game, *, seat: int, names: Sequence[str], now: datetime) -> Hint:
    """Return the hint for the seat's turn, as far as its player has asked for it."""
    row = TurnAdvice.objects.filter(game=game, number=game.number, seat=seat).first()
    if row is None or not row.degree:
        return Hint(0)
    turns = advised_turns(game, seat=seat, number=game.number, names=names, now=now)
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
    """Show one more degree of the hint, unless the game has moved on since row ``number``.

    Waits for the analyst at a new position, so call it outside transactions.
    """
    if number != game.number:
        return
    row = stored(game, seat=seat, number=number, now=now)
    TurnAdvice.objects.filter(pk=row.pk, degree__lt=TURN).update(degree=F("degree") + 1)
