"""The page says what can be built, what a chit is worth, and what is in the way."""

from __future__ import annotations

import pytest

from engine.campaign import things
from engine.campaign.state import AUCTION, Auction, State, change
from engine.immutable import with_item
from games.rulesets.campaign.phases import (
    first_home_text,
    prices,
    stakes_text,
    unplayable_texts,
)
from tests.campaign.scenes import ALICE, auction, paths, places, turn

RICH: things.Counts = (5, 5, 5, 5, 5, 0, 0)


def sentence(state: State, number: int) -> str:
    """Returns what is said of a road, a settlement, a city or a development card."""
    rich = change(state, hands=with_item(state.hands, ALICE, RICH))
    return prices(rich, ALICE)[number].sentence


def without_buildings(state: State) -> State:
    return change(state, settlements=with_item(state.settlements, ALICE, 0))


@pytest.mark.rule("BU2")
def test_somebody_without_a_building_has_no_place_for_a_road() -> None:
    assert sentence(turn(), 0) == "Road (1 brick and 1 lumber): you have everything."
    assert "your first road must begin at a settlement" in sentence(without_buildings(turn()), 0)


@pytest.mark.rule("BU3")
def test_a_settlement_needs_a_road_that_reaches_a_free_place() -> None:
    assert "a road of yours must lead to it" in sentence(turn(), 1)
    near = change(turn(), roads=(paths(turn(), "C4.NE"), 0, 0, 0))
    assert "your roads reach no free place" in sentence(near, 1)
    far = change(turn(), roads=(paths(turn(), "C4.NE", "C5.NW"), 0, 0, 0))
    assert sentence(far, 1).endswith("you have everything.")


def test_a_city_needs_a_settlement() -> None:
    cities = change(without_buildings(turn()), cities=(places(turn(), "C4.N"), 0, 0, 0))
    assert "replaces a settlement of yours, and you have none" in sentence(cities, 2)


def test_what_cannot_be_paid_names_only_what_is_missing() -> None:
    poor = change(turn(), hands=with_item(turn().hands, ALICE, things.NOTHING))
    assert [price.lacking for price in prices(poor, ALICE)][:1] == ["1 brick and 1 lumber"]
    assert not any(price.is_possible or price.obstacle for price in prices(poor, ALICE))


def test_somebody_with_nothing_is_told_of_the_next_temple() -> None:
    assert first_home_text(turn(), ALICE) == ""
    told = first_home_text(without_buildings(change(turn(), arrow=16)), ALICE)
    assert "The next temple is Babylon, 3 moves ahead of Alexander" in told
    assert first_home_text(without_buildings(change(turn(), arrow=40)), ALICE) == ""


def chit(*chits: int) -> State:
    """A battle is up for auction, and the seats have so many chits."""
    up = Auction(things.BATTLE, turn().world.route[1].junction, ALICE, -1, (None,) * 4)
    won = tuple([(0, number, 0, 0) for number in chits])
    return change(turn(), phase=AUCTION, auction=up, won=won)


@pytest.mark.rule("CO1")
def test_the_third_chit_brings_a_counselor_card() -> None:
    assert stakes_text(chit(0, 0, 0, 0), ALICE) == (
        "You have 0 chits. You need 3 more for a counselor card.")
    assert stakes_text(chit(2, 0, 0, 0), ALICE) == (
        "You have 2 chits. With this one, you gain 4 points for a counselor card.")


@pytest.mark.rule("CO2")
def test_one_chit_more_than_a_better_counselor_brings_the_difference() -> None:
    state = change(chit(3, 3, 0, 0), counselors=(1, ALICE, None))
    assert stakes_text(state, ALICE) == (
        "You have 3 chits. With this one, you gain 1 point for a counselor card.")
    ahead = change(chit(4, 3, 0, 0), counselors=(ALICE, 1, None))
    assert stakes_text(ahead, ALICE) == "You have 4 chits."


def test_a_settlement_says_nothing_of_chits() -> None:
    assert stakes_text(auction(), ALICE) == ""


@pytest.mark.rule("DE1", "DE3")
def test_cards_that_cannot_be_played_say_why() -> None:
    assert unplayable_texts(turn(), ALICE) == []
    assert "in your next turn" in unplayable_texts(change(turn(), played=True), ALICE)[0]
    empty = change(without_buildings(turn()), bank=things.single(things.ORE))
    assert unplayable_texts(empty, ALICE) == [
        "You cannot play year of plenty while the bank has fewer than two commodity cards.",
        "You cannot play road building while there is no place for a road of yours."]
