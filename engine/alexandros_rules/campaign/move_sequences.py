"""Sequences of very many moves, which are made only when somebody asks for them.

Each sequence knows its length without making its moves (see ``alexandros_rules.move_list``).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations, product
from math import factorial, prod
from typing import Any

from alexandros_rules.campaign import moves
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.moves import Payment


class _Lazy(Sequence[Any], ABC):
    """A sequence with a known length that makes its items in order."""

    def __init__(self, length: int):
        self._length = length

    def __len__(self) -> int:
        return self._length

    @abstractmethod
    def __iter__(self) -> Iterator[Any]: ...

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self._length))]
        if not -self._length <= index < self._length:
            raise IndexError(index)
        return self._at(index % self._length)

    def _at(self, index: int) -> Any:
        for i, item in enumerate(self):
            if i == index:
                return item
        raise IndexError(index)


class Discards(_Lazy):
    """All ways to discard a given number of cards of a hand (SE1)."""

    most_listed = 8

    def __init__(self, hand: th.Counts, number: int):
        super().__init__(_count_choices(hand[:th.GOLD], number))
        self.hand, self.number = hand, number

    def __iter__(self) -> Iterator[moves.Discard]:
        for chosen in _choices(self.hand[:th.GOLD], self.number):
            yield moves.Discard((*chosen, 0, 0))


class Bids(_Lazy):
    """All bids of at least ``lowest`` with all ways to pay them, in any order of kinds (AU5, AU6).

    ``held`` is how many the bidder has of each thing that counts.
    """

    most_listed = 8

    def __init__(self, held: dict[int, int], *, lowest: int = 1):
        self.held, self.lowest = held, lowest
        super().__init__(
            _count_bids(tuple(held.items())) if lowest == 1 else sum(1 for _ in self))

    def __iter__(self) -> Iterator[moves.Bid]:
        kinds = [*self.held]
        for chosen in product(*(range(number + 1) for number in self.held.values())):
            pairs = [(kind, n) for kind, n in zip(kinds, chosen, strict=True) if n]
            for limit in limits(pairs):
                if limit >= self.lowest:
                    yield from (moves.Bid(limit, payment) for payment in permutations(pairs))


def limits(pairs: Sequence[tuple[int, int]]) -> range:
    """Return the bids for which all of these things are needed."""
    if not pairs:
        return range(0)
    # Only soldiers can be worth more than the bid that they pay.
    total = sum(th.worth(kind) * number for kind, number in pairs)
    least = min(th.worth(kind) for kind, _ in pairs)
    return range(max(1, total - least + 1), total + 1)


@lru_cache(maxsize=4096)
def _count_bids(held: Payment) -> int:
    """Return the number of bids, without listing them."""
    # The number of each kind can be chosen freely, and so can the order of the kinds.  Each choice
    # pays one limit, but soldiers alone pay three.
    count = 0
    for chosen in product((0, 1), repeat=len(held)):
        numbers = [number for pick, (_, number) in zip(chosen, held, strict=True) if pick]
        count += factorial(len(numbers)) * prod(numbers) if numbers else 0
    soldiers = dict(held).get(th.SOLDIERS, 0)
    return count + 2 * soldiers


class Offers(_Lazy):
    """All offers that a hand could fulfil to these masks of recipients (TR2, TR3).

    An offer that does not stand is made once; a standing one for 1 to ``most`` trades.
    """

    most_listed = 2

    def __init__(self, hand: th.Counts, recipients: Sequence[int], *, standing: bool, most: int):
        self.hand, self.recipients = hand, recipients
        self.standing, self.most = standing, most
        self._trades = [_count_trades(_share(hand, n)) for n in range(1, most + 1)]
        super().__init__(len(recipients) * sum(self._trades))

    def __iter__(self) -> Iterator[moves.MakeOffer]:
        return map(self._at, range(len(self)))

    def _at(self, index: int) -> moves.MakeOffer:
        index, place = divmod(index, len(self.recipients))
        number = 1
        while index >= self._trades[number - 1]:
            index -= self._trades[number - 1]
            number += 1
        give, get = _trade_at(_share(self.hand, number), index)
        return moves.MakeOffer(give, get, self.recipients[place], number, self.standing)


def _share(hand: th.Counts, number: int) -> tuple[int, ...]:
    """Return how many of each kind can be given ``number`` times."""
    return tuple([held // number for held in hand[:th.UNKNOWN]])


@lru_cache(maxsize=4096)
def _count_trades(held: tuple[int, ...], *, gives: bool = False, gets: bool = False) -> int:
    """Return the number of ways to give some of these things for some of other kinds.

    ``gives`` and ``gets`` say whether the trade already has things on either side.
    """
    some = prod(1 + have + most for have, most in _with_most(held))
    without = 0
    if not gives:
        without += prod(1 + most for _, most in _with_most(held))
    if not gets:
        without += prod(1 + have for have, _ in _with_most(held))
    return some - without + (not gives and not gets)


def _with_most(held: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return pairs of the numbers held and the numbers in the game, for the last kinds."""
    return list(zip(held, th.IN_GAME[len(th.IN_GAME) - len(held):], strict=True))


def _trade_at(held: tuple[int, ...], index: int) -> tuple[th.Counts, th.Counts]:
    give, get = [0] * 7, [0] * 7
    # For each kind in turn, trades leave it out first, then give some of it, then get some.
    for kind, have in enumerate(held):
        rest = held[kind + 1:]
        gives, gets = any(give), any(get)
        nothing = _count_trades(rest, gives=gives, gets=gets)
        if index < nothing:
            continue
        index -= nothing
        giving = _count_trades(rest, gives=True, gets=gets)
        if index < have * giving:
            number, index = divmod(index, giving)
            give[kind] = number + 1
            continue
        index -= have * giving
        getting = _count_trades(rest, gives=gives, gets=True)
        number, index = divmod(index, getting)
        get[kind] = number + 1
    return tuple(give), tuple(get)


class Preferences(tuple[moves.PreferDiscards, ...]):
    """All decisions in advance about discards."""

    __slots__ = ()
    most_listed = 2


PREFERENCES = Preferences(
    moves.PreferDiscards(kinds)
    for size in range(len(th.COMMODITIES) + 1) for kinds in permutations(th.COMMODITIES, size))


def _choices(pool: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """Yield all choices of ``size`` things from a pool, most of the first kind first."""
    if not pool:
        if not size:
            yield ()
        return
    first, *rest = pool
    for number in range(min(first, size), max(0, size - sum(rest)) - 1, -1):
        for chosen in _choices(rest, size - number):
            yield (number, *chosen)


def _count_choices(pool: Sequence[int], size: int) -> int:
    """Return the number of choices, without listing them."""
    ways = [1] + [0] * size
    for held in pool:
        ways = [sum(ways[max(0, n - held): n + 1]) for n in range(size + 1)]
    return ways[size]
