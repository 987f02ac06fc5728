"""No change makes a bot weaker unnoticed.

The results of games against a bot that never changes are stored.  See docs/bots.md.
"""

from __future__ import annotations

import hashlib
import os
import warnings
from dataclasses import dataclass
from typing import Any

import pytest

from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.ruleset import Bot, HasTime
from games.labs.measuring.strength import Change, change, measured_change
from tests.engine.strength import ALLOWED, FIRST, Reference, match, reference


@dataclass(frozen=True)
class DistractedBot:
    """Plays like another bot, but makes a random move in one of ``every`` moves."""

    bot: Bot
    every: int
    title: str = "forgetful"
    about: str = "Now and then plays any move."
    seat_names: tuple[str, ...] = ("Distracted",)
    thinks: bool = False

    @property
    def name(self) -> str:
        return self.bot.name

    def plan(self, view: Any, *, seat: int, salt: bytes, has_time: HasTime) -> Any:
        distracted = hashlib.sha256(b"distracted" + salt).digest()[0] % self.every == 0
        player = RULESET.bots["random"] if distracted else self.bot
        return player.plan(view, seat=seat, salt=salt, has_time=has_time)


GREEDY = RULESET.bots["greedy"]
DEALS = range(40)


@pytest.fixture(scope="module")
def results() -> str:
    """The results of the greedy bot on the small board."""
    return match(GREEDY, board="delta").results(DEALS)


def check(found: Change | None, stored: Reference) -> None:
    """Fails if a bot may have become too much weaker, and says what to do."""
    if found is None:
        return
    if found.at_most > ALLOWED:
        pytest.fail(
            f"{stored.bot} plays differently: it is {found}, and may have lost more than {ALLOWED}"
            " points. Measure it with manage.py ladder. If you want the change, store the new"
            f" results: {stored.command}", pytrace=False)
    warnings.warn(f"{stored.bot} plays differently: it is {found}. To make this test quick again,"
                  f" store the new results: {stored.command}", stacklevel=2)


@pytest.mark.parametrize("bot", ["greedy"])
def test_no_change_costs_a_bot_fifty_points_unnoticed(bot: str) -> None:
    stored = reference(bot)
    found = measured_change(match(RULESET.bots[bot]), stored.results, first=FIRST,
                            processes=os.cpu_count() or 1)
    check(found, stored)


def test_a_bot_that_plays_as_before_has_not_changed(results: str) -> None:
    assert measured_change(match(GREEDY, board="delta"), results, first=5) is None


def test_a_bot_that_makes_a_random_move_now_and_then_is_noticed(results: str) -> None:
    weaker = match(DistractedBot(GREEDY, every=6), board="delta")
    found = measured_change(weaker, results, first=5)
    assert found is not None
    assert found.lost > ALLOWED
    with pytest.raises(pytest.fail.Exception, match="store the new results: python -m tests"):
        check(found, Reference("greedy", results))


def test_a_change_that_costs_little_is_only_reported() -> None:
    with pytest.warns(UserWarning, match="greedy plays differently: it is 5 ± 10 points weaker"):
        check(Change(1000, 5.0, 10.0), Reference("greedy", ""))


def test_a_change_that_may_cost_too_much_is_refused_before_it_surely_does() -> None:
    """So a loss of exactly 50 points is noticed in 95 of 100 cases, not in half of them."""
    with pytest.raises(pytest.fail.Exception, match="may have lost more than 50 points"):
        check(Change(1000, 30.0, 15.0), Reference("greedy", ""))


def test_equal_results_are_no_change() -> None:
    found = change("1101=0", "1101=0")
    assert (found.lost, found.error) == (0, 0)


def test_the_same_share_of_wins_in_other_games_is_a_change_with_an_error() -> None:
    found = change("11001100", "00110011")
    assert found.lost == 0
    assert found.error > ALLOWED


def test_a_loss_is_counted_in_points_of_a_game_of_two() -> None:
    found = change("10" * 50, "10001000" * 12 + "1000")
    assert found.lost == pytest.approx(190.8, abs=0.1)  # from even odds to 1 to 3
    assert str(found) == "191 ± 26 points weaker, in 100 games"
