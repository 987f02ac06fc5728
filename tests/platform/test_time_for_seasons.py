"""Time that passes at once on a local site: a season begins, is played and ends meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine

from games.base import task_queue
from games.features.competitions import seasons
from games.models import Competition, Fixture, Game, User
from games.operations.embedded import time_travel
from tests.features.competitions.conftest import BEGINS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_database]

BEFORE = BEGINS - timedelta(hours=1)
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def _local_site(settings: Any, tmp_path: Path) -> Iterator[None]:
    settings.DATA_DIR, settings.PUBLIC = tmp_path, False
    with time_machine.travel(BEFORE, tick=False):
        yield


@pytest.fixture
def entered(alice: User, bob: User, carol: User) -> Competition:
    """A season that begins in an hour, for which three people have signed up."""
    season = seasons.find("alexandros", 2, BEGINS)
    for user in (alice, bob, carol):
        seasons.enter(user, season, now=BEFORE)
    return Competition.objects.get()


def test_a_season_and_its_first_round_begin_when_they_are_due(entered: Competition) -> None:
    time_travel.advance(2 * HOUR)

    begun = Game.objects.get()
    assert begun == Fixture.objects.get(round=1).game
    assert begun.created_at - BEGINS <= time_travel.STEP


def test_whoever_has_the_tasks_gets_those_that_take_long_afterwards(
    entered: Competition, monkeypatch: pytest.MonkeyPatch
) -> None:
    def swept(now: datetime) -> dict[str, int]:
        task_queue.send_task("review_game", 7)
        return {"games": 1}

    monkeypatch.setattr("games.operations.sweeps.run_all", swept)
    handed: list[tuple[str, tuple[int | str, ...]]] = []
    with task_queue.handed_to(lambda task, args: handed.append((task, args))):
        time_travel.advance(HOUR)

    assert handed == [("review_game", (7,))]
