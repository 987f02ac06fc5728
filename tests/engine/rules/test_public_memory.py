"""Public memory: cards that everybody has seen are known as long as they stay in a hand (C5)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.state import ACT, ORIGINAL, State
from alexandros_rules.alexandros.text_board import text_board
from tests.engine import positions as at
from tests.engine.positions import ALICE, BOB, RULESET, draw_board, play, position
from tests.engine.strategies import Game, games
from tests.seeded_chance import examples

STRIP = draw_board("........h...l...")


def acting(**more: Any) -> State:
    return position(STRIP, **{"phase": ACT, "alexander": "A1.N", **more})


def known(*letters: str) -> tuple[cards.Counts, ...]:
    return tuple(cards.read_code(some) for some in letters)


def seen(state: State) -> list[str]:
    """The known cards of each seat as letters."""
    return [cards.code(some) for some in state.known]


@pytest.mark.rule("C5")
def test_face_up_cards_that_are_taken_are_known() -> None:
    assert seen(play(acting(), "take horse")) == ["h", ""]
    assert seen(play(position(STRIP), "take horse")) == ["h", ""]


@pytest.mark.rule("C5", "A16")
def test_a_face_up_card_taken_without_a_march_is_known() -> None:
    assert seen(play(position(STRIP, black_left=0, red_left=0), "take lyre")) == ["l", ""]


@pytest.mark.rule("C5", "C1")
def test_a_card_from_the_supply_is_not() -> None:
    assert seen(play(acting(), "draw")) == ["", ""]


@pytest.mark.rule("C5")
def test_cards_that_leave_the_hand_are_no_longer_known() -> None:
    hands, seen_before = ["hhl"], known("hhl", "")

    assert seen(play(acting(guards=["A9"], hands=hands, known=seen_before), "levy horse")) == [
        "hl", ""]
    assert seen(play(acting(hands=hands, known=seen_before), "occupy A9")) == ["hh", ""]
    assert seen(play(position(STRIP, hands=hands, known=seen_before), "play horse")) == ["hl", ""]


@pytest.mark.rule("C5")
def test_no_fewer_than_none_are_known() -> None:
    assert seen(play(acting(guards=["A9"], hands=["hh"]), "levy horse")) == ["", ""]


@pytest.mark.rule("C5", "K3")
def test_cards_received_for_a_lost_province_are_known() -> None:
    state = acting(players=3, guards=["", "A9"], hands=["hhhl", "t"], known=known("hl", "", ""))

    after = play(state, "occupy A13 give horse horse")

    assert at.hand(after, BOB) == "thh"
    assert seen(after) == ["l", "hh", ""]


@pytest.mark.rule("C5", "C1")
def test_everybody_sees_what_is_known_and_nothing_else() -> None:
    state = acting(hands=["hl", "ts"], known=known("h", "t"))

    for seat in (None, ALICE, BOB):
        assert RULESET.view(state, seat).known == state.known
    assert RULESET.view(state, BOB).hands[ALICE] == (0, 0, 0, 0, 0, 2)


@pytest.mark.rule("C5")
def test_the_text_board_names_the_known_cards_of_hands_that_the_reader_cannot_see() -> None:
    state = acting(hands=["hll", "ts"], known=known("hll", "t"))

    seen_by_bob = text_board(RULESET.view(state, BOB))
    assert "hand: 3 cards, known: horse, 2 lyres" in seen_by_bob.replace("\n ", "")
    assert seen_by_bob.count("known") == 1
    assert "known" not in text_board(state)


@pytest.mark.rule("C5")
@pytest.mark.promise("R10")
@examples(20)
@given(games())
def test_known_cards_are_always_in_the_hand_and_known_to_everybody(game: Game) -> None:
    for state in game.states:
        assert all(cards.covers(hand, some)
                   for hand, some in zip(state.hands, state.known, strict=True))
        assert RULESET.view(state, None).known == state.known


@pytest.mark.rule("C5")
@pytest.mark.promise("R8")
def test_games_of_the_original_rules_have_no_public_memory() -> None:
    state = acting(rules=ORIGINAL, players=3, guards=["", "A9"], hands=["hhhl"])

    assert seen(play(state, "take horse")) == ["", "", ""]
    assert seen(play(state, "occupy A13 give horse horse")) == ["", "", ""]
