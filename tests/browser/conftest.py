"""Tables for a real browser, and people who sit at them with one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from games.base import task_queue
from games.models import Game, Seat, User
from games.table.play import records
from tests.browser.table_driver import Table
from tests.sample_games import beginning, mover, recorded, table_in_the_middle
from tests.visits import Visit

# A recorded game, at a moment at which a player may do every kind of action.
CROSSROADS = beginning(recorded("v1-persia-3-points-0"), moves=38)


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_queue, "send_task", lambda task, *args: True)


@pytest.fixture
def game(alice: User, bob: User, now: datetime, transactional_db: None) -> Game:
    """Alice and Bob in the middle of a game; Alice is to move."""
    return table_in_the_middle([alice, bob], now=now)


@pytest.fixture
def crossroads(alice: User, now: datetime, transactional_db: None) -> Game:
    """Alice has marched and may draw, take, occupy, take over, levy and recall."""
    game = records.import_record(CROSSROADS, name="Crossroads", now=now)
    Seat.objects.filter(game=game, index=mover(game)).update(user=alice, name=alice.name)
    return game


@pytest.fixture
def sit(visit: Visit) -> Callable[..., Table]:
    """Sits somebody down at a game's page: ``sit(user, game, viewport=...)``."""

    def seated(user: User, game: Game, **options: Any) -> Table:
        return Table(visit(user, f"/games/{game.code}/", **options))

    return seated
