"""Processes to be killed, a mail server to count at, and tables whose players have addresses.

Tests that need Redis are collected where REDIS_URL is set (``tests/with_servers.py`` sets it),
those about SQLite where it is not; ``make test`` runs both.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from pathlib import Path

import pytest
from django.utils import timezone

from games import task_queue
from games.models import Game, OutgoingEmail, User
from games.outbox import outbox
from tests.kill import smtp_sink
from tests.kill.processes import Programs
from tests.kill.smtp_sink import Sink
from tests.sample_games import seat_table

ON_SQLITE = ["test_embedded_killed.py", "test_many_writers.py"]
ON_REDIS = ["test_broker_away.py", "test_fault_points.py", "test_one_turn_many_senders.py",
            "test_workers_killed.py"]

collect_ignore = ON_SQLITE if os.environ.get("REDIS_URL") else ON_REDIS


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here carries the marker ``kill``."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.kill)


@pytest.fixture
def programs(transactional_db: None, tmp_path: Path) -> Iterator[Programs]:
    """Starts the service's programs on this test's database and ends them after it."""
    started = Programs(tmp_path)
    yield started
    started.end()


@pytest.fixture
def mail_server() -> Iterator[Sink]:
    """Keeps a mail and takes a moment to say so, in which workers can die."""
    with smtp_sink.listening(slowness=0.01) as found:
        yield found


@pytest.fixture
def present() -> datetime:
    """The real time: other processes look at their own clocks."""
    return timezone.now()


@pytest.fixture
def silence() -> Callable[[], AbstractContextManager[None]]:
    """Within its block nothing is announced: what is written waits for the sweep."""

    @contextmanager
    def kept() -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(task_queue, "send_task", lambda *told: True)
            yield

    return kept


@pytest.fixture
def deal(alice: User, bob: User, present: datetime,
         silence: Callable[[], AbstractContextManager[None]]) -> Callable[[int], list[Game]]:
    """Begins so many games of Alice and Bob; it is Alice's turn, and nobody was told yet."""

    def begin(count: int) -> list[Game]:
        with silence():
            return [seat_table([alice, bob], now=present, options={"first": 0})
                    for _ in range(count)]

    return begin


@pytest.fixture
def queue(deal: Callable[[int], list[Game]], alice: User,
          present: datetime) -> Callable[[int], list[OutgoingEmail]]:
    """Queues so many turn mails of as many games, announced to whoever works on this Redis."""

    def write(count: int) -> list[OutgoingEmail]:
        mails = [
            outbox.queue("turn", to=alice.email or "", game=game, seat=game.seats.get(index=0),
                       user=alice, number=game.number, now=present)
            for game in deal(count)
        ]
        return [mail for mail in mails if mail is not None]

    return write
