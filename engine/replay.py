"""The event log: one row per move, with the events the move produced.

States are rebuilt by folding events.  Replaying never shuffles and never decides a move again, so
a later fix to the rules cannot break a game in progress.  ``verify`` does decide every move again,
by the version of the rules that the game began with, and reports the first row that differs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine import codec
from engine.chance import Chance
from engine.errors import Refusal
from engine.ruleset import Ruleset, Setup

START = "start"
NOTE_PREFIX = "@"  # first character of moves and event types that the rules know nothing of


def is_outside_rules(text: str) -> bool:
    """Whether this move or event type belongs to the table and not to the rules."""
    return text.startswith(NOTE_PREFIX)


@dataclass(frozen=True, slots=True)
class LogRow:
    """One accepted move.

    ``number``  counts from 1, which is the start of the game.
    ``seat``    None for rows that belong to no seat, such as the start.
    ``move``    in notation; ``events`` are a canonical JSON list.
    ``digest``  of the state after the row; ``chain`` hashes this row and the previous hash.
    """

    number: int
    seat: int | None
    move: str
    events: str
    digest: str
    chain: str


@dataclass(frozen=True, slots=True)
class Fault:
    """The first invalid row of a log, and the reason."""

    number: int
    reason: str


def fold(ruleset: Ruleset, state: Any | None, events: Iterable[Any]) -> Any:
    """Returns the state after these events."""
    for event in events:
        state = ruleset.evolve(state, event)
    return state


def events_of(ruleset: Ruleset, text: str, *, version: int) -> list[Any]:
    """Reads a row's events, upgraded to today's format.  Notes are left out."""
    return [
        ruleset.load_event(data, version)
        for data in json.loads(text)
        if not is_outside_rules(data["type"])
    ]


def events_text(ruleset: Ruleset, events: Iterable[Any]) -> str:
    """Returns events as canonical JSON, the way a row stores them."""
    return codec.canonical([ruleset.dump_event(event) for event in events])


def states(ruleset: Ruleset, rows: Iterable[LogRow], *, version: int) -> Iterator[Any]:
    """Yields the state after each row."""
    state = None
    for row in rows:
        state = fold(ruleset, state, events_of(ruleset, row.events, version=version))
        yield state


def rebuild(ruleset: Ruleset, rows: Iterable[LogRow], *, version: int, state: Any = None) -> Any:
    """Returns the state after all rows.  ``state`` is the snapshot before them, if any."""
    for row in rows:
        state = fold(ruleset, state, events_of(ruleset, row.events, version=version))
    return state


def make_row(ruleset: Ruleset, key: bytes, *, previous: LogRow | None, seat: int | None,
             move: str, events: str, state: Any) -> LogRow:
    """Makes the log row of a move, with its hashes.  ``state`` is the state after it."""
    digest = codec.keyed_digest(key, ruleset.dump_state(state))
    return _chained(key, previous, seat=seat, move=move, events=events, digest=digest)


def _chained(key: bytes, previous: LogRow | None, *, seat: int | None, move: str, events: str,
             digest: str) -> LogRow:
    number = previous.number + 1 if previous else 1
    chain = codec.chain(key, previous.chain if previous else "", number=number, seat=seat,
                        move=move, events=events, digest=digest)
    return LogRow(number, seat, move, events, digest, chain)


def start(ruleset: Ruleset, setup: Setup, chance: Chance, key: bytes, *,
          version: int | None = None) -> tuple[LogRow, Any]:
    """Starts a game by this version of the rules, or the newest.

    Returns its first row and the state after it.
    """
    events = ruleset.start(setup, chance, version=version)
    state = fold(ruleset, None, events)
    row = make_row(ruleset, key, previous=None, seat=None, move=START,
                   events=events_text(ruleset, events), state=state)
    return row, state


def play(ruleset: Ruleset, state: Any, move: Any, chance: Chance, key: bytes, *,
         previous: LogRow, seat: int) -> tuple[LogRow, Any]:
    """Plays a move.  Returns its row and the state after it; raises Illegal."""
    text = ruleset.format(move, state)
    events = ruleset.decide(state, move, chance, seat=seat)
    after = fold(ruleset, state, events)
    row = make_row(ruleset, key, previous=previous, seat=seat, move=text,
                   events=events_text(ruleset, events), state=after)
    return row, after


def note_row(data: dict[str, Any], key: bytes, *, previous: LogRow, seat: int | None) -> LogRow:
    """Makes a row for something outside the rules, such as a bot replacing a player.

    The ``type`` in ``data`` must begin with "@".  The rest is up to the service.  The state, and
    so its digest, remains what it was.
    """
    if not is_outside_rules(data["type"]):
        raise ValueError(f"a note's type begins with {NOTE_PREFIX}: {data['type']}")
    return _chained(key, previous, seat=seat, move=data["type"], events=codec.canonical([data]),
                    digest=previous.digest)


def check(ruleset: Ruleset, rows: Sequence[LogRow], key: bytes, *, version: int) -> Fault | None:
    """Returns the first row with a wrong number, digest or chain; decides nothing again."""
    state, previous = None, None
    for expected, row in enumerate(rows, 1):
        try:
            state = fold(ruleset, state, events_of(ruleset, row.events, version=version))
            fault = _row_fault(ruleset, key, expected, previous, row, state)
        except (Refusal, ValueError, LookupError, TypeError, AttributeError) as error:
            return Fault(row.number, f"its events cannot be read: {error!r}")
        if fault:
            return Fault(row.number, fault)
        previous = row
    return None


def _row_fault(ruleset: Ruleset, key: bytes, expected: int, previous: LogRow | None, row: LogRow,
               state: Any) -> str:
    """Returns what is wrong with a row, or "" if nothing is."""
    if row.number != expected:
        return f"it should have number {expected}"
    expected_row = make_row(ruleset, key, previous=previous, seat=row.seat, move=row.move,
                            events=row.events, state=state)
    if expected_row.digest != row.digest:
        return "the state after it has a different digest"
    if expected_row.chain != row.chain:
        return "the hash chain is broken"
    return ""


def is_comparable(ruleset: Ruleset, version: int) -> bool:
    """Whether games of this version, decided again, must have the events that they had."""
    return version in (*ruleset.versions, ruleset.version)


def decide_again(ruleset: Ruleset, setup: Setup, row: LogRow, state: Any | None,
                 chance: Chance, *, version: int) -> tuple[Any, ...]:
    """Returns the events that the rules give for a row of a game; raises a Refusal.

    ``state`` is the state before the row, None for the start of the game.  ``version`` is that of
    the game; if its games are not comparable, the newest rules decide the start.
    """
    if state is None or row.seat is None:
        known = version if is_comparable(ruleset, version) else None
        return ruleset.start(setup, chance, version=known)
    move = ruleset.parse(row.move, state, seat=row.seat)
    return ruleset.decide(state, move, chance, seat=row.seat)


def _may_move(ruleset: Ruleset, state: Any, seat: int | None) -> bool:
    return seat is not None and ruleset.status(state).may_order(seat)


def verify(ruleset: Ruleset, setup: Setup, rows: Sequence[LogRow], chance: Chance, key: bytes, *,
           version: int) -> Fault | None:
    """Returns the first row that fails, after deciding every move again.

    A row fails if ``check`` says so, if its seat could not move then, or if the rules now refuse
    the move or, in a comparable game, produce other events.
    """
    fault = check(ruleset, rows, key, version=version)
    if fault:
        return fault
    state = None
    for row in rows:
        if is_outside_rules(row.move):
            continue
        if state is not None and not _may_move(ruleset, state, row.seat):
            return Fault(row.number, "it is a move by a seat whose turn it was not")
        try:
            events = decide_again(ruleset, setup, row, state, chance, version=version)
        except Refusal as refusal:
            return Fault(row.number, f"the rules now refuse it: {refusal.sentence}")
        if is_comparable(ruleset, version) and events_text(ruleset, events) != row.events:
            return Fault(row.number, "the rules now give other events")
        state = fold(ruleset, state, events_of(ruleset, row.events, version=version))
    return None
