"""Finds out which special cases of the rules occur in a recorded game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from alexandros_rules import replay
from alexandros_rules.alexandros import events
from alexandros_rules.alexandros.provinces import owner, provinces
from alexandros_rules.alexandros.state import MARCH, WINNING_SCORE, State
from alexandros_rules.record import Record
from tests.engine.random_games import RULESET

# Every feature that must occur in some golden record of each version, with the rules it shows.
ORIGINAL_NAMES: dict[str, tuple[str, ...]] = {
    "ends by walls": ("E1",),
    "ends by points": ("E3",),
    "ends stuck": ("A16",),
    "2 players": ("T1",),
    "3 players": ("T1",),
    "4 players": ("T1",),
    "board delta": ("T4",),
    "board persia": ("T4",),
    "joker": ("A13",),
    "special move": ("A12",),
    "Alexander stays": ("A16",),
    "march along walls only": ("A11",),
    "march over coast": ("A11",),
    "division frees a part": ("A15", "P5"),
    "division leaves both parts owned": ("P5",),
    "both face-up cards in one turn": ("C2",),
    "reshuffle": ("C3",),
    "short row": ("C4",),
    "occupation with two guards": ("O3",),
    "take-over, 2 players": ("K1", "K4"),
    "take-over, 3 or more players": ("K1", "K3"),
    "take-over, smaller compensation": ("K5",),
    "levy that scores for others": ("L3",),
    "levy that scores nothing": ("L4",),
    "last guard recalled": ("B1",),
    "red walls": ("E1",),
    "points in the middle of a turn": ("E3",),
    "shared win": ("E4",),
    "named first player": ("S3",),
    "turn ended early": ("F2",),
}
# What the second version of the rules has added.
NEWER_NAMES: dict[str, tuple[str, ...]] = {
    "ends quiet": ("E5",),
    "told of quiet rounds": ("E5",),
    "balanced start": ("S5",),
    "last round after red walls": ("E6", "E1"),
    "last round after 100 points": ("E6", "E3"),
    "known cards": ("C5",),
    "deal of another game": ("S1",),
    "known cards from a takeover": ("C5", "K3"),
}
NAMES = {**ORIGINAL_NAMES, **NEWER_NAMES}


def names_of(version: int) -> dict[str, tuple[str, ...]]:
    """Returns the features that the records of this version of the rules must show."""
    return NAMES if version > 1 else ORIGINAL_NAMES


def steps(record: Record) -> Iterator[tuple[State, Any, State]]:
    """Yields the state before, the event and the state after, except for the start."""
    state: Any = None
    for row in record.rows:
        for event in replay.events_of(RULESET, row.events, version=record.version):
            after = RULESET.evolve(state, event)
            if row.number > 1:
                yield state, event, after
            state = after


def summary(record: Record) -> dict[str, Any]:
    """Returns how the game ended, its last digest and its features."""
    status = RULESET.status(replay.rebuild(RULESET, record.rows, version=record.version))
    return {
        "players": record.setup.players, "reason": status.reason, "turns": status.turn,
        "scores": list(status.scores), "winners": list(status.winners),
        "rows": len(record.rows), "digest": record.rows[-1].digest,
        "shows": sorted(features(record)),
    }


def features(record: Record) -> set[str]:
    """Returns the features in ``NAMES`` that occur in this game."""
    found = {f"{record.setup.players} players"}
    found |= {f"board {name}" for name in ("delta", "persia")
              if f'name = "{name}"' in record.setup.board}
    if record.setup.options.get("first") is not None:
        found.add("named first player")
    if record.setup.options.get("balanced_start"):
        found.add("balanced start")
    if record.setup.options.get("deal"):
        found.add("deal of another game")
    found |= {"turn ended early" for row in record.rows if row.move == "end"}
    turn: list[Any] = []
    for before, event, after in steps(record):
        turn = [*turn, event] if before.turn == after.turn else []
        found |= set(_of_event(before, event, after))
        if after.known > before.known:
            found.add("known cards")
        if sum(isinstance(past, events.Took) for past in turn) == 2:
            found.add("both face-up cards in one turn")
    return found


def _of_event(before: State, event: Any, after: State) -> Iterator[str]:
    match event:
        case events.Chose() if event.joker:
            yield "joker"
        case events.Played():
            yield "special move"
        case events.Stayed():
            yield "Alexander stays"
        case events.Marched():
            yield from _of_march(before, event, after)
        case events.Shuffled():
            yield "reshuffle"
        case events.TurnEnded() if len(after.face_up) < 2:
            yield "short row"
        case events.Occupied():
            if len(event.guards) > 1:
                yield "occupation with two guards"
        case events.TookOver():
            yield from _of_take_over(before, event)
        case events.Levied():
            yield from _of_levy(before, event)
        case events.LastRound():
            yield f"last round after {'red walls' if event.reason == 'walls' else '100 points'}"
        case events.QuietRounds():
            yield "told of quiet rounds"
        case events.Recalled() if not after.guards[event.seat]:
            yield "last guard recalled"
        case events.Ended():
            yield f"ends {'' if event.reason in ('stuck', 'quiet') else 'by '}{event.reason}"
            if len(event.winners) > 1 and max(after.scores):
                yield "shared win"
            if event.reason == "points" and before.actions:
                yield "points in the middle of a turn"
        case _:
            pass


def _of_march(before: State, event: events.Marched, after: State) -> Iterator[str]:
    assert before.phase == MARCH
    if event.red:
        yield "red walls"
    if not event.red + event.black:
        yield "march along walls only"
    if after.walls & ~before.walls & before.board.coast:
        yield "march over coast"
    new = provinces(after.board, after.walls)
    for old in provinces(before.board, before.walls):
        if owner(before, old) is not None and old not in new:
            parts = [owner(after, part) for part in new if part & old]
            yield ("division frees a part" if None in parts else "division leaves both parts owned")


def _of_take_over(before: State, event: events.TookOver) -> Iterator[str]:
    if before.rules > 1 and sum(event.given):
        yield "known cards from a takeover"
    if before.players == 2:
        yield "take-over, 2 players"
    elif before.options.half_of_occupying:
        if sum(event.given) < -(-(sum(event.paid) + sum(event.removal)) // 2):
            yield "take-over, smaller compensation"
    elif sum(event.given):
        yield "take-over, 3 or more players"


def _of_levy(before: State, event: events.Levied) -> Iterator[str]:
    assert max(before.scores) < WINNING_SCORE
    if not event.gains[event.seat]:
        yield "levy that scores nothing"
    elif sum(event.gains) > event.gains[event.seat]:
        yield "levy that scores for others"
