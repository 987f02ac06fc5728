"""The event log of a game: one row for each move, with the events that the move produced.

States are rebuilt by folding events.  Replaying never shuffles and never decides a move again, so
a later fix to the rules cannot break a game in progress.  Only ``verify`` decides moves again, by
the version of the rules that the game began with.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from alexandros_rules import codec
from alexandros_rules.chance import Chance
from alexandros_rules.errors import Refusal
from alexandros_rules.ruleset import Ruleset, Setup

START = "start"
NOTE_PREFIX = "@"  # first character of moves and event types that the rules know nothing of


def is_outside_rules(text: str) -> bool:
    """Return whether this move or event type belongs to the table and not to the rules."""
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
    """Return the state after these events."""
    for event in events:
        state = ruleset.evolve(state, event)
    return state


def events_of(ruleset: Ruleset, text: str, *, version: int) -> list[Any]:
    """Return the events in a row's text, upgraded to today's format and without notes."""
    return [
        ruleset.load_event(data, version)
        for data in json.loads(text)
        if not is_outside_rules(data["type"])
    ]


def events_text(ruleset: Ruleset, events: Iterable[Any]) -> str:
    """Return events as the canonical JSON that a row stores."""
    return codec.canonical([ruleset.dump_event(event) for event in events])


def states(ruleset: Ruleset, rows: Iterable[LogRow], *, version: int) -> Iterator[Any]:
    """Yield the state after each row."""
    state = None
    for row in rows:
        state = fold(ruleset, state, events_of(ruleset, row.events, version=version))
        yield state


def rebuild(ruleset: Ruleset, rows: Iterable[LogRow], *, version: int, state: Any = None) -> Any:
    """Return the state after all rows.  ``state`` is the snapshot before them, if any."""
    for row in rows:
        state = fold(ruleset, state, events_of(ruleset, row.events, version=version))
    return state


def make_row(ruleset: Ruleset, key: bytes, *, previous: LogRow | None, seat: int | None,
             move: str, events: str, state: Any) -> LogRow:
    """Return the log row of a move; ``state`` is the state after the move."""
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
    """Return the first row of a game and the state after it.

    ``version`` is that of the rules, the newest if it is None.
    """
    events = ruleset.start(setup, chance, version=version)
    state = fold(ruleset, None, events)
    row = make_row(ruleset, key, previous=None, seat=None, move=START,
                   events=events_text(ruleset, events), state=state)
    return row, state


def play(ruleset: Ruleset, state: Any, move: Any, chance: Chance, key: bytes, *,
         previous: LogRow, seat: int) -> tuple[LogRow, Any]:
    """Return the row of a move and the state after the move.  Raise Illegal."""
    text = ruleset.format(move, state)
    events = ruleset.decide(state, move, chance, seat=seat)
    after = fold(ruleset, state, events)
    row = make_row(ruleset, key, previous=previous, seat=seat, move=text,
                   events=events_text(ruleset, events), state=after)
    return row, after


def note_row(data: dict[str, Any], key: bytes, *, previous: LogRow, seat: int | None) -> LogRow:
    """Return a row for something outside the rules, such as a bot replacing a player.

    The ``type`` in ``data`` must begin with "@"; the service decides everything else in it.
    """
    if not is_outside_rules(data["type"]):
        raise ValueError(f"a note's type begins with {NOTE_PREFIX}: {data['type']}")
    # A note does not change the state, so the digest remains the same.
    return _chained(key, previous, seat=seat, move=data["type"], events=codec.canonical([data]),
                    digest=previous.digest)


def check(ruleset: Ruleset, rows: Sequence[LogRow], key: bytes, *, version: int) -> Fault | None:
    """Return the first row with a wrong number, digest or chain, without deciding moves again."""
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
    """Return the fault of a row as a sentence; "" if the row is sound."""
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
    """Return whether deciding moves of this version again must give the logged events."""
    return version in (*ruleset.versions, ruleset.version)


def decide_again(ruleset: Ruleset, setup: Setup, row: LogRow, state: Any | None,
                 chance: Chance, *, version: int) -> tuple[Any, ...]:
    """Return the events that the rules give for a row of a game, or raise a Refusal.

    ``state`` is the state before the row, None for the start of the game.  ``version`` is that of
    the game; if its games are not comparable, the newest rules decide the start.
    """
    if state is None or row.seat is None:
        known = version if is_comparable(ruleset, version) else None
        return ruleset.start(setup, chance, version=known)
    move = ruleset.parse(row.move, state, seat=row.seat)
    return ruleset.decide(state, move, chance, seat=row.seat)


def verify(ruleset: Ruleset, setup: Setup, rows: Sequence[LogRow], chance: Chance, key: bytes, *,
           version: int) -> Fault | None:
    """Return the first row that fails, after deciding every move again.

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
        if state is not None and (
            row.seat is None or not ruleset.status(state).may_order(row.seat)
        ):
            return Fault(row.number, "it is a move by a seat whose turn it was not")
        try:
            events = decide_again(ruleset, setup, row, state, chance, version=version)
        except Refusal as refusal:
            return Fault(row.number, f"the rules now refuse it: {refusal.sentence}")
        if is_comparable(ruleset, version) and events_text(ruleset, events) != row.events:
            return Fault(row.number, "the rules now give other events")
        state = fold(ruleset, state, events_of(ruleset, row.events, version=version))
    return None
