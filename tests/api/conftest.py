"""People with programs."""

from __future__ import annotations

import pytest
from django.test import Client

from games.base import task_queue
from games.models import User
from tests.api.programs import program_of


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_queue, "send_task", lambda task, *args: True)


@pytest.fixture
def alices(alice: User) -> Client:
    """A program of Alice’s that may do everything."""
    return program_of(alice)


@pytest.fixture
def bobs(bob: User) -> Client:
    """A program of Bob’s that may do everything."""
    return program_of(bob)
