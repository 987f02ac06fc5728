"""Files of a finished game are sent again only if they have changed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.base import site_clock
from games.models import FormerPlayer, Game, User
from games.table.play import log_cache
from tests.pages.page_reader import Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

FILES = ["replay/9/board.svg", "replay/9/board.png", "record.txt", "log.json"]


def ask(client: Client, game: Game, file: str, known: str = "") -> Any:
    headers = {"If-None-Match": known} if known else {}
    return client.get(f"/games/{game.code}/{file}", headers=headers)


@pytest.mark.parametrize("file", FILES)
def test_a_file_that_the_browser_has_is_not_made_again(
    finished: Game, alice: User, sit: Sit, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    client = sit(alice).client
    first = ask(client, finished, file)
    assert (first.status_code, first["Cache-Control"]) == (200, "private, no-cache")

    def must_not_read(game: Game) -> Any:
        raise AssertionError("the log is not needed")

    monkeypatch.setattr(log_cache, "whole", must_not_read)
    again = ask(client, finished, file, first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert again["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("file", FILES)
def test_a_new_name_changes_the_file(finished: Game, alice: User, sit: Sit, file: str) -> None:
    client = sit(alice).client
    first = ask(client, finished, file)
    finished.seats.filter(index=0).update(name="Zoe")
    changed = ask(client, finished, file, first["ETag"])
    assert (changed.status_code, changed["ETag"] != first["ETag"]) == (200, True)


def test_another_language_changes_the_picture(finished: Game, alice: User, sit: Sit) -> None:
    client = sit(alice).client
    first = ask(client, finished, FILES[0])
    User.objects.filter(pk=alice.pk).update(language="de")
    changed = ask(client, finished, FILES[0], first["ETag"])
    assert (changed.status_code, changed["Content-Language"]) == (200, "de")


def test_a_new_name_of_somebody_who_left_changes_the_file(
    finished: Game, alice: User, sit: Sit
) -> None:
    client = sit(alice).client
    before = ask(client, finished, FILES[0])["ETag"]
    FormerPlayer.objects.create(seat=finished.seats.get(index=0), number=3, name="Erin",
                                replaced_at=finished.created_at)
    assert ask(client, finished, FILES[0], before).status_code == 200


def test_another_position_is_another_file(finished: Game, alice: User, sit: Sit) -> None:
    client = sit(alice).client
    ninth = ask(client, finished, FILES[0])["ETag"]
    assert ask(client, finished, "replay/10/board.svg", ninth).status_code == 200


def test_a_file_is_made_again_the_next_day(
    finished: Game, alice: User, sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, later = sit(alice).client, site_clock.now() + timedelta(days=1)
    first = ask(client, finished, FILES[0])["ETag"]
    monkeypatch.setattr(site_clock, "now", lambda: later)
    assert ask(client, finished, FILES[0], first).status_code == 200


@pytest.mark.promise("R10")
def test_browsers_keep_no_picture_of_a_running_game(
    running: Game, alice: User, sit: Sit
) -> None:
    for file in FILES[:2]:
        answer = ask(sit(alice).client, running, file)
        assert "ETag" not in answer
        assert answer["Cache-Control"] == "private, no-store"
