"""Compares rules that come from the base game with two public engines for that game.

What is left out, because the rules differ or the other engine is wrong:

- A shortage of what is due to one player alone (YI2): catanatron pays nothing, and pycatan never
  runs out.
- Who has the longest road after a line was cut (LR1): each has its own rule.
- The length of a line that ends at another player's building: catanatron does not count its last
  road.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from alexandros_rules.campaign.things import DECK, DEVELOPMENT_NAMES, DEVELOPMENT_PRICE
from tests.campaign.base_board import BaseBoard, Place
from tests.campaign.catanatron_table import CatanatronTable
from tests.campaign.engine_table import EngineTable
from tests.campaign.pycatan_table import PycatanTable
from tests.campaign.reference_facts import named
from tests.campaign.reference_rules import COMMODITIES, PRICES

BOARDS = int(os.environ.get("BOARDS", "3"))  # more for a thorough comparison
ENGINES: dict[str, type[CatanatronTable | PycatanTable]] = {
    "catanatron": CatanatronTable, "pycatan": PycatanTable}


class Pair:
    """The same position in our engine and in another one."""

    def __init__(self, engine: str, number: int):
        self.rng, self.engine = Random(number), engine
        self.players = self.rng.randint(2, 4)
        self.board = BaseBoard(self.rng)
        self.ours = EngineTable(self.board, self.players)
        self.theirs: Any = ENGINES[engine](self.board, self.players)
        self.was_cut = self.ended_at_others = False

    def both(self, name: str, *arguments: Any) -> None:
        """Does the same in both engines."""
        for table in (self.ours, self.theirs):
            getattr(table, name)(*arguments)

    def found(self) -> None:
        """Places up to two settlements of each player anywhere, without neighbours."""
        free = sorted(self.ours.names.junctions)
        for seat in [*range(self.players), *range(self.players)]:
            junction = self.rng.choice(free)
            self.both("found", seat, junction)
            near = {end for way in self.ours.names.paths if junction in way for end in way}
            free = [other for other in free if other not in near]

    def deal(self) -> None:
        """Gives out all cards at random, some to the bank, and moves the robber."""
        hands = [Counter[str]() for _ in range(self.players + 1)]
        luck = [self.rng.random() ** 2 for _ in hands]
        for kind in COMMODITIES:
            for hand in self.rng.choices(hands, luck, k=19):
                hand[kind] += 1
        if self.rng.random() < 0.2:
            hands[-1] += hands[0]
            hands[0] = Counter()
        *dealt, bank = hands
        self.both("deal", dealt, bank)
        place: Place = self.rng.choice([*self.board.kinds])
        self.both("move_robber", place)

    def build(self) -> None:
        """Lets any player build something, mostly roads, or cut another player's road."""
        seat = self.rng.randrange(self.players)
        sites = self.ours.sites(seat)
        kinds = [kind for kind, weight in (("road", 8), ("settlement", 3), ("city", 1))
                 for _ in range(weight) if sites[kind]]
        if kinds:
            kind = self.rng.choice(kinds)
            cutting = {place for place in sites["settlement"] if self.ours.is_cut_by(seat, place)}
            if cutting:
                kind, sites = "settlement", {"settlement": cutting}
            where = self.rng.choice(sorted(sites[kind]))
            if kind == "settlement":
                self.was_cut |= self.ours.is_cut_by(seat, where)
            before = [self.ours.hand(seat), self.theirs.hand(seat)]
            self.both("build", seat, kind, where)
            after = [self.ours.hand(seat), self.theirs.hand(seat)]
            assert [a - b for a, b in zip(before, after, strict=True)] == [PRICES[kind]] * 2
        self.ended_at_others |= any(map(self.ours.ends_at_others, range(self.players)))


def positions(engine: str, *, boards: int = BOARDS) -> Iterator[Pair]:
    """Yields many positions of games on a few boards."""
    for number in range(boards):
        pair = Pair(engine, number)
        pair.found()
        for _ in range(30 * pair.players):
            pair.deal()
            yield pair
            pair.build()
            if pair.ours.is_over():
                break  # the other engines do not notice


@pytest.fixture(params=sorted(ENGINES))
def engine(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.mark.rule("BU1", "BU2", "BU3", "TH3")
def test_the_same_can_be_built_at_the_same_places(engine: str) -> None:
    for pair in positions(engine):
        for seat in range(pair.players):
            assert pair.ours.sites(seat) == pair.theirs.sites(seat)


@pytest.mark.rule("TR1")
def test_the_bank_trades_at_the_same_rates(engine: str) -> None:
    for pair in positions(engine):
        for seat in range(pair.players):
            assert pair.ours.exchanges(seat) == pair.theirs.exchanges(seat)


@pytest.mark.rule("TR1", "DE3")
def test_exchanges_plenty_and_monopoly_move_the_same_cards() -> None:
    for pair in positions("catanatron"):  # pycatan has no bank
        seat = pair.rng.randrange(pair.players)
        if trades := sorted(pair.ours.exchanges(seat)):
            pair.both("exchange", seat, pair.rng.choice(trades))
            _compare_cards(pair)
        pair.both("play", seat, "monopoly", [pair.rng.choice(COMMODITIES)])
        _compare_cards(pair)
        in_bank = sorted(pair.ours.bank().elements())
        if len(in_bank) > 1:
            pair.both("play", seat, "plenty", pair.rng.sample(in_bank, 2))
            _compare_cards(pair)


def _compare_cards(pair: Pair) -> None:
    assert pair.ours.bank() == pair.theirs.bank()
    for seat in range(pair.players):
        assert pair.ours.hand(seat) == pair.theirs.hand(seat)


@pytest.mark.rule("TH4", "BU1")
def test_development_cards_are_the_same_and_cost_the_same(engine: str) -> None:
    pair = Pair(engine, 0)
    assert pair.theirs.deck == named(DECK, DEVELOPMENT_NAMES)
    assert pair.theirs.development_price == named(DEVELOPMENT_PRICE)


@pytest.mark.rule("LA1", "DE2")
def test_the_largest_army_passes_to_the_same_players(engine: str) -> None:
    for number in range(BOARDS):
        pair = Pair(engine, number)
        pair.found()
        for _ in range(14):
            pair.both("play", pair.rng.randrange(pair.players), "soldier")
            assert pair.ours.largest_army == pair.theirs.largest_army


@pytest.mark.rule("SE2")
def test_the_robber_goes_to_the_same_hexes_and_robs_the_same_players(engine: str) -> None:
    for pair in positions(engine):
        for seat in range(pair.players):
            assert pair.ours.robberies(seat) == pair.theirs.robberies(seat)


@pytest.mark.rule("YI1", "YI2")
def test_a_roll_yields_the_same(engine: str) -> None:
    for pair in positions(engine):
        bank = pair.ours.bank()
        for number in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12):
            due = pair.ours.due(number)
            short = {kind for kind in COMMODITIES if sum(some[kind] for some in due) > bank[kind]}
            if engine == "catanatron":
                short = {kind for kind in short if sum(some[kind] > 0 for some in due) == 1}
            for ours, theirs in zip(pair.ours.yields(number), pair.theirs.yields(number),
                                    strict=True):
                assert all(ours[kind] == theirs[kind] for kind in COMMODITIES if kind not in short)


@pytest.mark.rule("LR1")
def test_the_longest_roads_have_the_same_length_and_owner(engine: str) -> None:
    for pair in positions(engine):
        lengths = zip(pair.ours.road_lengths(), pair.theirs.road_lengths(), strict=True)
        for seat, (ours, theirs) in enumerate(lengths):
            assert ours == theirs or (engine == "catanatron" and pair.ours.ends_at_others(seat))
        if not pair.was_cut and not (engine == "catanatron" and pair.ended_at_others):
            assert pair.ours.longest_road == pair.theirs.longest_road
