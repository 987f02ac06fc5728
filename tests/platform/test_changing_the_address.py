"""Changing one's email address, which is confirmed with a code sent to the new one (R14)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.test import Client

from games.models import AddressStatus, MailboxEmail, OutgoingEmail, User
from games.people import account_deletion, accounts
from games.post.emails.rendering import compose
from games.post.outbox import bounces, codes, delivery, unsubscribe_links
from games.post.outbox.queue import queue_email
from games.table.lobby import open_tables
from tests import emailed_codes

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R14"),
              pytest.mark.usefixtures("local_mailbox")]

EMAIL, CODE, NEW = "/account/email/", "/account/email/code/", "alice@new.example"
WRONG = "WRNG-WRNG"


@pytest.fixture
def client(alice: User) -> Iterator[Client]:
    client = Client()
    client.force_login(alice)
    return client


def ask(client: Client, email: str = NEW) -> str:
    """Asks for a code for this address and returns it."""
    assert client.post(EMAIL, {"email": email}).headers["Location"] == CODE
    return emailed_codes.code_for(email.lower())


def address_of(user: User) -> str | None:
    return User.objects.get(pk=user.pk).email


def words(client: Client, code: str) -> str:
    return client.post(CODE, {"code": code}, follow=True).content.decode()


def test_the_code_sent_to_the_new_address_changes_it(client: Client, alice: User) -> None:
    code = ask(client, "Alice@New.example")
    assert address_of(alice) == "alice@example.org"
    assert f"Your address is now {NEW}." in words(client, code)
    assert address_of(alice) == NEW
    assert not EmailAddress.objects.exists()  # addresses are in our own column only


def test_an_address_or_a_code_that_is_refused_is_answered_as_a_mistake(client: Client) -> None:
    for email in ("", "alice@example.org"):
        assert client.post(EMAIL, {"email": email}).status_code == 400
    ask(client)
    assert client.post(CODE, {"code": WRONG}).status_code == 400


def test_the_old_address_is_notified_and_the_new_one_gets_all_other_emails(
    client: Client, alice: User, now: datetime
) -> None:
    waiting = queue_email("test", to="alice@example.org", user=alice, now=now)
    words(client, ask(client))
    notice = OutgoingEmail.objects.get(kind="moved")
    for email in (notice, waiting):
        assert email is not None
        assert delivery.deliver(email.pk, compose=compose, now=now) == "sent"
    assert OutgoingEmail.objects.get(kind="test").to == NEW
    notice = MailboxEmail.objects.get(to="alice@example.org")
    assert notice.subject == "Your email address was changed"
    assert "no longer uses alice@example.org" in " ".join(notice.text.split())
    assert NEW not in notice.text + notice.html


def test_the_link_in_the_notice_unsubscribes_the_old_address_only(
    client: Client, alice: User
) -> None:
    words(client, ask(client))
    link = unsubscribe_links.url(OutgoingEmail.objects.get(kind="moved"))
    request = unsubscribe_links.read_link(link.rstrip("/").rpartition("/")[2])
    assert (request.user, request.address, request.scopes) == (None, "alice@example.org", ("all",))


def test_the_old_address_can_no_longer_sign_in(client: Client, alice: User) -> None:
    words(client, ask(client))
    other = Client()
    other.post("/account/login/", {"email": "alice@example.org"})
    assert User.objects.filter(email="alice@example.org").exclude(pk=alice.pk).exists()


def test_addresses_in_use_and_free_ones_look_alike(client: Client, bob: User) -> None:
    pages, emails = [], []
    for email in (bob.email or "", "nob@example.org"):
        answers = [client.post(EMAIL, {"email": email}), client.get(CODE),
                   client.post(CODE, {"code": WRONG})]
        pages.append([(answer.status_code, answer.get("Location"),
                       emailed_codes.alike(answer.content.decode(), email)) for answer in answers])
        message = emailed_codes.email_to(email)
        emails.append((emailed_codes.alike(message.text, email), message.subject))
    assert pages[0] == pages[1]
    assert emails[0] == emails[1]


def test_only_the_reader_of_the_code_learns_that_the_address_is_taken(
    client: Client, alice: User, bob: User
) -> None:
    User.objects.filter(pk=bob.pk).update(last_login=bob.date_joined)
    assert "belongs to another account" in words(client, ask(client, "bob@example.org"))
    assert (address_of(alice), address_of(bob)) == ("alice@example.org", "bob@example.org")
    assert not OutgoingEmail.objects.exclude(kind__in=codes.KINDS).exists()


def test_an_account_that_was_never_signed_in_to_gives_way(
    client: Client, alice: User, now: datetime
) -> None:
    accounts.member(NEW, now=now)
    assert "Your address is" in words(client, ask(client))
    assert list(User.objects.values_list("email", flat=True)) == [NEW]


def test_an_account_with_a_seat_does_not_give_way(
    client: Client, bob: User, now: datetime
) -> None:
    open_tables.create_table(by=bob, players=2, now=now)
    assert "belongs to another account" in words(client, ask(client, "bob@example.org"))


def test_a_code_works_once(client: Client, alice: User) -> None:
    code = ask(client)
    words(client, code)
    User.objects.filter(pk=alice.pk).update(email="alice@example.org")
    words(client, code)
    assert address_of(alice) == "alice@example.org"


def test_a_code_works_only_in_the_browser_that_asked_for_it(
    client: Client, alice: User, bob: User
) -> None:
    code = ask(client)
    for user in (alice, bob):
        other = Client()
        other.force_login(user)
        words(other, code)
    assert (address_of(alice), address_of(bob)) == ("alice@example.org", "bob@example.org")


@pytest.mark.parametrize("entered", ["{0}", " {0} ", "{1}", "{2}"])
def test_letter_case_spaces_and_hyphens_of_a_code_do_not_matter(
    client: Client, alice: User, entered: str
) -> None:
    code = ask(client)
    words(client, entered.format(code.lower(), code.replace("-", ""), code.replace("-", " - ")))
    assert address_of(alice) == NEW


@pytest.mark.parametrize("entered", ["", "-", "ääää-ääää", "0"])
def test_what_is_no_code_counts_as_a_wrong_attempt(
    client: Client, alice: User, entered: str
) -> None:
    code = ask(client)
    for _ in range(3):
        words(client, entered)
    words(client, code)
    assert address_of(alice) == "alice@example.org"


def test_the_third_wrong_attempt_is_the_last(client: Client, alice: User) -> None:
    code = ask(client)
    for _ in range(2):
        assert "This is not the code we sent." in words(client, WRONG)
    assert "one attempt too many" in words(client, WRONG)
    words(client, code)
    assert address_of(alice) == "alice@example.org"


@pytest.mark.parametrize(("minutes", "changed"), [(9.9, True), (10.1, False)])
def test_a_code_expires_after_ten_minutes(
    client: Client, alice: User, minutes: float, changed: bool, now: datetime
) -> None:
    with time_machine.travel(now, tick=False) as clock:
        code = ask(client)
        clock.shift(timedelta(minutes=minutes))
        words(client, code)
    assert (address_of(alice) == NEW) == changed


def test_a_new_code_replaces_the_previous_one(client: Client, alice: User) -> None:
    first = ask(client)
    second = ask(client)
    assert "This is not the code we sent." in words(client, first)
    words(client, second)
    assert address_of(alice) == NEW


@pytest.mark.parametrize(("email", "sentence"), [
    ("ALICE@example.org", "This is already your address"), ("nobody", "valid email address"),
    ("a@example.org\r\nBcc: eve@example.org", "valid email address"),
])
def test_an_invalid_address_is_refused(client: Client, email: str, sentence: str) -> None:
    assert sentence in client.post(EMAIL, {"email": email}).content.decode()
    assert not OutgoingEmail.objects.exists()


def test_codes_for_one_address_are_limited(client: Client) -> None:
    for _ in range(5):
        ask(client)
    answer = client.post(EMAIL, {"email": NEW})
    assert answer.status_code == 429
    assert OutgoingEmail.objects.count() == 5


def test_a_guest_is_asked_to_sign_in(guest: User) -> None:
    client = Client()
    client.force_login(guest)
    for path in (EMAIL, CODE):
        answer = client.get(path)
        assert answer.status_code == 400
        assert "Sign in with your email address instead." in answer.content.decode()


@pytest.mark.parametrize("path", [EMAIL, CODE, "/account/download/"])
def test_users_signed_in_by_an_invitation_prove_the_address_first(now: datetime, path: str) -> None:
    host = User.objects.create_user("host@example.org", name="Host")
    game = open_tables.create_table(by=host, players=3, invite_emails=["eve@example.org"], now=now)
    client = Client()
    client.post(f"/games/{game.code}/join/",
                {"token": game.seats.get(status="invited").invite_token})
    assert client.get(f"/games/{game.code}/").status_code == 200
    answer = client.post(path, {"email": NEW})
    assert answer.status_code == 403
    assert "then sign in with a code" in answer.content.decode()


def test_changing_to_an_address_clears_its_bounce(
    client: Client, now: datetime
) -> None:
    bounces.record_bounce(NEW, error="550", now=now)
    words(client, ask(client))
    assert bounces.reason_not_to_send(NEW) == ""


@pytest.mark.promise("R25")
def test_deleting_the_account_forgets_the_old_address_too(
    client: Client, alice: User, now: datetime
) -> None:
    words(client, ask(client))
    delivery.deliver(OutgoingEmail.objects.get(kind="moved").pk, compose=compose, now=now)
    bounces.record_bounce("alice@example.org", error="550", now=now)
    account_deletion.delete_account(User.objects.get(pk=alice.pk), now=now)
    assert not OutgoingEmail.objects.exists()
    assert not AddressStatus.objects.exists()
    assert not MailboxEmail.objects.exists()


@pytest.mark.promise("R25")
def test_a_former_address_that_now_belongs_to_somebody_else_is_not_touched(
    client: Client, alice: User, now: datetime
) -> None:
    words(client, ask(client))
    eve = User.objects.create_user("alice@example.org", name="Eve")
    queue_email("test", to="alice@example.org", user=eve, now=now)
    account_deletion.delete_account(User.objects.get(pk=alice.pk), now=now)
    assert [email.user for email in OutgoingEmail.objects.exclude(user=None)] == [eve]
