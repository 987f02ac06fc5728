"""Writes states as canonical text, for digests and snapshots, and reads them back.

The text names the board by its fingerprint only; the board's own text is in the setup.  That of
a game of the original rules ends where it ended then, so its digests are what they were.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from engine.alexandros import board_file, cards
from engine.alexandros.board import Board
from engine.alexandros.state import ORIGINAL, Options, State
from engine.ruleset import Setup

PARTS_OF_THE_FIRST = 25  # those of a text of the original rules

_encode = json.JSONEncoder(separators=(",", ":")).encode


def dump_state(state: State) -> str:
    """Returns the canonical text: a JSON list, with masks in hexadecimal and cards as letters."""
    parts = [
        state.board.id, state.players, state.options.half_of_occupying,
        state.phase, state.seat, state.turn, state.actions, state.levied,
        state.card, state.joker, state.alexander, f"{state.walls:x}", f"{state.red:x}",
        state.black_left, state.red_left, [f"{mask:x}" for mask in state.guards],
        [cards.code(hand) for hand in state.hands], cards.row_code(state.face_up),
        cards.row_code(state.supply), cards.code(state.discard), state.scores,
        state.stayed, state.shuffles, state.winners, state.reason,
    ]
    return _encode(parts if state.rules == ORIGINAL else parts + _newer_parts(state))


def _newer_parts(state: State) -> list[Any]:
    """Returns what the second version of the rules has added."""
    return [
        state.rules, state.options.balanced_start, state.options.finish_round,
        state.last_round, state.eventful, [cards.code(known) for known in state.known],
    ]


def load_state(text: str, setup: Setup) -> State:
    """Reads a canonical text.  Raises ValueError if it belongs to another board."""
    return read_parts(json.loads(text), board_file.load(setup.board))


def read_parts(parts: Sequence[Any], board: Board) -> State:
    """Reads the parts of a canonical text.  Raises ValueError if it belongs to another board."""
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
