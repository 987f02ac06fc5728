"""Waits for what another process is to do."""

from __future__ import annotations

import time
from collections.abc import Callable

PAUSE = 0.1  # seconds


def until(condition: Callable[[], bool], *, seconds: float) -> bool:
    """Whether the condition became true within this time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() >= end:
            return False
        time.sleep(PAUSE)
    return True
