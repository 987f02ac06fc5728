"""Many processes append to one log on SQLite, without a gap or a lock error (R7)."""

from __future__ import annotations

import subprocess
import sys
from datetime import datetime

import pytest
from django.conf import settings
from django.db import connection

from games.models import Game, User
from games.table.play import verification
from tests.bench import long_games
from tests.kill.processes import environment
from tests.sample_games import seat_table

PROCESSES, APPENDS = 8, 60

# Marches along existing walls only, so that the game lasts long enough.
WRITER = """
import django, sys
django.setup()
from django.utils import timezone
from alexandros_rules.errors import Stale
from games.models import Game
from games.base import task_queue
from games.table.play import event_log, history, turns
from tests.bench import long_games
task_queue.send_task = lambda *arguments: True
code, writer, wanted = sys.argv[1], sys.argv[2], int(sys.argv[3])
done = 0
while done < wanted:
    game = Game.objects.get(code=code)
    rules, state = event_log.ruleset_of(game), history.state(game, game.number)
    seat, view = state.seat, rules.view(state, state.seat)
    text = rules.format(long_games._move(view), view)
    try:
        player = game.seats.get(index=seat).user_id
        turns.submit(game, seat=seat, user_id=player, text=text, number=game.number,
                     key=f"{writer}:{game.number}", actor="page", now=timezone.now())
        done += 1
    except Stale:
        pass
"""


@pytest.mark.promise("R7")
@pytest.mark.django_db(transaction=True)
def test_eight_processes_append_480_rows_without_a_gap_or_a_lock_error(
    alice: User, bob: User, carol: User, dave: User, now: datetime, tmp_path
) -> None:
    assert connection.vendor == "sqlite"
    game = seat_table([alice, bob, carol, dave], now=now, board="persia",
                      seed=long_games.SEED)
    connection.close()
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, game.code, str(i), str(APPENDS)],
                         env=environment(tmp_path), cwd=settings.BASE_DIR, text=True,
                         stderr=subprocess.PIPE)
        for i in range(PROCESSES)
    ]
    try:
        errors = [writer.communicate(timeout=180)[1] for writer in writers]
    finally:
        for writer in writers:
            writer.kill()
            writer.wait()
    assert [writer.returncode for writer in writers] == [0] * PROCESSES, errors
    numbers = list(game.rows.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, PROCESSES * APPENDS + 2))
    assert verification.first_fault(Game.objects.get(pk=game.pk)) is None
