"""Searching bots win at once whenever they can, and waste nothing on the way."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.analysis.analyst import WIDEST, AlexandrosAnalyst, after
from alexandros_rules.alexandros.bots.characters import CHARACTERS, PLANNER, STRATEGIST
from alexandros_rules.alexandros.bots.search.deals import position_of
from alexandros_rules.alexandros.bots.search.evaluation import rate
from alexandros_rules.alexandros.bots.search.thinker import Thinker, for_all
from alexandros_rules.alexandros.bots.search.turns import KEPT
from alexandros_rules.alexandros.legal_moves import legal_moves
from alexandros_rules.alexandros.moves import Draw, End, Levy, Move, Occupy, Recall, Take
from alexandros_rules.alexandros.provinces import levy_gains
from alexandros_rules.alexandros.state import (
    ACT,
    MARCH,
    OVER,
    WINNING_SCORE,
    State,
    change,
    dump_state,
)
from tests.engine import positions as at
from tests.engine.positions import ALICE, BOB, RULESET
from tests.engine.random_games import setup
from tests.engine.sampled_positions import sampled_views

ANALYST = AlexandrosAnalyst()


def can_win_at_once(view: State) -> bool:
    """Returns whether any turn wins at once, with at most one action before the levy."""
    seat = view.seat
    return any(
        _wins(then, seat) or _wins_by_levy(then, seat)
        for moved in _marched(view)
        for then in (moved, *(after(moved, [move]) for move in _useful(moved))))


def _marched(view: State) -> Iterator[State]:
    for card in legal_moves(view):
        begun = after(view, [card])
        if begun.phase != MARCH:
            yield begun
            continue
        seen = set()
        for march in legal_moves(begun):
            moved = after(begun, [march])
            if (moved.walls, moved.alexander) not in seen:
                seen.add((moved.walls, moved.alexander))
                yield moved


def _useful(view: State) -> Iterator[Move]:
    for part in legal_moves(view).parts:
        if isinstance(part[0], Occupy):  # others differ in the space and number of guards
            yield part[0]
        elif isinstance(part[0], Recall | End | Take):
            yield from part


def _wins_by_levy(view: State, seat: int) -> bool:
    return view.phase == ACT and any(
        _wins(after(view, [move]), seat)
        for move in legal_moves(view) if isinstance(move, Levy))


def _wins(view: State, seat: int) -> bool:
    """Returns whether the seat wins if it does nothing more in this turn."""
    if view.phase == ACT:
        view = after(view, [End()])
    return view.phase == OVER and view.winners == (seat,)


def late_views(about: str) -> list[State]:
    """Returns the views in the file that are about this."""
    lines = (Path(__file__).parent / "late_positions.jsonl").read_text("utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    return [
        RULESET.load_state(
            each["view"], setup(each["board"], players=each["players"], walls=each["walls"]))
        for each in found if each["about"] == about]


@pytest.mark.rule("E1", "E3", "E4")
@pytest.mark.parametrize("bot", [STRATEGIST, PLANNER], ids=lambda bot: bot.name)
def test_a_bot_that_can_win_at_once_does(bot: Thinker) -> None:
    views = late_views("a turn wins at once")
    assert len(views) == 8
    for view in views:
        assert can_win_at_once(view)
        turn = bot.whole_turns(view, seat=view.seat, salt=b"any", count=1)[0]
        assert _wins(after(view, turn), view.seat), RULESET.text_board(view)


@pytest.mark.rule("E3", "E4")
@pytest.mark.parametrize("bot", CHARACTERS, ids=lambda bot: bot.name)
def test_no_whim_makes_a_bot_end_the_game_for_somebody_else(bot: Thinker) -> None:
    tempted = 0
    for view in sampled_views(40):
        levies = [move for move in legal_moves(view) if isinstance(move, Levy)]
        gains = levy_gains(view)
        if view.phase != ACT or not levies or not max(gains[:view.seat] + gains[view.seat + 1:]):
            continue
        ahead = tuple(0 if seat == view.seat else WINNING_SCORE - 1 for seat in range(view.players))
        last = change(view, scores=ahead)
        if _is_last(last) or after(last, levies[:1]).phase != OVER:
            continue
        tempted += 1
        for salt in range(10):
            turn = bot.whole_turns(last, seat=view.seat, salt=bytes([salt]), count=1)[0]
            assert after(last, turn).phase != OVER
    assert tempted >= 3


@pytest.mark.rule("L2", "L3")
@pytest.mark.parametrize("bot", [one for one in CHARACTERS if one.efforts[2].whim],
                         ids=lambda bot: bot.name)
def test_no_whim_makes_a_bot_levy_nothing_or_pay_somebody_else_more(bot: Thinker) -> None:
    sober = replace(bot, efforts={
        players: replace(effort, whim=0.0) for players, effort in bot.efforts.items()})
    tempted = 0
    for view in sampled_views(5):
        if view.phase == ACT and view.actions == 1 and _may_levy_badly(view):
            tempted += 1
            for salt in range(10):
                turn, wanted = (one.whole_turns(
                    view, seat=view.seat, salt=bytes([salt]), count=1)[0] for one in (bot, sober))
                assert not isinstance(turn[0], Levy) or isinstance(wanted[0], Levy)
    assert tempted >= 10


def _may_levy_badly(view: State) -> bool:
    gains = levy_gains(view)
    return (gains[view.seat] == 0 or max(gains) > gains[view.seat]) and any(
        isinstance(move, Levy) for move in legal_moves(view))


@pytest.mark.rule("A16")
def test_a_turn_is_worth_the_same_whatever_was_asked_before() -> None:
    views = late_views("somebody will be stuck")
    assert len(views) == 6
    for view in (*views, *sampled_views(400)):
        turns = PLANNER.whole_turns(view, seat=view.seat, salt=b"any", count=8)
        alone = [_chances(view, [turn])[0] for turn in turns]
        assert _chances(view, turns) == alone
        assert _chances(view, turns[::-1]) == alone[::-1]


def _chances(view: State, turns: Sequence[Sequence[Move]]) -> list[float]:
    return [*ANALYST.chances(view, turns, seat=view.seat, salt=b"any", has_time=lambda: False)]


@pytest.mark.rule("F2")
def test_no_turn_ends_with_an_action_left_that_could_take_a_card() -> None:
    for view in sampled_views(40):
        for turn in PLANNER.whole_turns(view, seat=view.seat, salt=b"any", count=3):
            then = after(view, turn[:-1])
            may_draw = any(isinstance(move, Draw | Take) for move in legal_moves(then))
            assert not (turn[-1] == End() and may_draw and then.phase == ACT) or _is_last(then)


def _is_last(view: State) -> bool:
    return after(view, [End()]).phase == OVER


def test_a_card_more_is_worth_something_in_every_hand() -> None:
    state = at.position("persia", phase=ACT, hands=["ttaahhllss", "t"])
    chances = [chances_of(change(state, hands=(hand, state.hands[1]))) for hand in (
        cards.read_code("ttaahhllss"), cards.read_code("ttaahhllsss"),
        cards.read_code("ttaahhlllsss"))]
    assert chances == sorted(chances)
    assert len(set(chances)) == 3


def chances_of(state: State) -> float:
    """Returns the chance of winning of the seat to move, as the search rates the position."""
    search = STRATEGIST.search_for(state)
    rate(search.evaluation, position_of(state, (state.hands, state.supply)), BOB)
    return float(search.evaluation.chance[ALICE])


def test_a_search_that_goes_on_finds_more_turns_that_win_at_once() -> None:
    views = late_views("a turn wins at once")[:3]
    effort = WIDEST.efforts[2]
    first_only = replace(WIDEST, efforts=for_all(replace(effort, go_on=False)))
    found = [(_winning(WIDEST, view), _winning(first_only, view)) for view in views]
    assert all(few <= more for more, few in found)
    assert any(few < more for more, few in found)


def _winning(bot: Thinker, view: State) -> set[str]:
    """Returns the positions in which the bot's turns win at once."""
    ends = [after(view, moves) for moves in bot.whole_turns(
        view, seat=view.seat, salt=b"any", count=KEPT)]
    return {dump_state(end) for end in ends if _wins(end, view.seat)}
