"""A bot that plays at random: weak, but good enough for rehearsals and measurements."""

from __future__ import annotations

import hashlib

from alexandros_rules.bot_plans import MoveByMove
from alexandros_rules.campaign.legal_moves import awaited_moves
from alexandros_rules.campaign.moves import BankTrade, End, Move
from alexandros_rules.campaign.state import State
from alexandros_rules.translation import gettext_noop


class RandomBot(MoveByMove):
    """A bot that chooses a kind of legal move, each as likely as the others, then a move of it."""

    name = "random"
    title = gettext_noop("anything goes")
    about = gettext_noop("Makes any move that the rules allow. Good for a first try.")
    seat_names: tuple[str, ...] = ("Tyche", "Kairos", "Momus", "Ate")

    def choose(self, view: State, *, seat: int, salt: bytes) -> Move:
        draw = hashlib.sha256(salt).digest()
        parts = awaited_moves(view, seat).parts
        ending = [part for part in parts if isinstance(part[0], End)]
        others = [part for part in parts if not isinstance(part[0], End | BankTrade)]
        # One in three choices ends the turn, and all do if only trades with the bank are left.
        if ending and (not others or draw[0] % 3 == 0):
            parts = tuple(ending)
        part = parts[draw[1] % len(parts)]
        move: Move = part[int.from_bytes(draw[2:6]) % len(part)]
        return move
