"""Devices of the cast, and a push service that this machine may talk to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from games.models import PushDevice, User
from games.post.push import devices
from tests.push.browsers import Browser
from tests.receiver import Receiver, reachable

PUBLIC = "https://updates.push.example/send/"


@pytest.fixture
def phone() -> Browser:
    """A browser that can read what it is sent."""
    return Browser()


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    """A push service, to which alone this machine may send."""
    with reachable(tmp_path, monkeypatch) as service:
        yield service


@pytest.fixture
def register(phone: Browser, now: datetime) -> Callable[..., PushDevice]:
    """Turns on notifications: ``register(user, endpoint)``."""

    def made(user: User, endpoint: str = f"{PUBLIC}1", **changes: str) -> PushDevice:
        values = {"endpoint": endpoint, **phone.subscription, "name": "Firefox on Linux"}
        return devices.register(user, **{**values, **changes}, now=now)

    return made
