"""Workers let bots think in processes of their own, which end with them."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path

import pytest

from games.base import task_queue
from games.models import Failure, Game, User
from games.table.lobby import open_tables
from tests.kill.processes import Programs, eventually
from tests.sample_games import mover


@pytest.fixture
def game(alice: User, real_now: datetime,
         no_tasks: Callable[[], AbstractContextManager[None]]) -> Game:
    """A game in which a bot moves first and Alice second."""
    with no_tasks():
        return open_tables.create_table(by=alice, name="Issus", players=2, board="delta",
                                   options={"first": 1}, bots=["greedy"], now=real_now)


def descendants(process: int) -> list[int]:
    """The process, its children, their children and so on; processes that have ended are left out.

    A process that has just ended may be missing, and then so are its children.
    """
    found = [process]
    for each in found:
        for listed in Path("/proc").glob(f"{each}/task/*/children"):
            try:
                found += map(int, listed.read_text(encoding="ascii").split())
            except OSError:
                continue
    return found


def command_of(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text(encoding="utf-8")
    except OSError:
        return ""


@pytest.mark.promise("R1")
@pytest.mark.parametrize("pool", ["prefork", "threads"])
def test_a_worker_plays_a_turn_that_was_thought_about(
    programs: Programs, game: Game, pool: str
) -> None:
    worker = programs.start("worker_with_ponderer", "--pool", pool, "-c", "1", "-Q", "thinking",
                            ALEXANDROS_BOT_SECONDS="2")

    def thinking() -> list[int]:
        return [each for each in descendants(worker.pid)
                if "games.base.thinking_child" in command_of(each)]

    task_queue.send_task("think", game.pk)
    assert eventually(thinking), worker.log_tail()
    processes = thinking()

    def alice_is_to_move() -> bool:
        game.refresh_from_db()
        return mover(game) == 0

    assert eventually(alice_is_to_move), worker.log_tail()
    assert not Failure.objects.exists()
    os.kill(worker.pid, signal.SIGTERM)
    assert eventually(lambda: not any(map(command_of, processes))), worker.log_tail()
