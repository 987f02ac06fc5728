"""Whole games as readable text, out and in.

Owns how a stored game becomes an ``engine.record`` and back.  A record shows every card, so
while the game runs it is for operators only.
"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from engine import record, replay
from engine.errors import Refusal
from engine.record import Record
from games.models import Game, LoggedMove, Seat
from games.models.game import NAME_LENGTH
from games.plain_text import one_line
from games.play import event_log, history
from games.refusals import BadRecord, Closed
from games.rulesets import registry


def export_record(game: Game, *, with_seed: bool = False) -> str:
    """The record of a game.  Its seed is in it once the game is over, or when asked for.

    A running game's record with its seed lets the reader deal all cards to come.
    Refuses (Closed) a game that has not started.
    """
    if game.number == 0:
        raise Closed("no-game", "This game has not started; there is nothing to record yet.")
    seed = bytes(game.seed)
    shown = seed if with_seed or game.status == Game.Status.OVER else None
    names = tuple(history.seat_names(game))
    rows = tuple(event_log.engine_row(row) for row in event_log.logged_moves(game))
    told = Record(game.ruleset, game.rules_version, game.code, names, event_log.setup_of(game),
                  game.commitment, event_log.key_of(game), shown, rows)
    return record.export(told, event_log.ruleset_of(game), seed=seed)


def import_record(written: str, *, name: str = "", now: datetime) -> Game:
    """A new game with the moves and digests of a record, finished or running.

    Refuses (BadRecord, with the line) what cannot be read, does not follow from its seed, or
    keeps its seed to itself.
    """
    read = _read(written)
    if read.seed is None:
        raise BadRecord(
            "no-seed", "This record keeps its seed secret, so nobody can play on from it; write"
            " it anew with the seed.", line=_line_of(written, "seed:"),
        )
    _check_notes(written, read)
    with transaction.atomic():
        return _stored(read, read.seed, name=name, now=now)


def _read(written: str) -> Record:
    try:
        return record.load(written, registry.rulesets())
    except Refusal as refusal:
        raise BadRecord(refusal.code, refusal.sentence, line=refusal.line) from refusal


def _check_notes(written: str, read: Record) -> None:
    """Refuses a note that is not about the seat of its row; of moves the reader has made sure."""
    for row in read.rows:
        if not row.move.startswith(replay.NOTE_PREFIX):
            continue
        (told,) = json.loads(row.events)
        if row.seat not in range(len(read.names)) or told.get("seat") != row.seat:
            raise BadRecord("other-seat", f"Move {row.number} is not that seat's to make.",
                            line=_line_of(written, f"{row.number} "))


def _line_of(written: str, beginning: str) -> int:
    """The last line that begins so, counted from 1; 0 for none."""
    lines = written.split("\n")
    return max((i for i, line in enumerate(lines, 1) if line.startswith(beginning)), default=0)


def _stored(read: Record, seed: bytes, *, name: str, now: datetime) -> Game:
    game = Game.objects.create(
        name=one_line(name or f"Record of {read.game}")[:NAME_LENGTH],
        ruleset=read.ruleset, rules_version=read.version,
        setup=event_log.setup_text(replace(read.setup, options=dict(read.setup.options))),
        seed=seed, commitment=read.commitment, created_at=now, started_at=now,
    )
    for index, called in enumerate(read.names):
        Seat.objects.create(game=game, index=index, name=one_line(called)[:NAME_LENGTH],
                            status=Seat.Status.TAKEN)
    ruleset = registry.get(read.ruleset).ruleset
    state = replay.rebuild(ruleset, read.rows, version=read.version)
    event_log.append(game, read.rows, state, actor=LoggedMove.Actor.OPERATOR, key="", now=now)
    return game
