"""Emails, answers and pages about plans are written in their reader's language."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from email.message import EmailMessage

import pytest
from django.test import Client

from alexandros_rules.alexandros.conditions import AlexandrosConditions
from alexandros_rules.conditions import examples
from games.features.plans import emails
from games.models import Game, User
from games.templatetags.email_parts import WIDTH
from tests import pseudo_language
from tests.features.plans.saved_plans import look, play_turn, save_plan
from tests.inbox.email_replies import PostOffice, html_of, text_of
from tests.outbox.translated import PEOPLE, untranslated
from tests.pages.each_request.test_translated_pages import names

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
NEVER = "take horse; march B3; draw; end"
TYPED = "if the sun shines: draw", "fly away", "wait 9 days"
# What people have written, and the grammar of plans.
NOTATION = frozenset(re.findall(r"[A-Za-z]{2,}", " ".join((
    *examples(AlexandrosConditions(), has_points=True), *TYPED, NEVER,
    "if otherwise ask me then else",
    "wait hour off minutes day as usual exactly is known to hold temples",
))))


def check(message: EmailMessage, *, typed: str = "") -> None:
    """Whether the whole email but what somebody typed is translated, and no line too long."""
    html = re.sub(r"(?s)<!--.*?-->", "", html_of(message))
    names = NOTATION | frozenset(re.findall("[A-Za-z]{2,}", typed))
    assert untranslated(str(message["Subject"]), text_of(message), html, names=names) == []
    assert [line for line in text_of(message).splitlines()
            if len(line) > WIDTH and "://" not in line] == []


@pytest.mark.parametrize(("text", "grace", "kind"), [
    ("{orders}", 0, "planned"), ("{orders}\nthen:\n" + NEVER, 0, "planned"),
    ("{orders}", 60, "turn"), (NEVER, 0, "turn"), ("ask me", 0, "turn"),
    ("if my score is at least 9: {orders}", 0, "turn"), ("if my score is 0: ask me", 0, "turn"),
])
def test_emails_about_a_turn_that_was_planned_are_translated(
    game: Game, office: PostOffice, bob: User, orders: str, now: datetime, text: str, grace: int,
    kind: str
) -> None:
    with pseudo_language.spoken():
        save_plan(game, text.format(orders=orders), now=now, grace=timedelta(minutes=grace))
        play_turn(game, 0, now=now)
        look(now)
        (message,) = [each for each in office.deliver()
                      if each["To"] == bob.email and game.code in each["List-Id"]]
    assert game.emails.filter(kind=kind, user=bob, status="sent").count() == 1
    check(message, typed=text.format(orders=orders) if kind == "turn" else "")


@pytest.mark.parametrize("text", [
    "plan", f"plan\n{NEVER}", "plan off", "plan\nfly away", f"plan\n{TYPED[0]}",
    f"plan wait 9 days\n{NEVER}", "plan\ndraw; end", f"plan\n{NEVER}; draw\nif C7 is free: end",
    "plan\nthen:", "plan\nif Bob has 2 temples: draw", "plan\nif my score is 3 draw",
    f"plan\n{NEVER}\n\n-- \nAlice\ndraw; end",
])
@pytest.mark.parametrize("has_plan", [False, True])
def test_answers_about_plans_are_translated(
    game: Game, office: PostOffice, alice: User, now: datetime, text: str, *, has_plan: bool
) -> None:
    if has_plan:
        save_plan(game, f"if my score is at least 20: {NEVER}", seat=0, now=now)
    with pseudo_language.spoken():
        email = office.turn_email(game, alice)
        office.reply(email, text, sender=alice.email or "")
        (answer,) = office.deliver()
    check(answer)


def test_these_are_all_kinds_of_emails_about_plans() -> None:
    assert {kind.name for kind in emails.KINDS} == {"planned", "plan"}


@pytest.mark.parametrize(("text", "grace"), [
    ("{orders}\nthen:\nend", 60), (NEVER, 0), ("if my score is 0: {orders}\notherwise ask me", 60),
])
def test_pages_with_a_plan_are_translated(
    game: Game, bob: User, orders: str, now: datetime, text: str, grace: int
) -> None:
    save_plan(game, text.format(orders=orders).replace("\nthen:\nend", f"\nthen:\n{NEVER}"),
              now=now, grace=timedelta(minutes=grace))
    known = names() | PEOPLE | NOTATION | frozenset(re.findall("[A-Za-z]{2,}", orders + NEVER))
    client = Client()
    client.force_login(bob, backend="django.contrib.auth.backends.ModelBackend")
    with pseudo_language.spoken():
        play_turn(game, 0, now=now)
        look(now)
        for path in (f"/games/{game.code}/plan/", f"/games/{game.code}/", "/games/", "/plans/"):
            page = client.get(path).content.decode()
            assert pseudo_language.untranslated_on_page(page, names=known) == [], path
