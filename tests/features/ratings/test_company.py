"""Games of people who use the same browser or network do not count, and the table says so first."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from games.base import retention, site_clock
from games.features.ratings import company
from games.features.ratings.facts import Why
from games.models import Game, RatedGame, SeenAt, User
from games.people.browsers import Seen
from games.table.lobby import open_tables
from tests.emailed_codes import code_for
from tests.pages.page_reader import Browser, Page, Sit
from tests.people.conftest import unpacked

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

HOME, ELSEWHERE = "8.8.8.8", "9.9.9.9"
DOUBT = "would not count as it is now: two of the players use the same network or browser"


def at(browser: Browser, address: str) -> Browser:
    """The same browser in the network of this address."""
    browser.client.defaults["REMOTE_ADDR"] = address
    return browser


def sign_in(client: Client, address: str) -> None:
    client.post("/account/login/", {"email": address})
    answer = client.post("/account/login/code/", {"code": code_for(address)})
    assert answer.status_code == 302


def host(browser: Browser, *, players: int = 2) -> Game:
    """A table in the lobby that is made on the page."""
    browser.open("/games/new/?game=alexandros")
    browser.press("Open the table", players=str(players), rated="on", company="anybody",
                  name="Evening", board="delta")
    return Game.objects.latest("pk")


def why(game: Game) -> str:
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    return RatedGame.objects.get(game=game).why


def look(browser: Browser, game: Game) -> Page:
    return browser.open(f"/games/{game.code}/")


@pytest.mark.parametrize(("other", "shared"), [
    (HOME, True), (ELSEWHERE, False),
])
def test_two_people_in_one_network_read_before_they_sit_down_that_it_will_not_count(
    sit: Sit, alice: User, bob: User, other: str, shared: bool
) -> None:
    game = host(at(sit(alice), HOME))
    guest = at(sit(bob), other)
    assert (DOUBT in look(guest, game).words) is shared
    guest.open("/lobby/")
    assert (DOUBT in guest.page.words) is shared
    look(guest, game)
    guest.press("Take a seat")
    assert why(game) == (Why.SHARED if shared else "")
    assert ("will not count: two of the players" in look(guest, game).words) is shared


def test_a_third_player_is_told_as_well_and_nobody_is_named(
    sit: Sit, alice: User, bob: User, carol: User
) -> None:
    game = host(at(sit(alice), HOME), players=3)
    browser = at(sit(bob), HOME)
    look(browser, game)
    browser.press("Take a seat")
    assert DOUBT in look(at(sit(carol), ELSEWHERE), game).words
    assert DOUBT in look(at(sit(alice), ELSEWHERE), game).words


def test_the_same_browser_is_known_in_another_network(
    client: Client, alice: User, bob: User, settings: Any
) -> None:
    settings.EMAIL_BACKEND = "games.post.outbox.local_mailbox.MailboxBackend"
    browser = at(Browser(client), HOME)
    sign_in(client, "alice@example.org")
    game = host(browser)
    client.post("/account/logout/")
    at(browser, ELSEWHERE)
    sign_in(client, "bob@example.org")
    assert DOUBT in look(browser, game).words
    browser.press("Take a seat")
    assert why(game) == Why.SHARED


def test_networks_count_for_seven_days_and_browsers_for_thirty(
    alice: User, bob: User, now: datetime
) -> None:
    for user in (alice, bob):
        company.note(Seen(user, "8.8.8.8/32", "", now))

    def alike(later: timedelta) -> bool:
        marks = company.marks_of([alice, bob], now=now + later)
        return bool(marks.get(alice.pk, frozenset()) & marks.get(bob.pk, frozenset()))

    assert alike(timedelta(days=6))
    assert not alike(timedelta(days=8))
    for user in (alice, bob):
        company.note(Seen(user, "", "browser", now))
    assert alike(timedelta(days=29))
    assert not alike(timedelta(days=31))
    assert company.forget_old(now + retention.SEEN + timedelta(days=1)) == 4


def test_a_day_in_one_network_is_one_row_and_names_no_address(
    alice: User, now: datetime
) -> None:
    for hours in range(3):
        company.note(Seen(alice, "8.8.8.8/32", "", now + timedelta(hours=hours)))
    (row,) = SeenAt.objects.all()
    assert "8.8" not in row.mark
    company.note(Seen(alice, "8.8.8.8/32", "", now + timedelta(days=1)))
    (row,) = SeenAt.objects.all()
    assert row.seen_at.date() == (now + timedelta(days=1)).date()


@pytest.mark.parametrize("address", ["127.0.0.1", "192.168.1.7", "100.64.0.9", "", "fe80::1%eth0",
                                     "unix:"])
def test_an_address_that_is_not_public_says_nothing(
    sit: Sit, alice: User, bob: User, address: str
) -> None:
    game = host(at(sit(alice), address))
    browser = at(sit(bob), address)
    assert DOUBT not in look(browser, game).words
    browser.press("Take a seat")
    assert why(game) == ""
    assert not SeenAt.objects.exists()


@pytest.mark.parametrize(("known", "shared"), [(True, False), (False, False)])
def test_behind_a_proxy_people_are_not_taken_for_one(
    sit: Sit, alice: User, bob: User, settings: Any, known: bool, shared: bool
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = int(known)
    game = host(through_proxy(sit(alice), HOME))
    browser = through_proxy(sit(bob), ELSEWHERE)
    assert (DOUBT in look(browser, game).words) is shared


def test_behind_a_proxy_that_is_known_a_household_is_still_one_network(
    sit: Sit, alice: User, bob: User, settings: Any
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    game = host(through_proxy(sit(alice), HOME))
    # Whoever adds an address of their own in front of the proxy's hides nothing.
    assert DOUBT in look(through_proxy(sit(bob), f"{ELSEWHERE}, {HOME}"), game).words


def through_proxy(browser: Browser, addresses: str) -> Browser:
    """The browser behind our proxy, which is on our own machine."""
    browser.client.defaults.update(REMOTE_ADDR="127.0.0.1", HTTP_X_FORWARDED_FOR=addresses)
    return browser


def test_an_invitation_that_a_visitor_accepts_at_home_does_not_count_either(
    sit: Sit, alice: User, now: datetime
) -> None:
    game = host(at(sit(alice), HOME))
    seat = open_tables.invite(game, by=alice, email="erin@example.org", now=now)
    browser = at(sit(None), HOME)
    browser.open(f"/games/{game.code}/invitation/{seat.invite_token}/")
    browser.press("Take a seat")
    assert why(game) == Why.SHARED


def test_looking_notes_nothing_and_guests_are_not_noted(
    sit: Sit, alice: User, guest: User, now: datetime
) -> None:
    game = open_tables.create_table(by=alice, players=3, rated=True, listed=True, now=now)
    for reader in (alice, guest, None):
        look(at(sit(reader), HOME), game)
    browser = at(sit(guest), HOME)
    look(browser, game)
    browser.press("Take a seat")
    assert not SeenAt.objects.exists()


def test_the_export_says_on_which_days_but_not_from_where(sit: Sit, alice: User) -> None:
    host(at(sit(alice), HOME))
    told, _files = unpacked(alice, site_clock.now())
    assert [sorted(row) for row in told["seen_at"]] == [["day", "kind"]]
    assert HOME not in json.dumps(told)
