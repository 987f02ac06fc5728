"""Bots plan their turns: plans are submitted as a whole, and a bad bot cannot stop a game."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from engine.alexandros.moves import End
from engine.bot_plans import MoveByMove
from engine.ruleset import HasTime
from games import tasks
from games.base.thinker import THINKER
from games.models import Failure, Game, LoggedMove, Seat, User
from games.table.lobby import open_tables
from games.table.play import bot_tasks, bots, verification
from tests.engine.planning import FarsightedBot
from tests.sample_games import RULES, advance, mover
from tests.thinking.bots import Cheat, Faulty, Ponderer

GREEDY, RANDOM = RULES.bots["greedy"], RULES.bots["random"]
LATER = timedelta(seconds=30)


@pytest.fixture
def seat_bot(guest: User, now: datetime, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Starts a game in which this bot moves first, and random bots are the simple ones."""

    def seat(bot: Any, *, players: int = 2, first: int = 1) -> Game:
        monkeypatch.setattr(RULES, "bots", {"greedy": GREEDY, "tested": bot, "random": RANDOM})
        return open_tables.play_now(guest, players=players, board="delta", bots=["tested"],
                               options={"first": first}, now=now)

    return seat


@pytest.fixture(autouse=True)
def _stop_thinking() -> Iterator[None]:
    yield
    with THINKER.prevent():
        pass


def rows_of(game: Game) -> list[LoggedMove]:
    return list(game.rows.filter(actor=LoggedMove.Actor.BOT).order_by("number"))


@pytest.mark.promise("R6")
def test_a_plan_is_submitted_as_a_whole(seat_bot: Any, now: datetime) -> None:
    game = seat_bot(FarsightedBot())
    assert bots.play(game.pk, now=now) == len(rows_of(game))
    keys = [row.key for row in rows_of(game)]
    assert len({*keys}) < len(keys)
    assert verification.first_fault(game) is None
    assert mover(game) == 0


def test_all_plans_of_a_turn_share_its_time(
    seat_bot: Any, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    class Clock:
        @staticmethod
        def monotonic() -> float:
            return 100.0 + 10 * len(asked)

    class Timed(MoveByMove):
        name, title, seat_names = "timed", "looks at the clock", ("Timed",)
        about = "Looks at the clock and plays what comes first."

        def plan(self, view: Any, *, seat: int, salt: bytes, has_time: HasTime) -> Any:
            answer = has_time()
            asked.append(answer)
            return super().plan(view, seat=seat, salt=salt, has_time=has_time)

        def choose(self, view: Any, *, seat: int, salt: bytes) -> Any:
            return RULES.legal_moves(view, seat=seat)[0]

    game = seat_bot(Timed())
    monkeypatch.setattr(bots, "time", Clock)
    bots.play(game.pk, now=now, seconds=15)
    assert asked[:3] == [True, True, False]


def test_a_bot_that_thinks_plays_its_turn_in_its_own_process(seat_bot: Any, now: datetime) -> None:
    game = seat_bot(Ponderer())
    assert bots.play(game.pk, now=now) > 1
    game.refresh_from_db()
    assert mover(game) == 0
    assert not Failure.objects.exists()


def test_the_next_turn_begins_when_the_bot_has_thought(seat_bot: Any, now: datetime) -> None:
    game = seat_bot(Ponderer())
    bots.play(game.pk, now=now, clock=lambda: now + LATER)
    game.refresh_from_db()
    assert game.moved_at == now + LATER


def test_a_site_says_how_long_a_bot_may_think(
    seat_bot: Any, now: datetime, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert settings.BOT_SECONDS == 5
    settings.BOT_SECONDS, asked = 3600, []

    def ask(question: Any, view: Any, *, seconds: float, **about: Any) -> list[Any]:
        asked.append(seconds)
        return [RULES.legal_moves(view, seat=view.seat)[0]]

    monkeypatch.setattr(THINKER, "ask", ask)
    bots.play(seat_bot(Ponderer()).pk, now=now)
    assert 1000 < asked[0] <= 1800


@pytest.mark.promise("R2")
@pytest.mark.parametrize("bot", [Faulty(LookupError("a hand")), Cheat(End())])
def test_a_simple_bot_plays_on_for_one_that_fails(
    seat_bot: Any, now: datetime, bot: Any, caplog: pytest.LogCaptureFixture
) -> None:
    game = seat_bot(bot)
    with caplog.at_level(logging.ERROR):
        assert bots.play(game.pk, now=now)
    game.refresh_from_db()
    assert mover(game) == 0
    failure = Failure.objects.get()
    assert (failure.doing, failure.seat, failure.times) == ("bot", 1, 1)
    assert "a bot failed; a simple one plays the rest of its turn" in caplog.text
    assert verification.first_fault(game) is None


def test_a_bot_that_does_not_fail_alone_raises(seat_bot: Any, now: datetime) -> None:
    """The simple bot itself has failed: then the task fails, and a sweep tries again."""
    game = seat_bot(Cheat(End()))
    RULES.bots["random"] = RULES.bots["tested"]
    with pytest.raises(bots.BadPlan):
        bots.play(game.pk, now=now)
    assert rows_of(game) == []


def test_the_simple_bot_is_the_last_that_does_not_think(monkeypatch: pytest.MonkeyPatch) -> None:
    assert bot_tasks.simple_bot(RULES) == "random"
    monkeypatch.setattr(RULES, "bots", {"greedy": GREEDY, "ponderer": Ponderer()})
    assert bot_tasks.simple_bot(RULES) == "greedy"
    monkeypatch.setattr(RULES, "bots", {"ponderer": Ponderer(), "other": Ponderer()})
    assert bot_tasks.simple_bot(RULES) == "ponderer"


def test_nothing_is_played_while_the_service_is_being_stopped(
    seat_bot: Any, now: datetime
) -> None:
    game = seat_bot(Ponderer())
    with THINKER.prevent():
        assert bots.play(game.pk, now=now) == 0
    assert not Failure.objects.exists()
    assert bots.play(game.pk, now=now)


def test_a_turn_is_announced_in_the_queue_of_its_bot(
    seat_bot: Any, now: datetime, announced: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        game = seat_bot(Ponderer(), players=3, first=0)
        while mover(game) == 0:
            advance(game, now=now)
    assert announced == [("think", game.pk)]
    with django_capture_on_commit_callbacks(execute=True):
        bots.play(game.pk, now=now)
    assert announced == [("think", game.pk), ("play_bot", game.pk)]


def test_each_task_leaves_the_bots_of_the_other_alone(seat_bot: Any, now: datetime) -> None:
    game = seat_bot(Ponderer(), players=3)
    tasks.play_bot(game.pk)
    assert rows_of(game) == []
    tasks.think(game.pk)
    game.refresh_from_db()
    assert mover(game) == 2
    tasks.think(game.pk)
    assert mover(game) == 2
    tasks.play_bot(game.pk)
    game.refresh_from_db()
    assert mover(game) == 0


@pytest.mark.promise("R3")
def test_the_sweep_announces_each_turn_in_the_queue_of_its_bot(
    seat_bot: Any, now: datetime, announced: list[Any], django_assert_max_num_queries: Any
) -> None:
    slow = seat_bot(Ponderer())
    quick = open_tables.play_now(User.objects.create_guest(), players=2, board="delta",
                            options={"first": 1}, now=now)
    assert {*bots.sweep(now + LATER)} == {slow.pk, quick.pk}
    assert announced == [("play_bot", quick.pk), ("think", slow.pk)]


def test_a_stand_in_that_thinks_is_announced_in_its_queue(
    fresh: Game, now: datetime, announced: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RULES, "bots", {"tested": Ponderer(), "random": RANDOM})
    Seat.objects.filter(game=fresh, index=0).update(stand_in="tested")
    assert bots.sweep(now + LATER) == [fresh.pk]
    Seat.objects.filter(game=fresh, index=0).update(stand_in="random")
    Game.objects.update(announced_at=None)
    assert bots.sweep(now + LATER) == [fresh.pk]
    assert announced == [("think", fresh.pk), ("play_bot", fresh.pk)]


def test_the_default_bot_plays_for_one_that_the_game_has_no_more(
    fresh: Game, now: datetime, announced: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    Seat.objects.filter(game=fresh, index=0).update(bot="gone", user=None)
    bots.sweep(now + LATER)
    monkeypatch.setattr(RULES, "bots", {"tested": Ponderer(), "random": RANDOM})
    Game.objects.update(announced_at=None)
    bots.sweep(now + LATER)
    assert announced == [("play_bot", fresh.pk), ("think", fresh.pk)]
    tasks.think(fresh.pk)
    fresh.refresh_from_db()
    assert mover(fresh) == 1
