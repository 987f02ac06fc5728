"""Workers keep their database connections between tasks, and give up old and broken ones."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import pytest
from celery import current_app
from django.db import connection

from games.embedded import worker
from games.models import User

pytestmark = pytest.mark.django_db(transaction=True)

TASK = SimpleNamespace(request=SimpleNamespace(is_eager=False))


@pytest.fixture(params=["worker", "embedded"])
def fixup(request: pytest.FixtureRequest) -> Any:
    """What Celery does before and after a task, in a worker and in ``manage.py play``."""
    app = current_app if request.param == "worker" else worker._copy(current_app)
    (found,) = app._fixups
    return found.worker_fixup


def carry_out_a_task(fixup: Any) -> Any:
    """Makes a query in a task; returns the connection with the database."""
    fixup.on_task_prerun(TASK)
    assert not User.objects.exists()
    used = connection.connection
    fixup.on_task_postrun(TASK)
    return used


def test_the_next_task_has_the_same_connection(fixup: Any) -> None:
    assert not User.objects.exists()
    connection.close_at = None  # as with CONN_MAX_AGE = None
    first = carry_out_a_task(fixup)
    assert carry_out_a_task(fixup) is first
    connection.close()


def test_a_connection_that_is_old_is_closed_after_the_task(fixup: Any) -> None:
    assert not User.objects.exists()
    connection.close_at = time.monotonic() - 1
    fixup.on_task_postrun(TASK)
    assert connection.connection is None


@pytest.mark.promise("R4")
def test_a_connection_that_broke_in_one_task_is_replaced_in_the_next(
    fixup: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not User.objects.exists()
    connection.close_at = None
    broken = connection.connection
    connection.errors_occurred = True  # as Django notes when a query fails
    with monkeypatch.context() as patches:
        patches.setattr(connection, "is_usable", lambda: False)
        fixup.on_task_postrun(TASK)
    assert carry_out_a_task(fixup) is not broken
    connection.close()
