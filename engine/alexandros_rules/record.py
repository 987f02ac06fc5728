"""Records: whole games as readable text, so that a bug report is one file.

::

    game record 1
    ruleset: alexandros 1
    game: k3j2h1g0f9
    players: Alice | Bob
    options: {"half_of_occupying":false}
    seed: 5f0c...            (or "-" while it is secret)
    commitment: 9a1b...
    key: 77ab...             (of the digests; follows from the seed)

    board:
      name = "delta"
      ...

    moves:
    1 - start ! first:0 shuffle-1:3,0,4,2... = 0d5e...
    2 1 take horse > lyre = 77aa...
    3 1 march K7.SE via E SE = 1b2c...

Each move line has the number, the seat (from 1, or "-" for the table itself), the move, ``!``
with the random results it used, ``>`` with the cards it revealed, and ``=`` with the digest of
the state.  Loading a record decides every move again and compares all of these.  The random
results give away hidden cards even if the seed is left out, so a record is for operators only
until the game is over.

The log of a finished game is the same game as JSON, with the events and hashes that were stored
(engine/FORMATS.md).  Loading one decides every move again, too: its events are compared, and those
of moves are never folded.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from types import NoneType
from typing import Any

from alexandros_rules import codec, replay
from alexandros_rules.bot_plans import always
from alexandros_rules.chance import (
    Chance,
    ChanceRecorder,
    RecordedChance,
    SeededChance,
    commitment,
)
from alexandros_rules.errors import Refusal, Unreadable
from alexandros_rules.replay import START, LogRow, is_outside_rules
from alexandros_rules.ruleset import HasTime, Ruleset, Setup
from alexandros_rules.translation import gettext as _
from alexandros_rules.translation import list_with_and, ngettext
from alexandros_rules.wording import quoted

MAGIC = "game record 1"
LOG_FORMAT = "game log 1"
MAX_LENGTH = 1_000_000
MAX_LOG_LENGTH = 4 * MAX_LENGTH  # of the same game
_BEGIN = r"(?P<number>[0-9]{1,6}) (?P<seat>-|[0-9]{1,2}) "
_DIGEST = r" = (?P<digest>[0-9a-f]{32})"
_MOVE_LINE = re.compile(
    _BEGIN + r"(?P<move>[^!>=]+?)(?: ! (?P<chance>[^>=]+?))?(?: > (?P<revealed>[^=]+?))?" + _DIGEST
)
_NOTE_LINE = re.compile(_BEGIN + r"(?P<move>@\S+) ! \[(?P<data>\{.*\})\]" + _DIGEST)


@dataclass(frozen=True, slots=True)
class Record:
    """A game with its players, setup, seed and log.

    ``seed`` is None while it is secret.  ``key`` is that of the digests (see ``codec``).
    """

    ruleset: str
    version: int
    game: str
    names: tuple[str, ...]
    setup: Setup
    commitment: str
    key: bytes
    seed: bytes | None
    rows: tuple[LogRow, ...]


def export(record: Record, ruleset: Ruleset, *, seed: bytes) -> str:
    """Return the text of a record.

    ``seed`` is the game's true seed, from which the random results are computed again.  The text
    contains the seed only if ``record.seed`` does.
    """
    head = [
        MAGIC,
        f"ruleset: {record.ruleset} {record.version}",
        f"game: {_one_line(record.game)}",
        f"players: {' | '.join(_one_line(name).replace('|', '/') for name in record.names)}",
        f"options: {codec.canonical(dict(record.setup.options))}",
        f"seed: {record.seed.hex() if record.seed else '-'}",
        f"commitment: {record.commitment}",
        f"key: {record.key.hex()}",
    ]
    board = [f"  {line}".rstrip() for line in record.setup.board.rstrip().split("\n")]
    moves = _lines(record, ruleset, seed)
    return "\n".join([*head, "", "board:", *board, "", "moves:", *moves, ""])


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _lines(record: Record, ruleset: Ruleset, seed: bytes) -> list[str]:
    state = None
    lines = []
    for row in record.rows:
        seat = "-" if row.seat is None else str(row.seat + 1)
        parts = [str(row.number), seat, row.move]
        if is_outside_rules(row.move):
            parts.append(f"! {row.events}")
        else:
            chance = _chance_text(record, ruleset, state, row, seed)
            revealed = _revealed(ruleset, row, version=record.version)
            parts += [f"! {chance}"] if chance else []
            parts += [f"> {revealed}"] if revealed else []
        lines.append(" ".join([*parts, "=", row.digest]))
        # The state follows the log, even where today's rules would decide otherwise.
        state = replay.rebuild(ruleset, [row], version=record.version, state=state)
    return lines


def _chance_text(record: Record, ruleset: Ruleset, state: Any, row: LogRow, seed: bytes) -> str:
    """Return the random results of a row's move, by deciding the move again."""
    chance = ChanceRecorder(seed)
    with suppress(Refusal):  # old games with moves that today's rules refuse can be exported, too
        replay.decide_again(ruleset, record.setup, row, state, chance, version=record.version)
    return chance.text()


def _revealed(ruleset: Ruleset, row: LogRow, *, version: int) -> str:
    """Return the cards that a move revealed."""
    if row.move == START:  # its cards follow from its random results
        return ""
    events = replay.events_of(ruleset, row.events, version=version)
    return " ".join(filter(None, map(ruleset.revealed_text, events)))


def load(text: str, rulesets: Mapping[str, Ruleset], *, has_time: HasTime = always) -> Record:
    """Return the record with this text, after deciding every move again.

    ``rulesets`` are the known ones by name.  Moves are decided by the version of the rules that the
    record names, or by today's version if the named one is not among ``Ruleset.versions`` any more;
    the returned record has the version that has decided them.  ``has_time`` is asked before each
    move.  Raise a Refusal that names the line.
    """
    if len(text) > MAX_LENGTH:
        raise Unreadable(
            "record-size", _("A record has at most %(most)s characters.") % {"most": MAX_LENGTH}
        )
    lines = text.replace("\r\n", "\n").split("\n")
    if lines[0].strip() != MAGIC:
        raise Unreadable(
            "record-magic",
            _("A record must begin with the line %(line)s.") % {"line": repr(MAGIC)}, line=1,
        )
    head, board, first = _sections(lines)
    empty = _read_head(head, board, rulesets)
    rows = _read_rows(empty, rulesets[empty.ruleset], lines[first:], first + 1, has_time)
    return replace(empty, rows=rows)


def _damaged(code: str, sentence: str) -> Unreadable:
    """Return the refusal of a file that nobody can have downloaded like this."""
    return Unreadable(code, f"{sentence} " + _(
        "The file is damaged. Please download it again and use it as it is."))


def _sections(lines: list[str]) -> tuple[dict[str, str], str, int]:
    try:
        board_at, moves_at = lines.index("board:"), lines.index("moves:")
    except ValueError:
        raise _damaged(
            "record-sections",
            _("A record must contain the lines %(lines)s. If one is missing, the file may have been"
              " cut off.")
            % {"lines": list_with_and(["'board:'", "'moves:'"])},
        ) from None
    head = dict(line.split(": ", 1) for line in lines[1:board_at] if ": " in line)
    for name in ("ruleset", "game", "players", "options", "seed", "commitment", "key"):
        if name not in head:
            raise _damaged(
                "record-head",
                _("The header of the record lacks the line %(line)s.") % {"line": f"'{name}: ...'"},
            )
    board = "\n".join(line.removeprefix("  ") for line in lines[board_at + 1 : moves_at])
    return head, board.rstrip("\n") + "\n", moves_at + 1


def _read_head(
    head: dict[str, str], board: str, rulesets: Mapping[str, Ruleset]
) -> Record:
    """Return the record without its rows."""
    names = tuple(name.strip() for name in head["players"].split("|"))
    name, number = _field(head, "ruleset", _name_and_version)
    options = _field(head, "options", _json)
    key = _field(head, "key", bytes.fromhex)
    seed = None if head["seed"] == "-" else _field(head, "seed", bytes.fromhex)
    if not isinstance(options, dict):
        raise Unreadable(
            "record-head", _("Write the options of a record as a JSON object, such as {}.")
        )
    decided_by = _checked_rules(name, number, rulesets)
    if seed is not None and (
        len(seed) != 32 or commitment(seed) != head["commitment"] or codec.digest_key(seed) != key
    ):
        raise _damaged("record-seed", _("The seed does not match the commitment and the key."))
    return Record(name, decided_by, head["game"], names, Setup(board, len(names), options),
                  head["commitment"], key, seed, ())


def _field(head: Mapping[str, str], name: str, read: Callable[[str], Any]) -> Any:
    try:
        return read(head[name])
    except ValueError:
        raise _damaged(
            "record-head", _("The line %(line)s in the header of the record is damaged.")
            % {"line": f"'{name}: ...'"},
        ) from None


def _name_and_version(text: str) -> tuple[str, int]:
    name, version = text.split()
    return name, int(version)


def _checked_rules(name: str, version: int, rulesets: Mapping[str, Ruleset]) -> int:
    """Return the version that decides a record's moves.  Raise Unreadable for unknown rules."""
    if name not in rulesets:
        raise Unreadable(
            "record-head",
            _("We do not know the ruleset %(name)s. We know %(known)s.")
            % {"name": repr(name), "known": list_with_and(rulesets)},
        )
    newest = rulesets[name].version
    if not 1 <= version <= newest:
        raise Unreadable(
            "record-head",
            _("We know the rules of %(name)s up to version %(newest)s, but this record has version"
              " %(version)s.") % {"name": name, "newest": newest, "version": version},
        )
    return version if replay.is_comparable(rulesets[name], version) else newest


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _read_rows(
    record: Record, ruleset: Ruleset, lines: list[str], first: int, has_time: HasTime
) -> tuple[LogRow, ...]:
    rows: list[LogRow] = []
    state = None
    for number, line in enumerate(lines, first):
        if line.strip():
            try:
                _check_time(has_time)
                previous = rows[-1] if rows else None
                row, state = _row(record, ruleset, line.strip(), previous, state)
            except Refusal as refusal:
                is_last = not any(map(str.strip, lines[number - first + 1 :]))
                if refusal.code == "record-line" and is_last:
                    refusal = Unreadable("record-line", _(
                        "The file ends early, within this line, so its rest is missing. Please"
                        " download it again."))
                raise refusal.at(number) from None
            rows.append(row)
    if not rows:
        raise _damaged("record-moves", _("The record has no moves, not even the start."))
    return tuple(rows)


def _check_time(has_time: HasTime) -> None:
    if not has_time():
        raise Unreadable("record-time", _("Following this game move by move takes too long, so we"
                                          " have stopped here."))


def _row(
    record: Record, ruleset: Ruleset, line: str, previous: LogRow | None, state: Any
) -> tuple[LogRow, Any]:
    match = _NOTE_LINE.fullmatch(line) or _MOVE_LINE.fullmatch(line)
    if not match or (is_outside_rules(match["move"]) and "data" not in match.groupdict()):
        raise _damaged(
            "record-line",
            _("We cannot read this line of the record: %(line)s.") % {"line": quoted(line)},
        )
    _check_start(match["move"], previous)
    if "data" in match.groupdict():
        row = _note_row(record, match, previous)
    else:
        row, state = _move_row(record, ruleset, match, previous, state)
    if row.digest != match["digest"] or row.number != int(match["number"]):
        raise _damaged(
            "record-digest",
            _("Move %(number)s leads to a different position from the one in the record.")
            % {"number": match["number"]},
        )
    return row, state


def _check_start(move: str, previous: LogRow | None) -> None:
    if (previous is None) != (move == START):
        raise _damaged(
            "record-start",
            _("The first move of a record must be %(start)s, and no later move may be.")
            % {"start": repr(START)},
        )


def _seat(match: re.Match[str]) -> int | None:
    return None if match["seat"] == "-" else int(match["seat"]) - 1


def _describe_wrong_seat(seat: int | None, number: int, to_move: tuple[int, ...]) -> str:
    wrong = _("Seat %(seat)s cannot make move %(number)s.") % {
        "seat": "-" if seat is None else seat + 1, "number": number,
    }
    if not to_move:
        return " ".join([wrong, _("The game is over.")])
    right = ngettext(
        "It is the turn of seat %(seats)s.", "It is the turn of seats %(seats)s.", len(to_move)
    ) % {"seats": list_with_and(str(seat + 1) for seat in to_move)}
    return f"{wrong} {right}"


def _note_row(record: Record, match: re.Match[str], previous: LogRow | None) -> LogRow:
    assert previous is not None
    return _note(record, f"[{match['data']}]", match["move"], previous, seat=_seat(match))


def _note(record: Record, events: str, move: str, previous: LogRow, *,
          seat: int | None) -> LogRow:
    """Return the row of a note with this text, a list with its one event."""
    try:
        (data,) = _json(events)
        if data["type"] != move:
            raise ValueError(f"the note has the type {data['type']!r}")
        return replay.note_row(data, record.key, previous=previous, seat=seat)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise _damaged("record-outside", _("This note is damaged.")) from None


def _move_row(
    record: Record, ruleset: Ruleset, match: re.Match[str], previous: LogRow | None, state: Any
) -> tuple[LogRow, Any]:
    """Return the row of a move, decided again, and the state after the move."""
    try:
        chance = RecordedChance(match["chance"] or "", record.seed)
        row, after = _play(record, ruleset, match["move"], previous, state, chance,
                           seat=_seat(match))
    except (ValueError, KeyError):
        raise _damaged(
            "record-chance", _("The random results of this move are damaged."),
        ) from None
    chance.check_all_used()
    revealed = _revealed(ruleset, row, version=record.version)
    if match["revealed"] and match["revealed"] != revealed:
        raise _damaged(
            "record-cards",
            _("Move %(number)s reveals different cards from those in the record.")
            % {"number": match["number"]},
        )
    return row, after


def _play(
    record: Record, ruleset: Ruleset, text: str, previous: LogRow | None, state: Any,
    chance: Chance, *, seat: int | None,
) -> tuple[LogRow, Any]:
    if previous is None:
        if seat is not None:
            raise _damaged(
                "record-seat",
                _("The start does not belong to a seat. Write %(line)s.") % {"line": "'1 - start'"},
            )
        return replay.start(ruleset, record.setup, chance, record.key, version=record.version)
    status = ruleset.status(state)
    if seat is None or not status.may_order(seat):
        raise _damaged("record-seat",
                       _describe_wrong_seat(seat, previous.number + 1, status.to_move))
    move = ruleset.parse(text, state, seat=seat)
    return replay.play(ruleset, state, move, chance, record.key, previous=previous, seat=seat)


# Logs.

def log_of(record: Record, *, name: str) -> dict[str, Any]:
    """Return the log of a game with this name as a JSON object; ``record`` has its seed."""
    assert record.seed is not None, "the log of a game shows its seed"
    return {
        "format": LOG_FORMAT, "game": record.game, "name": name, "ruleset": record.ruleset,
        "version": record.version, "players": list(record.names), "board": record.setup.board,
        "options": dict(record.setup.options), "commitment": record.commitment,
        "seed": record.seed.hex(), "rows": [_entry(row) for row in record.rows],
    }


def _entry(row: LogRow) -> dict[str, Any]:
    return {"number": row.number, "seat": row.seat, "move": row.move, "events": row.events,
            "digest": row.digest, "hash": row.chain}


_KINDS = {"game": str, "name": str, "ruleset": str, "version": int, "players": list, "board": str,
          "options": dict, "commitment": str, "seed": str, "rows": list}
_ROW_KINDS = {"number": (int,), "seat": (int, NoneType), "move": (str,), "events": (str,),
              "digest": (str,), "hash": (str,)}


def load_log(text: str, rulesets: Mapping[str, Ruleset], *,
             has_time: HasTime = always) -> tuple[str, Record]:
    """Return the name of the game and the record of a log, after deciding every move again.

    The arguments are those of ``load``.  All events, digests and hashes must be those that follow
    from the seed and the moves.  Raise a Refusal whose ``line`` is the number of the row.
    """
    if len(text) > MAX_LOG_LENGTH:
        raise Unreadable(
            "log-size", _("A log has at most %(most)s characters.") % {"most": MAX_LOG_LENGTH}
        )
    try:
        data = _json(text)
    except ValueError as error:
        raise Unreadable("log-json", _damage(text, error)) from None
    if not isinstance(data, dict) or data.get("format") != LOG_FORMAT:
        raise Unreadable(
            "log-format", _("A log is a JSON object with %(pair)s.")
            % {"pair": f'"format": "{LOG_FORMAT}"'},
        )
    for name, kind in _KINDS.items():
        _check_value(name, data.get(name), (kind,))
    for name in data["players"]:
        _check_value("players", name, (str,))
    empty = _read_log_head(data, rulesets)
    return data["name"], replace(empty, rows=_read_log_rows(
        empty, rulesets[empty.ruleset], data["rows"], has_time))


def _damage(text: str, error: ValueError) -> str:
    """Return the sentence on a text that is no JSON, with the line where it stops being some."""
    if not isinstance(error, json.JSONDecodeError):  # nested too deeply
        return _("This is not a log of a game. Please use the file as it was downloaded.")
    whole = text.rstrip()
    if not whole.endswith("}") or error.pos >= len(whole):
        return _("The file ends early, in line %(line)s, so its rest is missing. Please download it"
                 " again.") % {"line": whole.count("\n") + 1}
    return _("The file is damaged in line %(line)s. Please download it again and use it as it is."
             ) % {"line": error.lineno}


def _check_value(name: str, value: Any, kinds: tuple[type, ...]) -> None:
    """Refuse a value of another JSON type, and text with half of a character."""
    try:
        if type(value) in kinds and (not isinstance(value, str) or value.encode() is not None):
            return
    except UnicodeEncodeError:
        pass
    raise _damaged(
        "log-value",
        _("%(name)s is missing or has a value that no log has there.") % {"name": f'"{name}"'},
    )


def _read_log_head(data: Mapping[str, Any], rulesets: Mapping[str, Ruleset]) -> Record:
    """Return the record without its rows."""
    decided_by = _checked_rules(data["ruleset"], data["version"], rulesets)
    try:
        seed = bytes.fromhex(data["seed"])
        codec.canonical(data["options"]).encode()  # raises ValueError for what no database takes
    except (ValueError, RecursionError):
        raise _damaged("log-head", _("The seed or the options are damaged.")) from None
    if len(seed) != 32 or commitment(seed) != data["commitment"]:
        raise _damaged("log-seed", _("The seed does not match the commitment."))
    names = tuple(data["players"])
    return Record(data["ruleset"], decided_by, data["game"], names,
                  Setup(data["board"], len(names), data["options"]), data["commitment"],
                  codec.digest_key(seed), seed, ())


def _read_log_rows(record: Record, ruleset: Ruleset, entries: list[Any],
                   has_time: HasTime) -> tuple[LogRow, ...]:
    assert record.seed is not None  # a log has one
    chance, rows, state = SeededChance(record.seed), list[LogRow](), None
    for number, entry in enumerate(entries, 1):
        try:
            _check_time(has_time)
            row, state = _log_row(record, ruleset, entry, rows[-1] if rows else None, state, chance)
        except Refusal as refusal:
            raise refusal.at(number) from None
        rows.append(row)
    if not rows:
        raise _damaged("record-moves", _("The record has no moves, not even the start."))
    return tuple(rows)


def _log_row(record: Record, ruleset: Ruleset, entry: Any, previous: LogRow | None, state: Any,
             chance: Chance) -> tuple[LogRow, Any]:
    """Return the row of an entry, made again, and the state after it."""
    told = entry if isinstance(entry, dict) else {}
    for name, kinds in _ROW_KINDS.items():
        _check_value(name, told.get(name), kinds)
    _check_start(told["move"], previous)
    seat = told["seat"]
    try:
        if previous is not None and is_outside_rules(told["move"]):
            row = _note(record, told["events"], told["move"], previous, seat=seat)
        else:
            row, state = _play(record, ruleset, told["move"], previous, state, chance, seat=seat)
    except (ValueError, KeyError):
        raise _damaged("log-move", _("This move cannot be made, so the row is damaged.")) \
            from None
    for name, value in _entry(row).items():
        if told[name] != value:
            raise _damaged(
                "log-differs",
                _("%(name)s differs from what follows from the seed and the moves.")
                % {"name": f'"{name}"'},
            )
    return row, state
