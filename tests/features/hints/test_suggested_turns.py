"""In a learning game, the turns that emails suggest come from the strongest bot."""

from __future__ import annotations

from datetime import datetime

import pytest

from games.features.hints import advice
from games.models import Game, OutgoingEmail, TurnAdvice, User
from games.post.emails.rendering import compose
from games.post.outbox.queue import queue_email
from games.table.lobby import open_tables
from tests.features.hints.conftest import Analysts

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def turn_email(game: Game, user: User, now: datetime) -> OutgoingEmail:
    seat = game.seats.get(user=user)
    return queue_email("turn", to=user.email or "", now=now, game=game, seat=seat, user=user,
                       number=game.number)


def suggested(text: str) -> list[str]:
    """The whole turns in the text of an email."""
    part = text.partition("READY TO PLAY")[2].partition("WHAT YOU CAN DO")[0]
    return [line.strip() for line in part.splitlines()
            if line.lstrip(" .123456789").startswith(("take", "play"))]


def test_they_are_the_analysts_best_turns(
    lesson: Game, alice: User, analysts: Analysts, now: datetime
) -> None:
    message = compose(turn_email(lesson, alice, now))
    best = advice.advised_turns(lesson, seat=0, number=lesson.number, names=("Alice", "Parmenion"),
                                now=now)

    assert best
    text = " ".join(message.body.split())
    assert all(turn.order in text and turn.does in text for turn in best)


def test_an_email_that_is_rendered_again_says_the_same(
    lesson: Game, alice: User, analysts: Analysts, now: datetime
) -> None:
    email = turn_email(lesson, alice, now)

    assert compose(email).body == compose(email).body
    assert len(analysts.asked) == 1


def test_without_an_analyst_that_works_they_are_the_simple_ones(
    lesson: Game, alice: User, analysts: Analysts, now: datetime
) -> None:
    TurnAdvice.objects.create(game=lesson, number=lesson.number, seat=0, orders=[])

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
