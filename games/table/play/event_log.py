"""The event log of a game: reading rows and states from it, and appending to it.

Owns how rows, snapshot and derived columns depend on each other.  Rows are only ever added by
``append``, inside the caller's transaction.  This module does not check moves or permissions;
``turns`` and the rooms above it do that.  A snapshot, the state after the last row, saves folding a
long log.  It is only a cache: one that is lost, old or forged costs time and nothing else.
"""

from __future__ import annotations

import dataclasses
import json
import logging
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from django.db import DatabaseError
from django.db.models import F

from alexandros_rules import codec, replay
from alexandros_rules import ruleset as ruleset_parts
from alexandros_rules.chance import SeededChance
from alexandros_rules.ruleset import Option, Ruleset, Setup, Status
from games.base import events, log_context
from games.models import Game, LoggedMove, Seat, Snapshot, StoredSetup
from games.models.game import ASKED_LENGTH
from games.models.setup import shortened
from games.rulesets import registry
from games.table.events import TurnRenewed

# In games without a clock, players are reminded of a turn after this time.
REMIND_AFTER = timedelta(days=2)

log = logging.getLogger(__name__)


def trusted_text(snapshot: Snapshot | None, last: LoggedMove, *, key: bytes) -> str | None:
    """Return the state's text in a snapshot if its digest is the one of the last row, or None."""
    if snapshot is None:
        return None
    if codec.keyed_digest(key, snapshot.state) == last.digest:
        return snapshot.state
    if snapshot.number == last.number:
        log.warning("snapshot ignored: its digest is wrong", extra={"game": last.game.code})
    return None


def store(game_id: int, *, number: int, text: str) -> None:
    """Replace the game's snapshot by the text of the state after row ``number``."""
    if not Snapshot.objects.filter(game=game_id).update(number=number, state=text):
        Snapshot.objects.create(game_id=game_id, number=number, state=text)


# A row that ends the game from outside the rules:
# {"type": "@end", "seat": 1, "reason": "resigned", "winners": [0]}
ENDED = "@end"
RESIGNED, CANCELLED = "resigned", "cancelled"  # its reasons


@dataclass(frozen=True, slots=True)
class Transition:
    """One row, the turn it was played in (0: the start), and the true states before and after."""

    row: LoggedMove
    turn: int
    before: Any
    events: tuple[Any, ...]
    after: Any

    def __hash__(self) -> int:
        return hash(self.row.chain)  # quicker than the states, and as good


@dataclass(frozen=True, slots=True)
class RowHash:
    """The number of a row and its hash in the chain, which covers all rows before it.

    Anybody may see it: without the seed, nobody can tell it from a random number (R10).
    """

    number: int
    hash: str


def ruleset_of(game: Game) -> Ruleset:
    """Return the ruleset the game is played with."""
    return registry.get(game.ruleset).ruleset


def setup_of(game: Game) -> Setup:
    """Return the board, number of players and options the game is played with."""
    return stored_setup(game.setup_id)


@lru_cache(maxsize=200)
def stored_setup(key: str) -> Setup:
    """Return the setup with this key, which ``keep_setup`` has returned."""
    return Setup(**json.loads(StoredSetup.text_of(key)))


def options_on(game: Game) -> list[Option]:
    """Return the options of this table that change its rules or where it begins.

    The result has the flags that are on, and the position of a game that goes on from another one.
    """
    chosen = setup_of(game).options
    return [option for option in ruleset_of(game).options
            if option.kind in ("flag", "position") and chosen.get(option.name)]


def keep_setup(setup: Setup) -> str:
    """Store a setup unless it is stored already, and return its key, a game's ``setup_id``."""
    return StoredSetup.keep(codec.canonical(
        {"board": setup.board, "players": setup.players, "options": dict(setup.options)}
    ))


def chance_of(game: Game) -> SeededChance:
    """Return the game's secret source of randomness, which must not be shown to players."""
    return SeededChance(bytes(game.seed))


def key_of(game: Game) -> bytes:
    """Return the key of the game's digests."""
    return codec.digest_key(bytes(game.seed))


def logged_moves(game: Game, *, number: int | None = None, after: int = 0) -> list[LoggedMove]:
    """Return the rows after ``after`` up to ``number`` (None: the last), in order."""
    rows = LoggedMove.objects.filter(game=game, number__gt=after).order_by("number")
    return list(rows if number is None else rows.filter(number__lte=number))


def to_log_row(row: LoggedMove) -> replay.LogRow:
    """Return the stored row as the engine's value."""
    return replay.LogRow(row.number, row.seat, row.move, row.events, row.digest, row.chain)


def state_at(game: Game, *, number: int | None = None) -> Any:
    """Return the true state after row ``number``, from the log alone."""
    return _rebuilt(game, logged_moves(game, number=number))


def _rebuilt(game: Game, moves: Iterable[LoggedMove]) -> Any:
    """Yield the state after these rows, which are the first ones of the game's log."""
    reached = 0

    def rows() -> Iterator[replay.LogRow]:
        nonlocal reached
        for row in moves:
            reached = row.number
            yield to_log_row(row)

    try:
        return replay.rebuild(ruleset_of(game), rows(), version=game.rules_version)
    except Exception as error:
        log_context.mark(error, game, log_context.REPLAY, number=reached)
        raise


def transitions(
    game: Game, rows: Iterable[LoggedMove], *, after: Transition | None = None
) -> Iterator[Transition]:
    """Yield the transition of each row.

    The first row is the start of the game or follows ``after``.
    """
    ruleset, state, turn = ruleset_of(game), None, 0
    if after is not None:
        state, turn = after.after, ruleset.status(after.after).turn
    for row in rows:
        before = state
        events, state = _events_and_state(game, row, before)
        yield Transition(row, turn, before, events, state)
        turn = ruleset.status(state).turn


def _events_and_state(game: Game, row: LoggedMove, state: Any) -> tuple[tuple[Any, ...], Any]:
    """Return a row's events, and the state after them."""
    ruleset = ruleset_of(game)
    try:
        events = tuple(replay.events_of(ruleset, row.events, version=game.rules_version))
        return events, replay.fold(ruleset, state, events)
    except Exception as error:
        log_context.mark(error, game, log_context.REPLAY, number=row.number)
        raise


def latest_state(game: Game) -> tuple[Any, LoggedMove]:
    """Return the current true state and the last row.

    It comes from the snapshot if that can be trusted (``snapshots``), or else from the log.
    """
    last = last_row(game)
    snapshot = next(iter(Snapshot.objects.filter(game=game)), None)
    return _current_state(game, last, snapshot), last


def last_row(game: Game) -> LoggedMove:
    """Return the last row of a game that has started."""
    return LoggedMove.objects.get(game=game, number=game.number)


def latest_states(games: Iterable[Game]) -> dict[int, Any]:
    """Return the current true states of those games that have started, by id, in two queries.

    A third query reads the logs of games without a snapshot, such as games that ended long ago.
    """
    started = {game.pk: game for game in games if game.number}
    last_rows = list(LoggedMove.objects.filter(game__in=started, number=F("game__number")))
    snapshots = {each.game_id: each for each in Snapshot.objects.filter(game__in=started)}
    logs = _logs(row.game_id for row in last_rows if row.game_id not in snapshots)
    return {
        row.game_id: _rebuilt(started[row.game_id], logs[row.game_id]) if row.game_id in logs
        else _current_state(started[row.game_id], row, snapshots.get(row.game_id))
        for row in last_rows
    }


def _logs(game_ids: Iterable[int]) -> dict[int, list[LoggedMove]]:
    """Return all rows of these games, by the games' ids."""
    logs: dict[int, list[LoggedMove]] = {game_id: [] for game_id in game_ids}
    rows = LoggedMove.objects.filter(game__in=logs, number__lte=F("game__number"))
    for row in rows.order_by("game_id", "number") if logs else ():
        logs[row.game_id].append(row)
    return logs


def _current_state(game: Game, last: LoggedMove, snapshot: Snapshot | None) -> Any:
    text = trusted_text(snapshot, last, key=key_of(game))
    if text is None:
        return state_at(game, number=last.number)
    try:
        return ruleset_of(game).load_state(text, setup_of(game))
    except Exception as error:
        log_context.mark(error, game, log_context.REPLAY, number=last.number)
        raise


def append(game: Game, new: Sequence[replay.LogRow], state: Any, *, seats: Iterable[Seat],
           actor: str, key: str, now: datetime) -> Status:
    """Store new rows, a snapshot of the state and the derived columns, and return the status.

    ``seats`` are all seats of the game.  Rows from outside the rules are not moves, and nobody has
    waited for moves out of turn, so neither changes the time of the game's last move, which would
    delay reminders.  The caller holds the game's lock.  Should two writers get past it,
    UNIQUE(game, number) refuses the second one.
    """
    seats = list(seats)
    _store(game, new, actor=actor, key=key, now=now)
    ruleset = ruleset_of(game)
    status = status_after(game, state, new[-1])
    store(game.pk, number=new[-1].number, text=ruleset.dump_state(state))
    if _goes_on(game, new, status, seats=seats):
        game.moved_at = now
    _save_derived_columns(game, status, number=new[-1].number, now=now)
    _save_seats(game, seats, status, moved={row.seat for row in new}, now=now)
    return status


def _goes_on(game: Game, new: Sequence[replay.LogRow], status: Status, *,
             seats: Iterable[Seat]) -> bool:
    """Return whether these rows have awaited moves, or change who is to move."""
    if all(replay.is_outside_rules(row.move) for row in new):
        return False
    waiting = {seat.index for seat in seats if seat.to_move}
    return (status.turn != game.turn or waiting != {*status.to_move}
            or any(row.seat in waiting for row in new))


def append_note(game: Game, row: replay.LogRow, *, actor: str, now: datetime) -> None:
    """Store a row from outside the rules that does not end the game.

    The position, its snapshot and all other columns stay as they are.  The caller holds the game's
    lock.
    """
    _store(game, [row], actor=actor, key="", now=now)
    game.number = row.number
    game.save(update_fields=["number"])
    if row.seat is not None and not game.has_clock:
        waiting = Seat.objects.filter(game=game, index=row.seat, to_move=True)
        if waiting.update(remind_at=now + REMIND_AFTER):
            events.publish(TurnRenewed(game=game, seat=row.seat, now=now))


def _store(game: Game, rows: Sequence[replay.LogRow], *, actor: str, key: str,
           now: datetime) -> None:
    LoggedMove.objects.bulk_create([
        LoggedMove(game=game, number=row.number, seat=row.seat, actor=actor, move=row.move,
            stored_events=shortened(row.events, game.setup_id), digest=row.digest,
            chain=row.chain, key=key, created_at=now)
        for row in rows
    ])


def status_after(game: Game, state: Any, row: replay.LogRow) -> Status:
    """Return the status of a game after its last row.

    The rules know it from the state, unless the row ended the game from outside the rules.
    """
    status = ruleset_of(game).status(state)
    if row.move != ENDED:
        return status
    (event,) = json.loads(row.events)
    return dataclasses.replace(status, to_move=(), may_act=(), asked=(), over=True,
                               winners=tuple(event["winners"]), reason=event["reason"])


def _save_derived_columns(game: Game, status: Status, *, number: int, now: datetime) -> None:
    columns = derived_columns(status, number=number)
    for name, value in columns.items():
        setattr(game, name, value)
    if status.over and game.finished_at is None:
        game.finished_at = game.untidy_since = now
    game.save(update_fields=[*columns, "moved_at", "finished_at", "untidy_since"])


def _save_seats(game: Game, seats: Iterable[Seat], status: Status, *, moved: Container[int | None],
                now: datetime) -> None:
    """Save the columns of seats that have changed, mostly the same ones of two seats.

    ``moved`` are the seats that the new rows are about.  Raises DatabaseError if a seat is gone.
    """
    by_columns: dict[tuple[str, ...], list[Seat]] = {}
    for seat in seats:
        columns = seat_columns(status, seat.index)
        if not game.has_clock:
            columns["remind_at"] = _remind_at(seat, to_move=columns["to_move"],
                                              has_moved=seat.index in moved, now=now)
        columns |= _questions(seat, asked=columns["asked"], to_move=columns["to_move"])
        changed = tuple(name for name, value in columns.items() if getattr(seat, name) != value)
        for name in changed:
            setattr(seat, name, columns[name])
        by_columns.setdefault(changed, []).append(seat)
    for names, changed_seats in by_columns.items():
        if names and Seat.objects.bulk_update(changed_seats, names) != len(changed_seats):
            raise DatabaseError(f"a seat of game {game.pk} is gone and was not saved")


def _questions(seat: Seat, *, asked: str, to_move: bool) -> dict[str, Any]:
    """Return whether a bot in the seat has yet to look at an offer, and the last offer seen.

    An offer can stand while the seat is to move and is not asked; that offer is not new later.
    """
    heard = seat.heard if asked or to_move else ""
    return {"unanswered": bool(seat.bot) and asked not in ("", heard), "heard": heard}


def _remind_at(seat: Seat, *, to_move: bool, has_moved: bool, now: datetime) -> datetime | None:
    """Return when a sweep must look whether to remind the seat's player.

    That may be too early, but never too late.  A sweep that looks at the seat at this moment may
    have changed what we know of it.
    """
    if seat.bot or not to_move:
        return None if seat.to_move else seat.remind_at
    is_known = seat.remind_at is not None and seat.remind_at > now
    return now + REMIND_AFTER if not seat.to_move or (has_moved and not is_known) \
        else seat.remind_at


def derived_columns(status: Status, *, number: int) -> dict[str, Any]:
    """Return the columns of a game that are computed from its log, with their values."""
    ended = Game.Status.CANCELLED if status.reason == CANCELLED else Game.Status.OVER
    return {
        "status": ended if status.over else Game.Status.RUNNING,
        "number": number,
        "turn": status.turn,
        "result": result(status) if status.over else None,
    }


def seat_columns(status: Status, seat: int) -> dict[str, Any]:
    """Return the columns of a seat that are computed from the log, with their values."""
    return {"score": status.scores[seat], "to_move": seat in status.to_move,
            "may_act": seat in status.may_act, "asked": _stored_asked(status.asked_of(seat))}


def _stored_asked(key: str) -> str:
    """Return the key of an offer to a seat as its column stores it."""
    return key if len(key) <= ASKED_LENGTH else codec.text_digest(key)


def have_won(result: Mapping[str, Any] | None) -> tuple[int, ...]:
    """Return the seats that have won, by a game's ``result`` column; () before the end."""
    return ruleset_parts.have_won(result["winners"], result["scores"]) if result else ()


def win_of(game: Game, seat: int) -> str:
    """Return how a finished game went for a seat.

    It has won "alone", the win is "shared" with it, or "nobody" has won; "" if it has lost.
    """
    winners = have_won(game.result)
    if seat in winners:
        return "shared" if len(winners) > 1 else "alone"
    return "" if winners or not game.result else "nobody"


def result(status: Status) -> dict[str, Any]:
    """Return how a game ended, as stored in the game's ``result`` column."""
    return {
        "winners": list(status.winners), "scores": list(status.scores), "reason": status.reason
    }
