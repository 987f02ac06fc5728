"""Who gets a counselor card, and who takes one over (CO1, CO2)."""

from __future__ import annotations

import pytest

from engine.campaign.state import State, change
from tests.campaign.positions import (
    ALICE,
    BOB,
    CAROL,
    DAVE,
    PASS,
    auction,
    bid,
    play,
    points_of,
    position,
)

Owners = tuple[int | None, ...]


def position_with(chits: tuple[int, ...], owners: Owners) -> State:
    """Returns a state in which each seat has so many chits and these own the counselor cards."""
    players = len(chits)
    base = position(players, hands=["gold"] * players, won=[f"{n} famine" for n in chits])
    return change(base, counselors=owners)


def owners_after(winner: int, state: State) -> Owners:
    """Returns who owns the cards after this seat has won one more chit."""
    state = auction(state, "bridge")
    for seat in range(state.players):
        state = play(state, bid(1, "gold") if seat == winner else PASS, seat=seat)
    return state.counselors


@pytest.mark.rule("CO1")
def test_two_chits_are_not_enough() -> None:
    assert owners_after(BOB, position_with((0, 1, 0, 0), (None,) * 3)) == (None, None, None)


@pytest.mark.rule("CO1")
def test_the_first_to_have_three_chits_is_the_first_counselor_and_so_on() -> None:
    owners = owners_after(CAROL, position_with((0, 0, 2, 0), (None,) * 3))
    assert owners == (CAROL, None, None)
    owners = owners_after(ALICE, position_with((2, 0, 3, 0), owners))
    assert owners == (CAROL, ALICE, None)
    owners = owners_after(DAVE, position_with((3, 0, 3, 2), owners))
    assert owners == (CAROL, ALICE, DAVE)
    assert owners_after(BOB, position_with((3, 2, 3, 3), owners)) == owners  # none is left


@pytest.mark.rule("CO1", "SU5")
def test_with_three_players_the_second_one_takes_the_third_card() -> None:
    owners = owners_after(BOB, position_with((0, 2, 0), (None, None)))
    assert owners == (BOB, None)
    state = position_with((2, 3, 0), owners)
    assert owners_after(ALICE, state) == (BOB, ALICE)
    assert points_of(change(state, counselors=(BOB, ALICE))) == [2, 4, 0]


@pytest.mark.rule("CO1", "SU5")
def test_with_two_players_there_is_only_the_third_card() -> None:
    state = position_with((2, 2), (None,))
    assert owners_after(BOB, state) == (BOB,)
    assert points_of(change(state, counselors=(BOB,))) == [0, 2]


@pytest.mark.rule("CO1")
def test_nobody_owns_two_cards() -> None:
    assert owners_after(ALICE, position_with((6, 0, 0, 0), (ALICE, None, None))) == (
        ALICE, None, None)


@pytest.mark.rule("CO2")
def test_a_player_with_more_chits_takes_the_better_card_and_gives_their_own() -> None:
    assert owners_after(BOB, position_with((3, 3, 0, 0), (ALICE, BOB, None))) == (
        BOB, ALICE, None)


@pytest.mark.rule("CO2")
def test_with_equal_numbers_the_owner_keeps_the_card() -> None:
    assert owners_after(BOB, position_with((4, 3, 0, 0), (ALICE, BOB, None))) == (
        ALICE, BOB, None)


@pytest.mark.rule("CO2")
def test_the_worst_card_can_be_exchanged_for_the_best() -> None:
    assert owners_after(CAROL, position_with((3, 3, 3, 0), (ALICE, BOB, CAROL))) == (
        CAROL, BOB, ALICE)


@pytest.mark.rule("CO2")
def test_the_best_card_that_can_be_taken_is_taken() -> None:
    assert owners_after(CAROL, position_with((5, 3, 3, 0), (ALICE, BOB, CAROL))) == (
        ALICE, CAROL, BOB)


@pytest.mark.rule("CO2")
def test_a_player_without_a_card_takes_one_and_gives_nothing() -> None:
    assert owners_after(DAVE, position_with((3, 3, 3, 3), (ALICE, BOB, CAROL))) == (
        DAVE, BOB, CAROL)


@pytest.mark.rule("CO2")
def test_swaps_go_on_until_nothing_changes() -> None:
    """Dave takes the first card from Alice, Alice the second from Bob, and Bob the third."""
    assert owners_after(DAVE, position_with((5, 4, 3, 5), (ALICE, BOB, CAROL))) == (
        DAVE, ALICE, BOB)


@pytest.mark.rule("CO2")
def test_with_two_players_the_only_card_is_taken_by_the_one_with_more_chits() -> None:
    assert owners_after(BOB, position_with((3, 2), (ALICE,))) == (ALICE,)
    assert owners_after(BOB, position_with((3, 3), (ALICE,))) == (BOB,)
