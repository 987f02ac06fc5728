"""Causes of a result: what a finished game has cost its players, counted on its log.

Every cause has a size in points.  It is counted, not estimated, wherever the log allows that: the
points that a levy did not pay, or paid somebody else.  Nothing is hidden after the end, so all of
this follows from the true positions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import TypeAlias

from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.moves import Draw, Levy, Occupy, Recall, Take
from alexandros_rules.alexandros.occupying import payment_of
from alexandros_rules.alexandros.provinces import (
    closed_provinces,
    levy_gains,
    levy_pays,
    owner,
    province_of,
    provinces,
    value,
)
from alexandros_rules.alexandros.state import ACT, OVER, State
from alexandros_rules.analysis import PlayedMove
from alexandros_rules.ruleset import lead

SPARE = 2  # cards at the end of a game that nobody is blamed for
LEAD = 3  # points by which a levy must pay its player more than others to be worth an action


@dataclass(frozen=True, slots=True)
class _Counted:
    """Something that a result came from: its size in ``points``, and the ``turns`` in question."""

    points: float
    turns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class IdleGuards(_Counted):
    """Guards that earned nothing in levies, mostly because several stood in one province (L2).

    ``missed`` points are those that the provinces with several guards would have paid with one
               guard each, in ``levies``.
    ``stuck``  of the seat's ``own`` turns ended with two guards or more placed, and none paid.
    """

    missed: int
    stuck: int
    own: int
    levies: int


@dataclass(frozen=True, slots=True)
class UnspentCards(_Counted):
    """Cards ``left`` at the end of the game, beside the fewest that somebody else had left.

    ``held`` is the average number at the end of the seat's turns, ``worth`` the points that the
    best of the others made by an action, on average.
    """

    left: int
    held: float
    other: int
    others_left: int
    worth: float


@dataclass(frozen=True, slots=True)
class PaidOthers(_Counted):
    """The seat's own levies that paid another seat more; ``other`` is the one paid most so."""

    levies: int
    other: int


@dataclass(frozen=True, slots=True)
class _Province(_Counted):
    """A province that somebody occupied in a ``turn``, and that ``then_paid`` them so many points.

    ``worth`` is its value, ``other`` the other seat concerned, and ``more`` counts the other
    provinces of this kind.
    """

    other: int
    turn: int
    worth: int
    then_paid: int
    more: int


@dataclass(frozen=True, slots=True)
class LostProvince(_Province):
    """A province that another seat took over; a levy ``paid`` for it before, 0 with two guards."""

    paid: int


@dataclass(frozen=True, slots=True)
class LeftOpen(_Province):
    """A free province that the seat could pay for, and that another seat occupied next.

    ``given_up``  whether the seat had a guard in it earlier in the turn.
    """

    given_up: bool


@dataclass(frozen=True, slots=True)
class EndedForOthers(_Counted):
    """The seat's own last move, which ended the game (``by`` walls or points) that others won."""

    by: str
    other: int
    behind: int


@dataclass(frozen=True, slots=True)
class FewLevies(_Counted):
    """Turns without a levy in which one would have paid the seat more than anybody else."""

    levies: int
    other: int
    others_levies: int


@dataclass(frozen=True, slots=True)
class GoodLevies(_Counted):
    """The winner's own levies, which paid it ``gained`` points, and nobody else more than these."""

    levies: int
    gained: int


class TookOver(_Province):
    """A province that the winner took over."""


Cause: TypeAlias = (
    IdleGuards | UnspentCards | PaidOthers | LostProvince | LeftOpen | EndedForOthers | FewLevies
    | GoodLevies | TookOver
)


@dataclass(frozen=True, slots=True)
class _Transfer:
    """A province that a seat occupied in a turn, and what levies then paid for it."""

    seat: int
    loser: int | None
    turn: int
    worth: int
    paid: int
    then_paid: int


class _Game:
    """A finished game, by its moves in order."""

    def __init__(self, played: Sequence[PlayedMove], winners: Collection[int]) -> None:
        self.played, self.winners = played, winners
        self.end: State = played[-1].after
        self.levies = [one for one in played if isinstance(one.move, Levy)]
        self.transfers = [self._transfer(i) for i, one in enumerate(played)
                          if isinstance(one.move, Occupy)]

    def seats_but(self, seat: int) -> list[int]:
        return [other for other in range(self.end.players) if other != seat]

    def best_other(self, seat: int) -> int:
        """Return the winner, or the best other seat if this seat has won."""
        scores = self.end.scores
        return max(self.seats_but(seat), key=lambda other: (other in self.winners, scores[other]))

    def ends_of_turns(self, seat: int) -> Iterator[tuple[int, State]]:
        """Yield the turns of a seat with the position at the end of each."""
        for i, one in enumerate(self.played):
            if one.seat == seat and (i + 1 == len(self.played)
                                     or self.played[i + 1].before.turn != one.before.turn):
                yield one.before.turn, one.after

    def gains(self, levy: PlayedMove) -> tuple[int, ...]:
        return tuple(b - a for a, b in zip(levy.before.scores, levy.after.scores, strict=True))

    def count_levies(self, seat: int) -> int:
        return sum(one.seat == seat for one in self.levies)

    def action_worth(self, seat: int) -> float:
        """Return the points that a seat made by an action, on average."""
        actions = sum(
            one.seat == seat and one.before.phase == ACT
            and isinstance(one.move, Draw | Take | Occupy | Levy | Recall) for one in self.played)
        return float(self.end.scores[seat] / max(1, actions))

    def _transfer(self, index: int) -> _Transfer:
        one = self.played[index]
        new = one.after.guards[one.seat] & ~one.before.guards[one.seat]
        province = province_of(one.before.board, one.before.walls, new.bit_length() - 1)
        loser = owner(one.before, province)
        worth = value(one.before.board, province)
        paid = 0 if loser is None else levy_pays(
            worth, (one.before.guards[loser] & province).bit_count())
        return _Transfer(one.seat, loser, one.before.turn, worth, paid,
                         self._then_paid(index, one.seat, new))

    def _then_paid(self, index: int, seat: int, guards: int) -> int:
        """Return what levies paid for guards after a move, for as long as they stood there."""
        total = 0
        for one in self.played[index + 1:]:
            guards &= one.before.guards[seat]
            if isinstance(one.move, Levy):
                total += _paid_for(one.before, guards)
        return total


def _paid_for(state: State, guards: int) -> int:
    """Return what a levy pays for the provinces in which these guards of a seat stand."""
    everybody = sum(state.guards)  # no province holds guards of two players (P3)
    return sum(
        levy_pays(value(state.board, province), (everybody & province).bit_count())
        for province in provinces(state.board, state.walls) if province & guards)


def find_causes(played: Sequence[PlayedMove], *, seat: int, winners: Collection[int],
                lost: Mapping[int, float]) -> list[Cause]:
    """Return what decided a finished game for a seat, the largest first.

    ``played`` are all moves with the true positions; ``lost`` are the points that turns of this
    seat gave away, as the analyst judged them, by turn.  Winners get causes of their win.
    """
    game = _Game(played, winners)
    if seat in winners:
        found = [_good_levies(game, seat), _took_over(game, seat)]
    else:
        found = [
            _idle_guards(game, seat), _unspent_cards(game, seat), _paid_others(game, seat),
            _lost_province(game, seat), _left_open(game, seat), _few_levies(game, seat),
            _ended_for_others(game, seat, lost)]
    return sorted((one for one in found if one is not None), key=lambda one: -one.points)


def paid_by_levies(played: Sequence[PlayedMove], *, seat: int,
                   winners: Collection[int]) -> tuple[int, int, int, int]:
    """Return the number of levies, the best other seat, and what they paid the two seats."""
    game = _Game(played, winners)
    other = game.best_other(seat)
    gains = [game.gains(levy) for levy in game.levies]
    mine, others = (sum(some[each] for some in gains) for each in (seat, other))
    return len(gains), other, mine, others


def _idle(state: State, seat: int) -> int:
    """Return the points that a levy does not pay for the seat's provinces with several guards."""
    return sum(value(state.board, province) for province in provinces(state.board, state.walls)
               if (province & state.guards[seat]).bit_count() > 1)


def _idle_guards(game: _Game, seat: int) -> Cause | None:
    missed, worth = dict[int, int](), dict[int, float]()
    for levy in game.levies:
        turn, gains = levy.before.turn, levy_gains(levy.before)
        idle = _idle(levy.before, seat)
        if idle:
            missed[turn] = worth[turn] = idle
        if gains[seat] == 0 and levy.before.guards_left(seat) == 0:
            # All guards are bound, so that the seat could not hold what others held meanwhile.
            others = mean(gains[other] for other in game.seats_but(seat))
            worth[turn] = max(idle, others)
    ends = [state for _, state in game.ends_of_turns(seat)]
    stuck = sum(state.guards[seat].bit_count() > 1 and levy_gains(state)[seat] == 0
                for state in ends)
    if not missed and not (stuck and worth):
        return None
    return IdleGuards(sum(worth.values()), tuple(worth), sum(missed.values()), stuck, len(ends),
                      len(missed))


def _unspent_cards(game: _Game, seat: int) -> Cause | None:
    left = [cards.total(hand) for hand in game.end.hands]
    other = min(game.seats_but(seat), key=left.__getitem__)
    ends = [*game.ends_of_turns(seat)]
    held = [(turn, cards.total(state.hands[seat])) for turn, state in ends]
    # Whoever has no guard left can only wait: that is the fault of the guards.
    free = max((cards.total(state.hands[seat]) for _, state in ends if state.guards_left(seat)),
               default=0)
    surplus = min(left[seat], free) - max(SPARE, left[other])
    if surplus <= 0:
        return None
    most = max(held, key=lambda pair: pair[1])[0]
    worth = game.action_worth(game.best_other(seat))
    return UnspentCards(surplus * worth, (most,), left[seat], mean(count for _, count in held),
                        other, left[other], worth)


def _paid_others(game: _Game, seat: int) -> Cause | None:
    given = dict[int, int]()
    to = [0] * game.end.players
    for levy in game.levies:
        gains = game.gains(levy)
        most = max(game.seats_but(seat), key=gains.__getitem__)
        if levy.seat == seat and gains[most] > gains[seat]:
            given[levy.before.turn] = gains[most] - gains[seat]
            to[most] += given[levy.before.turn]
    if not given:
        return None
    return PaidOthers(sum(given.values()), tuple(given), len(given),
                      max(range(len(to)), key=to.__getitem__))


def _lost_province(game: _Game, seat: int) -> Cause | None:
    lost = [one for one in game.transfers if one.loser == seat and one.then_paid]
    if not lost:
        return None
    # Takeovers are part of the game, so those of the seat are set against those of others.
    won = sum(one.then_paid for one in game.transfers
              if one.seat == seat and one.loser is not None)
    worst = max(lost, key=lambda one: one.then_paid)
    return LostProvince(sum(one.then_paid for one in lost) - won,
                        tuple(one.turn for one in lost), worst.seat, worst.turn, worst.worth,
                        worst.then_paid, len(lost) - 1, worst.paid)


def _took_over(game: _Game, seat: int) -> Cause | None:
    won = [one for one in game.transfers
           if one.seat == seat and one.loser is not None and one.then_paid]
    if not won:
        return None
    best = max(won, key=lambda one: one.then_paid)
    assert best.loser is not None  # chosen above
    return TookOver(sum(one.then_paid for one in won), tuple(one.turn for one in won), best.loser,
                    best.turn, best.worth, best.then_paid, len(won) - 1)


def _left_open(game: _Game, seat: int) -> Cause | None:
    left = list[tuple[int, _Transfer, bool]]()
    taken = {one.turn: one for one in game.transfers}
    for turn, end in game.ends_of_turns(seat):
        passed = [one.before for one in game.played
                  if one.seat == seat and one.before.turn == turn]
        chances = [
            province for state in passed if state.phase == ACT and state.actions
            for province in closed_provinces(state) if may_occupy(state, seat, province)]
        for following in range(turn + 1, turn + end.players):
            one = taken.get(following)
            if one is None or one.loser is not None or not one.then_paid:
                continue
            same = [province for province in chances if owner(end, province) is None
                    and value(end.board, province) == one.worth]
            if same:
                given_up = any(state.guards[seat] & same[0] for state in passed)
                left.append((turn, one, given_up))
    if not left:
        return None
    turn, worst, given_up = max(left, key=lambda found: found[1].then_paid)
    return LeftOpen(worst.then_paid, (turn, worst.turn), worst.seat, turn, worst.worth,
                    worst.then_paid, len(left) - 1, given_up)


def may_occupy(state: State, seat: int, province: int) -> bool:
    """Return whether the seat's cards and guards pay for a free province."""
    return owner(state, province) is None and payment_of(state, seat, province).payable


def _few_levies(game: _Game, seat: int) -> Cause | None:
    other = game.best_other(seat)
    levies, others = game.count_levies(seat), game.count_levies(other)
    if levies >= others:
        return None
    levied = {one.before.turn for one in game.levies if one.seat == seat}
    missed = dict[int, int]()
    for one in game.played:
        turn, state = one.before.turn, one.before
        if one.seat == seat and turn not in levied and _can_levy(state, seat):
            gains = levy_gains(state)
            missed[turn] = max(missed.get(turn, 0), lead(gains, seat))
    worth = {turn: points for turn, points in missed.items() if points >= LEAD}
    if not worth:
        return None
    return FewLevies(sum(worth.values()), tuple(worth), levies, other, others)


def _can_levy(state: State, seat: int) -> bool:
    """Return whether the seat, which is to move, has an action and a card for a levy (L1)."""
    return state.phase == ACT and state.actions > 0 and any(
        held and spaces & state.guards[seat]
        for held, spaces in zip(state.hands[seat], state.board.symbols, strict=False))


def _good_levies(game: _Game, seat: int) -> Cause | None:
    leads, gained = dict[int, int](), 0
    for levy in game.levies:
        gains = game.gains(levy)
        if levy.seat == seat and lead(gains, seat) > 0:
            leads[levy.before.turn] = lead(gains, seat)
            gained += gains[seat]
    if not leads:
        return None
    return GoodLevies(sum(leads.values()), tuple(leads), len(leads), gained)


def _ended_for_others(game: _Game, seat: int, lost: Mapping[int, float]) -> Cause | None:
    last = game.played[-1]
    if last.seat != seat or game.end.phase != OVER or game.end.last_round:
        return None  # in a last round, somebody else may have brought the end about (E6)
    turn, other = last.before.turn, game.best_other(seat)
    return EndedForOthers(lost.get(turn, 0.0), (turn,), game.end.reason, other,
                          game.end.scores[other] - game.end.scores[seat])
