"""A bot that plans as far ahead as it can see, for tests."""

from __future__ import annotations

from typing import Any

from alexandros_rules.alexandros.cards import UNKNOWN
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import State
from alexandros_rules.bot_plans import next_move
from alexandros_rules.replay import fold
from alexandros_rules.ruleset import HasTime


class FarsightedBot:
    """Plans what another bot would do, until a card is drawn or turned up, or the turn ends."""

    title = "plans ahead"
    about = "Plans what another bot would do."
    seat_names: tuple[str, ...] = ("Planner",)
    thinks = False

    def __init__(self, follows: str = "greedy") -> None:
        self.name = f"farsighted-{follows}"
        self._follows = RULESET.bots[follows]

    def plan(self, view: State, *, seat: int, salt: bytes, has_time: HasTime) -> list[Any]:
        moves: list[Any] = []
        turn = view.turn
        while not (moves and (not has_time() or _is_uncertain(view, seat))):
            moves.append(next_move(self._follows, view, seat=seat, salt=salt))
            view = fold(RULESET, view, RULESET.decide(
                view, moves[-1], RULESET.unknown_chance(), seat=seat))
            status = RULESET.status(view)
            if status.over or status.turn != turn:
                break
        return moves


def _is_uncertain(view: State, seat: int) -> bool:
    return UNKNOWN in view.face_up or bool(view.hands[seat][UNKNOWN])
