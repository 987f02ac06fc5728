"""A sealed auction ends as an open one would, for thousands of limits (AU10).

Two kinds of open bidding are compared with it: bidders who raise by as much as nobody would raise
again, and bidders who always raise by one.
"""

from __future__ import annotations

from random import Random

import pytest

from alexandros_rules.campaign import events
from alexandros_rules.campaign.auctions import awaited, high_bid, sealed_outcome
from alexandros_rules.campaign.state import State
from tests.campaign.positions import auction, events_of, gold, of_type, play, position

Outcome = tuple[int, int] | None
Limits = tuple[int, ...]

pytestmark = pytest.mark.rule("AU3", "AU10")


def some_limits(number: int, seed: int) -> list[tuple[Limits, int]]:
    """Returns limits for two to four seats with many ties and passes, and who opens."""
    rng = Random(seed)
    found = []
    for _ in range(number):
        players = rng.choice((2, 3, 4))
        most = rng.choice((2, 4, 9))
        found.append((tuple(rng.randint(0, most) for _ in range(players)), rng.randrange(players)))
    return found


def order_from(opener: int, players: int) -> list[int]:
    return [(opener + i) % players for i in range(players)]


def sealed(limits: Limits, opener: int) -> Outcome:
    return sealed_outcome([gold(limit) for limit in limits], order_from(opener, len(limits)))


def best_bid(seat: int, limits: Limits, standing: int, rivals: list[int]) -> int:
    """Returns what a seat bids to raise as little as it can and not be raised; 0 is a pass."""
    wanted = max([standing + 1, *[limits[rival] for rival in rivals]])
    if wanted <= limits[seat]:
        return wanted
    return limits[seat] if limits[seat] > standing else 0


def one_more(seat: int, limits: Limits, standing: int, rivals: list[int]) -> int:
    """Returns the bid of a seat that always raises by one; 0 is a pass."""
    return standing + 1 if standing < limits[seat] else 0


def open_outcome(limits: Limits, opener: int, strategy: object) -> Outcome:
    """Plays an open auction by AU3, without the engine."""
    left = order_from(opener, len(limits))
    leader, standing = None, 0
    while left and left != [leader]:
        seat = left.pop(0)
        made = strategy(seat, limits, standing, left)
        if made:
            assert made > standing
            leader, standing = seat, made
            left.append(seat)
    return None if leader is None else (leader, standing)


def test_a_sealed_auction_ends_like_an_open_one_with_the_smallest_winning_bids() -> None:
    for limits, opener in some_limits(6000, seed=1):
        assert sealed(limits, opener) == open_outcome(limits, opener, best_bid), (limits, opener)


def test_bidders_who_raise_by_one_have_the_same_winner_for_one_more_or_less() -> None:
    compared = different = 0
    for limits, opener in some_limits(6000, seed=2):
        if limits.count(max(limits)) > 1:
            continue  # who of equal bidders wins depends on how they count up
        found, expected = open_outcome(limits, opener, one_more), sealed(limits, opener)
        assert found is not None
        assert expected is not None
        assert found[0] == expected[0], (limits, opener)
        assert abs(found[1] - expected[1]) <= 1, (limits, opener)
        compared += 1
        different += found != expected
    assert compared > 3000
    assert different > 100  # so the sealed price is a rule of its own


def opened(limits: Limits, opener: int, *, open_bidding: bool) -> State:
    players = len(limits)
    state = position(players, hands=["9 gold"] * players, seat=opener, open_bidding=open_bidding)
    return auction(state, "famine")


def outcome_of(found: list[events.Event]) -> Outcome:
    won = of_type(found, events.AuctionWon)
    return (won[0].seat, won[0].price) if won else None


def engine_sealed(limits: Limits, opener: int) -> Outcome:
    state, found = opened(limits, opener, open_bidding=False), []
    for seat, limit in enumerate(limits):
        found += events_of(state, gold(limit), seat=seat)
        state = play(state, gold(limit), seat=seat)
    assert state.auction is None
    return outcome_of(found)


def engine_open(limits: Limits, opener: int) -> Outcome:
    state, found = opened(limits, opener, open_bidding=True), []
    while state.auction is not None:
        (seat,) = awaited(state)
        left = [other for other, made in enumerate(state.auction.bids)
                if other != seat and (made is None or made.limit)]
        move = gold(best_bid(seat, limits, high_bid(state.auction)[1], left))
        found += events_of(state, move, seat=seat)
        state = play(state, move, seat=seat)
    return outcome_of(found)


def test_the_engine_plays_both_kinds_of_auction_to_the_same_end() -> None:
    for limits, opener in some_limits(400, seed=3):
        expected = sealed(limits, opener)
        assert engine_sealed(limits, opener) == expected, (limits, opener)
        assert engine_open(limits, opener) == expected, (limits, opener)


def test_equal_limits_go_to_the_first_from_the_opener_at_that_limit() -> None:
    for players in (2, 3, 4):
        for limit in range(1, 6):
            for opener in range(players):
                assert engine_sealed((limit,) * players, opener) == (opener, limit)
