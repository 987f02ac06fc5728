"""Plans of bots: their time limits, bots that plan one move at a time, and next moves.

The engine reads no clock: callers that limit the time pass one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from alexandros_rules.ruleset import Bot, HasTime

# One plan may take this share of the time left in a turn, so that choosing the card leaves time
# for the march.
SHARE = 0.5


def always() -> bool:
    """Return the answer of ``has_time`` without a time limit."""
    return True


def within(seconds: float, clock: Callable[[], float]) -> HasTime:
    """Return the ``has_time`` of a plan that may take this many seconds from now on."""
    end = clock() + seconds
    return lambda: clock() < end


class TurnTime:
    """The time for all plans of one turn, from now on.  ``clock`` returns seconds."""

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._clock, self._end = clock, clock() + seconds

    def share(self) -> float:
        """Return the seconds that the next plan may take, at least 0."""
        return max(0.0, (self._end - self._clock()) * SHARE)

    def has_time(self) -> HasTime:
        """Return the ``has_time`` of the next plan."""
        return within(self.share(), self._clock)


class MoveByMove(ABC):
    """A bot that plans a single move at a time, which takes no time worth limiting."""

    thinks = False

    @abstractmethod
    def choose(self, view: Any, *, seat: int, salt: bytes) -> Any:
        """Return a legal move of this seat on its view; the same salt gives the same move."""

    def plan(self, view: Any, *, seat: int, salt: bytes, has_time: HasTime) -> tuple[Any]:
        return (self.choose(view, seat=seat, salt=salt),)


def next_move(bot: Bot, view: Any, *, seat: int, salt: bytes) -> Any:
    """Return the first move of the bot's plan, made without a time limit."""
    return bot.plan(view, seat=seat, salt=salt, has_time=always)[0]
