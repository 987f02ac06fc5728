"""Fixtures for the tests of all features."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture(autouse=True)
def _no_broker(announced: list[tuple[Any, ...]]) -> None:
    """No task is sent to the worker."""
