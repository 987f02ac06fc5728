"""Workers keep their connection with PostgreSQL, and make another when it has ended (R4)."""

from __future__ import annotations

import pytest
from django.db import connection

from games.base import heartbeats, queues, task_queue
from tests.kill.processes import Programs, eventually


def backends() -> set[int]:
    """The processes of PostgreSQL that serve the worker."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity"
                       " WHERE datname = current_database() AND pid <> pg_backend_pid()")
        return {pid for (pid,) in cursor.fetchall()}


def carry_out_a_task(queue: str) -> bool:
    """Whether a worker carries out a task of this queue, which writes to the database."""
    assert task_queue.send_heartbeat(queue)
    return eventually(lambda: heartbeats.last_seen(heartbeats.of_queue(queue)))


@pytest.mark.promise("R4")
@pytest.mark.parametrize("pool", ["prefork", "threads"])
def test_a_worker_keeps_its_connection_and_replaces_one_that_has_ended(
    programs: Programs, pool: str
) -> None:
    worker = programs.start("worker", "--pool", pool, "-c", "1")
    assert carry_out_a_task(queues.TURNS), worker.log_tail()
    # A worker of the test before may still be leaving.
    assert eventually(lambda: len(backends()) == 1)
    (first,) = backends()
    assert carry_out_a_task(queues.INBOX), worker.log_tail()
    assert backends() == {first}
    with connection.cursor() as cursor:  # as when PostgreSQL restarts
        cursor.execute("SELECT pg_terminate_backend(%s)", [first])
    assert carry_out_a_task(queues.PUSH), worker.log_tail()
    assert carry_out_a_task(queues.HELD), worker.log_tail()
    assert len(backends()) == 1
    assert backends() != {first}
    assert "Error" not in worker.log_tail()
