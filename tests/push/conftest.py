"""Devices of the cast, and a push service that this machine may talk to."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from games.models import PushDevice, User
from games.post.push import devices, web_push
from tests.push.push_service import HOST, Browser, PushService, listening

PUBLIC = "https://updates.push.example/send/"


@pytest.fixture
def phone() -> Browser:
    """A browser that can read what it is sent."""
    return Browser()


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """A push service, to which alone this machine may send."""
    look_up = socket.getaddrinfo

    def found(host: Any, port: Any, *args: Any, **options: Any) -> Any:
        return look_up("127.0.0.1" if host == HOST else host, port, *args, **options)

    with listening(tmp_path) as (service, trust):
        monkeypatch.setattr(socket, "getaddrinfo", found)
        monkeypatch.setattr(web_push, "PORTS", {service.port})
        monkeypatch.setattr(web_push, "is_public", lambda address: address == "127.0.0.1")
        monkeypatch.setattr(web_push, "tls_context", lambda: trust)
        yield service


@pytest.fixture
def register(phone: Browser, now: datetime) -> Callable[..., PushDevice]:
    """Turns on notifications: ``register(user, endpoint)``."""

    def made(user: User, endpoint: str = f"{PUBLIC}1", **changes: str) -> PushDevice:
        values = {"endpoint": endpoint, **phone.subscription, "name": "Firefox on Linux"}
        return devices.register(user, **{**values, **changes}, now=now)

    return made
