"""Analysis of games: the decisions of the players, and the judgement of an analyst.

Analysts rate turns and luck.  They are given views and nothing else, so their judgement never
depends on anything that the seat could not see.  Hints, reviews and exercises ask the same analyst
and so agree with each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from alexandros_rules.replay import fold
from alexandros_rules.ruleset import HasTime, Ruleset


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move in a game, with the true states around it.  ``number`` identifies it."""

    number: int
    seat: int
    move: Any
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Decision:
    """The moves that a seat chose on one view, before it saw anything new.

    A decision ends when a card is revealed or the turn ends.  ``first`` and ``last`` are the
    numbers of its first and last move, ``turn`` is the game's.
    """

    seat: int
    turn: int
    view: Any
    moves: tuple[Any, ...]
    first: int
    last: int


def decisions(ruleset: Ruleset, played: Iterable[PlayedMove]) -> Iterator[Decision]:
    """Yield the decisions of a game in order; the last one may be unfinished.

    Moves out of turn are left out, such as offers while another seat decides.
    """
    open_ones: list[PlayedMove] = []
    for one in played:
        if one.seat not in ruleset.status(one.before).to_move:
            continue
        if open_ones and not _goes_on(ruleset, open_ones, one):
            yield _decision(ruleset, open_ones)
            open_ones = []
        open_ones.append(one)
    if open_ones:
        yield _decision(ruleset, open_ones)


def _goes_on(ruleset: Ruleset, moves: Sequence[PlayedMove], one: PlayedMove) -> bool:
    """Return whether a move belongs to the same decision as the moves before it."""
    first = moves[0]
    if one.seat != first.seat or _turn(ruleset, one.before) != _turn(ruleset, first.before):
        return False
    expected = ruleset.view(first.before, first.seat)
    for each in moves:
        events = ruleset.decide(expected, each.move, ruleset.unknown_chance(), seat=each.seat)
        expected = fold(ruleset, expected, events)
    seen = ruleset.view(one.before, first.seat)
    return ruleset.dump_state(expected) == ruleset.dump_state(seen)


def _turn(ruleset: Ruleset, state: Any) -> int:
    return ruleset.status(state).turn


def _decision(ruleset: Ruleset, moves: Sequence[PlayedMove]) -> Decision:
    first = moves[0]
    return Decision(first.seat, _turn(ruleset, first.before),
                    ruleset.view(first.before, first.seat), tuple(one.move for one in moves),
                    first.number, moves[-1].number)


@dataclass(frozen=True, slots=True)
class RatedTurn:
    """A turn, or the rest of one, and its player's chance of winning after it, from 0 to 1.

    ``moves``  the whole turn as it looks now, legal on the view; a card revealed on the way may
               suggest another way to go on.
    ``firm``   the number of moves that can be played before anything is revealed.
    """

    moves: tuple[Any, ...]
    firm: int
    chance: float


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of some moves that a seat played from one position.

    ``played``  these moves with the best rest of the turn, as things looked then.
    ``best``    the best turn; its chance is never smaller than that of ``played``.
    """

    played: RatedTurn
    best: RatedTurn

    @property
    def loss(self) -> float:
        """The chance of winning that the moves gave away, 0 if nothing was better."""
        return self.best.chance - self.played.chance


@dataclass(frozen=True, slots=True)
class Answer:
    """The likely turn of the next seat, after a turn that it answers.

    ``view``   what this seat may see then, in a guess of everything that is hidden; ``moves`` are
               legal on it.
    ``share``  of the guesses in which the answer has the same effect, from 0 to 1.
    """

    seat: int
    view: Any
    moves: tuple[Any, ...]
    share: float


class Analyst(Protocol):
    """An object without state that rates turns and luck and can be pickled.

    Like bots, analysts return soon after ``has_time()`` has become false, and all their randomness
    comes from ``salt``: while there is time, the same arguments give the same result.
    """

    @property
    def version(self) -> int:
        """The version, which must be raised when an analyst judges the same game differently."""
        ...

    def best_turns(self, view: Any, *, seat: int, salt: bytes, has_time: HasTime,
                   count: int) -> Sequence[RatedTurn]:
        """Return up to ``count`` turns, the best first, that differ before anything is revealed.

        ``view`` is that of ``seat``, which is to move; there is always at least one.  Where
        another seat decides in the middle of a turn, turns end before that.
        """
        ...

    def judge(self, view: Any, moves: Sequence[Any], *, seat: int, salt: bytes,
              has_time: HasTime) -> Judgement:
        """Return the judgement of these moves.  Only the last may have revealed anything."""
        ...

    def clear_best(self, view: Any, *, seat: int, salt: bytes, has_time: HasTime,
                   margin: float) -> tuple[RatedTurn, RatedTurn] | None:
        """Return the best whole turn and the next one, which ends differently.

        Return None if the best turn's chance is not larger by ``margin``.  All turns are compared,
        in other guesses than those that found the best one.
        """
        ...

    def chances(self, view: Any, turns: Sequence[Sequence[Any]], *, seat: int, salt: bytes,
                has_time: HasTime) -> Sequence[float]:
        """Return the chances of winning after these whole turns."""
        ...

    def standing(self, view: Any, *, seat: int, salt: bytes, has_time: HasTime) -> Sequence[float]:
        """Return every seat's chance of winning; ``view`` is that of ``seat``, which is to move."""
        ...

    def answer(self, view: Any, moves: Sequence[Any], *, seat: int, salt: bytes,
               has_time: HasTime) -> Answer | None:
        """Return the likeliest answer to a whole turn of ``seat``.

        Return None if the game is over, or if no answer is likely, because chance comes first.
        """
        ...

    def guessed(self, view: Any, *, seat: int, salt: bytes) -> Any:
        """Return a state that may be the true one; ``view`` is that of ``seat``."""
        ...

    def points(self, chance: float, *, players: int) -> float:
        """Return a chance of winning in points; only differences have a meaning."""
        ...

    def luck(self, steps: Sequence[tuple[Any, Any]], *, seat: int, salt: bytes,
             has_time: HasTime) -> Sequence[float]:
        """Return each seat's luck in these events, in points above the expected result.

        Each step is a view of ``seat`` and the event that followed, as that seat saw the event.
        Every random draw counts for one seat that knows the card: the one that drew it or was to
        move.
        """
        ...
