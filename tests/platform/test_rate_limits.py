"""Rate limits for emails, new tables and guest accounts, for people and networks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client

from games.base import rate_limits
from games.base.rate_limits import LIMITS
from games.base.refusals import TooOften
from games.models import Game, OutgoingEmail, User
from games.table.lobby import open_tables

pytestmark = pytest.mark.cache

PLAY = {"players": "2", "board": "delta", "bot": "greedy"}


def use_up(what: str, who: object, *, now: datetime) -> None:
    """Does it as often as it may be done."""
    for _ in range(LIMITS[what].times):
        rate_limits.count(what, who, now=now)


@pytest.mark.parametrize("what", LIMITS)
def test_one_too_many_is_refused_with_a_sentence_until_the_period_is_over(
    what: str, now: datetime
) -> None:
    use_up(what, "alice", now=now)
    with pytest.raises(TooOften) as refused:
        rate_limits.count(what, "alice", now=now)
    assert refused.value.sentence.endswith(".")
    rate_limits.count(what, "bob", now=now)
    rate_limits.count(what, "alice", now=now + LIMITS[what].period)


def test_a_cache_that_forgets_in_between_refuses_nobody(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "add", lambda *args: True)
    rate_limits.count("table", "alice", now=now)


def test_who_makes_very_many_tables_makes_no_more(alice: User, bob: User, now: datetime) -> None:
    use_up("table", alice.pk, now=now)
    with pytest.raises(TooOften, match="too many tables"):
        open_tables.create_table(by=alice, players=2, now=now)
    assert not Game.objects.exists()
    open_tables.create_table(by=bob, players=2, now=now)
    open_tables.create_table(by=alice, players=2, now=now + timedelta(hours=1))


def test_who_has_sent_very_many_invitations_sends_no_more(alice: User, now: datetime) -> None:
    table = open_tables.create_table(by=alice, players=3, now=now)
    use_up("invitation", alice.pk, now=now)
    with pytest.raises(TooOften, match="share the table’s link"):
        open_tables.invite(table, by=alice, email="bob@example.org", now=now)
    with pytest.raises(TooOften):
        open_tables.create_table(by=alice, players=2, invite_emails=["bob@example.org"], now=now)
    assert Game.objects.count() == 1
    assert not OutgoingEmail.objects.exists()


def test_nobody_invites_one_address_again_and_again(alice: User, now: datetime) -> None:
    table = open_tables.create_table(by=alice, players=3, now=now)
    for _ in range(3):
        open_tables.invite(table, by=alice, email="eve@example.org", now=now)
        open_tables.withdraw(table, by=alice, seat=1, now=now)
    for _ in range(LIMITS["invitation"].times):
        with pytest.raises(TooOften, match="invited this address several times"):
            open_tables.invite(table, by=alice, email="eve@example.org", now=now)
    # What was refused is none of the day's invitations.
    open_tables.invite(table, by=alice, email="dave@example.org", now=now)
    open_tables.withdraw(table, by=alice, seat=1, now=now)
    open_tables.invite(table, by=alice, email="eve@example.org", now=now + timedelta(hours=1))


def test_one_address_is_not_flooded_by_many_people(
    alice: User, bob: User, now: datetime
) -> None:
    use_up("invited", "eve@example.org", now=now)
    for user in (alice, bob):
        table = open_tables.create_table(by=user, players=3, now=now)
        with pytest.raises(TooOften, match="too many invitations today"):
            open_tables.invite(table, by=user, email="EVE@example.org", now=now)
        open_tables.invite(table, by=user, email="dave@example.org", now=now)


def ask(client: Client, network: str, path: str = "/play/") -> int:
    return client.post(path, PLAY, REMOTE_ADDR=network).status_code


@pytest.fixture
def _noon(now: datetime) -> Iterator[None]:
    """The pages' clock stands still, so that no period ends in the middle of a test."""
    with time_machine.travel(now, tick=False):
        yield


@pytest.fixture
def few_guests(db: None, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let only so many guests a day come from one network."""
    return lambda number: monkeypatch.setitem(LIMITS, "guest", rate_limits.Limit(
        number, timedelta(days=1), LIMITS["guest"].sentence))


@pytest.mark.usefixtures("_noon")
def test_guests_from_one_network_are_limited(few_guests: Callable[[int], None]) -> None:
    few_guests(2)
    came = [ask(Client(), f"2001:db8::{number}") for number in range(3)]
    assert came == [302, 302, 429]
    refused = Client().post("/play/", PLAY, REMOTE_ADDR="2001:db8::9")
    assert "sign in with your email address" in refused.content.decode()
    assert ask(Client(), "2001:db8:0:1::1") == 302
    assert User.objects.filter(is_guest=True).count() == 3


@pytest.mark.usefixtures("_noon")
def test_a_guest_who_is_known_plays_on_when_new_ones_are_refused(
    few_guests: Callable[[int], None],
) -> None:
    few_guests(1)
    known = Client()
    assert [ask(known, "192.0.2.7") for _ in range(3)] == [302] * 3
    assert ask(Client(), "192.0.2.7") == 429
    assert ask(Client(), "192.0.2.8") == 302


@pytest.mark.usefixtures("_noon")
def test_test_emails_are_limited(alice: User, client: Client) -> None:
    client.force_login(alice)
    few = LIMITS["test email"].times
    came = [client.post("/mail/test/").status_code for _ in range(few + 1)]
    assert came == [302] * few + [429]
    assert OutgoingEmail.objects.filter(kind="test").count() == few


@pytest.mark.usefixtures("_noon")
def test_behind_a_proxy_the_visitors_are_counted_and_not_the_proxy(
    few_guests: Callable[[int], None], settings: Any
) -> None:
    """The last address is the one the proxy itself has seen; those before anybody can write."""
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    few_guests(1)

    def come(addresses: str) -> int:
        return Client().post("/play/", PLAY, HTTP_X_FORWARDED_FOR=addresses).status_code

    assert [come("192.0.2.1"), come("192.0.2.2")] == [302, 302]
    assert come("198.51.100.9, 192.0.2.1") == 429


@pytest.mark.parametrize(("address", "network"), [
    ("192.0.2.1", "192.0.2.1/32"),
    ("::ffff:192.0.2.1", "192.0.2.1/32"),
    ("::FFFF:c000:0201", "192.0.2.1/32"),
    ("2001:db8:0:1::7", "2001:db8:0:1::/64"),
    ("2001:db8:0:1:ffff::", "2001:db8:0:1::/64"),
    ("fe80::1%eth0", "fe80::/64"),
])
def test_an_address_belongs_to_a_network(address: str, network: str) -> None:
    assert rate_limits.network_of(address) == network


def test_visitors_on_a_socket_for_both_kinds_of_addresses_are_counted_one_by_one(
    few_guests: Callable[[int], None],
) -> None:
    few_guests(1)

    came = [ask(Client(), network) for network in (
        "::ffff:192.0.2.1", "::ffff:192.0.2.2", "::ffff:192.0.2.1", "192.0.2.1")]
    assert came == [302, 302, 429, 429]


@pytest.mark.django_db
def test_sign_in_codes_are_counted_in_the_same_way(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"request_login_code": "1/d/ip"}

    def ask(address: str, email: str) -> int:
        return Client().post("/account/login/", {"email": email}, REMOTE_ADDR=address).status_code

    assert ask("::ffff:192.0.2.1", "alice@example.org") == 302
    assert ask("::ffff:192.0.2.2", "bob@example.org") == 302
    assert ask("192.0.2.1", "carol@example.org") == 200
    assert ask("2001:db8::1", "carol@example.org") == 302
    assert ask("2001:db8::2", "dave@example.org") == 200
