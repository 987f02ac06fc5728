"""The analyst finds good turns, judges bad ones, and knows nothing that is hidden."""

from __future__ import annotations

from random import Random

import pytest

from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.analysis.analyst import after
from alexandros_rules.alexandros.bots.characters import STRATEGIST
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import ACT, OVER, TAKE, State, change
from alexandros_rules.analysis import decisions
from alexandros_rules.bot_plans import always
from alexandros_rules.errors import Refusal
from tests.engine.analysis.judged_games import ANALYST, losses, moves_of, played
from tests.engine.positions import draw_board, hidden_cards_shuffled, position
from tests.engine.sampled_positions import sampled_views

LADDER = ("strategist", "planner", "random")


def test_best_turns_are_whole_and_playable_in_order_and_differ_in_what_is_played_at_once() -> None:
    for view in list(sampled_views(211))[:12]:
        turns = ANALYST.best_turns(view, seat=view.seat, salt=b"any", has_time=always, count=3)
        assert turns
        for turn in turns:
            end = after(view, turn.moves)
            assert end.phase == OVER or end.turn > view.turn
            assert 1 <= turn.firm <= len(turn.moves)
            assert 0 <= turn.chance <= 1
        chances = [turn.chance for turn in turns]
        assert chances == sorted(chances, reverse=True)
        assert len({turn.moves[:turn.firm] for turn in turns}) == len(turns)


def test_playing_the_best_turn_loses_nothing() -> None:
    for view in list(sampled_views(211))[:12]:
        best, *_ = ANALYST.best_turns(view, seat=view.seat, salt=b"any", has_time=always, count=1)
        judged = ANALYST.judge(view, best.moves[:best.firm], seat=view.seat, salt=b"any",
                               has_time=always)
        assert judged.loss == 0


def test_no_move_is_better_than_the_best_turn() -> None:
    rng = Random(3)
    for view in list(sampled_views(211))[:12]:
        move = rng.choice(list(RULESET.legal_moves(view, seat=view.seat))[:500])
        judged = ANALYST.judge(view, [move], seat=view.seat, salt=b"any", has_time=always)
        assert judged.loss >= 0
        assert judged.played.moves[0] == move
        assert 0 <= judged.played.chance <= judged.best.chance <= 1


def test_without_time_every_turn_is_still_looked_at_once() -> None:
    view = next(sampled_views(83))
    move = RULESET.legal_moves(view, seat=view.seat)[0]
    judged = ANALYST.judge(view, [move], seat=view.seat, salt=b"any", has_time=lambda: False)
    assert judged.best.moves
    assert judged.loss >= 0


@pytest.mark.promise("R10")
def test_a_judgement_does_not_depend_on_cards_that_the_player_had_not_seen() -> None:
    compared = 0
    for one in moves_of(played(["planner", "greedy", "friend"], 1)):
        twin = hidden_cards_shuffled(one.before, one.seat, Random(7), known_stay=True)
        if twin == one.before or one.number % 11:
            continue
        compared += 1
        judged = [
            ANALYST.judge(RULESET.view(state, one.seat), [one.move], seat=one.seat, salt=b"any",
                          has_time=always)
            for state in (one.before, twin)
        ]
        assert judged[0] == judged[1]
    assert compared > 1


def test_weaker_bots_lose_more_in_an_average_turn() -> None:
    average = {}
    for name in LADDER:
        lost = [loss for number in (0, 2) for loss in losses(played([name, name], number, "delta"))]
        average[name] = sum(lost) / len(lost)
    assert sorted(LADDER, key=average.__getitem__) == list(LADDER)
    assert average["strategist"] < 0.02 < average["planner"]


def test_a_decision_ends_where_something_is_revealed() -> None:
    rows = played(["greedy", "planner"], 2)
    found = list(decisions(RULESET, moves_of(rows)))
    assert [number for one in found for number in range(one.first, one.last + 1)] == [
        *range(1, len(rows) + 1)]
    for one in found:
        revealed = [rows[number - 1] for number in range(one.first, one.last)]
        assert not any(RULESET.revealed_text(event) for _, _, events in revealed
                       for event in events)
        try:
            after(one.view, one.moves)
        except Refusal:
            pytest.fail("a decision must be legal on the view it was made on")


def hoarded(view: State) -> State:
    """Returns the view with one card left to draw: somebody else has the others in hand."""
    other = (view.seat + 1) % view.players
    unknown = cards.total(view.discard) + len(view.supply) - 1
    hand = cards.add(view.hands[other], cards.counts([cards.UNKNOWN] * unknown))
    hands = (*view.hands[:other], hand, *view.hands[other + 1:])
    return change(view, hands=hands, supply=view.supply[:1], discard=cards.NONE)


def test_turns_that_take_the_last_card_can_be_played_as_well() -> None:
    views = [hoarded(view) for view in sampled_views(29) if view.phase == TAKE and view.supply]
    assert views
    for view in views:
        for turn in STRATEGIST.whole_turns(view, seat=view.seat, salt=b"any", count=12):
            assert after(view, turn) != view  # all of it could be played


@pytest.mark.promise("R10")
def test_everybodys_chances_add_up_and_know_nothing_that_is_hidden() -> None:
    for one in list(moves_of(played(["planner", "greedy", "friend"], 1)))[::9]:
        seat = one.seat
        twin = hidden_cards_shuffled(one.before, seat, Random(7), known_stay=True)
        rated = [ANALYST.standing(RULESET.view(state, seat), seat=seat, salt=b"any",
                                  has_time=always) for state in (one.before, twin)]
        assert rated[0] == rated[1]
        assert sum(rated[0]) == pytest.approx(1)


def test_whoever_cannot_keep_the_next_player_from_winning_has_no_chance() -> None:
    west, east = "A1 A2 A3 A4 A5 A6", "A12 A13 A14 A15 A16"  # worth 3 and 4
    state = position(draw_board("t.h.l...s.ta...."), phase=ACT, closed=[west, east],
                     hands=("taa", "ttaass"), known=(cards.NONE, cards.read_code("ttaass")),
                     guards=("A12", "A1"), scores=(92, 96))
    rated = ANALYST.standing(RULESET.view(state, 0), seat=0, salt=b"any", has_time=always)
    assert rated == [0, 1]


def test_an_answer_is_a_turn_of_the_next_seat_that_is_legal_on_its_view() -> None:
    for view in list(sampled_views(211))[:12]:
        best, *_ = ANALYST.best_turns(view, seat=view.seat, salt=b"any", has_time=always, count=1)
        found = ANALYST.answer(view, best.moves, seat=view.seat, salt=b"any", has_time=always)
        if after(view, best.moves).phase == OVER:
            assert found is None
            continue
        assert found is not None
        assert found.seat == found.view.seat == (view.seat + 1) % view.players
        assert after(found.view, found.moves) != found.view  # all of it could be played
        assert 0 < found.share <= 1


@pytest.mark.promise("R10")
def test_an_answer_does_not_depend_on_cards_that_the_player_had_not_seen() -> None:
    for one in list(moves_of(played(["planner", "greedy", "friend"], 1)))[::13]:
        twin = hidden_cards_shuffled(one.before, one.seat, Random(7), known_stay=True)
        view = RULESET.view(one.before, one.seat)
        best, *_ = ANALYST.best_turns(view, seat=one.seat, salt=b"any", has_time=always, count=1)
        found = [ANALYST.answer(RULESET.view(state, one.seat), best.moves, seat=one.seat,
                                salt=b"any", has_time=always) for state in (one.before, twin)]
        assert found[0] == found[1]
