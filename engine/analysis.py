"""What an analyst says of a game's positions: the best turns, what a turn was worth, and luck.

An analyst is given views and nothing else, so nothing that it says depends on what the seat could
not see.  Hints, reviews and exercises ask the same analyst and so agree with each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine.ruleset import HasTime


@dataclass(frozen=True, slots=True)
class RatedTurn:
    """A turn, or the rest of one, and its player's chance of winning after it, from 0 to 1.

    ``moves``  the whole turn as it looks now, legal on the view; a card that it reveals may
               suggest another way to go on.
    ``firm``   how many of the moves can be played before anything is revealed.
    """

    moves: tuple[Any, ...]
    firm: int
    chance: float


@dataclass(frozen=True, slots=True)
class Judgement:
    """How good some moves were that a seat played from one position.

    ``played``  these moves with the best that could follow in the same turn, as things looked.
    ``best``    the best turn; its chance is on the same scale, and never smaller.
    """

    played: RatedTurn
    best: RatedTurn

    @property
    def loss(self) -> float:
        """The chance of winning that the moves gave away, 0 if nothing was better."""
        return self.best.chance - self.played.chance


class Analyst(Protocol):
    """Rates turns and luck.  It has no state, and can be pickled and sent to another process.

    Like a bot, it returns soon after ``has_time()`` has become false, and all its randomness
    comes from ``salt``: while there is time, the same arguments give the same result.
    """

    @property
    def version(self) -> int:
        """Raised when an analyst says something else of the same game."""
        ...

    def best_turns(self, view: Any, *, seat: int, salt: bytes, has_time: HasTime,
                   count: int) -> Sequence[RatedTurn]:
        """Returns up to ``count`` turns, the best first, that differ before anything is revealed.

        ``view`` is that of ``seat``, whose turn it is; there is always at least one.
        """
        ...

    def judge(self, view: Any, moves: Sequence[Any], *, seat: int, salt: bytes,
              has_time: HasTime) -> Judgement:
        """Returns how good these moves were; only the last of them may have revealed anything."""
        ...

    def clear_best(self, view: Any, *, seat: int, salt: bytes, has_time: HasTime,
                   margin: float) -> tuple[RatedTurn, RatedTurn] | None:
        """Returns the best whole turn and the next one, which ends differently.

        None if the best one does not leave a chance that is larger by ``margin``.  It looks for
        more turns, and compares them longer, than ``best_turns``.
        """
        ...

    def chances(self, view: Any, turns: Sequence[Sequence[Any]], *, seat: int, salt: bytes,
                has_time: HasTime) -> Sequence[float]:
        """Returns the chance of winning after each of these whole turns, as ``clear_best`` does."""
        ...

    def luck(self, steps: Sequence[tuple[Any, Any]], *, seat: int, salt: bytes,
             has_time: HasTime) -> Sequence[float]:
        """Returns each seat's luck in these events, in points, compared with what was to expect.

        Each step is a view of ``seat`` and the event that followed, as that seat saw it.  Every
        random draw counts for one seat that knows it: the one that drew it or was to move.
        """
        ...
