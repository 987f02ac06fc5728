"""Bots plan their turns, and their games follow the plans."""

from __future__ import annotations

from typing import Any

from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.bot_games import outcome, play_out
from alexandros_rules.bot_plans import TurnTime, always
from alexandros_rules.ruleset import HasTime
from tests.engine.planning import FarsightedBot
from tests.engine.positions import draw_board, position
from tests.engine.random_games import seed, setup

TABLE = setup("delta", players=2)


class Recorder(FarsightedBot):
    """Remembers its plans."""

    def __init__(self) -> None:
        super().__init__()
        self.plans: list[list[Any]] = []

    def plan(self, view: Any, *, seat: int, salt: bytes, has_time: HasTime) -> list[Any]:
        self.plans.append(super().plan(view, seat=seat, salt=salt, has_time=has_time))
        return self.plans[-1]


class Clock:
    """A clock that goes on when it is told to."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_bot_that_chooses_move_by_move_plans_one_move() -> None:
    view = RULESET.view(position(draw_board("t.h.l...s.ta....")), 0)

    for bot in RULESET.bots.values():
        if not bot.thinks:
            assert len(bot.plan(view, seat=0, salt=b"any", has_time=always)) == 1


def test_all_moves_of_a_plan_are_played_in_order() -> None:
    bot = Recorder()
    played = [move for _, move, _ in play_out(RULESET, TABLE, seed=seed(1), bots=[bot, bot])]

    assert played[:-1] == [move for plan in bot.plans for move in plan]
    assert max(map(len, bot.plans)) > 1
    assert played[-1] is None


def test_a_bot_without_time_still_plays_legal_moves() -> None:
    bot = Recorder()

    assert outcome(RULESET, TABLE, seed=seed(1), bots=[bot, bot],
                   start_turn=lambda: TurnTime(0, lambda: 0.0)).status.over
    assert {len(plan) for plan in bot.plans} == {1}


def test_a_plan_may_take_half_of_what_is_left_of_the_turn() -> None:
    clock = Clock()
    turn = TurnTime(8, clock)
    has_time = turn.has_time()
    clock.now += 3.9
    assert has_time()
    clock.now += 0.1
    assert not has_time()
    assert turn.share() == 2
    clock.now += 10
    assert (turn.share(), turn.has_time()()) == (0, False)


def test_the_time_of_a_turn_begins_once() -> None:
    begun = list[TurnTime]()

    def start_turn() -> TurnTime:
        begun.append(TurnTime(1, lambda: 0.0))
        return begun[-1]

    bot = Recorder()
    status = outcome(RULESET, TABLE, seed=seed(1), bots=[bot, bot], start_turn=start_turn).status

    assert len(begun) == status.turn
    assert len(bot.plans) > len(begun)
