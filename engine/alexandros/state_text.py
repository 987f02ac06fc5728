"""Writes states as canonical text, for digests and snapshots, and reads them back.

The text names the board by its fingerprint only; the board's own text is in the setup.
"""

from __future__ import annotations

import json

from engine.alexandros import board_file, cards
from engine.alexandros.state import Options, State
from engine.ruleset import Setup

_encode = json.JSONEncoder(separators=(",", ":")).encode


def dump_state(state: State) -> str:
    """Returns the canonical text: a JSON list, with masks in hexadecimal and cards as letters."""
    return _encode([
        state.board.id, state.players, state.options.half_of_occupying,
        state.phase, state.seat, state.turn, state.actions, state.levied,
        state.card, state.joker, state.alexander, f"{state.walls:x}", f"{state.red:x}",
        state.black_left, state.red_left, [f"{mask:x}" for mask in state.guards],
        [cards.code(hand) for hand in state.hands], cards.row_code(state.face_up),
        cards.row_code(state.supply), cards.code(state.discard), state.scores,
        state.stayed, state.shuffles, state.winners, state.reason,
    ])


def load_state(text: str, setup: Setup) -> State:
    """Reads a canonical text.  Raises ValueError if it belongs to another board."""
    board = board_file.load(setup.board)
    (
        board_id, players, half, phase, seat, turn, actions, levied, card, joker, alexander,
        walls, red, black_left, red_left, guards, hands, face_up, supply, discard, scores,
        stayed, shuffles, winners, reason,
    ) = json.loads(text)
    if board_id != board.id:
        raise ValueError("this state belongs to another board")
    return State(
        board=board, players=players, options=Options(half), phase=phase, seat=seat, turn=turn,
        actions=actions, levied=levied, card=card, joker=joker, alexander=alexander,
        walls=int(walls, 16), red=int(red, 16), black_left=black_left, red_left=red_left,
        guards=tuple(int(mask, 16) for mask in guards),
        hands=tuple(cards.read_code(hand) for hand in hands),
        face_up=cards.read_row(face_up), supply=cards.read_row(supply),
        discard=cards.read_code(discard), scores=tuple(scores), stayed=stayed,
        shuffles=shuffles, winners=tuple(winners), reason=reason,
    )
