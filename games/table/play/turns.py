"""Playing turns: ``submit`` is the single entry point for all moves.

Moves from pages, emails and bots are all checked, logged and announced here in one transaction,
or not at all.  The engine decides what is legal.  Callers check that the sender may play for
the seat, for example with ``history.seat_of`` or a token.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from alexandros_rules import codec, orders, replay
from alexandros_rules.errors import Refusal, Stale
from alexandros_rules.ruleset import Ruleset, Status
from alexandros_rules.wording import words
from games.base import counters, events, log_context
from games.base.refusals import Closed, Foreign
from games.models import Game, LoggedMove, Seat
from games.table.events import Begun, Ended, Offered, TurnBegan
from games.table.play import (
    bot_tasks,
    event_log,
    history,
    row_limits,
    staleness,
    turn_clocks,
)

KEY_LENGTH = 12  # characters in the log; a key is repeated in every row of its submission


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """One logged move of a submission: its row number and its canonical text."""

    number: int
    move: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer to a submission: rows ``first`` to ``last`` of the log, one for each move."""

    first: int
    last: int
    rows: tuple[PlayedMove, ...]


def submit(game: Game, *, seat: int, user_id: int | None, text: str | Sequence[str], number: int,
           key: str, actor: str, now: datetime) -> Receipt:
    """Play the orders ``text`` for a seat, all or nothing (R18), and return the receipt.

    ``user_id`` is the sender's, None for a bot's orders: the seat may have got another player since
    the caller looked.  ``number`` is the last row the sender had seen.  ``key`` identifies this
    submission: sending it again, with the same ``number``, changes nothing and returns the same
    receipt (R6).  Raises Unreadable, Ambiguous or Illegal for bad orders, Stale if somebody has
    moved since, unless the orders stay valid (R5, see ``staleness``), Closed if the game is not
    running, and Foreign if the sender may not play this seat.
    """
    try:
        return _submit_locked(game, seat=seat, user_id=user_id, text=text, number=number,
                              key=key, actor=actor, now=now)
    except Refusal as refusal:
        counters.orders_refused(actor, code=refusal.code)
        raise


def _submit_locked(game: Game, *, seat: int, user_id: int | None, text: str | Sequence[str],
                   number: int, key: str, actor: str, now: datetime) -> Receipt:
    orders_text = text if isinstance(text, str) else "\n".join(text)
    try:
        with transaction.atomic():
            locked = Game.objects.select_for_update(no_key=True).get(pk=game.pk)
            with log_context.about(locked, log_context.TURN, seat=seat, orders=orders_text):
                receipt = _submit(locked, seat=seat, user_id=user_id, text=text, number=number,
                                  key=key, actor=actor, now=now)
    except IntegrityError as error:
        if not LoggedMove.objects.filter(game_id=game.pk, number=number + 1).exists():
            raise
        raise _stale(number, number + 1) from error
    _copy_columns(locked, game)
    return receipt


def _copy_columns(source: Game, target: Game) -> None:
    """Copy the columns of another instance of this game, without loading anything."""
    for field in Game._meta.concrete_fields:
        setattr(target, field.attname, getattr(source, field.attname))


def _submit(game: Game, *, seat: int, user_id: int | None, text: str | Sequence[str], number: int,
            key: str, actor: str, now: datetime) -> Receipt:
    earlier_receipt = _earlier_receipt(game, seat=seat, key=key, actor=actor, number=number)
    if earlier_receipt:
        return earlier_receipt
    seats = list(Seat.objects.filter(game=game).select_related("user").order_by("index"))
    check_running(game)
    _check_seat(seats, seat, user_id=user_id)
    _check_not_stale(game, number, seat=seat)
    state, last = event_log.latest_state(game)
    moves = staleness.judge(game, state, text, seat=seat, number=number)
    rows, after = _play(game, state, moves, previous=event_log.to_log_row(last), seat=seat)
    before = event_log.ruleset_of(game).status(state)
    status = event_log.append(game, rows, after, seats=seats, actor=actor, key=stored_key(key),
                              now=now)
    if user_id is not None and _is_as_before(before, status):
        row_limits.check_moves(game, seat=seat, to_move=seat in status.to_move)
    announce(game, before, status, seats=seats, now=now, by=seat)
    counters.orders_played(actor)
    return _receipt(rows)


def _is_as_before(before: Status, after: Status) -> bool:
    """Return whether the game is in the same turn and waits for the same seats."""
    return (before.turn, before.to_move, before.over) == (after.turn, after.to_move, after.over)


def _earlier_receipt(game: Game, *, seat: int, key: str, actor: str,
                     number: int) -> Receipt | None:
    """Return the receipt of an earlier submission with this key, or None.

    Each seat has its own keys, and so has a bot that took over a person's seat.  So nobody can use
    up somebody else's key.  Its rows come after ``number``, where there are mostly none, so no
    index of keys is needed.
    """
    if not key or number >= game.number:
        return None
    rows = LoggedMove.objects.filter(game=game, number__gt=number, seat=seat,
                                     key=stored_key(key)).order_by("number")
    by_bot = Q(actor=LoggedMove.Actor.BOT)
    rows = rows.filter(by_bot if actor == LoggedMove.Actor.BOT else ~by_bot)
    return _receipt([event_log.to_log_row(row) for row in rows]) if rows else None


def check_running(game: Game) -> None:
    """Refuse (Closed) a game that is not in progress."""
    if game.status == Game.Status.RUNNING:
        return
    sentence = {
        Game.Status.OPEN.value: _("This game has not started yet. Please wait until every seat is"
                                  " taken."),
        Game.Status.OVER.value: _("The game is over, so no more moves can be made. You can watch"
                                  " its replay."),
    }.get(game.status, _("This game was cancelled, so no moves can be made."))
    raise Closed("not-running", sentence)


def _check_seat(seats: Sequence[Seat], index: int, *, user_id: int | None) -> None:
    seat = next((seat for seat in seats if seat.index == index), None)
    if seat is None:
        raise Foreign("no-seat", _("You have no seat at this table, so you can only watch."))
    if user_id is not None and seat.user_id == user_id:
        if seat.stand_in:
            raise Foreign("stand-in", _("Your time for this turn has run out, and a bot is playing"
                                        " it for you, so nothing was played. The next turn is"
                                        " yours again."))
    elif user_id is not None or not (seat.bot or seat.stand_in):
        raise Foreign("other-player", _("Somebody else is playing this seat now, so nothing was"
                                        " played."))


def _check_not_stale(game: Game, number: int, *, seat: int) -> None:
    """Refuse orders for a position that is past, or that the game has not reached."""
    if number > game.number or staleness.is_past(game, number, seat=seat):
        raise _stale(number, game.number)


def _stale(number: int, current: int) -> Stale:
    sentence = _("These orders were meant for position %(number)s, but the game has moved on to"
                 " position %(current)s. Nothing was played. Please look at the current position.")
    return Stale("stale", sentence % {"number": number, "current": current})


def _play(game: Game, state: Any, moves: Sequence[orders.EvaluatedMove], *, previous: replay.LogRow,
          seat: int) -> tuple[list[replay.LogRow], Any]:
    """Play judged moves on the true state, and return their rows and the state after them.

    Moves that are legal on the sender's view must be legal here.  If one is not, view and state
    disagree.  That is a bug, not a refusal to show to a player.
    """
    ruleset, chance, key = (
        event_log.ruleset_of(game),
        event_log.chance_of(game),
        event_log.key_of(game),
    )
    rows = []
    for judged in moves:
        try:
            previous, state = replay.play(ruleset, state, judged.move, chance, key,
                                          previous=previous, seat=seat)
        except Refusal as refusal:
            raise RuntimeError(f"the view allowed {judged.text!r}, the state did not") from refusal
        rows.append(previous)
    return rows, state


def announce(game: Game, before: Status | None, after: Status, *, seats: Sequence[Seat],
             now: datetime, by: int | None = None) -> None:
    """Publish what has changed with the position, set the clocks and wake bots.

    ``by`` is the seat that has moved.  ``before`` is None at the start.
    """
    _tell_asked(game, before, after, seats=seats, now=now, by=by)
    clocks = turn_clocks.load(game, seats)
    new_turn = before is None or before.turn != after.turn
    turn_clocks.end_turns(clocks, [
        seat for seat in seats if before is not None and seat.index in before.to_move
        and (new_turn or after.over or seat.index not in after.to_move)
    ], now=now)
    if after.over:
        turn_clocks.stop_all(clocks)
        events.publish(Ended(game=game, seats=seats, by=by, now=now))
        return
    if before is None:
        events.publish(Begun(game=game, seats=seats, to_move=after.to_move, now=now))
    next_seats = [seat for seat in seats if seat.index in after.to_move
                  and (new_turn or before is None or seat.index not in before.to_move)]
    began = TurnBegan(game=game, seats=next_seats, by=by, now=now,
                      deadlines=turn_clocks.deadlines(clocks, next_seats, now=now))
    events.publish(began)
    turn_clocks.begin_turns(clocks, next_seats, emails=began.emails, now=now)
    bot_tasks.wake(game, next_seats)


def _tell_asked(game: Game, before: Status | None, after: Status, *, seats: Sequence[Seat],
                now: datetime, by: int | None) -> None:
    """Tell seats out of turn of new offers to them.

    Seats that were to move until now have seen the offers.  Somebody who withdraws one of several
    offers makes no new one.
    """
    if after.over or not after.asked:
        return
    known, were_to_move = (dict(before.asked), before.to_move) if before else ({}, ())
    asked = {seat for seat, key in after.asked if seat not in were_to_move and seat != by
             and not {*key.split()} <= {*known.get(seat, "").split()}}
    offered = [seat for seat in seats if seat.index in asked]
    if offered:
        events.publish(Offered(game=game, seats=offered, cause=_person_at(seats, by), now=now))
    bot_tasks.wake(game, [seat for seat in seats if seat.unanswered])


def _person_at(seats: Sequence[Seat], index: int | None) -> int | None:
    """Return the id of the person who has this seat, or None."""
    return next((seat.user_id for seat in seats if seat.index == index), None)


def _receipt(rows: Sequence[replay.LogRow]) -> Receipt:
    moves = tuple(PlayedMove(row.number, row.move) for row in rows)
    return Receipt(moves[0].number, moves[-1].number, moves)


def stored_key(key: str) -> str:
    """Return the key as the log stores it: the start of its hash if it is long or not ASCII."""
    if len(key) <= KEY_LENGTH and key.isascii() and key.isprintable():
        return key
    digest = bytes.fromhex(codec.text_digest(key))[:KEY_LENGTH * 3 // 4]
    return urlsafe_b64encode(digest).decode("ascii")


def by_colours(game: Game, orders: str) -> str:
    """Replace players' names in orders by their colours: "offer wool to Bob for ore".

    A name that two players share, or that means or could mean something in orders, stays as it is.
    """
    ruleset = event_log.ruleset_of(game)
    if not ruleset.words.issuperset(ruleset.colours):
        return orders
    colours = _colours_by_name(game, ruleset)
    if not colours:
        return orders
    longest_first = sorted(colours, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?!\w)",
                         re.IGNORECASE)
    return pattern.sub(lambda match: colours.get(match[0].casefold(), match[0]), orders)


def _colours_by_name(game: Game, ruleset: Ruleset) -> dict[str, str]:
    """Return the colours of the seats whose names are unmistakable, by their names."""
    # Nobody writes what stands in brackets after a name, such as that somebody is a guest.
    names = [name.partition(" (")[0].casefold() for name in history.seat_names(game)]
    seats = Counter(names)
    return {name: colour for name, colour in zip(names, ruleset.colours, strict=False)
            if seats[name] == 1 and not _may_be_an_order(name, ruleset)}


def _may_be_an_order(name: str, ruleset: Ruleset) -> bool:
    """Return whether a name has a word of orders, or only numbers and labels such as A1."""
    parts = [*words(name)]
    return not ruleset.words.isdisjoint(parts) or all(
        any(map(str.isdigit, part)) for part in parts)
