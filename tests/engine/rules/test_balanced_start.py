"""The balanced start: one action in the first turn, one more card for the last of four (S5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from alexandros_rules import replay
from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.events import Dealt, Event
from alexandros_rules.alexandros.state import ACT, TAKE, Options, State
from alexandros_rules.errors import Refusal
from tests.engine import positions as at
from tests.engine.positions import BOB, RULESET, draw_board, play, position, refused, started

STRIP = draw_board("........h...l...")
BALANCED = Options(balanced_start=True)


def of_second_version(**options: Any) -> Sequence[Event]:
    return RULESET.start(at.setup(**options), at.SeededChance(at.SEED), version=2)


def first_turn(turn: int = 1) -> State:
    state = position(STRIP, options=BALANCED, turn=turn)
    return play(state, "take horse; march A9.N via E E E E")


@pytest.mark.rule("S5")
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("first", [0, 1])
def test_with_two_or_three_players_the_deal_does_not_change(players: int, first: int) -> None:
    state = started(players=players, first=first, balanced_start=True)
    plain = started(players=players, first=first)

    assert [sum(hand) for hand in state.hands] == [1] * players
    assert (state.hands, state.face_up, state.supply) == (plain.hands, plain.face_up, plain.supply)


@pytest.mark.rule("S5")
@pytest.mark.parametrize(("first", "hands"), [
    (0, [1, 1, 2, 2]), (1, [2, 1, 1, 2]), (2, [2, 2, 1, 1]), (3, [1, 2, 2, 1])])
def test_with_four_players_the_third_and_the_fourth_begin_with_one_more_card(
    first: int, hands: list[int]
) -> None:
    state = started(players=4, first=first, balanced_start=True)
    dealt = RULESET.start(at.setup(players=4, first=first, balanced_start=True),
                          at.SeededChance(at.SEED))
    order = [event.seat for event in dealt if isinstance(event, Dealt)]

    assert order == [0, 1, 2, 3, (first + 2) % 4, (first + 3) % 4]
    assert [sum(hand) for hand in state.hands] == hands
    assert len(state.face_up) == 2
    assert at.count_cards(state) == 55


@pytest.mark.rule("S5")
@pytest.mark.promise("R8")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("first", [0, 1])
def test_in_the_second_version_every_later_player_begins_with_one_more_card(
    players: int, first: int
) -> None:
    dealt = of_second_version(players=players, first=first, balanced_start=True)
    state: State = replay.fold(RULESET, None, dealt)

    assert [sum(hand) for hand in state.hands] == [
        1 if seat == first else 2 for seat in range(players)
    ]
    assert len(state.face_up) == 2
    assert at.count_cards(state) == 55


@pytest.mark.rule("S5", "F1")
def test_the_first_turn_of_the_game_has_one_action_and_all_later_ones_have_two() -> None:
    state = first_turn()
    assert (state.phase, state.actions, first_turn(2).actions) == (ACT, 1, 2)

    state = play(state, "draw")
    assert (state.phase, state.seat) == (TAKE, BOB)


@pytest.mark.rule("S5", "A16")
def test_a_first_turn_in_which_nobody_can_march_has_one_action_too() -> None:
    state = position(STRIP, options=BALANCED, black_left=0, red_left=0, face_up="")

    assert play(state, "stay").actions == 1


@pytest.mark.rule("S5")
@pytest.mark.promise("R8")
def test_the_cards_dealt_in_the_second_version_are_seen_by_nobody_else() -> None:
    dealt = of_second_version(players=3, first=0, balanced_start=True)

    seen = [RULESET.view_event(event, BOB, over=False) for event in dealt]

    of_others = [event for event in seen if getattr(event, "card", None) == cards.UNKNOWN]
    assert len(of_others) == 3  # Alice's one and Carol's two
    assert replay.fold(RULESET, None, dealt).known == (cards.NONE,) * 3


def test_an_order_in_the_wrong_phase_is_told_how_many_actions_are_left() -> None:
    assert refused(first_turn(), "play horse").sentence == (
        "Alexander has already marched. Now take an action, or write 'end' to end your turn."
    )
    assert "Now take up to 2 actions, or write 'end'" in refused(first_turn(2), "play horse"
                                                                 ).sentence


@pytest.mark.promise("R8")
@pytest.mark.parametrize("name", ["balanced_start", "finish_round"])
def test_a_newer_option_is_true_or_false_and_unknown_to_the_original_rules(name: str) -> None:
    with pytest.raises(Refusal, match=f"The option {name} is either true or false"):
        started(**{name: 1})
    with pytest.raises(Refusal, match=f"There is no option {name}"):
        RULESET.start(at.setup(**{name: True}), at.SeededChance(at.SEED), version=1)
