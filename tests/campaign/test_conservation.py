"""What never changes and what always holds, in every position of random games.

CAMPAIGN_GAMES says how many games are played; there are few by default.
"""

from __future__ import annotations

import os
from itertools import pairwise

import pytest

from alexandros_rules.campaign import events, trading
from alexandros_rules.campaign.events import VERSION
from alexandros_rules.campaign.legal_moves import awaited_moves
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import COUNSELORS, OVER, State
from alexandros_rules.campaign.things import (
    CARDS_OF_EACH,
    CHITS_OF_EACH,
    COMMODITIES,
    DECK,
    GOLD,
    MONOPOLY,
    PIECES_OF_GOLD,
    PLENTY,
    POINT,
    ROADS,
    SOLDIER,
)
from alexandros_rules.campaign.world import bits
from alexandros_rules.replay import fold
from alexandros_rules.ruleset import Setup
from tests.campaign.random_games import Game, Step

GAMES = range(int(os.environ.get("CAMPAIGN_GAMES", "9")))
USES = {events.RoadsPlayed: ROADS, events.PlentyPlayed: PLENTY, events.MonopolyPlayed: MONOPOLY}


@pytest.fixture(scope="module", params=GAMES)
def steps(request: pytest.FixtureRequest) -> list[Step]:
    return list(Game(request.param).steps())


def states(steps: list[Step]) -> list[State]:
    return [step.state for step in steps]


@pytest.mark.rule("TH2")
def test_commodity_cards_and_gold_are_only_moved(steps: list[Step]) -> None:
    for state in states(steps):
        for kind in COMMODITIES:
            assert (sum(hand[kind] for hand in state.hands) + state.bank[kind]
                    + state.supply.count(kind)) == CARDS_OF_EACH
        assert sum(hand[GOLD] for hand in state.hands) + state.bank[GOLD] == PIECES_OF_GOLD
        assert min(map(min, (*state.hands, state.bank))) >= 0


@pytest.mark.rule("TH4", "AU5", "DE2")
def test_development_cards_are_only_moved_until_they_are_used_up(steps: list[Step]) -> None:
    used = dict.fromkeys((*USES.values(), POINT), 0)
    for step in steps:
        state = step.state
        for kind, gone in used.items():
            assert gone + state.deck.count(kind) + sum(
                own[kind] for own in state.cards) == DECK[kind]
        assert state.deck.count(SOLDIER) + sum(state.soldiers) + sum(
            own[SOLDIER] for own in state.cards) == DECK[SOLDIER]
        for event in step.events:
            if type(event) in USES:
                used[USES[type(event)]] += 1


@pytest.mark.rule("TH5", "SU1", "AU4", "AU9")
def test_chits_lie_on_the_map_in_front_of_players_or_aside(steps: list[Step]) -> None:
    lost = 0
    for step in steps:
        state = step.state
        chit = state.auction is not None and state.auction.kind < 4
        won = sum(map(state.chits_of, range(state.players)))
        assert len(state.chits) + len(state.aside) + won + chit + lost == 4 * CHITS_OF_EACH
        for event in step.events:
            if isinstance(event, events.NobodyBid) and chit:
                lost += 1
                chit = False
            chit = chit or isinstance(event, events.ChitTurned)
            chit = chit and not isinstance(event, events.ChitWon)


@pytest.mark.rule("TH3", "BU2", "BU4")
def test_pieces_are_limited_and_never_share_a_place(steps: list[Step]) -> None:
    for state in states(steps):
        seats = range(state.players)
        assert all(0 <= left(seat) <= most for left, most in (
            (state.settlements_left, 5), (state.cities_left, 4), (state.roads_left, 15))
            for seat in seats)
        assert state.built_paths.bit_count() == sum(own.bit_count() for own in state.roads)
        assert state.occupied.bit_count() == sum(
            own.bit_count() for own in (*state.settlements, *state.cities))
        ahead = [stop.junction for stop in state.world.route[state.arrow:]]
        assert not {*bits(state.occupied)} & {*ahead, state.world.goal}


@pytest.mark.rule("TH6", "CO1", "CO2")
def test_who_owns_a_better_counselor_has_at_least_as_many_chits(steps: list[Step]) -> None:
    for state in states(steps):
        assert len(state.counselors) == len(COUNSELORS[state.players])
        owners = [owner for owner in state.counselors if owner is not None]
        chits = [state.chits_of(owner) for owner in owners]
        assert len(set(owners)) == len(owners)
        assert chits == sorted(chits, reverse=True)
        others = {*range(state.players)} - {*owners}
        fewest = min(chits, default=0) if None not in state.counselors else 2
        assert all(state.chits_of(other) <= fewest for other in others)


@pytest.mark.rule("LR1", "LA1")
def test_awards_have_owners_who_have_enough(steps: list[Step]) -> None:
    for state in states(steps):
        assert state.longest is None or state.roads[state.longest].bit_count() >= 5
        assert state.army is None or state.soldiers[state.army] == max(state.soldiers) >= 3


@pytest.mark.rule("TR3")
def test_the_owner_of_an_offer_can_fulfil_it(steps: list[Step]) -> None:
    for state in states(steps):
        for offer in state.offers:
            assert trading.fulfillable(state.hands[offer.seat], offer.give) >= offer.times > 0
            assert offer.standing or offer.seat == state.seat


@pytest.mark.rule("EN2", "EN3", "EN4")
def test_turns_go_round_until_somebody_has_won(steps: list[Step]) -> None:
    for before, after in pairwise(states(steps)):
        passed = after.turn - before.turn
        assert passed in (0, 1)
        assert after.seat == (before.seat + passed) % after.players
    for state in states(steps):
        over = state.phase == OVER
        assert over == bool(state.winners)
        assert over or all(awaited_moves(state, seat) for seat in RULESET.status(state).to_move)
        if state.players > 2 and not over:
            assert max(map(state.points, range(state.players))) < 14
            assert state.arrow < state.world.last_arrow


def test_a_log_and_a_stored_state_are_read_as_they_were(steps: list[Step]) -> None:
    state = steps[0].state
    setup = Setup(state.world.text, state.players, {})
    for step in steps[:-1]:
        read = [RULESET.load_event(RULESET.dump_event(event), VERSION) for event in step.events]
        state = fold(RULESET, state, read)
        assert RULESET.load_state(RULESET.dump_state(state), setup) == state
    assert state == steps[-1].state
