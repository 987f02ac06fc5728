"""The log of a game, read and appended.

Owns how rows, snapshot and derived columns hang together; everything that is appended
goes through ``append`` inside the caller's transaction.  It judges nothing: who may move,
and what, is for ``turns`` and ``tables``.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F

from engine import codec, replay
from engine.chance import SeededChance
from engine.ruleset import Ruleset, Setup, Status
from games.models import Game, LoggedMove, Seat, Snapshot
from games.rulesets import registry

log = logging.getLogger(__name__)

BOT_TAKES_SEAT = "@seat"  # a bot takes a seat over: {"type": "@seat", "seat": 1, "bot": "greedy"}


@dataclass(frozen=True, slots=True)
class Transition:
    """One row with the turn it was played in (0: the start) and the true states around it."""

    row: LoggedMove
    turn: int
    before: Any
    events: tuple[Any, ...]
    after: Any


def ruleset_of(game: Game) -> Ruleset:
    """The rules the game is played by."""
    return registry.get(game.ruleset).ruleset


def setup_of(game: Game) -> Setup:
    """How the table was laid out."""
    return Setup(**json.loads(game.setup))


def setup_text(setup: Setup) -> str:
    """The canonical text a game keeps of its setup."""
    return codec.canonical(
        {"board": setup.board, "players": setup.players, "options": dict(setup.options)}
    )


def chance_of(game: Game) -> SeededChance:
    """The game's secret source of chance; never for anything a player can see."""
    return SeededChance(bytes(game.seed))


def key_of(game: Game) -> bytes:
    """The key of the game's digests."""
    return codec.digest_key(bytes(game.seed))


def logged_moves(game: Game, *, number: int | None = None, after: int = 0) -> list[LoggedMove]:
    """The rows after ``after`` up to ``number`` (None: the last), in order."""
    chosen = LoggedMove.objects.filter(game=game, number__gt=after).order_by("number")
    return list(chosen if number is None else chosen.filter(number__lte=number))


def is_past(game: Game, number: int) -> bool:
    """Whether somebody has moved since row ``number``.

    Rows from outside the rules, such as a bot taking a seat, leave the position as it was:
    orders drafted before them are still good.
    """
    if number == game.number:
        return False
    newer = LoggedMove.objects.filter(game=game, number__gt=number)
    return newer.exclude(move__startswith=replay.NOTE_PREFIX).exists()


def engine_row(row: LoggedMove) -> replay.LogRow:
    """The row as the engine knows it."""
    return replay.LogRow(row.number, row.seat, row.move, row.events, row.digest, row.chain)


def state_at(game: Game, *, number: int | None = None) -> Any:
    """The true state after row ``number``, from the log alone."""
    folded = map(engine_row, logged_moves(game, number=number))
    return replay.rebuild(ruleset_of(game), folded, version=game.rules_version)


def transitions(
    game: Game, written: Iterable[LoggedMove], *, after: Transition | None = None
) -> Iterator[Transition]:
    """Each row of a log with its true states; the first is the start or follows ``after``."""
    ruleset, state, turn = ruleset_of(game), None, 0
    if after is not None:
        state, turn = after.after, ruleset.status(after.after).turn
    for row in written:
        events = tuple(replay.events_of(ruleset, row.events, version=game.rules_version))
        before, state = state, replay.fold(ruleset, state, events)
        yield Transition(row, turn, before, events, state)
        turn = ruleset.status(state).turn


def latest_state(game: Game) -> tuple[Any, LoggedMove]:
    """The true state now and the last row.

    From the snapshot when its digest is the one the last row stores; else from the log, so
    that a lost, old or forged snapshot costs time and nothing else.
    """
    last = LoggedMove.objects.get(game=game, number=game.number)
    snapshot = Snapshot.objects.filter(game=game, number=last.number).first()
    return _current(game, last, snapshot), last


def latest_states(games: Iterable[Game]) -> dict[int, Any]:
    """The true states now of several begun games by their ids, in two queries."""
    begun = {game.pk: game for game in games if game.number}
    last = LoggedMove.objects.filter(game__in=begun, number=F("game__number"))
    kept = {snapshot.game_id: snapshot for snapshot in Snapshot.objects.filter(game__in=begun)}
    return {row.game_id: _current(begun[row.game_id], row, kept.get(row.game_id)) for row in last}


def _current(game: Game, last: LoggedMove, snapshot: Snapshot | None) -> Any:
    if snapshot is not None and codec.keyed_digest(key_of(game), snapshot.state) == last.digest:
        return ruleset_of(game).load_state(snapshot.state, setup_of(game))
    if snapshot is not None and snapshot.number == last.number:
        log.warning("snapshot ignored: its digest is wrong", extra={"game": game.code})
    return state_at(game, number=last.number)


def append(game: Game, new: Sequence[replay.LogRow], state: Any, *, actor: str, key: str,
           now: datetime) -> Status:
    """Stores new rows, the state after them and all that follows from it; returns its status.

    The caller holds the game's lock.  Two writers without a lock meet at UNIQUE(game, number).
    """
    LoggedMove.objects.bulk_create(
        LoggedMove(game=game, number=row.number, seat=row.seat, actor=actor, move=row.move,
            events=row.events, digest=row.digest, chain=row.chain, key=key, created_at=now)
        for row in new
    )
    ruleset = ruleset_of(game)
    status = ruleset.status(state)
    _keep_snapshot(game, number=new[-1].number, text=ruleset.dump_state(state))
    _derive(game, status, number=new[-1].number, now=now)
    return status


def _keep_snapshot(game: Game, *, number: int, text: str) -> None:
    if not Snapshot.objects.filter(game=game).update(number=number, state=text):
        Snapshot.objects.create(game=game, number=number, state=text)


def _derive(game: Game, status: Status, *, number: int, now: datetime) -> None:
    for name, value in derived_columns(status, number=number).items():
        setattr(game, name, value)
    game.moved_at = now
    if status.over and game.finished_at is None:
        game.finished_at = now
    game.save(update_fields=[*derived_columns(status, number=number), "moved_at", "finished_at"])
    for seat in Seat.objects.filter(game=game):
        if seat.score != status.scores[seat.index]:
            Seat.objects.filter(pk=seat.pk).update(score=status.scores[seat.index])


def derived_columns(status: Status, *, number: int) -> dict[str, Any]:
    """The columns of a game that follow from its log."""
    return {
        "status": Game.Status.OVER if status.over else Game.Status.RUNNING,
        "number": number,
        "turn": status.turn,
        "to_move": status.to_move[0] if status.to_move else None,
        "result": result(status) if status.over else None,
    }


def result(status: Status) -> dict[str, Any]:
    """How a game ended, as a game keeps it."""
    return {
        "winners": list(status.winners), "scores": list(status.scores), "reason": status.reason
    }
