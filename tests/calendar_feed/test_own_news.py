"""The private feed of news of one's own games, at the calendar's address with another ending."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from urllib.parse import urlsplit

import pytest
import time_machine
from django.test import Client

from alexandros_site import logs
from games.models import Game, SeatClock, User
from games.post.calendar_feed import feed_links
from games.table.lobby import open_tables
from games.table.seats import leaving
from tests.atom_feeds import Entry, entries_of
from tests.sample_games import clocked_table, seat_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]

Read = Callable[[], list[Entry]]


@pytest.fixture
def path(alice: User, now: datetime) -> str:
    """The path of Alice's feed."""
    return urlsplit(feed_links.url(feed_links.renew(alice, now=now), "private-news")).path


@pytest.fixture
def read(path: str) -> Read:
    return lambda: entries_of(Client().get(path))


def test_it_tells_whose_turn_it_is_until_when_and_who_invites(
    read: Read, alice: User, bob: User, now: datetime
) -> None:
    assert read() == []
    game = clocked_table([alice, bob], now=now)
    SeatClock.objects.filter(seat__game=game).update(deadline=now + timedelta(days=1))
    open_tables.create_table(by=bob, name="Rivals", players=2, invite_emails=[alice.email],
                             now=now - timedelta(hours=1))
    assert [(entry.title, entry.text) for entry in read()] == [
        ("Friends: your turn", "<p>Your turn until Monday 2 March, 12:00 UTC</p>"),
        ("Friends has begun", ""),
        ("Invitation to Rivals", "<p>Bob invites you.</p>")]
    game.seats.filter(index=0).update(stand_in="greedy")
    assert "Friends: your turn" not in [entry.title for entry in read()]


def test_it_tells_that_a_game_has_begun_and_is_over_for_a_month(
    read: Read, alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([bob, alice], now=now, options={"first": 0}, started_at=now)
    assert [entry.title for entry in read()] == ["Friends has begun"]
    leaving.leave(game, user=bob, now=now + timedelta(hours=1))
    assert [entry.title for entry in read()] == ["Friends is over", "Friends has begun"]
    with time_machine.travel(now + timedelta(days=30, minutes=30), tick=False):
        assert [entry.title for entry in read()] == ["Friends is over"]


def test_it_is_private_and_does_not_name_its_address(path: str, game_of_alice: Game) -> None:
    answer = Client().get(path)
    assert answer["Cache-Control"] == "private, no-cache"
    assert answer["X-Robots-Tag"] == "noindex"
    assert path not in answer.content.decode()
    token = path.removeprefix("/calendar/").removesuffix(".atom")
    assert token not in logs.masked(f"GET {path} HTTP/1.1")
    again = Client().get(path, headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again["X-Robots-Tag"]) == (304, "noindex")


def test_its_token_ends_and_is_limited_with_the_calendars(path: str, alice: User) -> None:
    calendar = path.replace(".atom", ".ics")
    answers = [Client().get(each).status_code for each in (path, calendar) * 15]
    assert answers == [200] * 30
    assert Client().get(path).status_code == 429
    feed_links.turn_off(alice)
    assert Client().get(path).status_code == 404


@pytest.fixture
def game_of_alice(alice: User, bob: User, now: datetime) -> Game:
    return clocked_table([alice, bob], now=now)
