"""The pages behind the links in emails, and the email settings, are translated in every state."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from django.http import HttpResponse
from django.test import Client

from games.base import rate_limits
from games.models import Game, OutgoingEmail, User
from games.post import email_kinds
from games.post.inbox import turn_links
from games.post.outbox import bounces, unsubscribe_links
from games.post.outbox.queue import queue_email
from games.table.lobby import expiry, open_tables
from tests import pseudo_language
from tests.inbox.test_turn_links import TURN, path_of
from tests.outbox.translated import NOTATION, PEOPLE

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

PLACES = frozenset({
    "Nile", "Alexandria", "Memphis", "Pelusium", "Sais", "ALEXANDRIA", "MEMPHIS", "PELUSIUM",
    "SAIS", "Europe", "Berlin", "Moon", "UTC",
})
BOARD = "The Nile delta"
NAMES = PEOPLE | NOTATION | PLACES | {"fly", "away"}


@pytest.fixture
def client(alice: User) -> Client:
    client = Client()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    return client


def missed(response: HttpResponse) -> list[str]:
    """What of the page's title and content is not translated."""
    page = response.content.decode().replace(BOARD, "")
    title = re.search(r"<title>.*?</title>", page, re.DOTALL)
    content = re.search(r"<main.*</main>", page, re.DOTALL)
    assert title
    assert content
    return pseudo_language.untranslated_on_page(title[0] + content[0], names=NAMES)


def visited(client: Client, path: str, **fields: str) -> list[str]:
    """What of the page at this path is not translated; with fields, of the page after a POST."""
    with pseudo_language.spoken():
        if fields:
            return missed(client.post(path, fields, follow=True))
        return missed(client.get(path))


@pytest.mark.parametrize("draft", [
    "", TURN, "take temple", "fly away", "levy horse", "take temple; fly away",
])
def test_the_page_of_a_turn_is_translated(
    game: Game, now: datetime, client: Client, draft: str
) -> None:
    link = path_of(turn_links.action_url(game, game.seats.get(index=0), draft, now=now))
    assert visited(client, link) == []


@pytest.mark.parametrize("orders", [TURN, "take temple", "fly away"])
def test_the_page_after_a_turn_is_translated(
    game: Game, now: datetime, client: Client, orders: str
) -> None:
    link = path_of(turn_links.action_url(game, game.seats.get(index=0), "", now=now))
    assert visited(client, link, orders=orders) == []


def test_links_that_no_longer_work_are_refused_in_the_readers_language(
    game: Game, now: datetime, client: Client
) -> None:
    seat = game.seats.get(index=0)
    first = path_of(turn_links.action_url(game, seat, "take temple", now=now))
    client.post(first, {"orders": "take temple"})
    assert visited(client, first) == []  # a part of the turn has been played
    game.refresh_from_db()
    rest = path_of(turn_links.action_url(game, seat, "", now=now))
    client.post(rest, {"orders": TURN.partition("; ")[2]})
    assert visited(client, first) == []  # the turn is over
    Game.objects.update(status=Game.Status.OVER)
    assert visited(client, first) == []
    assert visited(client, "/turn/unknown/") == []


def test_leaving_by_a_link_is_translated(game: Game, now: datetime, client: Client) -> None:
    link = turn_links.resign_url(game, game.seats.get(index=0), now=now).partition("8000")[2]
    assert visited(client, link) == []
    assert visited(client, link, leave="yes") == []


def test_keeping_a_table_open_is_translated(alice: User, now: datetime, client: Client) -> None:
    table = open_tables.create_table(by=alice, name="Issus", players=2, now=now - expiry.WARN_AFTER)
    link = f"/keep/{expiry.link_key(table)}/"
    assert visited(client, link) == []
    expiry.warn(now)
    assert visited(client, link) == []
    assert visited(client, link, keep="yes") == []
    Game.objects.update(status=Game.Status.RUNNING)
    assert visited(client, link) == []
    assert visited(client, link, keep="yes") == []
    Game.objects.update(status=Game.Status.CANCELLED)
    assert visited(client, link) == []
    assert visited(client, "/keep/unknown/") == []


@pytest.mark.parametrize("kind", ["turn", "test", "invitation"])
def test_unsubscribing_is_translated(
    game: Game, alice: User, now: datetime, client: Client, kind: str
) -> None:
    about = game if kind == "turn" else None
    user = None if kind == "invitation" else alice
    email = queue_email(kind, to="alice@example.org", user=user, game=about, now=now)
    assert email is not None
    link = unsubscribe_links.url(email).partition("8000")[2]
    assert visited(client, link) == []
    for scope in ("puzzles", "game", "turns", "all"):
        assert visited(client, link, scope=scope) == []
    assert visited(client, "/unsubscribe/unknown/") == []


@pytest.mark.usefixtures("game")
def test_the_email_settings_are_translated(alice: User, now: datetime, client: Client) -> None:
    assert visited(client, "/mail/") == []
    for status in OutgoingEmail.Status.values:
        email = queue_email("turn", to="alice@example.org", user=alice, now=now)
        OutgoingEmail.objects.filter(pk=email and email.pk).update(status=status)
    for kind in email_kinds.every():
        queue_email(kind, to="alice@example.org", user=alice, now=now - timedelta(days=1))
    assert visited(client, "/mail/") == []
    assert visited(client, "/mail/", when="quiet", minutes="500", hour="99", time_zone="Moon",
                   quiet_from="1") == []
    assert visited(client, "/mail/", when="daily", hour="8", time_zone="UTC") == []
    bounces.stop_all("alice@example.org", now=now)
    assert visited(client, "/mail/") == []
    bounces.record_bounce("alice@example.org", error="550", now=now)
    assert visited(client, "/mail/") == []
    assert visited(client, "/mail/test/", send="yes") == []


def test_the_page_of_a_guest_is_translated(guest: User) -> None:
    client = Client()
    client.force_login(guest, backend="django.contrib.auth.backends.ModelBackend")
    assert visited(client, "/mail/") == []


@pytest.mark.parametrize("what", sorted(rate_limits.LIMITS))
def test_the_sentence_of_a_rate_limit_is_translated(what: str, now: datetime) -> None:
    for _ in range(rate_limits.LIMITS[what].times):
        rate_limits.count(what, "somebody", now=now)
    with pseudo_language.spoken(), pytest.raises(rate_limits.TooOften) as refused:
        rate_limits.count(what, "somebody", now=now)
    assert pseudo_language.untranslated(refused.value.sentence) == []
