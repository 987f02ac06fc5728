"""In the embedded service bots think in a process of its own, which ends with the service."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path

import pytest

from games.models import Game, User
from games.table.lobby import open_tables
from tests.kill.http_client import HttpClient, signed_in_client
from tests.kill.processes import Program, Programs, eventually
from tests.sample_games import mover
from tests.with_servers import free_port

ENDLESS = "3600"

Start = Callable[[str], tuple[Program, HttpClient, int]]


@pytest.fixture
def game(alice: User, real_now: datetime,
         no_tasks: Callable[[], AbstractContextManager[None]]) -> Game:
    """A game in which a bot moves first and Alice second."""
    with no_tasks():
        return open_tables.create_table(by=alice, name="Issus", players=2, board="delta",
                                   options={"first": 1}, bots=["greedy"], now=real_now)


@pytest.fixture
def thinkers(alice: User, game: Game, programs: Programs) -> Start:
    """Starts the service with this time for a turn; returns it when its bot thinks."""

    def start(seconds: str) -> tuple[Program, HttpClient, int]:
        port = free_port()
        service = programs.start("play_with_ponderer", str(port), ALEXANDROS_BOT_SECONDS=seconds)
        assert eventually(lambda: thinking_of(service)), service.log_tail()
        browser = signed_in_client(alice, port=port)
        assert eventually(browser.can_connect), service.log_tail()
        return service, browser, thinking_of(service)[0]

    return start


def thinking_of(service: Program) -> list[int]:
    """The processes in which the service thinks, started by any of its threads."""
    return [int(entry.name) for entry in Path("/proc").iterdir()
            if entry.name.isdecimal() and is_running(int(entry.name))
            and f"\nPPid:\t{service.pid}\n" in read(entry / "status")
            and "games.base.thinking_child" in read(entry / "cmdline")]


def read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        return ""


def is_running(process: int) -> bool:
    status = read(Path(f"/proc/{process}/status"))
    return bool(status) and "State:\tZ" not in status


@pytest.mark.promise("R1")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_the_service_ends_although_a_bot_thinks_and_the_process_ends_with_it(
    thinkers: Start, game: Game, number: int
) -> None:
    service, browser, process = thinkers(ENDLESS)
    assert browser.get("/").status == 200
    os.kill(service.pid, number)
    assert eventually(lambda: not is_running(process)), service.log_tail()
    assert eventually(lambda: not service.process.is_alive()), service.log_tail()
    assert "failed" not in service.log_tail()
    game.refresh_from_db()
    assert game.number == 1


def test_a_bot_plays_on_although_its_process_was_killed(
    thinkers: Start, game: Game
) -> None:
    service, _, process = thinkers("4")
    os.kill(process, signal.SIGKILL)

    def alice_is_to_move() -> bool:
        game.refresh_from_db()
        return mover(game) == 0

    assert eventually(alice_is_to_move), service.log_tail()
    assert process not in thinking_of(service)
    assert "failed" not in service.log_tail()
