"""What happened in a season, read from the logs of its games.

A turn is what one seat plays without a break.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine import replay
from games.models import Game, LoggedMove
from games.table.play import event_log, outside_moves

PEOPLE, STAND_IN, KEEPS_SEAT, AT_TABLE = (
    "people", "stand-ins", "bots that keep a seat", "bots that sat down at the start")


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: who played it, and how long the others waited for it."""

    by: str
    waited: timedelta


@dataclass(frozen=True, slots=True)
class Course:
    """How one started game went: its plan's name, size, pace, turns and end."""

    name: str
    size: int
    pace: str
    started_at: datetime
    finished_at: datetime | None
    ending: str
    turns: tuple[Turn, ...]


def courses() -> list[Course]:
    """The course of every game that has started, in the order of their tables."""
    return [_course(game) for game in Game.objects.filter(number__gt=0).order_by("pk")]


def _course(game: Game) -> Course:
    assert game.started_at is not None  # it has rows
    turns = tuple(_turns(game))
    return Course(game.name, game.seats.count(), game.pace, game.started_at, game.finished_at,
                  _ending(game, turns), turns)


def _turns(game: Game) -> Iterator[Turn]:
    kept: dict[int, str] = {
        seat.index: AT_TABLE for seat in game.seats.filter(left_by=None).exclude(bot="")}
    seat, last, by = None, game.started_at, PEOPLE
    assert last is not None  # it has started
    begun = last
    for row in game.rows.order_by("number"):
        if row.move == outside_moves.BOT_TAKES_SEAT and row.seat is not None:
            kept[row.seat] = KEEPS_SEAT
        elif row.move == outside_moves.RETURN and row.seat is not None:
            kept.pop(row.seat, None)
        if row.seat is None or replay.is_outside_rules(row.move):
            continue
        if seat is not None and row.seat != seat:
            yield Turn(by, last - begun)
            begun = last
        seat, last = row.seat, row.created_at
        by = kept.get(seat, STAND_IN) if row.actor == LoggedMove.Actor.BOT else PEOPLE
    if seat is not None and (game.status == Game.Status.OVER):
        yield Turn(by, last - begun)


def _ending(game: Game, turns: Iterable[Turn]) -> str:
    if game.status == Game.Status.RUNNING:
        return "still running"
    if game.status == Game.Status.CANCELLED:
        return "cancelled"
    if (game.result or {}).get("reason") == event_log.RESIGNED:
        return "resigned"
    if not game.seats.filter(user__isnull=False).exists():
        return "deserted and finished by bots"
    if game.seats.filter(left_by__isnull=False).exists():
        return "finished with a bot that kept a seat"
    return "finished by people"


def why_running(names: Mapping[int, str]) -> list[str]:
    """Why each game that still runs does; ``names`` say why a person waits, by users' ids."""
    reasons = []
    for game in Game.objects.filter(status=Game.Status.RUNNING).order_by("pk"):
        if game.paused_at is not None:
            reasons.append("paused")
        elif game.deserted_at is not None:
            reasons.append("deserted, rests for a week")
        else:
            seat = game.seats.filter(to_move=True).first()
            user = seat.user_id if seat else None
            reasons.append(f"waits for somebody who {names[user]}" if user is not None
                           else "waits for a bot")
    return reasons


def digest_of_logs() -> str:
    """A digest of all rows of all games."""
    digest = hashlib.sha256()
    for row in LoggedMove.objects.select_related("game").order_by("game_id", "number"):
        facts = (row.game.name, row.number, row.seat, row.actor, row.move, row.events, row.chain,
                 row.created_at.isoformat())
        digest.update(json.dumps(facts).encode() + b"\n")
    return digest.hexdigest()
