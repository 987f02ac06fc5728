"""The second game of a match begins with the cards of the first, which everybody knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from alexandros_rules import replay
from alexandros_rules.alexandros import cards, events
from alexandros_rules.alexandros.state import State
from alexandros_rules.chance import SeededChance
from alexandros_rules.errors import Illegal
from alexandros_rules.ruleset import Setup, deal_option
from tests.engine import positions as at
from tests.engine.positions import ALICE, BOB, RULESET

FIRST_SEED, OWN_SEED = bytes(range(32)), bytes([9]) * 32
BOARD = RULESET.boards()["delta"]


def began(seed: bytes, *, version: int | None = None, players: int = 2,
          **options: Any) -> Sequence[events.Event]:
    return RULESET.start(Setup(BOARD, players, options), SeededChance(seed), version=version)


def first_game(**options: Any) -> State:
    state: State = replay.fold(RULESET, None, began(FIRST_SEED, **options))
    return state


def second_game(seed: bytes = OWN_SEED, **options: Any) -> State:
    state: State = replay.fold(RULESET, None, began(seed, deal=FIRST_SEED.hex(), **options))
    return state


@pytest.mark.rule("S1", "S5")
@pytest.mark.parametrize("options", [
    {}, {"balanced_start": True}, {"first": 0}, {"first": 1, "balanced_start": True},
    {"first": 1, "balanced_start": True, "version": 2}, {"balanced_start": True, "players": 4}])
def test_hands_row_and_first_player_are_those_of_the_first_game(options: dict[str, Any]) -> None:
    first, second = first_game(**options), second_game(**options)

    assert (second.hands, second.face_up, second.seat) == (first.hands, first.face_up, first.seat)
    assert at.count_cards(second) == 55


@pytest.mark.rule("S1")
def test_the_rest_of_the_supply_is_shuffled_from_the_games_own_seed() -> None:
    first, second = first_game(), second_game()

    assert sorted(second.supply) == sorted(first.supply)
    assert second.supply != first.supply
    assert second_game(bytes(32)).supply != second.supply
    assert (second.shuffles, cards.total(second.discard)) == (1, 0)


@pytest.mark.rule("C5")
@pytest.mark.parametrize("version", [2, 3])
def test_everybody_knows_the_cards_of_the_deal(version: int) -> None:
    state = second_game(balanced_start=True, version=version)

    assert state.known == state.hands
    assert RULESET.view(state, BOB).known[ALICE] == state.hands[ALICE]
    assert first_game().known == (cards.NONE,) * 2


def test_nobody_sees_the_new_supply() -> None:
    seen = [RULESET.view_event(event, BOB, over=False)
            for event in began(OWN_SEED, deal=FIRST_SEED.hex())]

    assert [type(event) for event in seen] == [events.Started, events.DealtAgain, events.Shuffled]
    view = replay.fold(RULESET, None, seen)
    assert set(view.supply) == {cards.UNKNOWN}
    assert view.known == view.hands


def test_a_sentence_says_which_cards_were_dealt() -> None:
    told, state = [], None
    for event in began(OWN_SEED, deal=FIRST_SEED.hex()):
        told.append((event, state))
        state = RULESET.evolve(state, event)

    assert RULESET.describe_events(told, ["Alice", "Bob"]) == [
        "The game begins. Bob moves first.",
        ("The cards are dealt as in the first game of the match. Alice gets an amphora. Bob gets a"
         " lyre. The new face-up cards are a temple and a soldier."),
    ]


@pytest.mark.parametrize("deal", ["", "00", "G" * 64, FIRST_SEED.hex().upper(), 7, True, [1]])
def test_what_is_not_a_seed_is_refused(deal: Any) -> None:
    with pytest.raises(Illegal) as refused:
        began(OWN_SEED, deal=deal)

    assert "must be a seed of 64 hexadecimal digits" in refused.value.sentence


def test_the_original_rules_know_no_repeated_deals() -> None:
    with pytest.raises(Illegal, match="no option deal"):
        began(OWN_SEED, deal=FIRST_SEED.hex(), version=1)


def test_the_option_is_the_one_that_offers_matches() -> None:
    assert deal_option(RULESET) == "deal"


@pytest.mark.promise("R8", "R9")
def test_a_log_with_another_deal_than_its_setup_is_found() -> None:
    key, chance = bytes(32), SeededChance(OWN_SEED)
    true = Setup(BOARD, 2, {"deal": FIRST_SEED.hex()})
    forged = Setup(BOARD, 2, {"deal": OWN_SEED.hex()})
    row, _ = replay.start(RULESET, forged, chance, key)

    assert replay.verify(RULESET, forged, [row], chance, key, version=RULESET.version) is None
    fault = replay.verify(RULESET, true, [row], chance, key, version=RULESET.version)
    assert fault is not None
    assert fault.reason == "the rules now give other events"
