"""Signing in with an emailed code (R14)."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import MailboxEmail, User
from games.people import accounts
from tests import emailed_codes

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R14"),
              pytest.mark.usefixtures("local_mailbox")]

LOGIN, CODE = "/account/login/", "/account/login/code/"


def ask(client: Client, email: str) -> str:
    """Enters this address in the login form and returns the code that is sent there."""
    client.post(LOGIN, {"email": email})
    return emailed_codes.code_for(email)


def logged_in(client: Client) -> int | None:
    return int(client.session.get("_auth_user_id", 0)) or None


def test_the_emailed_code_logs_a_member_in(client, alice):
    client.post(CODE, {"code": ask(client, alice.email)})
    assert logged_in(client) == alice.pk


def test_a_newcomer_becomes_a_member_with_the_code_and_is_asked_for_a_name(client):
    answer = client.post(CODE, {"code": ask(client, "eve@example.org")})
    assert logged_in(client) == User.objects.get(email="eve@example.org").pk
    assert answer.url == f"{reverse('account')}?next=%2F"


def test_a_newcomer_who_has_entered_a_name_gets_to_the_page_they_wanted(client):
    client.post(f"{LOGIN}?next=/games/new/", {"email": "eve@example.org", "next": "/games/new/"})
    code = emailed_codes.code_for("eve@example.org")
    answer = client.post(CODE, {"code": code, "next": "/games/new/"}, follow=True)
    page = answer.redirect_chain[-1][0]
    assert page == "/account/?next=%2Fgames%2Fnew%2F"
    assert 'name="next" value="/games/new/"' in answer.content.decode()
    answer = client.post("/account/", {"name": "Eve", "next": "/games/new/"})
    assert answer.url == "/games/new/"
    assert User.objects.get(email="eve@example.org").name == "Eve"


def test_a_member_with_a_name_gets_to_the_page_they_wanted_at_once(client, alice):
    answer = client.post(CODE, {"code": ask(client, alice.email), "next": "/games/new/"})
    assert answer.url == "/games/new/"


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:a()"])
def test_the_account_page_never_redirects_to_another_site(client, alice, elsewhere):
    client.force_login(alice)
    assert elsewhere not in client.get("/account/", {"next": elsewhere}).content.decode()
    answer = client.post("/account/", {"name": "Alice", "next": elsewhere})
    assert answer.url == reverse("account")


def test_the_address_counts_in_any_letter_case(client, alice):
    client.post(LOGIN, {"email": "ALICE@Example.org"})
    assert User.objects.count() == 1
    assert "code to sign in" in emailed_codes.email_to(alice.email).text


def test_a_code_works_once(client, alice):
    code = ask(client, alice.email)
    client.post(CODE, {"code": code})
    client.post("/account/logout/")
    client.post(CODE, {"code": code})
    assert logged_in(client) is None


def test_a_code_works_only_in_the_browser_that_asked_for_it(client, alice):
    code = ask(client, alice.email)
    other = Client()
    other.post(CODE, {"code": code})
    assert logged_in(other) is None


@pytest.mark.parametrize(("seconds", "works"), [(595, True), (605, False)])
def test_a_code_expires_after_ten_minutes(client, alice, seconds, works):
    with time_machine.travel("2026-03-01 12:00Z", tick=False) as clock:
        code = ask(client, alice.email)
        clock.shift(timedelta(seconds=seconds))
        client.post(CODE, {"code": code})
        assert logged_in(client) == (alice.pk if works else None)


@pytest.mark.parametrize(("wrong", "works"), [(2, True), (3, False)])
def test_the_third_wrong_attempt_is_the_last(client, alice, wrong, works):
    code = ask(client, alice.email)
    pages = [client.post(CODE, {"code": "WRNG-WRNG"}) for _ in range(wrong)]
    assert all(b"This is not the code we sent." in page.content for page in pages[:2])
    client.post(CODE, {"code": code})
    assert logged_in(client) == (alice.pk if works else None)


def test_a_new_code_can_be_requested_while_one_is_pending(client, alice):
    first = ask(client, alice.email)
    assert client.get(LOGIN).status_code == 200
    second = ask(client, alice.email)
    assert second != first
    client.post(CODE, {"code": second})
    assert logged_in(client) == alice.pk


def test_known_and_unknown_addresses_look_alike_on_every_page_and_in_the_email(alice):
    pages, emails = [], []
    for email in ["alice@example.org", "nobdy@example.org"]:
        client = Client()
        answers = [client.post(LOGIN, {"email": email}), client.get(CODE),
                   client.post(CODE, {"code": "WRNG-WRNG"})]
        pages.append([emailed_codes.alike(page.content.decode(), email) for page in answers])
        pages[-1] += [(page.status_code, page.get("Location")) for page in answers]
        emails.append(emailed_codes.alike(emailed_codes.email_to(email).text, email))
    assert pages[0] == pages[1]
    assert emails[0] == emails[1]


def test_the_page_says_what_to_do_if_no_email_arrives(client, alice):
    answer = client.post(LOGIN, {"email": alice.email}, follow=True)
    assert answer.status_code == 200
    words = " ".join(answer.content.decode().split())
    assert "No email after a minute? Please check your spam folder, or ask" in words
    assert not MailboxEmail.objects.exists(), "the page does not wait for the mail server"


def test_the_login_form_sends_members_who_are_signed_in_to_the_page_they_wanted(client, alice):
    client.force_login(alice)
    assert client.get(LOGIN).url == "/"
    assert client.get(LOGIN, {"next": "/games/new/"}).url == "/games/new/"
    assert client.get(LOGIN, {"next": "https://evil.example/"}).url == "/"
    assert client.post(LOGIN, {"email": "bob@example.org"}).url == "/"
    assert not User.objects.filter(email="bob@example.org").exists()


def test_only_the_reader_of_the_code_learns_that_an_account_is_closed(client, alice):
    User.objects.filter(pk=alice.pk).update(is_active=False)
    answer = client.post(CODE, {"code": ask(client, alice.email)}, follow=True)
    assert "This account is closed" in answer.content.decode()
    assert logged_in(client) is None


def test_there_is_no_way_to_have_a_password(client):
    for path in ["signup/", "password/reset/", "password/change/", "password/set/", "email/"]:
        answer = client.get(f"/account/{path}", follow=True)
        assert answer.status_code == 404 or b"Send me a code" in answer.content


def test_the_chosen_name_is_kept(client, alice):
    client.force_login(alice)
    client.post(reverse("account"), {"name": " Alice-of-Tyre "})
    alice.refresh_from_db()
    assert alice.name == "Alice-of-Tyre"


def test_addresses_that_were_never_proved_are_forgotten_after_a_day(client, alice, now):
    accounts.member("typo@example.org", now=now - timedelta(days=2))
    accounts.member("fresh@example.org", now=now)
    accounts.forget_unused(now)
    assert set(User.objects.values_list("email", flat=True)) == {alice.email, "fresh@example.org"}


def test_only_expired_sessions_are_deleted(client, alice):
    with time_machine.travel("2026-03-01 12:00Z", tick=False) as clock:
        client.force_login(alice)
        Client().post(LOGIN, {"email": alice.email})
        clock.shift(timedelta(days=179))
        assert accounts.forget_sessions(timezone.now()) == 0
        assert client.get("/games/").status_code == 200
        clock.shift(timedelta(days=2))
        assert accounts.forget_sessions(timezone.now()) == 2


def test_operators_enter_the_admin_by_an_emailed_code(client, alice):
    alice.is_staff = alice.is_superuser = True
    alice.save()
    answer = client.get("/admin/", follow=True)
    assert b"Send me a code" in answer.content
    client.post(CODE + "?next=/admin/", {"code": ask(client, alice.email), "next": "/admin/"})
    assert client.get("/admin/").status_code == 200


def test_members_who_are_not_operators_cannot_open_the_admin(client, alice):
    client.force_login(alice)
    assert client.get("/admin/", follow=True).status_code == 403
    assert client.post("/admin/login/", {"username": alice.email}).status_code == 403
