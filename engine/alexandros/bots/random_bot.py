"""A player that does anything legal: for tests, measurements and very small opponents."""

from __future__ import annotations

import hashlib

from engine.alexandros.legal_moves import legal
from engine.alexandros.moves import Move
from engine.alexandros.state import State


class Random:
    """Any legal move, each as likely as the others."""

    name = "random"
    title = "plays at random"
    called: tuple[str, ...] = ("Bucephalus", "Peritas", "Xanthus", "Balius")

    def choose(self, view: State, *, salt: bytes) -> Move:
        moves = legal(view)
        return moves[int.from_bytes(hashlib.sha256(salt).digest()[:8]) % len(moves)]
