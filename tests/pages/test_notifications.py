"""Turning notifications on and off, and what a browser knows of them."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import signing
from django.test import Client

from games.base.sealing import row_token
from games.models import PushDevice, PushNotice, User
from games.people import accounts, browsers
from games.post.push import devices, keys
from tests import emailed_codes
from tests.pages.every_request import FORMS
from tests.pages.page_reader import Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

FORM = FORMS["POST /push/"]
FIREFOX = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture(autouse=True)
def _announced(announced: list[Any], settings: Any) -> None:
    """No task is sent to the worker, and codes go to the local mailbox."""
    settings.EMAIL_BACKEND = "games.post.outbox.local_mailbox.MailboxBackend"


def turn_on(client: Client, **changes: str) -> Any:
    return client.post("/push/", {**FORM, **changes}, headers=FIREFOX)


def sign_in(client: Client, user: User) -> None:
    client.post("/account/login/", {"email": user.email})
    code = emailed_codes.code_for(user.email or "")
    assert client.post("/account/login/code/", {"code": code}).status_code == 302


def test_a_browser_that_turns_them_on_is_listed_as_this_device(alice: User, sit: Sit) -> None:
    browser = sit(alice)
    turned = turn_on(browser.client)
    assert turned["Location"] == "/mail/#notifications"
    assert PushDevice.objects.get().user == alice
    browser.open("/mail/")
    assert "Notifications are on in this browser." in browser.page.words
    assert "Firefox on Linux this device" in browser.page.words
    other = sit(alice)
    other.open("/mail/")
    assert "Firefox on Linux since" in other.page.words
    assert "this device" not in other.page.words.split("Devices with notifications")[1]


def test_the_page_gives_the_browser_our_public_key_alone(alice: User, sit: Sit) -> None:
    browser = sit(alice)
    browser.open("/mail/")
    assert f'data-key="{keys.public_key()}"' in browser.page.html
    assert keys.private_key() not in browser.page.html


def test_the_cookie_of_the_device_is_signed_and_hidden_from_scripts(alice: User, sit: Sit) -> None:
    client = sit(alice).client
    turn_on(client)
    cookie = client.cookies[browsers.COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    client.cookies[browsers.COOKIE] = row_token(PushDevice.objects.get())
    client.post("/account/logout/")
    assert PushDevice.objects.exists()


def test_a_cookie_of_an_earlier_release_still_names_its_device(alice: User, sit: Sit) -> None:
    client = sit(alice).client
    turn_on(client)
    client.cookies[browsers.COOKIE] = signing.get_cookie_signer(
        salt=browsers.COOKIE + browsers.SALT).sign(PushDevice.objects.get().pk)
    client.post("/account/logout/")
    assert not PushDevice.objects.exists()


def test_signing_out_ends_the_notifications_of_this_device_only(alice: User, sit: Sit) -> None:
    here, elsewhere = sit(alice).client, sit(alice).client
    turn_on(here)
    turn_on(elsewhere, endpoint="https://updates.push.example/send/2")
    here.post("/account/logout/")
    assert [device.endpoint[-1] for device in devices.of(alice)] == ["2"]


def test_a_browser_in_which_somebody_else_signs_in_shows_no_more_of_the_first(
    alice: User, bob: User, sit: Sit
) -> None:
    client = sit(alice).client
    turn_on(client)
    del client.cookies["sessionid"]  # the session has expired
    sign_in(client, alice)
    assert PushDevice.objects.exists()
    del client.cookies["sessionid"]
    sign_in(client, bob)
    assert not PushDevice.objects.exists()


def test_a_guest_has_them_too_and_keeps_them_when_signing_in(
    guest: User, alice: User, sit: Sit
) -> None:
    client = sit(guest).client
    turn_on(client)
    sign_in(client, alice)
    assert [device.user for device in PushDevice.objects.all()] == [alice]


def test_a_device_is_removed_by_its_owner_alone(alice: User, bob: User, sit: Sit) -> None:
    turn_on(sit(alice).client)
    form = {"device": row_token(PushDevice.objects.get())}
    answers = [sit(bob).client.post("/push/remove/", each) for each in (
        form, {"device": "999"}, {"device": "x"}, {"device": "9" * 40}, {})]
    assert {answer.status_code for answer in answers} == {404}
    browser = sit(alice)
    browser.open("/mail/")
    browser.press("Remove Firefox on Linux")
    assert "Notifications have been turned off for that device." in browser.page.words
    assert not PushDevice.objects.exists()


def test_a_test_goes_to_every_device_and_not_too_often(alice: User, sit: Sit) -> None:
    browser = sit(alice)
    assert browser.client.post("/push/test/").status_code == 302
    assert not PushNotice.objects.exists()
    turn_on(browser.client)
    statuses = [browser.client.post("/push/test/").status_code for _ in range(11)]
    assert statuses == [302] * 10 + [429]
    assert PushNotice.objects.get().kind == "test"


def test_turning_them_on_has_a_limit(alice: User, sit: Sit) -> None:
    client = sit(alice).client
    assert [turn_on(client).status_code for _ in range(21)] == [302] * 20 + [429]


@pytest.mark.parametrize("path", ["/push/", "/push/remove/", "/push/test/"])
def test_visitors_and_forged_forms_change_nothing(alice: User, path: str) -> None:
    assert Client().post(path, FORM)["Location"].startswith("/account/login/")
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice, backend=BACKEND)
    assert strict.post(path, FORM).status_code == 403
    assert strict.get(path).status_code == 303
    assert not PushDevice.objects.exists()


def test_a_session_that_an_invitation_started_cannot_turn_them_on(alice: User, sit: Sit) -> None:
    client = sit(alice).client
    session = client.session
    session[accounts.INVITED] = True
    session.save()
    refused = turn_on(client)
    assert refused.status_code == 403
    assert "Please sign out, then sign in with a code." in refused.content.decode()
