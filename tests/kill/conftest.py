"""Fixtures for tests that kill processes: programs, a mail server, games and queued emails.

Tests that need Redis are collected only if REDIS_URL is set (``tests/with_servers.py`` sets it),
tests about SQLite only if it is not.  ``make test ARGS=--all`` runs both.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from pathlib import Path

import pytest
from django.utils import timezone

from games.base import task_queue
from games.models import Game, OutgoingEmail, User
from games.post.outbox.queue import queue_email
from tests.kill import smtp_sink
from tests.kill.smtp_sink import Sink
from tests.sample_games import seat_table

ON_SQLITE = ["test_embedded_killed.py", "test_embedded_thinking.py", "test_many_writers.py"]
ON_REDIS = ["test_broker_away.py", "test_database_away.py", "test_fault_points.py",
            "test_one_turn_many_senders.py", "test_thinking_workers.py", "test_workers_killed.py"]

collect_ignore = ON_SQLITE if os.environ.get("REDIS_URL") else ON_REDIS


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks all tests in this folder with ``kill``."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.kill)


@pytest.fixture
def mail_server() -> Iterator[Sink]:
    """A mail server that confirms each email after a short delay, in which workers can die."""
    with smtp_sink.listening(delay=0.01) as sink:
        yield sink


@pytest.fixture
def real_now() -> datetime:
    """The real time, because the other processes read the real clock."""
    return timezone.now()


@pytest.fixture
def no_tasks() -> Callable[[], AbstractContextManager[None]]:
    """Within its block no task is sent, so that work waits for the sweep."""

    @contextmanager
    def block() -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(task_queue, "send_task", lambda *arguments: True)
            yield

    return block


@pytest.fixture
def start_games(
    alice: User, bob: User, real_now: datetime,
    no_tasks: Callable[[], AbstractContextManager[None]],
) -> Callable[[int], list[Game]]:
    """Starts games of Alice and Bob: it is Alice's turn, and no email has been queued."""

    def start(count: int) -> list[Game]:
        with no_tasks():
            return [seat_table([alice, bob], now=real_now, options={"first": 0})
                    for _ in range(count)]

    return start


@pytest.fixture
def queue_emails(start_games: Callable[[int], list[Game]], alice: User,
                 real_now: datetime) -> Callable[[int], list[OutgoingEmail]]:
    """Starts games, queues a turn email for each and notifies the workers."""

    def queue(count: int) -> list[OutgoingEmail]:
        emails = [
            queue_email("turn", to=alice.email or "", game=game, seat=game.seats.get(index=0),
                        user=alice, number=game.number, now=real_now)
            for game in start_games(count)
        ]
        return [email for email in emails if email is not None]

    return queue
