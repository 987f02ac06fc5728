"""The secret URL of a calendar feed: who gets one, what it answers, and when it ends."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import icalendar
import pytest
import time_machine
from django.test import Client

from alexandros_site import logs
from games.models import CalendarFeed, Game, User
from games.people import account_deletion, accounts
from games.post.calendar_feed import feed_links
from games.post.inbox import processing
from tests.markup import squeezed
from tests.sample_games import clocked_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]

MISSING = "There is nothing at this address. It may have been renewed or turned off.\n"


@pytest.fixture
def game(alice: User, bob: User, now: datetime) -> Game:
    """A game of Alice and Bob with a clock; Alice is to move."""
    return clocked_table([alice, bob], now=now)


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def path_of(user: User) -> str:
    feed = feed_links.of(user)
    assert feed is not None
    return urlsplit(feed_links.url(feed)).path


@pytest.fixture
def path(alice: User, now: datetime) -> str:
    """The path of Alice's feed."""
    feed_links.renew(alice, now=now)
    return path_of(alice)


# ---------- the page ----------
def test_a_feed_is_made_on_demand(alice: User, game: Game) -> None:
    client = browser_of(alice)
    page = squeezed(client.get("/time/").content.decode())
    assert "Make my addresses" in page
    assert "webcal" not in page
    page = client.post("/time/calendar/", follow=True).content.decode()
    url = f"http://127.0.0.1:8000{path_of(alice)}"
    assert f'value="{url}"' in page
    assert f'href="webcal://{url.partition("://")[2]}"' in page
    assert "There are addresses for your calendar and for a feed reader below." in page
    [event] = icalendar.Calendar.from_ical(Client().get(path_of(alice)).content).events
    assert event["SUMMARY"] == "Your turn in Friends ends"


def test_the_page_shows_the_same_address_again(alice: User, path: str) -> None:
    client = browser_of(alice)
    for _ in range(2):
        assert path in client.get("/time/").content.decode()
    assert "no-store" in client.get("/time/").headers["Cache-Control"]


def test_the_old_address_ends_when_it_is_renewed(alice: User, path: str) -> None:
    page = browser_of(alice).post("/time/calendar/", follow=True).content.decode()
    assert "The old ones no longer work." in page
    assert Client().get(path).status_code == 404
    assert path_of(alice) != path
    assert Client().get(path_of(alice)).status_code == 200


def test_it_can_be_turned_off(alice: User, path: str) -> None:
    page = browser_of(alice).post("/time/calendar/off/", follow=True).content.decode()
    assert "Your turns will disappear from your calendar." in page
    assert Client().get(path).status_code == 404
    assert not CalendarFeed.objects.exists()


def test_visitors_are_asked_to_sign_in() -> None:
    for path in ("/time/calendar/", "/time/calendar/off/"):
        assert "/account/login/" in Client().post(path)["Location"]
    assert not CalendarFeed.objects.exists()


def test_whoever_came_by_an_invitation_neither_sees_nor_makes_nor_ends_one(
    alice: User, path: str
) -> None:
    client = browser_of(alice)
    session = client.session
    session[accounts.INVITED] = True
    session.save()
    answer = client.get("/time/")
    assert answer.status_code == 403
    assert path not in answer.content.decode()
    for button in ("/time/calendar/", "/time/calendar/off/"):
        answer = client.post(button)
        assert answer.status_code == 403
        assert "You came here through an invitation" in answer.content.decode()
    assert Client().get(path).status_code == 200


def test_an_address_from_before_the_sites_secret_changed_still_works_but_is_not_shown(
    alice: User, path: str, settings: Any
) -> None:
    client = browser_of(alice)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another" * 8
    page = squeezed(client.get("/time/").content.decode())
    assert "but we cannot show it any more" in page
    assert "webcal" not in page
    assert Client().get(path).status_code == 200


# ---------- guests and accounts ----------
def test_a_guests_feed_moves_to_the_account_they_sign_in_to(
    guest: User, alice: User, now: datetime
) -> None:
    browser_of(guest).post("/time/calendar/")
    path = path_of(guest)
    accounts.merge_guest(guest, alice, now=now)
    assert path_of(alice) == path
    assert Client().get(path).status_code == 200


def test_a_member_keeps_their_own_feed(guest: User, alice: User, path: str, now: datetime) -> None:
    feed_links.renew(guest, now=now)
    accounts.merge_guest(guest, alice, now=now)
    assert path_of(alice) == path


def test_deleting_or_closing_the_account_ends_it(
    alice: User, bob: User, game: Game, path: str, now: datetime
) -> None:
    feed_links.renew(bob, now=now)
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert Client().get(path_of(bob)).status_code == 404
    account_deletion.delete_account(alice, now=now)
    assert Client().get(path).status_code == 404
    assert CalendarFeed.objects.count() == 1


# ---------- the answers ----------
def test_the_answer_is_a_private_calendar_file(path: str, game: Game) -> None:
    answer = Client().get(path)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert answer["Content-Disposition"] == 'inline; filename="alexandros.ics"'
    assert answer["Cache-Control"] == "private, no-cache"
    assert answer["X-Robots-Tag"] == "noindex"
    assert answer["Referrer-Policy"] == "no-referrer"
    assert Client().head(path)["ETag"] == answer["ETag"]
    assert Client().post(path).status_code == 405


def test_it_has_nothing_to_do_with_cookies(path: str, bob: User) -> None:
    answer = browser_of(bob).get(path)
    assert not answer.cookies
    assert "Cookie" not in answer.get("Vary", "")


def test_a_program_is_told_if_nothing_has_changed(
    path: str, game: Game, alice: User, now: datetime
) -> None:
    first = Client().get(path)
    again = Client().get(path, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert again["Cache-Control"] == "private, no-cache"
    packed = Client().get(path, headers={"Accept-Encoding": "gzip"})
    assert Client().get(path, headers={"If-None-Match": packed["ETag"]}).status_code == 304
    Game.objects.update(name="Rivals")
    assert Client().get(path, headers={"If-None-Match": first["ETag"]}).status_code == 200


@pytest.mark.parametrize("token", ["0" * 32, "a" * 32, "x", "a" * 500])
def test_a_wrong_token_learns_nothing(token: str, path: str) -> None:
    answer = Client().get(f"/calendar/{token}.ics")
    assert (answer.status_code, answer.content.decode()) == (404, MISSING)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert "no-store" in answer["Cache-Control"]


def test_whoever_asks_too_often_has_to_wait(path: str, now: datetime) -> None:
    answers = [Client().get(path) for _ in range(31)]
    assert [answer.status_code for answer in answers] == [200] * 30 + [429]
    assert answers[-1]["Retry-After"] == "600"
    with time_machine.travel(now + timedelta(minutes=10), tick=False):
        assert Client().get(path).status_code == 200


def test_the_database_and_the_logs_do_not_contain_the_token(path: str) -> None:
    token = path.removeprefix("/calendar/").removesuffix(".ics")
    assert token not in repr(CalendarFeed.objects.values_list())
    assert token not in logs.masked(f"GET {path} HTTP/1.1")
    assert token[:12] not in processing.masked_writing(f"see {path[:-12]}\n{token[-8:]}")
