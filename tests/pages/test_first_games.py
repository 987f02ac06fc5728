"""The guide of somebody's first game, the players above the board, and guards against blunders."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string

from alexandros_rules.alexandros.legal_moves import card_moves
from alexandros_rules.alexandros.marches import generate_marches, targets
from alexandros_rules.alexandros.moves import Play, Take
from alexandros_rules.alexandros.occupying import payment_of
from alexandros_rules.alexandros.provinces import levy_pays, value
from alexandros_rules.alexandros.state import ACT, MARCH, OVER, TAKE, State
from alexandros_rules.drafts import Draft
from games.models import Game, User
from games.rulesets.alexandros.choices import (
    Part,
    after,
    first_action,
    land_within_reach,
    march_outcome,
    pays_at_once,
    province_at,
    suggested_march,
)
from games.rulesets.alexandros.room import ROOM
from games.rulesets.alexandros.steps import of_outcome
from games.rulesets.alexandros.table_panel import table
from games.rulesets.alexandros.wording import effects, summary
from games.rulesets.protocols import Turn
from tests.engine.positions import ALICE, NAMES, RULESET, draw_board, position
from tests.pages.page_reader import Sit
from tests.pages.test_closed_provinces import RECORDS, views

TWO_SYMBOLS, ONE_SYMBOL = "A2 A3 A4 A5", "A8 A9 A10 A11"
BARE = draw_board("..h.l...........")
LAND = draw_board("..h.l....h......")


def acting(*closed: str, **more: Any) -> State:
    """The rest of the land bears no symbol, so that nobody can occupy it."""
    board = LAND if ONE_SYMBOL in closed else BARE
    return position(board, **{"players": 3, "phase": ACT, "alexander": "A15.N", "turn": 4,
                              "closed": closed, **more})


def turn(state: State, *, advice: bool = True, **query: str) -> Turn:
    view = RULESET.view(state, ALICE)
    return ROOM.turn.turn(Draft(view, ()), seat=ALICE, names=NAMES[:state.players], query=query,
                          link=lambda draft, **choices: "?", moves=(), advice=advice)


def tip(state: State, number: int = 2, **query: str) -> str:
    assert ROOM.guide
    found = ROOM.guide.tip(Draft(RULESET.view(state, ALICE), ()), turn(state, **query), seat=ALICE,
                           names=NAMES[:state.players], number=number)
    assert found
    return found.text


def choices(state: State, *, advice: bool = True, **query: str) -> str:
    return " ".join(render_to_string(
        ROOM.turn.choices_template, {"panel": turn(state, advice=advice, **query).panel}).split())


@pytest.mark.django_db
def test_the_first_five_turns_of_a_first_game_are_explained(
    fresh: Game, alice: User, sit: Sit
) -> None:
    page = sit(alice).open(f"/games/{fresh.code}/")
    assert "Your first game: turn 1 of 5" in page.words
    assert "You all move the same Alexander." in page.words
    Game.objects.filter(pk=fresh.pk).update(turn=11)
    assert "Your first game" not in sit(alice).open(f"/games/{fresh.code}/").words


@pytest.mark.django_db
def test_a_rated_game_explains_and_advises_nothing(fresh: Game, alice: User, sit: Sit) -> None:
    Game.objects.filter(pk=fresh.pk).update(rated=True)
    assert "Your first game" not in sit(alice).open(f"/games/{fresh.code}/").words


@pytest.mark.django_db
def test_everybody_sees_the_points_the_goal_and_what_their_standing_pays(
    fresh: Game, alice: User, sit: Sit
) -> None:
    page = sit(alice).open(f"/games/{fresh.code}/")
    assert "Most points win at 100, or when the walls run out (about " in page.words
    assert "Your land pays nothing." in page.words
    assert "Your land" not in sit(None).open(f"/games/{fresh.code}/").words


@pytest.mark.rule("E4", "L2")
@pytest.mark.parametrize(("guards", "scores", "says"), [
    ([], [0, 0, 0], "Your land pays nothing."),
    (["", "A10"], [0, 0, 0], "You are level with Bob: their land pays 3 a levy, yours 0."),
    (["A3", "A10"], [8, 20, 5], "You are 12 behind Bob: their land pays 3 a levy, yours 2."),
    (["A3", "A10"], [8, 5, 7], "You are 1 ahead of Carol: their land pays 0 a levy, yours 2."),
    (["A3", "A10"], [8, 8, 8], "You are level with Bob: their land pays 3 a levy, yours 2."),
])
def test_everybody_is_told_how_far_they_are_behind_or_ahead_and_what_both_lands_pay(
    guards: list[str], scores: list[int], says: str
) -> None:
    state = acting(ONE_SYMBOL, TWO_SYMBOLS, guards=guards, scores=scores)
    shown = table(state, names=NAMES[:3], seat=ALICE, open_hands=False)
    assert shown["standing"] == says


@pytest.mark.rule("E3", "L2")
@pytest.mark.parametrize(("reader", "says"), [
    (ALICE, "With the next levy Bob has 100 points. 100 points end the game"),
    (1, "With the next levy you have 100 points. 100 points end the game"),
])
def test_everybody_is_told_who_reaches_a_hundred_with_the_next_levy(
    reader: int, says: str
) -> None:
    state = acting(ONE_SYMBOL, TWO_SYMBOLS, guards=["A3", "A10"], scores=[50, 97, 0])
    shown = table(state, names=NAMES[:3], seat=reader, open_hands=False)
    assert shown["goal"] == f"{says}, and most points win."


@pytest.mark.rule("O2", "L2")
def test_the_guide_names_land_that_pays_and_its_price() -> None:
    assert tip(acting(ONE_SYMBOL)) == (
        "Occupy the marked province: it then pays you 3 in every levy, whoever levies."
        " It costs a guard.")
    assert "It costs a lyre and a guard." in tip(acting(TWO_SYMBOLS, hands=["l"]))


@pytest.mark.rule("L2", "B1")
def test_the_guide_names_the_levy_idle_guards_and_the_cards_to_collect() -> None:
    assert "it gives you 3 points" in tip(acting(ONE_SYMBOL, guards=["A10"], hands=["h"]))
    assert "Take one of them back." in tip(acting(TWO_SYMBOLS, guards=["A3 A5"]))
    assert tip(acting(TWO_SYMBOLS)) == (
        "Collect cards for the marked province. With one guard, it would pay 2 each levy. You lack"
        " a horse or a lyre.")
    assert turn(acting(TWO_SYMBOLS)).panel["idle"][0].problem.endswith(
        "With one guard, it would pay 2 each levy. You lack a horse or a lyre.")
    costly = position(draw_board("..hhhhh."), players=3, phase=ACT)
    assert tip(costly).startswith("No land is within reach, so take cards.")


WIDE = draw_board("..h......h...h..h..h......")


@pytest.mark.rule("O3", "B1")
@pytest.mark.parametrize("actions", [2, 1])
def test_whoever_has_no_guard_left_is_told_to_take_one_back_for_better_land(actions: int) -> None:
    # The guard on A3 earns a point, and the land round A10 would earn three.
    state = position(WIDE, players=3, phase=ACT, alexander="A25.N", turn=4, actions=actions,
                     closed=["A2 A3", "A8 A9 A10 A11", "A13 A14", "A16 A17", "A19 A20"],
                     guards=["A3 A14 A17 A20"])
    advice = ("You have no guards left. Take one back from land that pays little: then you can"
              " occupy the province at A8, which pays 3 in every levy.")
    assert tip(state) == advice
    told = choices(state)
    assert advice in told
    assert ("Take back the guard on A3" in told) is (actions == 2)
    assert ('<details id="recalls" open>' in told) is (actions == 1)
    assert "no guards left" not in choices(state, advice=False)


LEVY = acting(ONE_SYMBOL, TWO_SYMBOLS, guards=["A10"], hands=["lh"])


@pytest.mark.rule("F1", "L2", "B1")
@pytest.mark.parametrize(("state", "first"), [
    (LEVY, "Levy with a horse"),
    (acting(ONE_SYMBOL), "Occupy, worth 3"),
    (acting(TWO_SYMBOLS, guards=["A3 A5"]), "Take back the guard on A3"),
    (acting(TWO_SYMBOLS), "draw"),
])
def test_the_action_that_the_guide_suggests_stands_first(state: State, first: str) -> None:
    offered = re.findall(r"<a class.*?</a>", choices(state))
    words = re.sub(r"<svg.*?</svg>|<[^>]+>", " ", offered[0])
    assert " ".join(words.split()).startswith(first)


@pytest.mark.rule("O1", "O3", "L2")
def test_land_that_pays_nothing_and_land_beyond_reach_are_told_apart_in_short_lines() -> None:
    told = choices(acting(TWO_SYMBOLS, ONE_SYMBOL))
    assert "1 province that would pay you little or nothing" in told
    assert "beyond your reach" not in told
    far = position(draw_board("hhhhhhhhhh" + "." * 38), players=3, phase=ACT, closed=[
        "A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11"])
    told = re.sub(r"<svg.*?</svg>|<[^>]+>", " ", choices(far))
    assert "1 province beyond your reach Occupy, worth 1 at A1 You lack 9 cards." in (
        " ".join(told.split()))


@pytest.mark.rule("L2")
def test_a_point_or_two_on_a_large_board_is_worth_no_guard_until_the_last_walls() -> None:
    state = position(draw_board("..h" + "." * 57 + "\n" + "." * 60), phase=ACT, closed=["A1 A2 A3"])
    last = replace(state, black_left=0)
    assert [first_action(one).kind for one in (state, last)] == ["cards", "land"]
    assert [bool(turn(one).panel["provinces"]) for one in (state, last)] == [False, True]
    assert tip(state).startswith("The land within reach pays too little for a guard")


def test_a_button_stands_out_only_where_it_is_suggested() -> None:
    assert choices(LEVY).count('class="button"') == 1
    assert 'class="button"' not in choices(LEVY, advice=False)


@pytest.mark.rule("A8")
def test_the_march_that_is_suggested_stands_first_where_there_is_advice() -> None:
    for state in (view for view in views(RECORDS[-1]) if view.phase == MARCH):
        own = replace(state, seat=ALICE, hands=(state.hand, *state.hands[1:]))
        best = suggested_march(own, generate_marches(own, targets(own)))
        assert best
        panel = turn(own).panel
        if panel["chosen"]:
            listed = next(space for space in panel["spaces"] if space.chosen).points[0].best
        else:
            listed = panel["spaces"][0].best
        assert listed.summary == summary(own, best, NAMES[:own.players])


TAKEN_OVER = {"guards": ["", "A10"], "hands": ["hh"]}


@pytest.mark.rule("E1", "E3", "K1", "L2", "O2", "P5")
@pytest.mark.parametrize(("state", "query", "number", "says"), [
    (acting(phase="take"), {}, 3, "takes red ones, and the game ends: most points win"),
    (acting(phase="take"), {}, 3, "Whoever has 100 points ends it too."),
    (acting(phase="take"), {}, 5, "If theirs is more than yours, you fall behind"),
    (acting(phase="march", card=2), {}, 1, "a point for each space without a symbol"),
    (acting(phase="march", card=2), {}, 3, "The part without a guard is free then"),
    (acting(phase="march", card=2), {}, 4, "Land is lost in two ways"),
    (acting(ONE_SYMBOL), {}, 1, "it then pays you 3 in every levy, whoever levies"),
    (acting(ONE_SYMBOL), {"province": "A8"}, 1, "Each symbol costs a card that shows it"),
    (acting(ONE_SYMBOL, **TAKEN_OVER), {"province": "A8"}, 1, "costs two cards with the symbol"),
])
def test_five_turns_say_how_the_game_ends_and_how_land_is_taken_and_lost(
    state: State, query: dict[str, str], number: int, says: str
) -> None:
    assert says in tip(state, number, **query)


@pytest.mark.parametrize("number", range(1, 6))
@pytest.mark.parametrize("path", RECORDS[-3:], ids=lambda path: path.stem)
def test_the_guide_is_brief(path: Path, number: int) -> None:
    for view in views(path):
        if view.phase != OVER and view.seat == ALICE:
            text = tip(view, number)
            assert len(text.split()) <= 36, text


@pytest.mark.rule("L2", "O3")
@pytest.mark.parametrize(("hands", "within"), [
    (["", ""], False),  # with two guards it would pay nothing
    (["l", ""], True), (["", "l"], False),
])
def test_land_is_green_if_the_player_can_take_it_at_once_with_a_single_guard(
    hands: list[str], within: bool
) -> None:
    state = acting(TWO_SYMBOLS, hands=hands)
    province = province_at(state, next(space for space, name in state.board.names.items()
                                       if name == "A3"))
    assert pays_at_once(state, Part(province, value(state.board, province), None, 0)) is within


@pytest.mark.rule("L2")
def test_the_board_shows_as_a_gain_what_the_words_have_in_green() -> None:
    for state in (view for view in views(RECORDS[-1]) if view.phase == MARCH):
        own = replace(state, seat=ALICE, hands=(state.hand, *state.hands[1:]))
        for march in generate_marches(own, targets(own)):
            outcome = march_outcome(own, march)
            green = [one for one in effects(own, outcome, NAMES) if one.tone == "gain"]
            shown = of_outcome(own, outcome)
            assert bool(shown.gain) == bool(green)
            assert not outcome.closed or shown.gain or shown.closed or shown.lose


@pytest.mark.rule("L2")
def test_land_that_would_pay_nothing_says_so_beside_its_price() -> None:
    told = 0
    for state in (view for path in RECORDS for view in views(path) if view.phase == MARCH):
        for march in generate_marches(state, targets(state)):
            outcome = march_outcome(state, march)
            texts = [one.text for one in effects(state, outcome, NAMES)]
            if not all(text.startswith("Closes off") for text in texts):  # it divides land, too
                continue
            text = " ".join(texts)
            paid = [(part, payment_of(state, state.seat, part.province))
                    for part in outcome.closed]
            poor = any(best.payable and not levy_pays(part.value, len(best.guards))
                       and part.province & ~state.board.open for part, best in paid)
            assert ("It pays nothing" in text) is poor, text
            told += poor
    assert told


def test_each_card_that_closes_off_land_for_the_player_says_so_and_no_other() -> None:
    for state in (view for view in views(RECORDS[-1]) if view.phase == TAKE):
        own = replace(state, seat=ALICE, hands=(state.hand, *state.hands[1:]))
        panel = turn(own).panel
        for kind, card in [*((Take, one) for one in panel["row"]),
                           *((Play, one) for one in panel["hand"])]:
            if not card.href:
                continue
            marching = after(own, kind(card.symbol))
            closed = any(pays_at_once(marching, part)
                         for march in generate_marches(marching, targets(marching))
                         for part in march_outcome(marching, march).closed)
            assert bool(card.gain) is closed, card


def test_cards_say_what_land_they_bring_only_where_there_is_advice() -> None:
    state = next(view for path in RECORDS for view in views(path) if view.phase == TAKE
                 and any(land_within_reach(view, move) for move in card_moves(view)))
    own = replace(state, seat=ALICE, hands=(state.hand, *state.hands[1:]))
    assert "can close off land worth" in choices(own)
    assert "can close off land worth" not in choices(own, advice=False)
