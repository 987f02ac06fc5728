"""How many sign-in codes may be asked for: nobody is flooded, and nobody is locked out (R14)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
import time_machine
from django.test import Client

from games.base.rate_limits import LIMITS
from games.models import OutgoingEmail, User
from games.web import sign_in as sign_in_codes
from tests import emailed_codes

pytestmark = [pytest.mark.django_db, pytest.mark.cache, pytest.mark.promise("R14")]

LOGIN, CODE = "/account/login/", "/account/login/code/"


@pytest.fixture(autouse=True)
def clock(now: datetime, local_mailbox: None) -> Iterator[time_machine.Coordinates]:
    """Time stands still, and emails are kept in the local mailbox."""
    with time_machine.travel(now, tick=False) as clock:
        yield clock


def ask(email: str, *, network: str = "192.0.2.1", client: Client | None = None) -> bool:
    """Whether a code is sent when somebody in this network asks for one."""
    answer = (client or Client()).post(LOGIN, {"email": email}, REMOTE_ADDR=network)
    if answer.status_code == 302:
        return True
    assert b"We have sent several codes to this address" in answer.content
    return False


def ask_until_refused(email: str, *, network: str = "192.0.2.1") -> int:
    """How many codes are sent before one is refused."""
    sent = 0
    while ask(email, network=network):
        sent += 1
    return sent


def known_browser(*emails: str) -> Client:
    """Return a browser in which these accounts have signed in and out."""
    client = Client()
    for email in emails:
        client.post(LOGIN, {"email": email})
        client.post(CODE, {"code": emailed_codes.code_for(email)})
        assert "_auth_user_id" in client.session
        client.post("/account/logout/")
    return client


def test_one_network_cannot_keep_the_owner_from_getting_a_code_elsewhere(alice: User) -> None:
    assert ask_until_refused("alice@example.org", network="198.51.100.1") == 5
    assert ask("alice@example.org", network="192.0.2.1")


def test_the_owner_gets_a_code_in_a_browser_they_have_used_whatever_strangers_do(
    alice: User,
) -> None:
    own = known_browser("alice@example.org")
    for number in range(30):
        ask_until_refused("alice@example.org", network=f"198.51.100.{number}")
    ask_until_refused("alice@example.org")
    assert not ask("alice@example.org", network="203.0.113.1")
    assert ask("alice@example.org", client=own)


def test_an_address_is_not_flooded_from_many_networks() -> None:
    sent = sum(ask_until_refused("eve@example.org", network=f"198.51.100.{number}")
               for number in range(30))
    assert sent == OutgoingEmail.objects.count() == LIMITS["codes to address"].times


def test_one_network_sends_few_of_the_codes_that_an_address_may_get(
    clock: time_machine.Coordinates
) -> None:
    sent = 0
    for _ in range(6):
        sent += ask_until_refused("eve@example.org")
        clock.shift(timedelta(minutes=10))
    assert sent == LIMITS["codes from network"].times < LIMITS["codes to address"].times / 2
    assert ask("eve@example.org")


def test_a_browser_that_is_known_is_limited_too(alice: User) -> None:
    own = known_browser("alice@example.org")
    asked = [ask("alice@example.org", client=own) for _ in range(LIMITS["own code"].times + 1)]
    assert asked == [True] * LIMITS["own code"].times + [False]


def test_a_browser_is_known_for_its_own_accounts_only(alice: User, bob: User) -> None:
    own = known_browser("alice@example.org")
    assert [ask("bob@example.org", client=own) for _ in range(6)] == [True] * 5 + [False]


def test_a_browser_cannot_pretend_to_be_known(alice: User) -> None:
    forged = Client()
    forged.cookies[sign_in_codes.COOKIE] = f"{alice.pk}:1vJ7aB:forged"
    assert [ask("alice@example.org", client=forged) for _ in range(6)] == [True] * 5 + [False]


def test_two_accounts_can_be_known_to_one_browser(alice: User, bob: User) -> None:
    emails = ("alice@example.org", "bob@example.org")
    shared = known_browser(*emails)
    for email in emails:
        ask_until_refused(email, network="127.0.0.1")
        assert ask(email, client=shared, network="127.0.0.1")


def test_somebody_else_cannot_keep_a_member_from_changing_to_a_new_address(
    alice: User, bob: User
) -> None:
    def change(user: User) -> int:
        browser = Client()
        browser.force_login(user)
        return browser.post("/account/email/", {"email": "new@example.org"}).status_code

    assert [change(bob) for _ in range(6)] == [302] * 5 + [429]
    assert change(alice) == 302


def test_known_and_unknown_addresses_are_limited_alike(alice: User) -> None:
    assert ask_until_refused("alice@example.org") == ask_until_refused("nobody@example.org")


def test_somebody_who_was_only_invited_makes_no_browser_known(alice: User) -> None:
    """Their link may have been forwarded, so nobody has proved the address there."""
    browser = Client()
    browser.force_login(alice)
    session = browser.session
    session["signed_in_by_invitation"] = True
    session.save()
    browser.post(CODE, {"code": "WRNG-WRNG"})
    assert sign_in_codes.COOKIE not in browser.cookies
