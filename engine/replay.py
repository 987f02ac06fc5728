"""The log: one row a move with the events it made; states are folds of events.

Replaying never shuffles and never decides, so a rule that is mended later does
not break a game that is running.  ``verify`` decides everything again and
names the first row where that differs.
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
OUTSIDE = "@"  # first character of moves and event types that belong to the table, not the rules


def is_outside_rules(text: str) -> bool:
    """Whether this move or event type belongs to the table and not to the rules."""
    return text.startswith(OUTSIDE)


@dataclass(frozen=True, slots=True)
class LogRow:
    """One accepted move.

    ``number`` counts from 1 (the start); ``seat`` is None for moves of the table itself;
    ``move`` is notation; ``events`` the canonical JSON list; ``digest`` that of the state
    after the row; ``chain`` the hash over this row and the one before.
    """

    number: int
    seat: int | None
    move: str
    events: str
    digest: str
    chain: str


@dataclass(frozen=True, slots=True)
class Fault:
    """The first row of a log that does not hold, and why."""

    number: int
    reason: str


def fold(ruleset: Ruleset, state: Any | None, events: Iterable[Any]) -> Any:
    """The state after these events."""
    for event in events:
        state = ruleset.evolve(state, event)
    return state


def events_of(ruleset: Ruleset, text: str, *, version: int) -> list[Any]:
    """The ruleset's events in a row's JSON text, lifted to today's shape."""
    return [
        ruleset.load_event(data, version)
        for data in json.loads(text)
        if not is_outside_rules(data["type"])
    ]


def events_text(ruleset: Ruleset, events: Iterable[Any]) -> str:
    """The canonical JSON list of events, as a row keeps it."""
    return codec.canonical([ruleset.dump_event(event) for event in events])


def states(ruleset: Ruleset, rows: Iterable[LogRow], *, version: int) -> Iterator[Any]:
    """The state after each row."""
    state = None
    for row in rows:
        state = fold(ruleset, state, events_of(ruleset, row.events, version=version))
        yield state


def rebuild(ruleset: Ruleset, rows: Iterable[LogRow], *, version: int, state: Any = None) -> Any:
    """The state after all rows; ``state`` is a snapshot the rows follow on."""
    for row in rows:
        state = fold(ruleset, state, events_of(ruleset, row.events, version=version))
    return state


def seal(ruleset: Ruleset, key: bytes, *, previous: LogRow | None, seat: int | None, move: str,
         events: str, state: Any) -> LogRow:
    """The row that records a move; ``state`` is the one after it."""
    number = previous.number + 1 if previous else 1
    digest = codec.keyed_digest(key, ruleset.dump_state(state))
    chain = codec.chain(key, previous.chain if previous else "", number=number, seat=seat,
                        move=move, events=events, digest=digest)
    return LogRow(number, seat, move, events, digest, chain)


def start(ruleset: Ruleset, setup: Setup, chance: Chance, key: bytes) -> tuple[LogRow, Any]:
    """The first row of a game and the state it makes."""
    events = ruleset.start(setup, chance)
    state = fold(ruleset, None, events)
    row = seal(ruleset, key, previous=None, seat=None, move=START,
               events=events_text(ruleset, events), state=state)
    return row, state


def play(ruleset: Ruleset, state: Any, move: Any, chance: Chance, key: bytes, *,
         previous: LogRow, seat: int) -> tuple[LogRow, Any]:
    """The row of a legal move and the state after it; raises Illegal and changes nothing."""
    text = ruleset.format(move, state)
    events = ruleset.decide(state, move, chance)
    after = fold(ruleset, state, events)
    row = seal(ruleset, key, previous=previous, seat=seat, move=text,
               events=events_text(ruleset, events), state=after)
    return row, after


def note(ruleset: Ruleset, state: Any, data: dict[str, Any], key: bytes, *,
         previous: LogRow, seat: int | None) -> LogRow:
    """A row for something from outside the rules, such as a bot standing in for a player.

    ``data`` needs a ``type`` that begins with "@"; the rest is the service's own.
    """
    if not is_outside_rules(data["type"]):
        raise ValueError(f"an outside event's type begins with {OUTSIDE}: {data['type']}")
    return seal(ruleset, key, previous=previous, seat=seat, move=data["type"],
                events=codec.canonical([data]), state=state)


def check(ruleset: Ruleset, rows: Sequence[LogRow], key: bytes, *, version: int) -> Fault | None:
    """The first row whose number, chain or digest is wrong, from folding alone."""
    state, previous = None, None
    for expected, row in enumerate(rows, 1):
        try:
            state = fold(ruleset, state, events_of(ruleset, row.events, version=version))
            fault = _seal_fault(ruleset, key, expected, previous, row, state)
        except (Refusal, ValueError, LookupError, TypeError, AttributeError) as error:
            return Fault(row.number, f"its events cannot be read: {error!r}")
        if fault:
            return Fault(row.number, fault)
        previous = row
    return None


def _seal_fault(ruleset: Ruleset, key: bytes, expected: int, previous: LogRow | None, row: LogRow,
                state: Any) -> str:
    if row.number != expected:
        return f"it should have number {expected}"
    sealed = seal(ruleset, key, previous=previous, seat=row.seat, move=row.move,
                  events=row.events, state=state)
    if sealed.digest != row.digest:
        return "the state after it has another digest"
    if sealed.chain != row.chain:
        return "the hash chain is broken"
    return ""


def verify(ruleset: Ruleset, setup: Setup, rows: Sequence[LogRow], chance: Chance, key: bytes, *,
           version: int) -> Fault | None:
    """The first row that fails ``check``, that today's rules would decide otherwise, or of a seat
    that was not to move."""
    fault = check(ruleset, rows, key, version=version)
    if fault:
        return fault
    state = None
    for row in rows:
        if is_outside_rules(row.move):
            continue
        if state is not None and row.seat not in ruleset.status(state).to_move:
            return Fault(row.number, "it is the move of a seat that was not to move")
        try:
            if state is None:
                events = ruleset.start(setup, chance)
            else:
                events = ruleset.decide(state, ruleset.parse(row.move, state), chance)
        except Refusal as refusal:
            return Fault(row.number, f"the rules now refuse it: {refusal.sentence}")
        if version == ruleset.version and events_text(ruleset, events) != row.events:
            return Fault(row.number, "the rules now give other events")
        state = fold(ruleset, state, events_of(ruleset, row.events, version=version))
    return None
