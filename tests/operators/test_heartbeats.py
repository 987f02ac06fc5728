"""When each part of the service was last at work."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games.base import heartbeats
from games.operations import sweeps

pytestmark = pytest.mark.django_db


def test_a_part_that_was_never_at_work_was_never_seen() -> None:
    assert heartbeats.last_seen("sweep") is None


def test_the_last_sign_of_life_counts(now: datetime) -> None:
    heartbeats.record("sweep", now=now)
    heartbeats.record("sweep", now=now + timedelta(minutes=1))
    assert heartbeats.last_seen("sweep") == now + timedelta(minutes=1)


def test_a_sweep_leaves_a_sign_of_life(now: datetime) -> None:
    sweeps.run_all(now)
    assert heartbeats.last_seen(heartbeats.SWEEP) == now
