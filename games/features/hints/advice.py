"""Advice of the analyst at a position, as pages and emails show it, and the questions for it.

No page and no email waits for the analyst: whoever needs advice that nobody has found yet asks for
it, and a worker finds it (``games.features.hints.finding``).  Advice is for learning games: one
person plays against bots, and nothing is at stake.  On the page, a hint shows the best turn when
the player asks for it.  A new position begins without a hint.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from alexandros_rules import drafts
from alexandros_rules.addressing import for_reader
from games.base import locks, task_queue
from games.base.refusals import Closed
from games.models import Game, OutgoingEmail, Seat, TurnAdvice, User
from games.post import email_kinds
from games.rulesets import registry
from games.table.play import bots, event_log, history, staleness

TASK = "find_advice"
PATIENCE = timedelta(seconds=8)  # for which an email waits for its suggested turns
MOST_PLAYERS = 4
WITH_TURNS = (*email_kinds.ABOUT_TURNS, "receipt", "refusal")  # kinds of email that suggest turns


@dataclass(frozen=True, slots=True)
class AdvisedTurn:
    """A whole turn in notation, with sentences that say why it is good."""

    order: str
    reasons: tuple[str, ...]

    @property
    def does(self) -> str:
        """All reasons as one text."""
        return " ".join(self.reasons)


def turns_for_email(game: Game, *, seat: int, number: int,
                    names: Sequence[str]) -> list[AdvisedTurn]:
    """Return the best turns at the position after row ``number``, the best first, for an email.

    The list is empty if it is not the seat's turn, if the analyst has failed, or if an email about
    this position had to leave before they were found: all of them must say the same.
    """
    view = history.view(game, seat, number)
    if seat not in event_log.ruleset_of(game).status(view).to_move:
        return []
    row, _made = TurnAdvice.objects.get_or_create(game=game, number=number, seat=seat)
    if row.answered_at is None:
        TurnAdvice.objects.filter(pk=row.pk, answered_at=None).update(in_emails=False)
        row.refresh_from_db()
    return _turns(game, row, names) if row.in_emails else []


def _turns(game: Game, row: TurnAdvice, names: Sequence[str]) -> list[AdvisedTurn]:
    view = history.view(game, row.seat, row.number)
    return [AdvisedTurn(order, _reasons(game, view, order, seat=row.seat, names=names))
            for order in row.orders]


def _reasons(game: Game, view: Any, order: str, *, seat: int,
             names: Sequence[str]) -> tuple[str, ...]:
    comments = registry.get(game.ruleset).comments
    if comments is None:
        return ()
    draft = drafts.evaluate(event_log.ruleset_of(game), view, order, seat=seat)
    return tuple(comments.reasons(view, [step.move for step in draft.steps], instead=None,
                                  seat=seat, names=for_reader(names, seat)))


def until_found(email: OutgoingEmail, *, now: datetime) -> datetime | None:
    """Return until when an email waits for the turns that it suggests; None if it need not.

    Asks for them if nobody has.
    """
    game, seat = email.game, email.seat
    if (email.kind not in WITH_TURNS or game is None or seat is None or not seat.to_move
            or not email_kinds.has_seat(email, game, seat)
            or email.number != game.number or not game.suggests_turns):
        return None
    until = (email.due_since or email.created_at) + PATIENCE
    history.load_seats(game)
    if not now < until or not has_hints(game, list(game.seats.all())):
        return None
    row, _made = TurnAdvice.objects.get_or_create(game=game, number=game.number, seat=seat.index)
    if row.answered_at is not None or not row.in_emails:
        return None
    _have_found(TurnAdvice.objects.filter(pk=row.pk), now=now)
    return until


def _have_found(rows: QuerySet[TurnAdvice], *, now: datetime) -> None:
    """Have a worker find this advice, unless it has been found or one knows of it."""
    new = rows.filter(answered_at=None, look_at=None)
    for pk in list(new.values_list("pk", flat=True)):
        if new.filter(pk=pk).update(look_at=now, delays=0, announced_at=None):
            task_queue.send_after_commit(TASK, pk)


def has_hints(game: Game, seats: Sequence[Seat]) -> bool:
    """Return whether somebody learns in this game, and there is an analyst to ask."""
    return (registry.get(game.ruleset).analyst is not None
            and bots.is_learning_game(game, seats))


@dataclass(frozen=True, slots=True)
class Hint:
    """The advice for this turn, if the player has ``asked`` for it.

    ``order`` is the whole turn, "" if there is none, and ``reasons`` are sentences on it: why it is
    good or, if nothing stands out, what it does.  ``marks`` show it on the board, as those of a
    ``games.rulesets.protocols.Tip`` do.  ``thinking`` says that it has not been found yet.
    """

    asked: bool
    order: str = ""
    reasons: tuple[str, ...] = ()
    marks: Mapping[str, str] = field(default_factory=dict)
    thinking: bool = False


def hint(game: Game, *, seat: int, names: Sequence[str]) -> Hint:
    """Return the hint for the seat's turn, if its player has asked for it."""
    # The secret decisions of others since then leave a hint for one's own as good as it was.
    lately = {"number__gt": game.number - MOST_PLAYERS, "number__lte": game.number}
    row = TurnAdvice.objects.filter(game=game, seat=seat, degree__gt=0, **lately).order_by(
        "-number").first()
    if row is None or staleness.is_past(game, row.number, seat=seat):
        return Hint(asked=False)
    if row.answered_at is None:
        return Hint(asked=True, thinking=True)
    turns = _turns(game, row, names)
    if not turns:
        return Hint(asked=True)
    ruleset, before = event_log.ruleset_of(game), history.view(game, seat, game.number)
    draft = drafts.evaluate(ruleset, before, turns[0].order, seat=seat)
    reasons = turns[0].reasons or tuple(
        drafts.describe(draft, ruleset=ruleset, names=names, seat=seat))
    return Hint(True, turns[0].order, reasons,
                registry.get(game.ruleset).boards.changes(before, draft.view))


@transaction.atomic
def ask(game: Game, *, seat: int, user: User, number: int, now: datetime) -> None:
    """Show the hint, unless it would come too late for the position after row ``number``.

    At a new position, a worker is asked to think.  Refuses (Closed) a second question while the
    first of the same person is waiting.
    """
    locked = Game.objects.select_for_update(no_key=True).get(pk=game.pk)
    if number > locked.number or staleness.is_past(locked, number, seat=seat):
        return
    row, _made = TurnAdvice.objects.get_or_create(game=locked, number=number, seat=seat)
    if row.answered_at is not None:
        TurnAdvice.objects.filter(pk=row.pk).update(degree=1)
        return
    locks.lock_person(user)  # of two questions at once, one is first
    other = TurnAdvice.objects.filter(
        look_at__isnull=False, degree__gt=0, game__seats__user=user).exclude(pk=row.pk).first()
    if other is not None:
        raise Closed("one-hint-at-a-time", _(
            "We are still thinking about the hint that you have asked for in %(game)s. Please ask"
            " for this one when you have seen it.") % {"game": other.game.name})
    TurnAdvice.objects.filter(pk=row.pk, degree=0).update(degree=1)
    _have_found(TurnAdvice.objects.filter(pk=row.pk), now=now)
