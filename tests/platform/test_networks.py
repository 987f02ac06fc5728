"""Visitors are told apart by their networks, however their addresses are written."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.base import rate_limits
from games.base.rate_limits import LIMITS

PLAY = {"players": "2", "board": "delta", "bot": "greedy"}


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


@pytest.mark.cache
@pytest.mark.django_db
def test_visitors_on_a_socket_for_both_kinds_of_addresses_are_counted_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = rate_limits.Limit(1, timedelta(days=1), LIMITS["guest"].sentence)
    monkeypatch.setitem(LIMITS, "guest", one)

    def come(address: str) -> int:
        return Client().post("/play/", PLAY, REMOTE_ADDR=address).status_code

    assert [come("::ffff:192.0.2.1"), come("::ffff:192.0.2.2")] == [302, 302]
    assert come("::ffff:192.0.2.1") == 429
    assert come("192.0.2.1") == 429


@pytest.mark.cache
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
