"""Compares single rules with ``reference_rules`` in cases that are rare in random games."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from alexandros_rules.campaign import auctions, awards, trading, yields
from alexandros_rules.campaign.building import road_sites
from alexandros_rules.campaign.moves import Bid, Payment
from alexandros_rules.campaign.order_text import format_move
from alexandros_rules.campaign.state import BUILD, Offer, State, change
from alexandros_rules.campaign.things import (
    AUCTION_NAMES,
    COMMODITIES,
    DEVELOPMENT_NAMES,
    GOLD,
    KIND_NAMES,
    KINDS,
    NO_DEVELOPMENTS,
    SOLDIERS,
)
from alexandros_rules.campaign.world import bits
from alexandros_rules.immutable import with_item
from tests.campaign import reference_rules as rules
from tests.campaign.random_games import Game
from tests.campaign.reference_facts import choices, named, places, table_of
from tests.campaign.reference_game import Game as Table

TRIES = 300


@pytest.fixture(scope="module")
def built_up() -> list[tuple[State, Table]]:
    """The last positions of some games, with the tables of the reference."""
    found = []
    for number in range(6):
        game = Game(number)
        table = table_of(game)
        for state, seat, move, *_ in game.steps():
            if move is not None:
                table.play(seat, format_move(move, state))
        found.append((state, table))
    return found


@pytest.mark.rule("YI1", "YI2", "YI3")
def test_yields_are_the_same_when_the_bank_has_little(
    built_up: list[tuple[State, Table]],
) -> None:
    rng = Random(1)
    for state, table in built_up * 5:
        bank = (*(rng.choice((0, 1, 1, 2, 3, 9)) for _ in KINDS), 0)
        robber = rng.choice(state.world.land)
        table.bank, table.robber = named(bank), state.world.hexes[robber].label
        for number in range(2, 13):
            gains, short = yields.yields(change(state, bank=bank, robber=robber), number)
            assert [named(some) for some in gains] == [
                +some for some in rules.yields(table, number)]
            assert not any(some[kind] for some in gains for kind in short)


@pytest.mark.rule("AU10")
def test_sealed_auctions_have_the_same_winner_and_price() -> None:
    rng = Random(2)
    for _ in range(TRIES):
        order = rng.sample(range(4), rng.randint(1, 4))
        limits = {seat: rng.randint(0, 4) for seat in order}
        bids = [Bid(limits[seat], ()) if seat in limits else None for seat in range(4)]
        assert auctions.sealed_outcome(bids, order) == rules.sealed_winner(
            [(seat, limits[seat]) for seat in order])


@pytest.mark.rule("AU1", "AU6")
def test_the_same_of_a_payment_is_used_up_for_a_lower_price() -> None:
    rng = Random(3)
    for _ in range(TRIES):
        kinds = rng.sample((2, 3, GOLD, SOLDIERS), rng.randint(1, 4))
        payment: Payment = tuple([(kind, rng.randint(1, 4)) for kind in kinds])
        things = _things(payment)
        for price in range(1, auctions.value(payment) + 1):
            used = _things(auctions.part_of(payment, price))
            assert used == rules.used_for(things, price)
            assert auctions.is_exact(payment, price) == rules.pays_exactly(things, price)
            assert rules.pays_exactly(used, price)


@pytest.mark.rule("AU1", "AU7")
def test_who_has_not_said_how_to_pay_pays_with_the_same_things() -> None:
    rng = Random(10)
    state = Game(2).first_state()
    for _ in range(TRIES):
        hand = (*(rng.randint(0, 4) for _ in KINDS), 0)
        soldiers = rng.randint(0, 3)
        changed = change(state, hands=(hand,) * 4, soldiers=(soldiers,) * 4)
        for kind, name in enumerate(AUCTION_NAMES):
            held = named(hand) + Counter(soldier=soldiers)
            order = [thing for thing in rules.usual_order(held) if thing in rules.COUNTING[name]]
            for price in range(1, rules.worth(order) + 1):
                paid = _things(auctions.usual_payment(changed, kind, price, seat=0))
                assert paid == rules.used_for(order, price)


@pytest.mark.rule("CO1", "CO2")
def test_counselors_go_to_the_same_players() -> None:
    rng = Random(4)
    for number in range(TRIES):
        state = Game(number).first_state()
        chits = [0] * state.players
        owners = list(state.counselors)
        for _ in range(25):
            chits[rng.randrange(state.players)] += 1
            owners = rules.counselors(owners, chits)
            won = tuple([(total, 0, 0, 0) for total in chits])
            state = change(state, won=won)
            state = change(state, counselors=awards.counselors(state))
            assert list(state.counselors) == owners


@pytest.mark.rule("LR1", "LA1")
def test_awards_pass_to_the_same_players() -> None:
    rng = Random(5)
    state = Game(2).first_state()
    for _ in range(TRIES):
        sizes = [rng.choice((2, 3, 4, 5, 5, 6, 6, 7)) for _ in range(state.players)]
        owner = rng.choice([None, *range(state.players)])
        changed = change(state, longest=owner, army=owner, soldiers=tuple(sizes))
        assert awards.longest_road(changed, sizes) == rules.holder(owner, sizes, 5)
        assert awards.largest_army(changed) == rules.holder(owner, sizes, 3)


@pytest.mark.rule("EN1", "EN3", "EN4")
def test_the_same_players_win_with_equal_points() -> None:
    rng = Random(11)
    shared = 0
    for number in range(TRIES):
        game = Game(number % 12)
        table, state = table_of(game), game.first_state()
        seats = range(state.players)
        points, chits = ([rng.randint(0, 2) for _ in seats] for _ in range(2))
        changed = change(
            state, cards=tuple((0, some, 0, 0, 0, 0) for some in points),
            won=tuple((some, 0, 0, 0) for some in chits))
        table.cards = [Counter(point=some) for some in points]
        table.won = [Counter(famine=some) for some in chits]
        table.end_at_goal()
        assert list(awards.best_of(changed, [*seats])) == table.winners
        shared += len(table.winners) > 1
    assert shared > 10


@pytest.mark.rule("LR1", "BU2")
def test_roads_anywhere_have_the_same_length_and_go_on_at_the_same_places(
    built_up: list[tuple[State, Table]],
) -> None:
    rng = Random(6)
    for state, table in built_up * 4:
        roads = _random_roads(state, rng)
        changed = change(state, roads=roads)
        known = places(state.world)
        table.roads = {known.paths[path]: seat
                       for seat, mask in enumerate(roads) for path in bits(mask)}
        seats = range(state.players)
        assert awards.road_lengths(changed) == [rules.longest_line(table, s) for s in seats]
        for seat in seats:
            assert {known.paths[path] for path in bits(road_sites(changed, seat))} == (
                rules.road_sites(table, seat))


@pytest.mark.rule("DE3", "TH3")
def test_road_building_builds_no_more_roads_than_are_left(
    built_up: list[tuple[State, Table]],
) -> None:
    rng = Random(9)
    for state, table in built_up:
        seat, known = state.seat, places(state.world)
        one_card = tuple([int(name == "roads") for name in (*DEVELOPMENT_NAMES, "")])
        for number in (12, 13, 14, 15):
            changed = change(
                state, roads=_random_roads(state, rng, number=number), phase=BUILD, played=False,
                cards=with_item(state.cards, seat, one_card), bought=NO_DEVELOPMENTS)
            table.roads = {known.paths[path]: other for other, mask in enumerate(changed.roads)
                           for path in bits(mask)}
            assert choices(changed)["free roads"] == table.free_roads(seat)


def _random_roads(state: State, rng: Random, *, number: int = 15) -> tuple[int, ...]:
    """Lets roads of each player grow from anywhere, so that they meet buildings and each other."""
    world = state.world
    roads = [0] * state.players
    for _ in range(number):
        for seat in range(state.players):
            free = [path for path in range(len(world.paths))
                    if not any(mask >> path & 1 for mask in roads)]
            near = [path for path in free if world.adjacent_paths[path] & roads[seat]]
            roads[seat] |= 1 << rng.choice(near or free)
    return tuple(roads)


@pytest.mark.rule("TR3")
def test_the_same_offer_is_taken_at_once(built_up: list[tuple[State, Table]]) -> None:
    rng = Random(8)
    found = 0
    for state, table in built_up * 30:
        everything = (9,) * 6 + (0,)
        others = [seat for seat in range(state.players) if seat != state.seat]
        offers = tuple([_random_offer(rng, number, rng.choice(others), state.players)
                        for number in range(1, 12)])
        changed = change(state, offers=offers, hands=(everything,) * state.players)
        table.offers = [rules.Offer(
            offer.number, offer.seat, named(offer.give), named(offer.get), {*bits(offer.to)},
            1, standing=True) for offer in offers]
        own = _random_offer(rng, 12, state.seat, state.players)
        best = trading.best_match(changed, own.give, own.get, own.to)
        fitting = rules.fitting_offers(table, rules.Offer(
            12, own.seat, named(own.give), named(own.get), {*bits(own.to)}, 1, standing=False))
        assert (best and best.number) == (fitting[0].number if fitting else None)
        found += len(fitting) > 1
    assert found > 10


def _random_offer(rng: Random, number: int, seat: int, players: int) -> Offer:
    """Returns an offer of wheat and wool for brick and lumber, or the other way round."""
    sides = [(rng.randint(0, 2), rng.randint(1, 2), 0, 0, 0, 0, 0),
             (0, 0, rng.randint(0, 2), rng.randint(1, 2), 0, 0, 0)]
    give, get = rng.sample(sides, 2)
    to = rng.randrange(1 << players) | rng.randrange(1 << players)
    return Offer(number, seat, give, get, to & ~(1 << seat), 1, standing=True)


@pytest.mark.rule("SE1")
def test_preferred_discards_are_the_same() -> None:
    rng = Random(7)
    for _ in range(TRIES):
        hand = (*(rng.randint(0, 6) for _ in COMMODITIES), 3, 0)
        number = sum(hand[:GOLD]) // 2
        first = tuple(rng.sample(COMMODITIES, rng.randint(1, 5)))
        given = yields.preferred_discard(hand, number, first)
        assert named(given) == rules.preferred_discard(
            named(hand), number, [KIND_NAMES[kind] for kind in first])


def _things(payment: Payment) -> list[str]:
    names = {**dict(enumerate(KIND_NAMES)), SOLDIERS: "soldier"}
    return [names[kind] for kind, number in payment for _ in range(number)]
