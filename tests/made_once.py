"""People and games that are made once for all tests of a module.

They are made in a transaction around those of the tests, each of which undoes what it changes.
Tests that need real transactions cannot be in such a module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from games.base import task_queue
from tests.seeded_chance import seed_chance

MadeOnce = Callable[[Callable[[], Any]], Any]


@pytest.fixture(scope="module")
def made_once(request: pytest.FixtureRequest, django_db_setup: None,
              django_db_blocker: DjangoDbBlocker) -> Iterator[MadeOnce]:
    """Calls a function that makes them; no task is sent to the worker."""

    def make(what: Callable[[], Any]) -> Any:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(task_queue, "send_task", lambda task, *args: True)
            seed_chance(patch, request.node.nodeid, config=request.config)
            return what()

    with django_db_blocker.unblock(), transaction.atomic():
        yield make
        transaction.set_rollback(True)
