"""Concurrent requests: one move is played, one seat is taken, and the log has no gap."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.conf import settings
from django.db import close_old_connections

from alexandros_rules.errors import Stale
from games.base.refusals import Closed
from games.models import Game, LoggedMove, Seat, User
from games.people import account_deletion
from games.table.lobby import open_tables
from games.table.play import turns, verification
from games.table.seats import leaving
from tests.concurrency import at_once, database_url
from tests.sample_games import legal, seat_table, submit

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _nobody_is_told(announced: list[Any]) -> None:
    """Commits are real here, but no task is sent to the worker."""


def submission(game: Game, move: str, key: str, *, now: datetime) -> Callable[[], Any]:
    actor = LoggedMove.Actor.PAGE if key.endswith("0") else LoggedMove.Actor.MAIL
    return lambda: submit(Game.objects.get(pk=game.pk), seat=0, text=move, number=1, key=key,
                          actor=actor, now=now)


@pytest.mark.promise("R5")
def test_of_many_submissions_of_one_turn_one_is_played(
    alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([alice, bob], now=now, options={"first": 0})
    moves = legal(game)
    acts = [submission(game, moves[i % len(moves)], f"key-{i}", now=now) for i in range(12)]
    results = at_once(*acts)
    kinds = Counter(type(result) for result in results)
    assert kinds == {turns.Receipt: 1, Stale: 11}
    assert LoggedMove.objects.filter(game=game).count() == 2
    assert verification.first_fault(Game.objects.get(pk=game.pk)) is None


@pytest.mark.promise("R5", "R6")
def test_a_form_sent_many_times_is_played_once_and_answered_alike(
    alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([alice, bob], now=now, options={"first": 0})
    results = at_once(*[submission(game, legal(game)[0], "form", now=now) for _ in range(8)])
    assert set(results) == {results[0]}
    assert isinstance(results[0], turns.Receipt)
    assert LoggedMove.objects.filter(game=game).count() == 2


def test_of_two_people_taking_the_last_seat_one_gets_a_sentence(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    game = open_tables.create_table(by=alice, players=2, board="delta", listed=True, now=now)
    results = at_once(
        lambda: open_tables.join(game, user=bob, now=now),
        lambda: open_tables.join(game, user=carol, now=now),
    )
    assert sorted(type(result).__name__ for result in results) == ["Closed", "Seat"]
    refusal = next(result for result in results if isinstance(result, Closed))
    assert refusal.sentence.endswith(".")
    game.refresh_from_db()
    assert (game.status, game.number) == (Game.Status.RUNNING, 1)
    assert Seat.objects.filter(game=game, status=Seat.Status.TAKEN).count() == 2


def test_leaving_and_moving_at_once_leave_a_sound_log(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    game = seat_table([alice, bob, carol], now=now, options={"first": 0})
    at_once(
        submission(game, legal(game)[0], "key", now=now),
        lambda: leaving.leave(Game.objects.get(pk=game.pk), user=alice, now=now),
        lambda: leaving.leave(Game.objects.get(pk=game.pk), user=bob, now=now),
    )
    assert verification.first_fault(Game.objects.get(pk=game.pk)) is None
    assert game.rows.filter(move="@seat").count() == 2


@pytest.mark.promise("R25")
def test_deleting_an_account_and_moving_at_once_leave_a_sound_log(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    game = seat_table([alice, bob, carol], now=now, options={"first": 0})
    at_once(
        lambda: account_deletion.delete_account(User.objects.get(pk=alice.pk), now=now),
        submission(game, legal(game)[0], "key", now=now),
        lambda: leaving.leave(Game.objects.get(pk=game.pk), user=bob, now=now),
    )
    assert verification.first_fault(Game.objects.get(pk=game.pk)) is None
    assert not User.objects.filter(pk=alice.pk).exists()
    assert [bool(seat.bot) for seat in game.seats.all()] == [True, True, False]


@pytest.mark.promise("R25")
def test_nobody_is_seated_whose_account_is_deleted_at_that_moment(
    alice: User, bob: User, now: datetime
) -> None:
    """Otherwise the others would wait forever for somebody who no longer exists."""
    game = open_tables.create_table(by=bob, players=2, board="delta", listed=True, now=now)
    at_once(
        lambda: account_deletion.delete_account(User.objects.get(pk=alice.pk), now=now),
        lambda: open_tables.join(game, user=alice, now=now),
    )
    seat = Seat.objects.select_related("user").get(game=game, index=1)
    if User.objects.filter(pk=alice.pk).exists():  # she was told to try again
        assert seat.user == alice
    else:
        assert seat.status == Seat.Status.OPEN or not seat.game.seats.filter(to_move=True).exists()


APPENDS, WRITERS = 12, 4
WRITER = """
import django, sys
django.setup()
from django.utils import timezone
from alexandros_rules.errors import Stale
from games.models import Game
from games.base import task_queue
from games.table.play import event_log, history, turns
task_queue.send_task = lambda *told: True
code, writer, wanted = sys.argv[1], sys.argv[2], int(sys.argv[3])
done = 0
while done < wanted:
    game = Game.objects.get(code=code)
    rules, state = event_log.ruleset_of(game), history.state(game)
    seat, view = state.seat, rules.view(state, state.seat)
    moves = rules.legal_moves(view, seat=seat)
    move = rules.format(moves[game.number * 7 % len(moves)], view)
    try:
        player = game.seats.get(index=seat).user_id
        turns.submit(game, seat=seat, user_id=player, text=move, number=game.number,
                     key=f"{writer}:{game.number}", actor="page", now=timezone.now())
        done += 1
    except Stale:
        pass
"""


@pytest.mark.promise("R7")
def test_many_processes_append_without_gaps_or_lock_errors(
    alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([alice, bob], now=now, board="persia")
    environment = {**os.environ, "DATABASE_URL": database_url(),
                   "DJANGO_SETTINGS_MODULE": "alexandros_site.settings"}
    close_old_connections()
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, game.code, str(i), str(APPENDS)],
                         env=environment, cwd=settings.BASE_DIR, stderr=subprocess.PIPE, text=True)
        for i in range(WRITERS)
    ]
    errors = [writer.communicate(timeout=120)[1] for writer in writers]
    assert [writer.returncode for writer in writers] == [0] * WRITERS, errors
    numbers = list(game.rows.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, APPENDS * WRITERS + 2))
    written = Counter(key.split(":")[0] for key in game.rows.values_list("key", flat=True) if key)
    assert written == {str(i): APPENDS for i in range(WRITERS)}
    assert verification.first_fault(Game.objects.get(pk=game.pk)) is None
