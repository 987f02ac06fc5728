"""The one door for moves: page, mail, bots, deadlines and any program come through ``submit``.

Owns that a submission is judged, logged and told of in one transaction, or not at all.  It
knows no rules (the engine decides) and no people: who may speak for a seat is the caller's
to check, with ``positions.seat_of`` or a token.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q

from engine import codec, orders, replay
from engine.errors import Refusal, Stale, Unreadable
from engine.ruleset import Status
from games import task_queue
from games.models import Game, LoggedMove, Seat
from games.outbox.queue import queue_for_seats
from games.play import event_log
from games.refusals import Closed, Foreign

KEY_LENGTH = 64


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """One logged move of a submission: its row and its canonical text."""

    number: int
    move: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a submission did: rows ``first`` to ``last`` of the log, move by move."""

    first: int
    last: int
    rows: tuple[PlayedMove, ...]


def submit(game: Game, *, seat: int, text: str | Sequence[str], number: int, key: str, actor: str,
           now: datetime) -> Receipt:
    """Plays the orders ``text`` for a seat, all or nothing (R18); returns the receipt.

    ``number`` is the last row the sender had seen; ``key`` names this submission: sent again
    it changes nothing and gives the same receipt (R6).  Raises Unreadable, Ambiguous or
    Illegal for the orders, Stale when others have moved since (R5), Closed when the game is
    not running, Foreign when the seat is not the sender's to play.
    """
    try:
        with transaction.atomic():
            locked = Game.objects.select_for_update().get(pk=game.pk)
            receipt = _submit(locked, seat=seat, text=text, number=number, key=_tidy(key),
                              actor=actor, now=now)
    except IntegrityError as error:
        if not LoggedMove.objects.filter(game_id=game.pk, number=number + 1).exists():
            raise
        raise _stale(number, number + 1) from error
    game.refresh_from_db()
    return receipt


def _submit(game: Game, *, seat: int, text: str | Sequence[str], number: int, key: str, actor: str,
            now: datetime) -> Receipt:
    earlier = _earlier(game, seat=seat, key=key, actor=actor)
    if earlier:
        return earlier
    _check_running(game)
    _check_seat(game, seat, actor=actor)
    _check_fresh(game, number)
    state, last = event_log.latest_state(game)
    steps = _judged(game, state, text, seat=seat)
    new, after = _decided(game, state, steps, previous=event_log.engine_row(last), seat=seat)
    before = event_log.ruleset_of(game).status(state)
    status = event_log.append(game, new, after, actor=actor, key=key, now=now)
    notify(game, before, status, now=now)
    return _receipt(new)


def _earlier(game: Game, *, seat: int, key: str, actor: str) -> Receipt | None:
    """The receipt of an earlier submission with this key, if there is one.

    Keys are a seat's own, and a bot's apart from a person's: nobody can use up another's.
    """
    if not key:
        return None
    sent = LoggedMove.objects.filter(game=game, key=key, seat=seat).order_by("number")
    bots = Q(actor=LoggedMove.Actor.BOT)
    found = list(sent.filter(bots if actor == LoggedMove.Actor.BOT else ~bots))
    return _receipt([event_log.engine_row(row) for row in found]) if found else None


def _check_running(game: Game) -> None:
    if game.status == Game.Status.RUNNING:
        return
    sentence = {
        Game.Status.OPEN.value: "This game has not started yet; wait until every seat is taken.",
        Game.Status.OVER.value: "The game is over; nothing more can be played. Look at its replay.",
    }.get(game.status, "This game was cancelled; nothing can be played in it.")
    raise Closed("not-running", sentence)


def _check_seat(game: Game, index: int, *, actor: str) -> None:
    seat = Seat.objects.filter(game=game, index=index).first()
    if seat is None:
        raise Foreign("no-seat", "You have no seat at this table, so you can only watch.")
    if bool(seat.bot) != (actor == LoggedMove.Actor.BOT):
        raise Foreign("other-player", "Somebody else plays this seat now; nothing was played.")


def _check_fresh(game: Game, number: int) -> None:
    """Refuses orders for a position that has passed, or has not come yet."""
    if number > game.number or event_log.is_past(game, number):
        raise _stale(number, game.number)


def _stale(number: int, present: int) -> Stale:
    return Stale(
        "stale",
        f"These orders were meant for position {number}, but the game has moved on to position"
        f" {present}. Nothing was played; look at the table as it stands now.",
    )


def _judged(game: Game, state: Any, text: str | Sequence[str], *,
            seat: int) -> Sequence[orders.EvaluatedMove]:
    ruleset = event_log.ruleset_of(game)
    steps = orders.evaluate(ruleset, ruleset.view(state, seat), text, seat=seat)
    if not steps:
        raise Unreadable("empty", "There is no order in this; write one move a line.")
    return steps


def _decided(game: Game, state: Any, steps: Sequence[orders.EvaluatedMove], *,
             previous: replay.LogRow, seat: int) -> tuple[list[replay.LogRow], Any]:
    """The rows of judged orders on the true state.

    What the sender's view allows cannot fail here: if it does, view and state disagree, which
    is a fault of the program and no answer to a player.
    """
    ruleset, chance, key = (
        event_log.ruleset_of(game),
        event_log.chance_of(game),
        event_log.key_of(game),
    )
    rows = []
    for step in steps:
        try:
            previous, state = replay.play(ruleset, state, step.move, chance, key,
                                          previous=previous, seat=seat)
        except Refusal as refusal:
            raise RuntimeError(f"the view allowed {step.text!r}, the state did not") from refusal
        rows.append(previous)
    return rows, state


def notify(game: Game, before: Status | None, after: Status, *, now: datetime) -> None:
    """Writes the mails a change of the position calls for, and wakes the bot that is to move.

    ``before`` is None at the start: then everybody hears of it whom no turn mail will reach,
    unless he plays alone against bots and knows.
    """
    seats = list(Seat.objects.filter(game=game).select_related("user"))
    if after.over:
        queue_for_seats("over", seats, game=game, now=now)
        return
    if before is None and sum(seat.user is not None for seat in seats) > 1:
        waiting = [seat for seat in seats if seat.index not in after.to_move]
        queue_for_seats("started", waiting, game=game, now=now)
    new_turn = before is None or before.turn != after.turn
    called = [seat for seat in seats if seat.index in after.to_move
              and (new_turn or before is None or seat.index not in before.to_move)]
    queue_for_seats("turn", called, game=game, now=now)
    if any(seat.bot for seat in called):
        task_queue.send_after_commit("play_bot", game.pk)


def _receipt(rows: Sequence[replay.LogRow]) -> Receipt:
    played = tuple(PlayedMove(row.number, row.move) for row in rows)
    return Receipt(played[0].number, played[-1].number, played)


def _tidy(key: str) -> str:
    """A key as the log keeps it; what is too long or odd for a column goes in as its hash."""
    if len(key) <= KEY_LENGTH and key.isascii() and key.isprintable():
        return key
    return codec.text_digest(key)
