"""Whole games as text: records that people read, and logs that anybody can check.

Owns how a stored game becomes an ``alexandros_rules.record`` and back.  A record shows every card,
so only operators may see it before the game is over and unsealed.  The log of a game that is
revealed has the events and hashes of every row exactly as they are stored (engine/FORMATS.md).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from alexandros_rules import record, replay
from alexandros_rules.errors import Refusal
from alexandros_rules.record import Record
from games.base import events
from games.base.plain_text import one_line
from games.base.refusals import BadRecord, Closed
from games.models import Game, LoggedMove, Seat
from games.models.game import NAME_LENGTH
from games.rulesets import registry
from games.table.events import Ended
from games.table.play import event_log, history
from games.table.play.revealing import check_revealed


def export_record(game: Game, *, with_seed: bool = False, number: int | None = None) -> str:
    """Return the record of a game, with the seed if it is revealed or ``with_seed`` is true.

    Anybody with the seed of a running game can compute all cards still to come.  ``number`` is the
    last row of the record (None: of the log).  Refuses (Closed) a game that has not started.
    """
    if game.number == 0:
        raise Closed("no-game", _("This game has not started, so there is nothing to record yet."))
    seed = bytes(game.seed)
    public_seed = seed if with_seed or game.is_revealed else None
    exported = _record_of(game, history.seat_names(game), seed=public_seed, number=number)
    return record.export(exported, event_log.ruleset_of(game), seed=seed)


def import_record(text: str, *, name: str = "", now: datetime) -> Game:
    """Create a game with the moves and digests of a record, finished or running.

    Refuses (BadRecord, with the line) a record that cannot be read, does not match its seed, or
    does not contain its seed.
    """
    return create_game(read_record(text), name=name, now=now)


def read_record(text: str) -> Record:
    """Return the record, checked so far that a game can be made of it.

    Refuses the same records as ``import_record``.
    """
    parsed = _parse(text)
    if parsed.seed is None:
        raise BadRecord(
            "no-seed", "This record keeps its seed secret, so nobody can continue the game. Please"
            " export it again with its seed.", line=_line_of(text, "seed:"),
        )
    _check_table_events(text, parsed)
    return parsed


@transaction.atomic
def create_game(parsed: Record, *, name: str = "", now: datetime) -> Game:
    """Create a game from the result of ``read_record``."""
    assert parsed.seed is not None, "read_record returns no record without its seed"
    game = Game.objects.create(
        name=one_line(name or f"Record of {parsed.game}")[:NAME_LENGTH],
        ruleset=parsed.ruleset, rules_version=parsed.version,
        setup_id=event_log.keep_setup(parsed.setup),
        seed=parsed.seed, commitment=parsed.commitment, created_at=now, started_at=now,
    )
    seats = [
        Seat.objects.create(game=game, index=index, name=one_line(seat_name)[:NAME_LENGTH],
                            status=Seat.Status.TAKEN)
        for index, seat_name in enumerate(parsed.names)
    ]
    ruleset = registry.get(parsed.ruleset).ruleset
    state = replay.rebuild(ruleset, parsed.rows, version=parsed.version)
    event_log.append(game, parsed.rows, state, seats=seats, actor=LoggedMove.Actor.OPERATOR,
                     key="", now=now)
    if game.status in (Game.Status.OVER, Game.Status.CANCELLED):
        events.publish(Ended(game=game, seats=seats, imported=True, now=now))
    return game


def _parse(text: str) -> Record:
    try:
        return record.load(text, registry.rulesets())
    except Refusal as refusal:
        raise BadRecord(refusal.code, refusal.sentence, line=refusal.line) from refusal


def _check_table_events(text: str, parsed: Record) -> None:
    """Refuse events from outside the rules that name another seat than their row does.

    ``record.load`` has checked the seats of all other rows.
    """
    for row in parsed.rows:
        if not replay.is_outside_rules(row.move):
            continue
        (event,) = json.loads(row.events)
        if row.seat not in range(len(parsed.names)) or event.get("seat") != row.seat:
            raise BadRecord(
                "other-seat", f"Move {row.number} names a different seat than its event.",
                line=_line_of(text, f"{row.number} "))


def _line_of(text: str, prefix: str) -> int:
    """Return the number of the last line with this prefix, counted from 1; 0 if there is none."""
    lines = text.split("\n")
    return max((i for i, line in enumerate(lines, 1) if line.startswith(prefix)), default=0)


def export_log(game: Game) -> str:
    """Return the text of the file; refuse (Closed) while the seed is secret."""
    return json.dumps(log_of(game, names=history.seat_names(game)), ensure_ascii=False,
                      indent=1) + "\n"


def log_of(game: Game, *, names: Sequence[str], title: str | None = None) -> dict[str, Any]:
    """Return the file's JSON object, with these names for the seats, and a title for the game's.

    Refuses (Closed) a game whose seed is secret.
    """
    check_revealed(game, Closed("secret", _("The seed is secret until the game is over. Please come"
                                            " back then.")))
    return record.log_of(_record_of(game, names, seed=bytes(game.seed)),
                         name=game.name if title is None else title)


def _record_of(game: Game, names: Sequence[str], *, seed: bytes | None,
               number: int | None = None) -> Record:
    rows = tuple(event_log.to_log_row(row) for row in event_log.logged_moves(game, number=number))
    return Record(game.ruleset, game.rules_version, game.code, tuple(names),
                  event_log.setup_of(game), game.commitment, event_log.key_of(game), seed, rows)
