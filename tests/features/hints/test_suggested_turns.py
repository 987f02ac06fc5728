"""In a learning game, the turns that emails suggest come from the strongest bot."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from games.features.hints import advice, finding
from games.models import Game, OutgoingEmail, TurnAdvice, User
from games.post.emails.rendering import compose
from games.post.outbox import delivery
from games.post.outbox.queue import queue_email
from games.table.lobby import open_tables
from tests.features.hints.conftest import Analysts

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def turn_email(game: Game, user: User, now: datetime) -> OutgoingEmail:
    seat = game.seats.get(user=user)
    return queue_email("turn", to=user.email or "", now=now, game=game, seat=seat, user=user,
                       number=game.number)


def deliver(email: OutgoingEmail, now: datetime) -> str:
    return delivery.deliver(email.pk, compose=compose, now=now)


def suggested(text: str) -> list[str]:
    """The whole turns in the text of an email."""
    part = text.partition("READY TO PLAY")[2].partition("WHAT YOU CAN DO")[0]
    return [line.strip() for line in part.splitlines()
            if line.lstrip(" .123456789").startswith(("take", "play"))]


@pytest.mark.promise("R27")
def test_an_email_waits_for_them_and_leaves_as_soon_as_they_are_there(
    lesson: Game, alice: User, analysts: Analysts, announced: list[Any], now: datetime,
    mailoutbox: list[Any], django_capture_on_commit_callbacks: Any,
) -> None:
    email = turn_email(lesson, alice, now)
    with django_capture_on_commit_callbacks(execute=True):
        assert deliver(email, now) == OutgoingEmail.Status.RETRY
    assert not analysts.asked
    assert announced[-1] == (advice.TASK, TurnAdvice.objects.get().pk)
    assert deliver(email, now) == "", "it is not due"
    with django_capture_on_commit_callbacks(execute=True):
        finding.find_next(now=now)
    assert announced[-1] == ("deliver_email", email.pk)
    assert deliver(email, now) == OutgoingEmail.Status.SENT
    best = advice.turns_for_email(lesson, seat=0, number=lesson.number,
                                  names=("Alice", "Parmenion"))
    assert best
    text = " ".join(mailoutbox[-1].body.split())
    assert all(turn.order in text and turn.does in text for turn in best)
    assert compose(email).body == mailoutbox[-1].body
    assert len(analysts.asked) == 1


def test_an_email_that_has_waited_leaves_without_them_and_always_says_the_same(
    lesson: Game, alice: User, analysts: Analysts, now: datetime, mailoutbox: list[Any]
) -> None:
    email = turn_email(lesson, alice, now)
    deliver(email, now)
    assert deliver(email, now + advice.PATIENCE) == OutgoingEmail.Status.SENT
    assert suggested(mailoutbox[-1].body), "the simple ones"
    assert not analysts.asked
    finding.find_next(now=now + advice.PATIENCE)
    assert TurnAdvice.objects.get().orders, "for the page"
    assert compose(email).body == mailoutbox[-1].body


def test_an_email_that_was_late_anyway_does_not_wait(
    lesson: Game, alice: User, analysts: Analysts, now: datetime
) -> None:
    later = now + timedelta(minutes=1)
    assert deliver(turn_email(lesson, alice, now), later) == OutgoingEmail.Status.SENT


def test_without_an_analyst_that_works_they_are_the_simple_ones(
    lesson: Game, alice: User, analysts: Analysts, now: datetime
) -> None:
    TurnAdvice.objects.create(game=lesson, number=lesson.number, seat=0, orders=[],
                              answered_at=now)

    assert suggested(compose(turn_email(lesson, alice, now)).body)
    assert not analysts.asked


def test_games_between_people_have_the_simple_ones(
    alice: User, bob: User, analysts: Analysts, now: datetime
) -> None:
    game = open_tables.create_table(by=alice, board="delta", players=2, options={"first": 0},
                               invite_emails=[bob.email], now=now)
    open_tables.accept(game, user=bob, now=now)
    game.refresh_from_db()

    assert suggested(compose(turn_email(game, alice, now)).body)
    assert not analysts.asked


def test_a_learning_game_without_suggestions_has_none(
    lesson: Game, alice: User, analysts: Analysts, now: datetime
) -> None:
    Game.objects.filter(pk=lesson.pk).update(suggested_turns=False)
    lesson.refresh_from_db()

    assert not suggested(compose(turn_email(lesson, alice, now)).body)
    assert not analysts.asked
