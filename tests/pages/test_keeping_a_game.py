"""Downloads of pictures, animations and records; slow ones are drawn only once."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from alexandros_site.caching import ForgivingRedisCache
from games import tasks
from games.base import task_queue
from games.models import Game, User
from games.table import picture_cache
from games.table.play import history
from tests.pages.page_reader import Sit


def test_a_position_comes_as_svg_and_as_png(running: Game, alice: User, sit: Sit) -> None:
    client = sit(alice).client
    svg = client.get(f"/games/{running.code}/replay/4/board.svg")
    assert svg["Content-Type"] == "image/svg+xml"
    assert svg["Content-Disposition"] == f'attachment; filename="alexandros-{running.code}-4.svg"'
    assert svg.content.startswith(b"<svg ")
    assert b"turn" in svg.content
    picture = client.get(f"/games/{running.code}/replay/4/board.png")
    assert picture["Content-Type"] == "image/png"
    with Image.open(BytesIO(picture.content)) as image:
        assert image.width == 1200
    assert len(picture.content) < 150_000


def test_a_picture_is_drawn_once(
    running: Game, alice: User, sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = sit(alice).client
    first = client.get(f"/games/{running.code}/replay/4/board.png").content
    monkeypatch.setattr(picture_cache, "png", lambda svg, **_: b"drawn again")
    assert client.get(f"/games/{running.code}/replay/4/board.png").content == first
    assert client.get(f"/games/{running.code}/replay/5/board.png").content == b"drawn again"


def test_the_animation_is_drawn_by_a_worker_while_a_page_waits(
    finished: Game, alice: User, sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[Any, ...]] = []
    monkeypatch.setattr(task_queue, "send_task", lambda *task: told.append(task) or True)
    browser = sit(alice)
    for _ in range(2):
        page = browser.open(f"/games/{finished.code}/game.gif")
        assert page.status == 202
        assert "is being drawn" in page.words
        assert 'http-equiv="refresh"' in page.html
    assert told == [("draw_animation", finished.pk)]
    tasks.draw_animation(finished.pk)
    gif = browser.client.get(f"/games/{finished.code}/game.gif")
    assert gif.status_code == 200
    assert gif["Content-Type"] == "image/gif"
    with Image.open(BytesIO(gif.content)) as image:
        assert image.n_frames == finished.turn
    monkeypatch.setattr(history, "read", None)
    assert picture_cache.draw_animation(finished.pk) == gif.content


@pytest.fixture
def quickly_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Animations show no board."""
    monkeypatch.setattr(picture_cache, "animate", lambda *_, **__: b"GIF89a")


@pytest.mark.promise("R27")
def test_without_a_broker_or_a_cache_nobody_draws_an_animation_within_a_request(
    finished: Game, alice: User, sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(task_queue, "send_task", lambda *task: False)
    monkeypatch.setattr(picture_cache, "cache", ForgivingRedisCache("redis://127.0.0.1:1/0", {}))
    client = sit(alice).client
    for _ in range(2):
        refused = client.get(f"/games/{finished.code}/game.gif")
        assert refused.status_code == 503
        assert refused["Retry-After"] == "60"
        assert "Please try again in a minute." in refused.content.decode()


@pytest.mark.promise("R24")
def test_animation_and_record_wait_for_the_end(running: Game, alice: User, sit: Sit) -> None:
    client = sit(alice).client
    for path in ("game.gif", "record.txt"):
        assert client.get(f"/games/{running.code}/{path}").status_code == 404
    assert picture_cache.draw_animation(running.pk) == b""


def test_a_name_that_is_forgotten_leaves_the_animation_too(
    finished: Game, quickly_drawn: None
) -> None:
    names = ["Alice", "Bob"]
    picture_cache.draw_animation(finished.pk)
    assert picture_cache.animation(finished, names=names)
    assert picture_cache.animation(finished, names=["Somebody", "Bob"]) is None
