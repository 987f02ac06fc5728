"""Asking for the course by email, on its page."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.test import override_settings

from games.features.course import progress
from games.models import LessonEmail, OutgoingEmail, User
from games.post.outbox import bounces
from tests.pages.page_reader import Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

BUTTON = "Send me the next lesson by email"


def test_a_member_gets_the_first_lesson_that_they_have_not_solved(
    sit: Sit, alice: User, now: datetime
) -> None:
    progress.record(alice, "alexandros", "marching", solved=True, now=now)
    browser = sit(alice)
    browser.open("/learn/")

    page = browser.press(BUTTON)

    assert "The next lesson is on its way to alice@example.org." in page.words
    row = LessonEmail.objects.get()
    assert (row.game, row.lesson) == ("alexandros", "routes")
    assert (row.email.kind, row.email.to, row.email.user) == ("lesson", alice.email, alice)


@pytest.mark.parametrize("who", ["visitor", "guest"])
def test_without_an_address_one_is_asked_to_sign_in(sit: Sit, guest: User, who: str) -> None:
    browser = sit(guest if who == "guest" else None)
    page = browser.open("/learn/")

    assert BUTTON not in page.words
    assert page.link("sign in with your address").href == "/account/login/?next=/learn/"
    response = browser.client.post("/learn/email/")
    assert response.status_code == 403
    assert "please sign in with your email address" in response.content.decode()


def test_lessons_are_not_sent_too_often(sit: Sit, alice: User) -> None:
    client = sit(alice).client

    statuses = [client.post("/learn/email/").status_code for _ in range(6)]

    assert statuses == [302] * 5 + [429]
    assert OutgoingEmail.objects.count() == 5


def test_an_address_that_bounced_gets_no_lesson(sit: Sit, alice: User, now: datetime) -> None:
    bounces.record_bounce(alice.email or "", error="550 unknown", now=now)
    browser = sit(alice)
    browser.open("/learn/")

    page = browser.press(BUTTON)

    assert "We cannot send email to alice@example.org at the moment." in page.words
    assert not OutgoingEmail.objects.exists()


def test_a_site_that_takes_no_email_offers_none(sit: Sit, alice: User) -> None:
    with override_settings(REPLY_DOMAIN=""):
        page = sit(alice).open("/learn/")

    assert "by email" not in page.words


def test_the_email_settings_name_the_lesson_among_recent_emails(sit: Sit, alice: User) -> None:
    browser = sit(alice)
    browser.client.post("/learn/email/")

    assert "a lesson of a course" in browser.open("/mail/").words
