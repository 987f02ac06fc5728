"""A bot that plays random legal moves, for tests, measurements and beginners."""

from __future__ import annotations

import hashlib

from engine.alexandros.legal_moves import legal_moves
from engine.alexandros.moves import Move
from engine.alexandros.state import State
from engine.bot_plans import MoveByMove
from engine.translation import gettext_noop


class RandomBot(MoveByMove):
    """A bot that plays each legal move with the same probability."""

    name = "random"
    title = gettext_noop("random moves")
    about = gettext_noop("Plays any legal move, without a plan. Good for learning the rules"
                         " in peace.")
    seat_names: tuple[str, ...] = ("Bucephalus", "Peritas", "Xanthus", "Balius")

    def choose(self, view: State, *, seat: int, salt: bytes) -> Move:
        moves = legal_moves(view)
        move: Move = moves[int.from_bytes(hashlib.sha256(salt).digest()[:8]) % len(moves)]
        return move
