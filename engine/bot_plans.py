"""Bots that choose move by move, and asking any bot for its next move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from engine.ruleset import Bot, HasTime


def always() -> bool:
    """The answer of ``has_time`` without a time limit."""
    return True


class MoveByMove(ABC):
    """A bot that looks at the position anew before each move, which takes no time worth limiting.

    Its plans have one move.
    """

    thinks = False

    @abstractmethod
    def choose(self, view: Any, *, seat: int, salt: bytes) -> Any:
        """Returns a legal move of this seat, whose view it is.  Same salt, same move."""

    def plan(self, view: Any, *, seat: int, salt: bytes, has_time: HasTime) -> tuple[Any]:
        return (self.choose(view, seat=seat, salt=salt),)


def next_move(bot: Bot, view: Any, *, seat: int, salt: bytes) -> Any:
    """Returns the first move of the bot's plan, made without a time limit."""
    return bot.plan(view, seat=seat, salt=salt, has_time=always)[0]
