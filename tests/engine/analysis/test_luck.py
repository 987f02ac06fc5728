"""Luck is what a draw was worth, compared with what was to be expected by those who knew it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import mean, stdev

import pytest

from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.analysis import luck as measured
from alexandros_rules.alexandros.analysis.luck import play_for_margins
from alexandros_rules.alexandros.bots.search.deals import next_cards
from alexandros_rules.alexandros.events import Dealt, Drew, Event, Revealed
from alexandros_rules.alexandros.pools import EVERY_CARD, Pool
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import ACT, State
from alexandros_rules.bot_plans import always
from alexandros_rules.ruleset import Setup
from tests.engine import positions as at
from tests.engine.analysis.judged_games import ANALYST, Row, luck, played
from tests.engine.positions import BOB, LYRE, SOLDIER, hidden_cards_shuffled

Draw = tuple[State, Event]


def draws(rows: list[Row]) -> list[Draw]:
    """Returns the true states before random draws, and these."""
    found = []
    for state, _, events in rows:
        for event in events:
            if isinstance(event, Drew | Revealed):
                found.append((state, event))
            state = RULESET.evolve(state, event)
    return found


def of_draw(state: State, event: Event) -> list[float]:
    seen = RULESET.view(state, state.seat), RULESET.view_event(event, state.seat, over=False)
    return list(ANALYST.luck([seen], seat=state.seat, salt=b"any", has_time=always))


def unseen(state: State, seat: int) -> cards.Counts:
    """Returns all cards that a seat neither has nor has seen."""
    rest = (*[cards.CARDS_PER_SYMBOL] * 5, 0)
    seen = [hand if i == seat else state.known[i] for i, hand in enumerate(state.hands)]
    for some in (*seen, cards.counts(state.face_up), state.discard):
        rest = cards.subtract(rest, some)
    return rest


@pytest.mark.parametrize("bots", [["planner", "greedy"], ["planner", "greedy", "friend"]], ids=len)
def test_the_luck_of_all_cards_that_might_have_come_is_0_on_average(bots: list[str]) -> None:
    rows, worth = played(bots, 3), 0.0
    for state, event in draws(rows)[::5]:
        if RULESET.view(state, state.seat).older:  # more is known about cards shuffled back
            continue
        weights = unseen(state, state.seat)
        lucky = {card: of_draw(state, replace(event, card=card))
                 for card in cards.KINDS if weights[card]}
        for seat in range(state.players):
            average = sum(weights[card] * some[seat] for card, some in lucky.items())
            assert average / sum(weights) == pytest.approx(0, abs=1e-9)
        worth += sum(abs(one) for some in lucky.values() for one in some)
    assert worth > 0


def test_two_players_share_the_luck_of_a_draw() -> None:
    for state, event in draws(played(["planner", "greedy"], 4))[::3]:
        assert sum(of_draw(state, event)) == pytest.approx(0, abs=1e-9)


def test_luck_adds_up_to_about_nothing_over_many_games() -> None:
    some = [luck(played(["greedy", "greedy"], number, "delta"))[0] for number in range(20)]
    assert any(abs(one) > 1 for one in some)
    assert abs(mean(some)) < 3 * stdev(some) / len(some) ** 0.5


@pytest.mark.promise("R10")
def test_luck_does_not_depend_on_cards_that_nobody_at_the_draw_had_seen() -> None:
    for state, event in draws(played(["planner", "greedy", "friend"], 5))[::6]:
        other = hidden_cards_shuffled(state, state.seat, Random(7), known_stay=True)
        assert of_draw(state, event) == of_draw(other, event)


def test_a_dealt_card_is_the_luck_of_the_seat_that_gets_it() -> None:
    state, *_ = played(["planner", "greedy"], 6)[0]
    event = Dealt(seat=1, card=cards.UNKNOWN)
    assert ANALYST.luck([(RULESET.view(state, 0), event)], seat=0, salt=b"any",
                        has_time=always) == [0, 0]


def test_greater_chances_are_worth_more_points_up_to_a_limit() -> None:
    for players in RULESET.seats:
        some = [measured.in_points(chance / 100, players) for chance in range(2, 99)]
        assert some == sorted(set(some))
        assert measured.in_points(0.0, players) == some[0]
        assert measured.in_points(1.0, players) == some[-1]


def test_the_slope_of_a_line_is_found() -> None:
    some = [(chance / 10, round(1000 * measured.log_odds(chance / 10))) for chance in range(1, 10)]
    assert measured.fit_factor(some) == pytest.approx(1000, rel=0.01)


def test_the_file_of_factors_names_the_command_that_made_it() -> None:
    data = json.loads(Path(measured.__file__).with_name(measured.FILE).read_text("utf-8"))
    assert data["made by"].startswith("python manage.py fit_points --games ")
    assert {int(players) for players in data["factors"]} == set(RULESET.seats)
    assert all(factor > 0 for factor in data["factors"].values())


def test_games_to_fit_the_factors_give_each_chance_with_the_final_margin() -> None:
    bots = [RULESET.bots["planner"], RULESET.bots["greedy"]]
    pairs = play_for_margins(Setup(RULESET.boards()["delta"], 2), seed=bytes(32), bots=bots)
    assert len(pairs) > 10
    for (one, margin), (other, opposite) in zip(pairs[::2], pairs[1::2], strict=True):
        assert one + other == pytest.approx(1)
        assert margin == -opposite
    assert len({margin for _, margin in pairs}) <= 2


@pytest.mark.rule("C3")
def test_a_card_that_a_wrong_assumption_about_shuffles_excludes_can_still_come() -> None:
    # Both of Bob's soldiers are older than the shuffle, but one of them is taken for a newer card.
    state = replace(
        at.position(at.draw_board("........h...l..."), seat=BOB, phase=ACT, hands=["l", "ss"],
                    face_up="", supply="s"),
        discard=cards.subtract(EVERY_CARD, cards.read_code("sssl")),
        older=(Pool(cards.read_code("ss"), (1, 1)),))

    assert next_cards(RULESET.view(state, BOB), BOB) == {LYRE: 1}
    assert of_draw(state, Drew(BOB, SOLDIER)) != of_draw(state, Drew(BOB, LYRE))
