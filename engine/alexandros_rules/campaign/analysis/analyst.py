"""The analyst, who compares turns by how games go on from several guesses of what is hidden.

After each turn everybody plays on like the strongest bot for a round or two, in the same guesses
and with the same dice, and then the chances are estimated.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean, stdev

from alexandros_rules.analysis import Answer, Judgement, RatedTurn
from alexandros_rules.campaign.analysis import candidates, chances, luck
from alexandros_rules.campaign.analysis.guesses import guess
from alexandros_rules.campaign.analysis.playing_on import completed, firm, played_on
from alexandros_rules.campaign.events import Event
from alexandros_rules.campaign.moves import Move
from alexandros_rules.campaign.state import OVER, State
from alexandros_rules.chance import SeededChance
from alexandros_rules.ruleset import HasTime

FIRST = range(4)  # guesses in which all turns are compared
MORE = range(4, 12)  # further ones for the better half and what was played
# Turns are chosen because they do well in some guesses, so those guesses flatter them, and so does
# the estimate after a round.  The best are therefore compared again in new ones, for longer.
AGAIN = range(12, 44)
LONG = range(44, 84)  # guesses for whole turns, and for those of exercises
ROUNDS = 2  # for which games go on then
# An estimate after two rounds exaggerates leads.  Of a lead over the turn of the strongest bot, so
# much is left on average when games are played to their end (docs/review.md).
BELIEVED = 0.6
LEAST_LEAD = 0.02  # a smaller one in the first comparison is not worth a second
FINALISTS = 3  # among which the best turn is found
STANDING = 8  # guesses in which everybody's chances are rated
LIKELY = 0.4  # of the margin of ``clear_best``, for a first comparison


@dataclass
class _Candidate:
    """A whole turn to be compared, as it looks now; ``sure`` moves of it are always made.

    ``found`` has the seat's chance of winning after it in each guess.
    """

    moves: tuple[Move, ...]
    sure: int
    found: list[float] = field(default_factory=list)

    @property
    def chance(self) -> float:
        return fmean(self.found)


@dataclass(frozen=True, slots=True)
class CampaignAnalyst:
    """See ``alexandros_rules.analysis.Analyst``."""

    version: int = 1

    def best_turns(self, view: State, *, seat: int, salt: bytes, has_time: HasTime,
                   count: int) -> list[RatedTurn]:
        some = _candidates(view, seat)
        lookahead = _Lookahead(view, seat, salt)
        better = _better_half(lookahead, some, None, has_time)
        ranked = _ranked(better) + _ranked([one for one in some if one not in better])
        best = [_fresh(one) for one in ranked[:FINALISTS]]
        if len(best) > 1 and has_time():
            _compare(lookahead, best, AGAIN, has_time, rounds=ROUNDS)
            ranked[:FINALISTS] = _ranked(best)
        return [_rated(one) for one in ranked[:count]]

    def judge(self, view: State, moves: Sequence[Move], *, seat: int, salt: bytes,
              has_time: HasTime) -> Judgement:
        lookahead = _Lookahead(view, seat, salt)
        whole = completed(view, moves, seat=seat)
        played = _Candidate(whole, firm(view, whole))
        same = candidates.outcome(view, whole, seat=seat)
        some = [played, *(one for one in _candidates(view, seat)
                          if candidates.outcome(view, one.moves, seat=seat) != same)]
        best = _ranked(_better_half(lookahead, some, played, has_time))[0]
        if best.chance - played.chance < LEAST_LEAD:
            best = played
        if best is not played:
            again = [_fresh(best), _fresh(played)]
            _compare(lookahead, again, AGAIN, has_time, rounds=ROUNDS)
            best, played = again
            if best.chance - played.chance <= _error(best, played):
                best = played
        return Judgement(_rated(played), _rated(best))

    def clear_best(self, view: State, *, seat: int, salt: bytes, has_time: HasTime,
                   margin: float) -> tuple[RatedTurn, RatedTurn] | None:
        lookahead = _Lookahead(view, seat, salt)
        some = _better_half(lookahead, _candidates(view, seat), None, has_time)
        if _lead(some) < margin * LIKELY:
            return None
        again = [_fresh(one) for one in _ranked(some)[:2]]
        _compare(lookahead, again, [*AGAIN, *LONG], has_time, rounds=ROUNDS)
        if _lead(again) < margin or again[0].chance < again[1].chance:
            return None
        return _rated(again[0]), _rated(again[1])

    def chances(self, view: State, turns: Sequence[Sequence[Move]], *, seat: int, salt: bytes,
                has_time: HasTime) -> list[float]:
        some = [_Candidate(tuple(moves), len(moves)) for moves in turns]
        _compare(_Lookahead(view, seat, salt), some, LONG, has_time, rounds=ROUNDS)
        return [one.chance for one in some]

    def standing(self, view: State, *, seat: int, salt: bytes, has_time: HasTime) -> list[float]:
        sums, lookahead = [0.0] * view.players, _Lookahead(view, seat, salt)
        for number in range(1, STANDING + 1):
            found = lookahead.standing(number)
            sums = [a + b for a, b in zip(sums, found, strict=True)]
            if not has_time():
                break
        return [some / number for some in sums]

    def answer(self, view: State, moves: Sequence[Move], *, seat: int, salt: bytes,
               has_time: HasTime) -> Answer | None:
        """Return None: dice and secret bids come before every answer."""
        return None

    def guessed(self, view: State, *, seat: int, salt: bytes) -> State:
        return guess(view, seat, SeededChance(hashlib.sha256(salt).digest()))

    def points(self, chance: float, *, players: int) -> float:
        return chances.in_points(chance, players)

    def luck(self, steps: Sequence[tuple[State, Event]], *, seat: int, salt: bytes,
             has_time: HasTime) -> list[float]:
        return luck.of_events(steps, seat=seat, salt=salt, has_time=has_time)


class _Lookahead:
    """Estimates of chances of winning after turns from one view."""

    def __init__(self, view: State, seat: int, salt: bytes) -> None:
        self._view, self._seat, self._salt = view, seat, salt
        self._usual = dict[int, float]()

    def standing(self, number: int) -> list[float]:
        """Return everybody's chances at the end of the turn, in guess ``number``."""
        return chances.chances_of(self._end((), number, turns=1))

    def chance(self, one: _Candidate, number: int, *, rounds: int) -> float:
        """Return the seat's chance after a turn and so many rounds, in guess ``number``."""
        end = self._end(one.moves[:one.sure], number, turns=rounds * self._view.players)
        found = chances.chances_of(end)[self._seat]
        if rounds < ROUNDS or end.phase == OVER:
            return found
        usual = self._usual_chance(number)
        return usual + BELIEVED * (found - usual)

    def _usual_chance(self, number: int) -> float:
        """Return the seat's chance if it plays like the strongest bot, after as many rounds."""
        if number not in self._usual:
            end = self._end((), number, turns=ROUNDS * self._view.players)
            self._usual[number] = chances.chances_of(end)[self._seat]
        return self._usual[number]

    def _end(self, moves: Sequence[Move], number: int, *, turns: int) -> State:
        """Return the position after these moves and some turns, in guess ``number``."""
        seed = hashlib.sha256(self._salt + number.to_bytes(2)).digest()
        guessed = guess(self._view, self._seat, SeededChance(seed))
        coming = SeededChance(hashlib.sha256(seed).digest())
        return played_on(guessed, moves, seat=self._seat, chance=coming, turns=turns)


def _candidates(view: State, seat: int) -> list[_Candidate]:
    return [_Candidate(whole, firm(view, whole)) for whole in candidates.turns(view, seat)]


def _compare(lookahead: _Lookahead, some: Sequence[_Candidate], numbers: Sequence[int],
             has_time: HasTime, *, rounds: int = 1) -> None:
    """Add the chances of all these turns in these guesses; only the first if time is up."""
    for number in numbers:
        if number != numbers[0] and not has_time():
            return
        for one in some:
            one.found.append(lookahead.chance(one, number, rounds=rounds))


def _better_half(lookahead: _Lookahead, some: Sequence[_Candidate], played: _Candidate | None,
                 has_time: HasTime) -> list[_Candidate]:
    """Compare these turns, and return two or the better half of them, and what was played."""
    _compare(lookahead, some, FIRST, has_time)
    kept = _ranked(some)[:max(2, (len(some) + 1) // 2)]
    if played is not None and played not in kept:
        kept.append(played)
    if len(kept) > 1 and has_time():
        _compare(lookahead, kept, MORE, has_time)
    return kept


def _ranked(some: Sequence[_Candidate]) -> list[_Candidate]:
    return sorted(some, key=lambda one: one.chance, reverse=True)


def _lead(some: Sequence[_Candidate]) -> float:
    """Return the lead of the best of these turns, 0 for a single one."""
    ranked = _ranked(some)
    return ranked[0].chance - ranked[1].chance if len(ranked) > 1 else 0.0


def _fresh(one: _Candidate) -> _Candidate:
    return _Candidate(one.moves, one.sure)


def _error(one: _Candidate, other: _Candidate) -> float:
    """Return the standard error of the difference of two turns' chances in the same guesses.

    A single guess tells nothing, so its error is 1.
    """
    differences = [a - b for a, b in zip(one.found, other.found, strict=True)]
    if len(differences) < 2:
        return 1.0
    return float(stdev(differences) / len(differences) ** 0.5)


def _rated(one: _Candidate) -> RatedTurn:
    return RatedTurn(one.moves, one.sure, one.chance)
