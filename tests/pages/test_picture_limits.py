"""How many new pictures a visitor may have drawn; those that are kept cost nothing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from games.base import rate_limits, task_queue
from games.base.rate_limits import LIMITS
from games.models import Game
from games.table import picture_cache

pytestmark = [pytest.mark.django_db, pytest.mark.cache]


@pytest.fixture(autouse=True)
def clock(now: datetime, monkeypatch: pytest.MonkeyPatch) -> Iterator[time_machine.Coordinates]:
    """Time stands still, and drawing takes none."""
    monkeypatch.setattr(picture_cache, "png", lambda svg, **_: b"drawn")
    with time_machine.travel(now, tick=False) as clock:
        yield clock


@pytest.fixture
def game(running: Game) -> Game:
    """A game that everybody may watch."""
    running.listed = True
    running.save(update_fields=["listed"])
    return running


def allow(monkeypatch: pytest.MonkeyPatch, what: str, times: int) -> None:
    few = rate_limits.Limit(times, LIMITS[what].period, LIMITS[what].sentence)
    monkeypatch.setitem(LIMITS, what, few)


def picture(game: Game, number: int, *, network: str = "192.0.2.1") -> Any:
    return Client().get(f"/games/{game.code}/replay/{number}/board.png", REMOTE_ADDR=network)


def statuses(*answers: HttpResponse) -> list[int]:
    return [answer.status_code for answer in answers]


def test_a_visitor_gets_a_sentence_instead_of_very_many_new_pictures(
    game: Game, monkeypatch: pytest.MonkeyPatch, clock: time_machine.Coordinates
) -> None:
    allow(monkeypatch, "picture", 2)
    assert statuses(*[picture(game, number) for number in (1, 3, 5)]) == [200, 200, 429]
    assert "Please wait a few minutes" in picture(game, 5).content.decode()
    assert picture(game, 5, network="192.0.2.2").status_code == 200
    clock.shift(timedelta(minutes=10))
    assert picture(game, 7).status_code == 200


def test_a_picture_that_is_kept_is_not_counted(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(monkeypatch, "picture", 1)
    assert statuses(*[picture(game, 1) for _ in range(5)]) == [200] * 5
    assert picture(game, 5).status_code == 429


@pytest.mark.promise("R27")
def test_other_visitors_cannot_use_up_anybodys_pictures(
    game: Game, finished: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(task_queue, "send_task", lambda *task: True)
    now = timezone.now()
    for network in range(10):
        for what in ("picture", "animation"):
            for _ in range(LIMITS[what].times):
                rate_limits.count(what, f"198.51.100.{network}", now=now)
    assert picture(game, 1).status_code == 200
    Game.objects.update(listed=True)
    assert Client().get(f"/games/{finished.code}/game.gif").status_code == 202


def test_new_animations_are_limited_but_waiting_for_one_is_not(
    finished: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(task_queue, "send_task", lambda *task: True)
    allow(monkeypatch, "animation", 1)
    Game.objects.update(listed=True)
    path = f"/games/{finished.code}/game.gif"
    assert statuses(*[Client().get(path) for _ in range(3)]) == [202] * 3
    Game.objects.update(name="With another heading")
    assert Client().get(path).status_code == 429


def test_the_picture_beside_links_to_the_site_is_always_there(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(monkeypatch, "picture", 0)
    assert Client().get("/preview.png").status_code == 200
