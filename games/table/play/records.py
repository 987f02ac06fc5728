"""Whole games as text: records that people read, and logs that anybody can check.

Owns how a stored game becomes an ``alexandros_rules.record`` and back.  A record shows every card,
so only operators may see it before the game is over and unsealed.  The log of a game that is
revealed has the events and hashes of every row exactly as they are stored (engine/FORMATS.md).

Operators can import games in any state, and have them go on.  What somebody else imports is over,
belongs to them alone and can be deleted, which no other log can.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from alexandros_rules import record, replay
from alexandros_rules.bot_plans import always
from alexandros_rules.errors import Refusal
from alexandros_rules.record import Record
from alexandros_rules.ruleset import HasTime
from games.base import events
from games.base.plain_text import one_line
from games.base.refusals import BadRecord, Closed
from games.models import Game, LoggedMove, Seat, User
from games.models.game import NAME_LENGTH
from games.rulesets import registry
from games.table.events import Ended
from games.table.play import event_log, history, outside_moves
from games.table.play.revealing import check_revealed

MOST_ROWS = 2000  # of a game that somebody imports; most games have fewer than 500


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
    """Create a game with the moves and digests of a record or log, finished or running.

    Refuses (BadRecord, with the line or row) what cannot be read, does not match its seed, or does
    not contain its seed.
    """
    called, parsed = read_file(text)
    return create_game(parsed, name=name or called, now=now)


def read_finished(text: str, *, has_time: HasTime = always) -> tuple[str, Record]:
    """Return the name and the game of a record or log that somebody imports.

    Refuses as ``import_record`` does, and (BadRecord) games that are not over, or too long.
    """
    called, parsed = read_file(text, has_time=has_time)
    if len(parsed.rows) > MOST_ROWS:
        raise BadRecord("too-long", _("This game has %(rows)s rows. We import games with at most"
                                      " %(most)s.") % {"rows": len(parsed.rows),
                                                       "most": MOST_ROWS})
    ended = _check_end(text, parsed)
    ruleset = registry.get(parsed.ruleset).ruleset
    state = replay.rebuild(ruleset, parsed.rows, version=parsed.version)
    if not ended and not ruleset.status(state).over:
        raise BadRecord("not-over", _("This game is not over, or the file ends too early. Please"
                                      " import the whole game when it is over."))
    return called, parsed


def delete_imported(game: Game) -> None:
    """Delete an imported game with all that belongs to it; the caller holds its lock."""
    assert game.imported, "the log of any other game is kept for ever"
    with transaction.atomic():
        LoggedMove.objects.filter(game=game).delete()
        game.delete()


def is_log(text: str) -> bool:
    """Return whether a file seems to be a log and not a record."""
    return text.lstrip().startswith("{")


def read_file(text: str, *, has_time: HasTime = always) -> tuple[str, Record]:
    """Return the name ("" if it has none) and the game of a record or log.

    Refuses the same files as ``import_record``.
    """
    if not is_log(text):
        return "", read_record(text, has_time=has_time)
    try:
        called, parsed = record.load_log(text, registry.rulesets(), has_time=has_time)
    except Refusal as refusal:
        raise _bad(refusal) from refusal
    _check_table_events(text, parsed)
    return called, parsed


def read_record(text: str, *, has_time: HasTime = always) -> Record:
    """Return the record, checked so far that a game can be made of it.

    Refuses the same records as ``import_record``.
    """
    try:
        parsed = record.load(text, registry.rulesets(), has_time=has_time)
    except Refusal as refusal:
        raise _bad(refusal) from refusal
    if parsed.seed is None:
        raise BadRecord(
            "no-seed", _("This record keeps its seed secret, so nobody can follow the game. Please"
            " download it again when the game is over, or have it exported with its seed."),
            line=_line_of(text, "seed:"),
        )
    _check_table_events(text, parsed)
    return parsed


@transaction.atomic
def create_game(parsed: Record, *, name: str = "", by: User | None = None, now: datetime) -> Game:
    """Create a game from the result of ``read_record``, imported ``by`` a person or by operators.

    Nothing happens because of a person's game; they alone know of it.
    """
    assert parsed.seed is not None, "read_record returns no record without its seed"
    game = Game.objects.create(
        name=one_line(name)[:NAME_LENGTH]
        or one_line(_("Record of %(game)s") % {"game": parsed.game})[:NAME_LENGTH],
        ruleset=parsed.ruleset, rules_version=parsed.version,
        setup_id=event_log.keep_setup(parsed.setup), created_by=by, imported=by is not None,
        seed=parsed.seed, commitment=parsed.commitment, created_at=now, started_at=now,
    )
    seats = [
        Seat.objects.create(game=game, index=index, name=one_line(seat_name)[:NAME_LENGTH],
                            status=Seat.Status.TAKEN)
        for index, seat_name in enumerate(parsed.names)
    ]
    ruleset = registry.get(parsed.ruleset).ruleset
    state = replay.rebuild(ruleset, parsed.rows, version=parsed.version)
    actor = LoggedMove.Actor.IMPORT if by else LoggedMove.Actor.OPERATOR
    event_log.append(game, parsed.rows, state, seats=seats, actor=actor, key="", now=now)
    if by is None and game.status in (Game.Status.OVER, Game.Status.CANCELLED):
        events.publish(Ended(game=game, seats=seats, imported=True, now=now))
    return game


def _bad(refusal: Refusal) -> BadRecord:
    sentence = refusal.sentence
    if refusal.kind != "unreadable" or not refusal.code.startswith(("record-", "log-")):
        # The rules say what to write instead, which is no advice on a file.
        sentence = _("The rules do not allow this: “%(reason)s” The file must be damaged. Please"
                     " download it again and import it as it is.") % {"reason": sentence}
    return BadRecord(refusal.code, sentence, line=refusal.line)


def _check_table_events(text: str, parsed: Record) -> None:
    """Refuse events from outside the rules that no table has, or that name another seat.

    ``record.load`` has checked all other rows.
    """
    for row in parsed.rows:
        if not replay.is_outside_rules(row.move):
            continue
        (event,) = json.loads(row.events)
        if row.seat not in range(len(parsed.names)) or event.get("seat") != row.seat:
            raise BadRecord(
                "other-seat", _("Move %(number)s names a different seat than its event.")
                % {"number": row.number}, line=_place_of(text, row))
        if not outside_moves.is_known(event, players=len(parsed.names)):
            raise BadRecord("note", _("Move %(number)s is none that we write. Please import the"
                                      " file as it was downloaded.") % {"number": row.number},
                            line=_place_of(text, row))


def _check_end(text: str, parsed: Record) -> bool:
    """Return whether a row from outside the rules has ended the game.

    Refuses games that were cancelled, and rows after the end.
    """
    for row in parsed.rows:
        if row.move != event_log.ENDED:
            continue
        (event,), here = json.loads(row.events), {"number": row.number}
        if event["reason"] == event_log.CANCELLED:
            raise BadRecord("cancelled", _("This game was cancelled with move %(number)s, so there"
                                           " is nothing to import.") % here,
                            line=_place_of(text, row))
        if row != parsed.rows[-1]:
            raise BadRecord("after-end", _("The game ends with move %(number)s, but the file goes"
                                           " on.") % here, line=_place_of(text, row))
    return parsed.rows[-1].move == event_log.ENDED


def _place_of(text: str, row: replay.LogRow) -> int:
    """Return the number of a row in a log, or of its line in a record."""
    return row.number if is_log(text) else _line_of(text, f"{row.number} ")


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
