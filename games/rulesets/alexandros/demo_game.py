"""The recorded game on the home page: a position from its middle, and the next turn by email.

The record and the number of the turn are in the folder ``demo``.  Each process
reads them once, when it first needs them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from django.utils.translation import get_language

from engine import record, replay
from engine.alexandros.events import Event
from engine.alexandros.rules import RULESET
from engine.alexandros.state import State
from engine.narration import narrate_for
from games.rulesets.protocols import EmailTurnExample

FOLDER = resources.files(__package__) / "demo"


@dataclass(frozen=True, slots=True)
class Move:
    """One recorded move in notation, the state before it and its events."""

    text: str
    before: State
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Demo:
    """The players' names, the turn that is shown and the moves of the turn before it."""

    names: tuple[str, ...]
    turn: int
    earlier: tuple[Move, ...]
    moves: tuple[Move, ...]


@lru_cache(maxsize=1)
def demo() -> Demo:
    """The recorded turn; raises a Refusal for a record that today's rules do not accept."""
    marked = tomllib.loads((FOLDER / "home.toml").read_text("utf-8"))
    text = (FOLDER / marked["record"]).read_text("utf-8")
    game = record.load(text, {RULESET.name: RULESET})
    moves, turn = list(_moves(game)), marked["turn"]
    return Demo(game.names, turn,
                tuple(move for move in moves if move.before.turn == turn - 1),
                tuple(move for move in moves if move.before.turn == turn))


@lru_cache(maxsize=1)
def shown_view() -> State:
    """The position a spectator sees at the beginning of the turn."""
    view: State = RULESET.view(demo().moves[0].before, None)
    return view


def email_turn() -> EmailTurnExample:
    """The emails about that turn: the one that announces it, the reply with orders, the receipt."""
    return _email_turn(get_language())


@lru_cache(maxsize=8)
def _email_turn(language: str | None) -> EmailTurnExample:
    """The emails in the reader's language, which is part of the cache's key."""
    recorded = demo()
    seat = recorded.moves[0].before.seat
    return EmailTurnExample(
        turn=recorded.turn, seat=seat, name=recorded.names[seat],
        news=_sentences(recorded.earlier, recorded.names),
        orders=tuple(move.text for move in recorded.moves),
        receipt=_sentences(recorded.moves, recorded.names),
    )


def _moves(game: record.Record) -> Iterator[Move]:
    """The moves after the start, folded from the rows."""
    state = None
    for row in game.rows:
        events = tuple(replay.events_of(RULESET, row.events, version=game.version))
        if state is not None and events:  # a row without events is not a move of the rules
            yield Move(row.move, state, events)
        state = replay.fold(RULESET, state, events)


def _sentences(moves: Sequence[Move], names: Sequence[str]) -> tuple[str, ...]:
    """What a spectator reads of these moves."""
    return tuple(
        sentence for move in moves
        for sentence in narrate_for(RULESET, None, move.before, move.events, names=names)
    )
