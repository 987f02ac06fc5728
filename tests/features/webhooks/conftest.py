"""A receiver that this machine may post to, and webhooks that lead there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from games.features.webhooks import formats
from games.models import Game, User, Webhook
from games.post.deliveries import hooks
from tests.receiver import Receiver, reachable

PUBLIC = "https://hooks.example.org/1"

Enter = Callable[..., Webhook]


@pytest.fixture
def receiver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    """A receiver, to which alone this machine may post."""
    with reachable(tmp_path, monkeypatch) as receiver:
        yield receiver


@pytest.fixture
def enter(now: datetime) -> Enter:
    """Enters a webhook: ``enter(user, game, address)``."""

    def entered(user: User, game: Game | None = None, address: str = PUBLIC,
                posts: str = formats.PLAIN) -> Webhook:
        return hooks.enter(user, address, posts=posts, game=game, now=now)

    return entered
