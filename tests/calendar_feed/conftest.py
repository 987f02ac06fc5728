"""A day on which calendars are looked at."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
import time_machine
from django.core.cache import cache


@pytest.fixture
def today(now: datetime, announced: list[Any]) -> Iterator[None]:
    """Stops the site's clock at ``now``; nothing is cached, and no task is sent to the worker."""
    cache.clear()
    with time_machine.travel(now, tick=False):
        yield
