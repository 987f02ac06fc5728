"""A running table says by which options it is played, on its page and in its emails."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from games.models import Game, OutgoingEmail, User
from games.post.emails.rendering import compose
from games.post.outbox.queue import queue_email
from tests.pages.page_reader import Sit
from tests.sample_games import seat_table

pytestmark = pytest.mark.django_db

TITLES = "Options of this table: Balanced start, Finish the round"
HELP = "the game goes on until all players have had equally many turns"


@pytest.fixture
def balanced(alice: User, bob: User, now: datetime) -> Game:
    """A game with both options that make turn order fair; Alice is to move."""
    return seat_table([alice, bob], now=now, options={
        "first": 0, "balanced_start": True, "finish_round": True, "half_of_occupying": False})


def texts_of(kind: str, game: Game, to: User, *, now: datetime) -> list[str]:
    """The text and the HTML of an email of this kind, each as one line."""
    queue_email(kind, to=to.email, game=game, seat=game.seats.get(user=to), user=to,
                number=game.number, now=now)
    message = compose(OutgoingEmail.objects.get(game=game, kind=kind))
    return [" ".join(str(text).split()) for text in (message.body, message.alternatives[0].content)]


def test_the_page_of_a_running_game_explains_its_options(
    sit: Sit, alice: User, balanced: Game
) -> None:
    words = sit(alice).open(f"/games/{balanced.code}/").words
    assert "Balanced start The first player has only one action" in words
    assert HELP in words
    assert "Smaller compensation" not in words


def test_a_game_by_the_printed_rules_names_no_options(
    sit: Sit, alice: User, bob: User, now: datetime, announced: list[Any]
) -> None:
    game = seat_table([alice, bob], now=now, options={"first": 0})
    assert "Finish the round" not in sit(alice).open(f"/games/{game.code}/").words
    for text in texts_of("turn", game, alice, now=now):
        assert "Options of this table" not in text


def test_a_turn_email_names_the_options(balanced: Game, alice: User, now: datetime) -> None:
    for text in texts_of("turn", balanced, alice, now=now):
        assert TITLES in text
        assert HELP not in text


def test_the_email_about_the_start_explains_the_options(
    balanced: Game, bob: User, now: datetime
) -> None:
    for text in texts_of("started", balanced, bob, now=now):
        assert HELP in text
