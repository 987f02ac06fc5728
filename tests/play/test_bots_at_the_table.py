"""Bots submit their plans like people, see only their view, and cannot stop a game."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from alexandros_rules.alexandros.cards import UNKNOWN
from alexandros_rules.alexandros.moves import Draw, End, Play
from alexandros_rules.bot_plans import MoveByMove
from alexandros_rules.ruleset import HasTime
from games import tasks
from games.base.thinker import THINKER, Overdue
from games.models import Failure, Game, LoggedMove, Seat, User
from games.table.lobby import open_tables
from games.table.play import bot_tasks, bots, history, turns, verification
from games.table.seats import leaving, seating
from tests.engine.planning import FarsightedBot
from tests.sample_games import RULES, advance, mover
from tests.thinking.bots import Cheat, Faulty, Ponderer

Worker = Callable[[Game], None]
GREEDY, RANDOM = RULES.bots["greedy"], RULES.bots["random"]
LATER = timedelta(seconds=30)


def play_script(game: Game, seat: int, worker: Worker, *, now: datetime) -> None:
    """Plays one seat from a script, with bots in the others, until the game is over."""
    worker(game)
    while game.status == Game.Status.RUNNING:
        assert mover(game) == seat
        advance(game, now=now)
        worker(game)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_guest_plays_a_whole_game_against_bots(
    guest: User, now: datetime, worker: Worker, players: int
) -> None:
    game = open_tables.play_now(guest, players=players, board="delta", now=now)
    play_script(game, 0, worker, now=now)
    assert game.result is not None
    assert game.result["winners"]
    assert verification.first_fault(game) is None
    actors = set(game.rows.values_list("seat", "actor"))
    assert actors == {(None, "table"), (0, "page")} | {(seat, "bot") for seat in range(1, players)}


def test_a_bot_plays_its_turn_and_no_more(guest: User, now: datetime) -> None:
    game = open_tables.play_now(guest, players=3, board="delta", options={"first": 1}, now=now)
    moves = bots.play(game.pk, now=now)
    game.refresh_from_db()
    assert (game.turn, mover(game), game.number) == (2, 2, 1 + moves)


def test_nothing_is_played_for_a_person(fresh: Game, now: datetime) -> None:
    assert bots.play(fresh.pk, now=now) == 0
    assert bots.play(0, now=now) == 0
    assert fresh.rows.count() == 1


def test_a_bot_sees_nothing_but_its_own_hand(
    guest: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    class Spy(MoveByMove):
        name, title, seat_names = "greedy", "looks", ("Spy",)
        about = "Remembers all that it is shown."

        def choose(self, view: Any, *, seat: int, salt: bytes) -> Any:
            seen.append(view)
            return RULES.legal_moves(view, seat=view.seat)[0]

    game = open_tables.play_now(guest, players=3, board="delta", options={"first": 1}, now=now)
    monkeypatch.setattr(RULES, "bots", {"greedy": Spy()})
    bots.play(game.pk, now=now)
    for view in seen:
        assert set(view.supply) == {UNKNOWN}
        assert all(sum(view.hands[seat][:UNKNOWN]) == 0 for seat in (0, 2))
        assert view.hands[1][UNKNOWN] == 0


def test_a_bot_remembers_which_cards_were_shuffled(
    guest: User, now: datetime, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    class Spy(MoveByMove):
        name, title, seat_names = "greedy", "looks", ("Spy",)
        about = "Plays and draws as many cards as it can."

        def choose(self, view: Any, *, seat: int, salt: bytes) -> Any:
            seen.append(view)
            legal = [*RULES.legal_moves(view, seat=seat)]
            return next((move for move in legal if isinstance(move, Play | Draw)), legal[0])

    game = open_tables.play_now(guest, players=4, board="persia", options={"first": 1}, now=now)
    monkeypatch.setattr(RULES, "bots", {"greedy": Spy()})
    play_script(game, 0, worker, now=now)
    assert any(view.older for view in seen), "no shuffle left a card in a hand"


def test_a_bots_whim_follows_from_the_games_secret(fresh: Game, now: datetime) -> None:
    assert bots.salt(fresh, 7) == bots.salt(fresh, 7) != bots.salt(fresh, 8)
    fresh.seed = bytes(32)
    assert bots.salt(fresh, 7) != bots.salt(Game.objects.get(pk=fresh.pk), 7)


def test_two_workers_on_one_turn_play_it_once(
    guest: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = open_tables.play_now(guest, players=2, board="delta", options={"first": 1}, now=now)
    submit = turns.submit

    def twice(*args: Any, **options: Any) -> Any:
        receipt = submit(*args, **options)
        assert submit(*args, **options) == receipt
        return receipt

    monkeypatch.setattr(turns, "submit", twice)
    bots.play(game.pk, now=now)
    game.refresh_from_db()
    assert mover(game) == 0
    assert verification.first_fault(game) is None


def test_a_bot_that_comes_too_late_gives_up(
    guest: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = open_tables.play_now(guest, players=2, board="delta", options={"first": 1}, now=now)
    choose = type(RULES.bots["greedy"]).choose

    def slow(self: Any, view: Any, *, seat: int, salt: bytes) -> Any:
        monkeypatch.undo()
        bots.play(game.pk, now=now)
        return choose(self, view, seat=seat, salt=salt)

    monkeypatch.setattr(type(RULES.bots["greedy"]), "choose", slow)
    bots.play(game.pk, now=now)
    game.refresh_from_db()
    assert mover(game) == 0
    assert verification.first_fault(game) is None


def test_the_sweep_finds_a_bot_nobody_woke(
    guest: User, now: datetime, announced: list[tuple[Any, ...]]
) -> None:
    game = open_tables.play_now(guest, players=2, board="delta", options={"first": 1}, now=now)
    open_tables.play_now(guest, players=2, board="delta", options={"first": 0}, now=now)
    assert bots.sweep(now + timedelta(seconds=5)) == []
    assert bots.sweep(now + timedelta(seconds=30)) == [game.pk]
    assert announced == [("play_bot", game.pk)]


def test_a_person_who_moves_wakes_the_bot_after_him(
    guest: User, now: datetime, announced: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    game = open_tables.play_now(guest, players=2, board="delta", options={"first": 0}, now=now)
    with django_capture_on_commit_callbacks(execute=True):
        while mover(game) == 0:
            assert announced == []
            advance(game, now=now)
    assert announced == [("play_bot", game.pk)]


def test_a_bot_plays_on_for_somebody_who_left(
    running: Game, alice: User, bob: User, carol: User, now: datetime, worker: Worker
) -> None:
    seat = mover(running)
    assert seat is not None
    leaver = [alice, bob, carol][seat]
    leaving.leave(running, user=leaver, now=now)
    assert history.seat_of(running, leaver) is None
    row = LoggedMove.objects.get(game=running, number=running.number)
    assert (row.move, row.seat, row.actor) == ("@seat", seat, "table")
    assert leaver.name not in row.events
    told = history.read(running, None).entries()[-1].sentences
    assert told == (f"{leaver.name} has left the game. A bot has taken over their seat.",)
    worker(running)
    assert mover(running) == (seat + 1) % 3
    assert verification.first_fault(running) is None


def test_leaving_on_ones_turn_wakes_the_bot(
    running: Game, alice: User, bob: User, carol: User, now: datetime, announced: list[Any],
    django_capture_on_commit_callbacks: Any,
) -> None:
    people, seat = [alice, bob, carol], mover(running)
    assert seat is not None
    with django_capture_on_commit_callbacks(execute=True):
        leaving.leave(running, user=people[(seat + 1) % 3], now=now)
    assert ("play_bot", running.pk) not in announced
    with django_capture_on_commit_callbacks(execute=True):
        leaving.leave(running, user=people[seat], now=now)
    assert announced.count(("play_bot", running.pk)) == 1


def test_when_everybody_left_the_bots_finish_the_game(
    running: Game, alice: User, bob: User, carol: User, now: datetime, worker: Worker
) -> None:
    for user in (alice, bob, carol):
        leaving.leave(running, user=user, now=now)
    assert seating.finish_deserted(now + seating.REST)
    worker(running)
    assert running.status == Game.Status.OVER
    assert not running.emails.exclude(kind__in=("left", "deserted")).exists()


# ---------- plans ----------
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


def test_a_machine_that_is_too_busy_for_a_bot_is_no_mistake(
    seat_bot: Any, now: datetime, caplog: pytest.LogCaptureFixture
) -> None:
    game = seat_bot(Faulty(Overdue()))
    with caplog.at_level(logging.WARNING):
        assert bots.play(game.pk, now=now)
    game.refresh_from_db()
    assert mover(game) == 0
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "too busy for a bot; a simple one plays the rest of its turn" in caplog.text
    assert not Failure.objects.exists()


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
