"""Turning the daily puzzles by email on and off, on their page and on that of email settings."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.test import override_settings

from games.features.puzzles import daily_emails
from games.models import EmailPreferences, PuzzleSolver, User
from games.people import accounts
from games.post.outbox import bounces
from games.rulesets import registry
from tests.auction.rules import AUCTION
from tests.pages.page_reader import Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

ROOM = registry.get("alexandros")
ON, OFF = "Send me the daily puzzles by email", "Stop the daily puzzles"
PATH = "/puzzles/email/"


def test_a_member_turns_them_on_and_off(sit: Sit, alice: User) -> None:
    EmailPreferences.objects.create(user=alice, hour=9)
    browser = sit(alice)
    browser.open("/puzzles/")

    page = browser.press(ON)

    assert "the daily puzzles come to alice@example.org at about 08:" in page.words
    assert "We send the puzzles of the day to alice@example.org, next on" in page.words
    assert daily_emails.next_email_at(alice, ROOM) is not None
    page = browser.press(OFF)
    assert "You will get no more puzzles by email." in page.words
    assert daily_emails.next_email_at(alice, ROOM) is None


def test_times_are_in_the_time_zone_of_the_reader(sit: Sit, alice: User) -> None:
    EmailPreferences.objects.create(user=alice, hour=9, time_zone="Asia/Kathmandu")
    browser = sit(alice)
    browser.open("/puzzles/")

    assert "at about 08:" in browser.press(ON).words


@pytest.mark.parametrize("who", ["visitor", "guest"])
def test_without_an_address_one_is_asked_to_sign_in(sit: Sit, guest: User, who: str) -> None:
    browser = sit(guest if who == "guest" else None)
    page = browser.open("/puzzles/")

    assert ON not in page.words
    assert page.link("sign in with your address").href == "/account/login/?next=/puzzles/"
    response = browser.client.post(PATH, {"daily": "on"})
    assert response.status_code == 403
    assert "please sign in with your email address" in response.content.decode()
    assert not PuzzleSolver.objects.exists()


def test_an_address_that_an_invitation_alone_proves_is_not_enough(sit: Sit, alice: User) -> None:
    client = sit(alice).client
    session = client.session
    session[accounts.INVITED] = "x"
    session.save()

    response = client.post(PATH, {"daily": "on"})

    assert response.status_code == 403
    assert "we do not know yet whether the address is yours" in response.content.decode()


def test_for_an_address_that_bounced_they_stay_off(sit: Sit, alice: User, now: datetime) -> None:
    bounces.record_bounce(alice.email or "", error="550 unknown", now=now)
    browser = sit(alice)
    browser.open("/puzzles/")

    page = browser.press(ON)

    assert "We cannot send email to alice@example.org at the moment." in page.words
    assert daily_emails.next_email_at(alice, ROOM) is None


def test_a_site_that_takes_no_email_offers_none(sit: Sit, alice: User) -> None:
    with override_settings(REPLY_DOMAIN=""):
        assert ON not in sit(alice).open("/mail/").words
        assert ON not in sit(alice).open("/puzzles/").words


def test_a_game_without_puzzles_sends_none(sit: Sit, alice: User) -> None:
    response = sit(alice).client.post(f"/puzzles/games/{AUCTION.name}/email/", {"daily": "on"})

    assert response.status_code == 404


def test_the_email_settings_turn_them_on_and_off_too(sit: Sit, alice: User) -> None:
    browser = sit(alice)
    browser.open("/mail/")

    page = browser.press(ON)

    assert page.url == "/mail/"
    assert "We send the puzzles of the day to alice@example.org" in page.words
    assert "You will get no more puzzles by email." in browser.press(OFF).words


def test_another_hour_in_the_email_settings_moves_the_next_puzzles(sit: Sit, alice: User) -> None:
    browser = sit(alice)
    browser.open("/mail/")
    browser.press(ON)

    page = browser.press("Save", hour="15")

    assert "at about 14:" in page.words
