"""What emails tell the owner of a plan, and that nobody else is told anything."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest

from games.features.plans import saving
from games.models import Game, OutgoingEmail, PlanAttempt, PlanInEmail, PushDevice, PushNotice, User
from games.post.emails.rendering import compose, texts
from games.post.outbox import delivery, digest, preferences
from tests.features.plans.saved_plans import look, play_turn, reach_turn, save_plan
from tests.inbox.email_replies import PostOffice, html_of, words

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
HOUR = timedelta(hours=1)
NEVER = "take horse; march B3; draw; end"


def to(messages: list[EmailMessage], user: User, game: Game | None) -> list[EmailMessage]:
    """The emails to this person about this game, of which there is a twin; or about all games."""
    name = game.code if game else "all"
    return [message for message in messages
            if message["To"] == user.email and name in message["List-Id"]]


def told(game: Game, office: PostOffice, user: User, text: str, *, now: datetime,
         **options: Any) -> EmailMessage:
    """The one email that the owner of a plan gets when its turn has come."""
    reach_turn(game, text, now=now, **options)
    (message,) = to(office.deliver(), user, game)
    return message


def test_the_email_about_a_played_plan_says_what_it_did(
    game: Game, twin: Game, office: PostOffice, bob: User, orders: str, now: datetime
) -> None:
    twin.refresh_from_db()
    save_plan(twin, NEVER, now=now).attempts.create(  # which ended with a row of the same number
        step=0, turn=1, number=1, begun_at=now, due_at=now, outcome="played", first=1,
        last=twin.number + len(orders.split("; ")))
    message = told(game, office, bob, f"{orders}\nthen:\n{NEVER}", now=now)
    text = words(message)
    assert "Your plan in Friends has been played." in text
    assert "* You take the lyre to march." in text
    assert "Alice takes" not in text
    assert f"YOUR PLAN You have a plan for your next turn: {NEVER}" in text
    assert 'To change it, reply "plan" with a new plan; to turn it off, reply "plan off".' in text
    assert "Your plan has been played" in html_of(message)
    assert message["Reply-To"].startswith("turn-")


def test_after_its_last_turn_the_email_says_that_the_plan_has_ended(
    game: Game, office: PostOffice, bob: User, orders: str, now: datetime
) -> None:
    message = told(game, office, bob, orders, now=now)
    assert "Your plan has come to its end." in words(message)


def test_the_turn_email_says_when_the_plan_will_be_played(
    game: Game, office: PostOffice, bob: User, orders: str, now: datetime
) -> None:
    message = told(game, office, bob, orders, now=now, grace=HOUR)
    assert (f"Your plan will be played on Sunday 1 March, 13:00 UTC: {orders}. Reply"
            " \"plan off\" to stop it, or reply with orders to play something else."
            ) in words(message)
    assert "plan off" in html_of(message)


def test_the_turn_email_says_why_a_plan_was_not_played(
    game: Game, office: PostOffice, bob: User, now: datetime
) -> None:
    message = told(game, office, bob, f"if my score is at least 99: {NEVER}", now=now)
    assert "It is your turn in Friends" in words(message)
    assert ("The plan for this turn was not played. None of its conditions holds. It stays as it"
            f" is for your next turn: if my score is at least 99: {NEVER} otherwise ask me"
            ) in words(message)


@pytest.mark.promise("R2")
def test_an_email_that_is_rendered_again_says_the_same_of_the_plan(
    game: Game, office: PostOffice, bob: User, orders: str, now: datetime
) -> None:
    reach_turn(game, orders, now=now, grace=HOUR)
    office.deliver()
    email = OutgoingEmail.objects.get(game=game, user=bob, kind="turn")
    before = texts(email)
    save_plan(game, NEVER, now=now)
    assert texts(email) == before
    saving.turn_off(game, seat=1, user=bob, now=now)
    assert texts(email) == before


@pytest.mark.promise("R2")
def test_a_plan_made_later_does_not_change_an_email_that_was_sent(
    game: Game, office: PostOffice, bob: User, now: datetime
) -> None:
    play_turn(game, 0, now=now)
    office.deliver()
    email = OutgoingEmail.objects.get(game=game, user=bob, kind="turn")
    before = texts(email)
    assert "PLAN" not in before[0]
    save_plan(game, NEVER, now=now)
    assert texts(email) == before
    assert not PlanInEmail.objects.exists()


def test_an_email_about_a_turn_that_the_plan_has_missed_speaks_of_the_next_turn(
    game: Game, bob: User, orders: str, now: datetime
) -> None:
    reach_turn(game, orders, now=now, grace=HOUR)
    PlanAttempt.objects.update(outcome=PlanAttempt.Outcome.OVERTAKEN, look_at=None)
    text, _html = texts(OutgoingEmail.objects.get(game=game, user=bob, kind="turn"))
    assert "You have a plan for your next turn" in " ".join(text.split())


def test_names_in_plans_are_those_of_the_players(
    game: Game, office: PostOffice, bob: User, now: datetime
) -> None:
    message = told(game, office, bob, f"if red has at least 3 points: {NEVER}", now=now)
    assert f"if Alice has at least 3 points: {NEVER}" in words(message)


@pytest.mark.promise("R10")
def test_the_others_get_the_same_emails_whether_or_not_there_is_a_plan(
    game: Game, twin: Game, alice: User, orders: str, now: datetime
) -> None:
    reach_turn(game, orders, now=now)
    play_turn(twin, 1, orders=orders, now=now)
    sent = [OutgoingEmail.objects.get(game=one, user=alice, kind="turn") for one in (game, twin)]
    assert [email.number for email in sent] == [sent[0].number] * 2
    assert said(sent[0], twin) == said(sent[1], twin)


def said(email: OutgoingEmail, twin: Game) -> tuple[str, str]:
    """What an email says, without what follows from the code of its game and from its id."""
    assert email.game is not None
    text, html = texts(email)
    secret = re.compile(r"[a-z2-7]{32}|[0-9a-f]{64}|[\w-]{43,}")
    plain = [secret.sub("", part.replace(email.game.code, twin.code)) for part in (text, html)]
    return plain[0], re.sub(r"cid:[^\"]+", "", plain[1])


def test_a_digest_tells_of_plans_too(
    game: Game, office: PostOffice, bob: User, orders: str, now: datetime
) -> None:
    preferences.set_for_all(bob, "daily")
    OutgoingEmail.objects.filter(user=bob).update(  # the one about the twin
        status=OutgoingEmail.Status.HELD, not_before=now)
    reach_turn(game, orders, now=now, grace=timedelta(days=1))
    office.now = now + timedelta(days=1) - HOUR
    assert digest.release_due(office.now) == 1
    (message,) = to(office.deliver(), bob, None)
    assert f"Your plan will be played on Monday 2 March, 12:00 UTC: {orders}." in words(message)


def test_an_email_whose_plan_has_played_is_not_sent(
    game: Game, bob: User, orders: str, now: datetime
) -> None:
    save_plan(game, orders, now=now)
    play_turn(game, 0, now=now)
    email = OutgoingEmail.objects.get(game=game, user=bob, kind="turn")
    look(now)
    assert delivery.deliver(email.pk, compose=compose, now=now) == ""


def test_somebody_who_wants_no_emails_about_turns_gets_none_about_plans(
    game: Game, bob: User, orders: str, now: datetime
) -> None:
    preferences.set_for_game(bob, game, "never")
    reach_turn(game, orders, now=now)
    assert not OutgoingEmail.objects.filter(game=game, user=bob).exists()


def test_a_plan_that_is_refused_after_its_turn_email_has_left_is_reported_in_another(
    game: Game, office: PostOffice, bob: User, now: datetime
) -> None:
    late = now + timedelta(seconds=30)  # the worker was busy with something else
    PushDevice.objects.create(user=bob, endpoint="https://push.example.org/1", created_at=now)
    save_plan(game, NEVER, now=now)
    play_turn(game, 0, now=now)
    assert digest.release_due(late) == 1
    (first,) = to(office.deliver(), bob, game)
    assert "If it can be played" in words(first)
    look(late)
    (second,) = to(office.deliver(), bob, game)
    assert "cannot be played" in words(second)
    assert PushNotice.objects.get(game=game).kind == "turn"
