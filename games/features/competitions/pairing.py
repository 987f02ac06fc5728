"""Who plays whom in the next round of a cup: tables of four, or a Swiss tournament for two.

Nothing here knows Django, and nothing is left to chance: the same people and the same earlier
rounds give the same tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, islice, permutations, product
from random import Random

PAIR, TABLE = 2, 4  # people of a match, and of a table
BOT = None  # a bot at a table of four; nobody in a pair, so that the other one has a bye

Seats = tuple[int | None, ...]  # people in the order of the seats
Tables = tuple[tuple[int, ...], ...]  # people by their ranks in the standings

# What costs most is avoided first: that two bots meet, that somebody begins again, that somebody
# has a bye again, that a pair meets again, that somebody has a bot at their table again, that
# somebody has another place again.  The squared differences of ranks, which cost 1, come to less
# than any of these.
BOTS, FIRST, BYE, AGAIN, WITH_BOT, PLACE = 10**21, 10**17, 10**14, 10**10, 10**8, 10**6
KICKS = 1500  # how often better tables are looked for elsewhere
AHEAD = 24  # of how many ways to seat a round the next one is tried
TRIES = 1500  # how many tables are tried to see if nobody need meet again
FAILURES = 3  # how many ways are tried that go wrong only after the next round
TIGHT = range(16, 25)  # fewer people at tables of four have to meet again, more need not


def rounds_for(people: int, size: int) -> int:
    """Return how many rounds a cup has.

    Two players: enough for at most one to win all.  Four: with enough people, as many as there are
    places in the turn order.
    """
    if size == PAIR:
        return min(max((people - 1).bit_length(), 3), 6)
    return 4 if people >= 16 else 3


def seeded(people: Sequence[int], size: int) -> list[int]:
    """Return people, who are given the strongest first, in the order for the first round.

    A table has one of each quarter, and a pair one of each half.
    """
    # Whoever is left over from the pairs stays the last and has a bye.
    tables = len(people) // PAIR if size == PAIR else -(-len(people) // size)
    seats = tables * size
    mixed = [one for table in range(tables) for one in people[table:seats:tables]]
    return [*mixed, *people[seats:]]


def next_round(people: Sequence[int], size: int, played: Sequence[Seats]) -> list[Seats]:
    """Return the tables of the next round, those with the best people first.

    ``people`` are in the order of the standings, the best first.  ``played`` are the tables of all
    earlier rounds, also with people who have left since.  Empty seats are bots, and of an odd
    number of people who play in pairs, one sits alone and has a bye.

    What matters, most of all first: everybody begins equally often, give or take one; byes go
    round; nobody meets twice; bots go round; everybody has each place equally often; and people
    meet others with similar standings.
    """
    if not people:
        return []
    entered = {one for table in played for one in table if one is not BOT} or set(people)
    rounds = max((sum(one in table for table in played) for one in entered), default=0)
    later = rounds_for(len(entered), size) - rounds - 1
    return _round(people, size, played, later if size == TABLE and len(people) in TIGHT else 0)[0]


def _round(people: Sequence[int], size: int, played: Sequence[Seats],
           later: int) -> tuple[list[Seats], bool]:
    """Return the tables, and whether nobody need meet again now and in later rounds."""
    search = _Search(people, size, played)
    search.run()
    if not search.is_new and (tables := search.new_tables()):
        search.start(tables)
        search.run()
    best, *others = sorted(search.found, key=search.found.__getitem__)
    seated, is_new = next(search.seatings(best)), search.is_new
    if later < 1 or not is_new:
        return seated, is_new
    # Some ways to meet only new people now leave no such way for later.
    fallback, failures, looked = seated, 0, 0
    for tables in [best, *others[:AHEAD]]:
        if search.found[tables] // AGAIN > search.found[best] // AGAIN:
            break
        for number, seated in enumerate(islice(search.seatings(tables), AHEAD * 4)):
            looked += 1
            then = [*played, *seated]
            after = _Search(people, size, then)
            if looked > AHEAD * 6 or not (number or after.new_tables(evenly=False)):
                break
            if after.new_tables():
                if later != 2 or not played or _round(people, size, then, later - 1)[1]:
                    return seated, True
                fallback = seated if not failures else fallback
                failures += 1
                if failures == FAILURES:
                    return fallback, False
    return fallback, False


class _Search:
    """Tables, and swaps of two people that make them better.

    People are numbered by their ranks in the standings, and the bots are behind them.
    """

    def __init__(self, people: Sequence[int], size: int, played: Sequence[Seats]) -> None:
        self.people, self.size = people, size
        count, tables = len(people), -(-len(people) // size)
        self.all = range(tables * size)
        self.times = [[0] * size for _ in people]  # how often each has had each place
        self.weights = [[self._apart(one, other) for other in self.all] for one in self.all]
        self._count(played)
        self.least = [min(times) for times in zip(*self.times, strict=True)]
        # People who have had the same places are of one kind, and the key of a table is a number
        # whose digits say how many of each kind are there.
        self.kinds: list[Sequence[int] | None] = [*map(list, sorted(set(map(tuple, self.times)))),
                                                  BOT]
        self.codes = [(size + 1) ** self.kinds.index(self._places(one)) for one in self.all]
        self.price = cache(self._price)
        self.found: dict[Tables, int] = {}
        ranks, bots = iter(self.all[:count]), iter(self.all[count:])
        shares = [(len(self.all) - count + number) // tables for number in range(tables)]
        # Neighbours in the standings are together, and bots are at the end.
        self.start([(*islice(ranks, size - share), *islice(bots, share)) for share in shares])

    def start(self, tables: Iterable[Sequence[int]]) -> None:
        """Begin with these tables."""
        self.tables = list(map(list, tables))
        self.at = [number for one in self.all for number, table in enumerate(self.tables)
                   if one in table]
        self.sums = [[sum(self.weights[one][other] for other in table) for table in self.tables]
                     for one in self.all]
        self.keys = [sum(self.codes[one] for one in table) for table in self.tables]
        self.cost = sum(map(self.price, self.keys)) + sum(
            self.sums[one][self.at[one]] for one in self.all) // 2

    def _apart(self, one: int, other: int) -> int:
        """Return what it costs that two meet who have not met yet."""
        count, (high, low) = len(self.people), sorted((one, other))
        if low < count:
            return (low - high) ** 2
        if high >= count:
            return BOTS if high != low else 0
        return (count - high) * count ** 2 if self.size == PAIR else 0  # the last have byes

    def _count(self, played: Sequence[Seats]) -> None:
        """Add what it costs to meet again, and count who has had which place."""
        count, ranks = len(self.people), {person: rank for rank, person in enumerate(self.people)}
        spare = BYE if self.size == PAIR else WITH_BOT
        for table in played:
            for place, person in enumerate(table):
                if person not in ranks:
                    continue
                one = ranks[person]
                if self.size != PAIR or BOT not in table:
                    self.times[one][place] += 1
                for other in table:
                    if other in ranks and other != person:
                        self.weights[one][ranks[other]] += AGAIN
                for bot in self.all[count:]:
                    self.weights[one][bot] += spare * table.count(BOT)
                    self.weights[bot][one] = self.weights[one][bot]

    def _places(self, one: int) -> Sequence[int] | None:
        return self.times[one] if one < len(self.people) else BOT

    def _price(self, key: int) -> int:
        """Return what the places of a table cost if it is seated best."""
        kinds: list[Sequence[int] | None] = []
        for kind in self.kinds:
            key, some = divmod(key, self.size + 1)
            kinds += [kind] * some
        return min(map(self._seating, permutations(kinds)))

    def _seating(self, kinds: Sequence[Sequence[int] | None]) -> int:
        """Return what this order of the seats costs.

        A bot begins only where everybody has begun more often than others have.
        """
        if self.size == PAIR and BOT in kinds:
            return 0
        costs = [2 * self.least[place] + 1 if kind is BOT else 2 * kind[place]
                 for place, kind in enumerate(kinds)]
        begun = self.least[0] + 1 if kinds[0] is BOT else kinds[0][0]
        return FIRST * begun + PLACE * sum(costs)

    def run(self) -> None:
        """Make the tables better, and keep what was found on the way."""
        random = Random(len(self.all))  # noqa: S311 - the same each time
        self._improve(range(len(self.tables)))
        self._keep()
        for _ in range(KICKS // len(self.tables)):
            before, swaps = self.cost, []
            for _ in range(random.randint(1, 3)):
                one, other = random.sample(self.all, 2)
                swaps.append((one, other))
                self._swap(one, other)
            swaps += self._improve({self.at[one] for swap in swaps for one in swap})
            self._keep()
            if self.cost > before:
                for one, other in reversed(swaps):
                    self._swap(one, other)

    @property
    def is_new(self) -> bool:
        """Whether no pair meets again in the best way that was found."""
        return min(self.found.values()) // AGAIN % (BYE // AGAIN) == 0

    def new_tables(self, *, evenly: bool = True) -> Tables:
        """Return any tables at which nobody meets again, and all begin evenly; () if none."""
        count, bots = len(self.people), self.all[len(self.people):]
        begun = [FIRST * (times[0] if times else self.least[0] + 1)
                 for times in map(self._places, self.all)]
        spare = [self.weights[one][bots[0]] if bots else 0 for one in self.all[:count]]
        with_bots = sorted(spare)[:len(bots) * (self.size - 1)]
        most = sum(sorted(begun)[:len(self.tables)]) + sum(with_bots) if evenly else BOTS
        allowed = [{other for other in self.all if other != one
                    and (self.weights[one][other] < AGAIN or (
                        min(one, other) < count <= max(one, other)
                        and spare[min(one, other)] <= with_bots[-1]))}
                   for one in self.all]
        tries = 0

        def fill(free: set[int], left: int) -> Tables | None:
            nonlocal tries
            if not free:
                return ()
            one = min(free, key=lambda one: len(allowed[one] & free))
            for some in combinations(sorted(allowed[one] & free), self.size - 1):
                tries += 1
                if tries > TRIES:
                    return None
                table = (one, *some)
                after = left - min(begun[other] for other in table)
                if max(table) >= count:
                    after -= sum(spare[other] for other in table if other < count)
                if after >= 0 and all(other in allowed[another]
                                      for another, other in combinations(some, 2)):
                    rest = fill(free.difference(table), after)
                    if rest is not None:
                        return (table, *rest)
            return None

        return fill(set(self.all), most) or ()

    def _keep(self) -> None:
        tables = tuple(sorted(tuple(sorted(table)) for table in self.tables))
        self.found[tables] = self.cost

    def _improve(self, numbers: Iterable[int]) -> list[tuple[int, int]]:
        """Swap people of these tables as long as it helps, and return the swaps."""
        todo, swaps = list(numbers), []
        while todo:
            number = todo.pop()
            gain, one, other = min((self._gain(one, other), one, other)
                                   for one in self.tables[number] for other in self.all)
            if gain < 0:
                todo += {number, self.at[other]} - {*todo}
                self._swap(one, other)
                swaps.append((one, other))
        return swaps

    def _gain(self, one: int, other: int) -> int:
        """Return what a swap would add to the cost."""
        here, there = self.at[one], self.at[other]
        if here == there:
            return 0
        own, theirs, keys = self.sums[one], self.sums[other], self.keys
        moved = self.codes[other] - self.codes[one]
        found = (own[there] - own[here] + theirs[here] - theirs[there]
                 - 2 * self.weights[one][other])
        if moved:
            found += (self.price(keys[here] + moved) + self.price(keys[there] - moved)
                      - self.price(keys[here]) - self.price(keys[there]))
        return found

    def _swap(self, one: int, other: int) -> None:
        here, there = self.at[one], self.at[other]
        self.cost += self._gain(one, other)
        for weights, sums in zip(self.weights, self.sums, strict=True):
            change = weights[other] - weights[one]
            sums[here] += change
            sums[there] -= change
        moved = self.codes[other] - self.codes[one]
        self.keys[here] += moved
        self.keys[there] -= moved
        self.tables[here][self.tables[here].index(one)] = other
        self.tables[there][self.tables[there].index(other)] = one
        self.at[one], self.at[other] = there, here

    def seatings(self, tables: Tables) -> Iterator[list[Seats]]:
        """Give the people of these tables in the order of the seats, in the best way first.

        The other ways differ in who begins, as far as that is no less even.
        """
        ways = []
        for number, table in enumerate(tables):
            # Where nothing else decides, the better ones begin at some tables only.
            some = [one for one in table if one < len(self.people)]
            turn = number % len(some)
            orders = sorted(((self._seating([self._places(one) for one in seats]), seats)
                             for seats in permutations(
                                 [*some[turn:], *some[:turn], *table[len(some):]])),
                            key=lambda order: order[0])
            starters: dict[int, Seats] = {}
            for cost, seats in orders:
                if cost // FIRST == orders[0][0] // FIRST:
                    starters.setdefault(seats[0], tuple(
                        self.people[one] if one < len(self.people) else BOT for one in seats))
            ways.append(list(starters.values()))
        return map(list, product(*ways))
