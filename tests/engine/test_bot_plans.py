"""Bots plan their turns, and their games follow the plans."""

from __future__ import annotations

from typing import Any

from engine.alexandros.rules import RULESET
from engine.bot_games import outcome, play_out
from engine.bot_plans import always
from engine.ruleset import HasTime
from tests.engine.planning import FarsightedBot
from tests.engine.positions import draw_board, position
from tests.engine.random_games import seed, setup

TABLE = setup("delta", players=2)


class Recorder(FarsightedBot):
    """Remembers its plans, and whether it had time for them."""

    def __init__(self) -> None:
        super().__init__()
        self.plans: list[list[Any]] = []
        self.times: list[HasTime] = []

    def plan(self, view: Any, *, seat: int, salt: bytes, has_time: HasTime) -> list[Any]:
        self.times.append(has_time)
        self.plans.append(super().plan(view, seat=seat, salt=salt, has_time=has_time))
        return self.plans[-1]


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
                   start_turn=lambda: lambda: False).status.over
    assert {len(plan) for plan in bot.plans} == {1}


def test_all_plans_of_a_turn_share_its_time() -> None:
    bot, begun = Recorder(), list[HasTime]()

    def start_turn() -> HasTime:
        begun.append(lambda: True)
        return begun[-1]

    status = outcome(RULESET, TABLE, seed=seed(1), bots=[bot, bot], start_turn=start_turn).status

    assert len(begun) == status.turn
    assert list(dict.fromkeys(bot.times)) == begun
    assert len(bot.times) > len(begun)
