"""The state of a game as one immutable value, and as canonical text for digests and snapshots.

A seat's view is a state too, with unknown cards in place of hidden ones.  The text of a state names
the board by its fingerprint only; the board's own text is in the setup.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from alexandros_rules.alexandros import board_file, cards
from alexandros_rules.alexandros.board import Board
from alexandros_rules.alexandros.cards import Counts
from alexandros_rules.alexandros.pools import Pools
from alexandros_rules.immutable import changer
from alexandros_rules.ruleset import Setup
from alexandros_rules.translation import gettext_noop

COLOURS = (
    gettext_noop("red"), gettext_noop("yellow"), gettext_noop("blue"), gettext_noop("green"),
)
GUARDS = 4  # of each player (T3)
ACTIONS = 2
WINNING_SCORE = 100  # E3
ORIGINAL = 1  # the version of the rules without E5 and public memory
SECOND = 2  # the version in which all but the first begin a balanced start with one more card

TAKE, MARCH, ACT, OVER = "take", "march", "act", "over"


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game: ``half_of_occupying`` (K5), and those of S5 and E6."""

    half_of_occupying: bool = False
    balanced_start: bool = False
    finish_round: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A position: everything that the rest of the game depends on.

    ``phase``     "take" (choose a card to march with), "march", "act" or "over".
    ``seat``      whose turn it is; ``turn`` counts from 1; ``actions`` left in this turn.
    ``levied``    whether taxes have been levied in this turn (F1).
    ``card``      in phase "march", the card to march by; ``joker`` if it is one (A13).
    ``alexander`` the point he stands on.
    ``walls``     mask of the sides with a wall; ``red`` of those with a red wall.
    ``guards``    for each seat, mask of the spaces with its guards.
    ``hands``     counts for each seat (see ``cards``); ``discard`` is the discard pile.
    ``face_up``   the face-up row, oldest card first; ``supply`` top card first.
    ``stayed``    number of turns in a row in which Alexander could not be moved (A16).
    ``shuffles``  number of shuffles, including the deal.
    ``rules``     the version of the rules that the game is played by, from its start to its end.
    ``last_round``  why the last round has begun, "walls" or "points" (E6); "" before it.
    ``eventful``  the last turn with a new wall, a point or an occupation (E5); 0 if none.
    ``known``     for each seat, counts of cards that everybody knows to be in its hand.
    ``older``     the pools of hidden cards from before the last shuffle (see ``memory``).

    In a game of the ``ORIGINAL`` rules the last four never change.  The text of a state lacks the
    older pools: in a state that is read, all hidden cards are in one.
    """

    board: Board
    players: int
    options: Options
    phase: str
    seat: int
    turn: int
    actions: int
    levied: bool
    card: int | None
    joker: bool
    alexander: int
    walls: int
    red: int
    black_left: int
    red_left: int
    guards: tuple[int, ...]
    hands: tuple[Counts, ...]
    face_up: tuple[int, ...]
    supply: tuple[int, ...]
    discard: Counts
    scores: tuple[int, ...]
    stayed: int
    shuffles: int
    winners: tuple[int, ...]
    reason: str
    rules: int
    last_round: str
    eventful: int
    known: tuple[Counts, ...]
    older: Pools = field(default=(), compare=False)

    @property
    def walls_left(self) -> int:
        return self.black_left + self.red_left

    @property
    def hand(self) -> Counts:
        """The hand of the seat whose turn it is."""
        return self.hands[self.seat]

    @property
    def actions_of_turn(self) -> int:
        """The number of actions of the current turn, after its march (F1, S5)."""
        return 1 if self.options.balanced_start and self.turn == 1 else ACTIONS

    def guards_left(self, seat: int) -> int:
        """Return the number of guards in the seat's supply."""
        return GUARDS - self.guards[seat].bit_count()


change = changer(State)


PARTS_OF_THE_FIRST = 25  # parts of a text of the original rules

_encode = json.JSONEncoder(separators=(",", ":")).encode


def dump_state(state: State) -> str:
    """Return the canonical text: a JSON list, with masks in hexadecimal and cards as letters."""
    parts: list[Any] = [
        state.board.id, state.players, state.options.half_of_occupying,
        state.phase, state.seat, state.turn, state.actions, state.levied,
        state.card, state.joker, state.alexander, f"{state.walls:x}", f"{state.red:x}",
        state.black_left, state.red_left, [f"{mask:x}" for mask in state.guards],
        [cards.code(hand) for hand in state.hands], cards.row_code(state.face_up),
        cards.row_code(state.supply), cards.code(state.discard), state.scores,
        state.stayed, state.shuffles, state.winners, state.reason,
    ]
    if state.rules != ORIGINAL:  # digests of older games must not change
        parts += [
            state.rules, state.options.balanced_start, state.options.finish_round,
            state.last_round, state.eventful, [cards.code(known) for known in state.known],
        ]
    return _encode(parts)


def load_state(text: str, setup: Setup) -> State:
    """Return the state with this canonical text.  Raise ValueError for another board's text."""
    return read_parts(json.loads(text), board_file.load(setup.board))


def read_parts(parts: Sequence[Any], board: Board) -> State:
    """Return the state with these parts of a text.  Raise ValueError if its board is another."""
    (
        board_id, players, half, phase, seat, turn, actions, levied, card, joker, alexander,
        walls, red, black_left, red_left, guards, hands, face_up, supply, discard, scores,
        stayed, shuffles, winners, reason,
    ) = parts[:PARTS_OF_THE_FIRST]
    rules, balanced, finish, last_round, eventful, known = (
        parts[PARTS_OF_THE_FIRST:] or (ORIGINAL, False, False, "", 0, [""] * players)
    )
    if board_id != board.id:
        raise ValueError("this state belongs to another board")
    return State(
        board=board, players=players, options=Options(half, balanced, finish), phase=phase,
        seat=seat, turn=turn, actions=actions, levied=levied, card=card, joker=joker,
        alexander=alexander,
        walls=int(walls, 16), red=int(red, 16), black_left=black_left, red_left=red_left,
        guards=tuple(int(mask, 16) for mask in guards),
        hands=tuple(cards.read_code(hand) for hand in hands),
        face_up=cards.read_row(face_up), supply=cards.read_row(supply),
        discard=cards.read_code(discard), scores=tuple(scores), stayed=stayed,
        shuffles=shuffles, winners=tuple(winners), reason=reason,
        rules=rules, last_round=last_round, eventful=eventful,
        known=tuple(cards.read_code(codes) for codes in known),
    )
