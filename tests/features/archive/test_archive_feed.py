"""The feed of the archive: the same filters as the page, and what visitors may know."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client

from games.models import Audience, User
from games.people import profiles
from tests.atom_feeds import entries_of
from tests.features.archive.conftest import played
from tests.pages.page_reader import Sit

pytestmark = pytest.mark.django_db


def test_it_tells_of_the_latest_games_that_pass_the_filters(
    client: Client, alice: User, bob: User, carol: User, now: datetime
) -> None:
    for user in (alice, bob, carol):
        profiles.show_to(user, Audience.EVERYBODY)
    played([alice, bob], now=now, scores=(50, 49))
    played([carol, bob, alice], now=now + timedelta(hours=1), reason="resigned")
    later, first = entries_of(client.get("/archive/feed/"))
    assert [later.title, first.title] == ["Game of Carol", "Game of Alice"]
    assert first.updated == now
    assert first.text == ("<p>Alice 50, Bob 49<br>Won by Alice.<br>Alexandros · The Nile delta,"
                          " for learning · 30 turns · the black walls ran out</p>")
    assert later.text.startswith("<p>Carol, Bob and Alice<br>Won by Carol.<br>")
    assert entries_of(client.get("/archive/feed/?players=2")) == [first]
    assert entries_of(client.get("/archive/feed/?person=Carol")) == [later]


def test_nobody_is_named_whose_page_visitors_may_not_see(
    sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    profiles.show_to(alice, Audience.EVERYBODY)
    played([bob, alice], now=now, scores=(40, 39))
    client = sit(bob).client
    (entry,) = entries_of(client.get("/archive/feed/"))
    assert (entry.title, "Bob" in entry.text) == ("Alexandros", False)
    assert "<p>Red 40, Alice 39<br>Won by Red." in entry.text
    assert entries_of(client.get("/archive/feed/?person=Bob")) == []


def test_a_wrong_filter_gets_a_sentence(client: Client, db: None) -> None:
    answer = client.get("/archive/feed/?game=chess")
    assert answer.status_code == 400
    assert "has no such value" in answer.content.decode()


@pytest.mark.parametrize(("query", "feed"), [
    ("", "/archive/feed/"), ("?players=2&game=alexandros",
                             "/archive/feed/?game=alexandros&players=2"),
    ("?person=Alice", "/archive/feed/?person=Alice"),
    ("?person=Bob", ""), ("?person=Xyz", "")])  # whom visitors do not find
def test_the_page_leads_to_it_with_the_filters_chosen(
    sit: Sit, alice: User, bob: User, now: datetime, query: str, feed: str
) -> None:
    profiles.show_to(alice, Audience.EVERYBODY)
    played([alice, bob], now=now)
    page = sit(bob).open(f"/archive/{query}")
    found = [value for tag, name, value in page.attributes
             if tag == "link" and name == "href" and "feed" in value]
    assert found == ([feed] if feed else [])
    assert any("/archive/feed/" in link.href for link in page.links) == bool(feed)
