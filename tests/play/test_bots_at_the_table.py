"""Bots submit moves like people, see only their view, and stalled bot turns are retried."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from engine.alexandros.cards import UNKNOWN
from engine.bot_plans import MoveByMove
from games.models import Game, LoggedMove, User
from games.table.lobby import open_tables
from games.table.play import bots, history, turns, verification
from games.table.seats import leaving, seating
from tests.sample_games import RULES, advance, mover

Worker = Callable[[Game], None]


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
