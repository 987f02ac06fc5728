"""The position that greets visitors, and the turn after it as it is played by email.

Bots have played it, always in the same way, so it is a position of a real game under the rules of
today.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from engine.bot_plans import next_move
from engine.campaign import map_file
from engine.campaign.moves import Move
from engine.campaign.order_text import format_move
from engine.campaign.rules import RULESET, to_move
from engine.campaign.state import BUILD, State
from engine.chance import Chance, SeededChance
from engine.narration import narrate_for
from engine.replay import fold
from engine.ruleset import Setup
from games.rulesets.protocols import EmailTurnExample

NAMES = ("Thais", "Pyrrhus", "Roxane")
SEED = bytes([50] * 32)
TURNS = 16  # before the position: enough for some settlements, roads and chits
FEWEST_MOVES = 3  # in the turn that is shown


@dataclass(frozen=True, slots=True)
class Row:
    """A move of the game: who made it, the state before it, and the events it had."""

    seat: int
    before: State
    move: Move
    events: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Demo:
    """A position in somebody's turn, the row that began it and those since, and the turn itself."""

    state: State
    news: tuple[Row, ...]
    turn: tuple[Row, ...]

    @property
    def view(self) -> State:
        """The position as everybody sees it."""
        return RULESET.view(self.state, None)


@cache  # many pages show it
def demo() -> Demo:
    """Returns the first turn after ``TURNS`` with several moves after the dice and the auction.

    If there is none, it is the last of the game.
    """
    rows: list[Row] = []
    found = None
    for turn, group in groupby(_played(), key=lambda row: row.before.turn):
        played = [*group]
        built = tuple(row for row in played if row.before.phase == BUILD)
        if turn > TURNS and built:
            begin = played.index(built[0])
            found = Demo(built[0].before, (*rows[-1:], *played[:begin]), built)
            if len(built) >= FEWEST_MOVES:
                break
        rows = played
    assert found is not None  # every game is longer
    return found


def _played() -> Iterator[Row]:
    """Yields the rows of the game up to its end."""
    bot = next(iter(RULESET.bots.values()))
    chance: Chance = SeededChance(SEED)
    setup = Setup(map_file.shipped()[map_file.DEFAULT], len(NAMES))
    state: State = fold(RULESET, None, RULESET.start(setup, chance))
    while seats := to_move(state):
        seat = seats[0]
        view = RULESET.view(state, seat)
        move = next_move(bot, view, seat=seat, salt=SEED)
        events = RULESET.decide(state, move, chance, seat=seat)
        yield Row(seat, state, move, events)
        state = fold(RULESET, state, events)


def email_turn() -> EmailTurnExample:
    """Returns that turn as it is played by email."""
    shown = demo()
    seat = shown.state.seat
    return EmailTurnExample(
        turn=shown.state.turn, seat=seat, name=NAMES[seat], news=_told(shown.news, seat),
        orders=tuple(format_move(row.move, row.before) for row in shown.turn),
        receipt=_told(shown.turn, seat))


def _told(rows: tuple[Row, ...], seat: int) -> tuple[str, ...]:
    """Returns what rows have done as this seat is told of it, a sentence each."""
    return tuple(sentence for row in rows for sentence in narrate_for(
        RULESET, seat, row.before, row.events, names=NAMES))
