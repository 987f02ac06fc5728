"""At a table without suggested turns, and in rated games, emails list only the legal orders."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from alexandros_rules import drafts
from games.models import Game, OutgoingEmail, User
from games.post.emails.rendering import compose
from games.table.lobby import open_tables, rematches
from games.table.play import event_log, history

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture(autouse=True)
def _no_broker(announced: list[Any]) -> None:
    """No task is sent to the worker."""


def table(alice: User, bob: User, *, now: datetime, **settings: Any) -> Game:
    """A running game of Alice and Bob on the small board; without a rating, Alice moves first."""
    if not settings.get("rated"):
        settings["options"] = {"first": 0}
    game = open_tables.create_table(by=alice, name="Issus", board="delta", players=2,
                               invite_emails=[bob.email], now=now, **settings)
    open_tables.accept(game, user=bob, now=now)
    game.refresh_from_db()
    return game


def turn_email() -> tuple[str, str]:
    """The newest turn email as text and as HTML."""
    email = OutgoingEmail.objects.filter(kind="turn").latest("pk")
    message = compose(email)
    return message.body, message.alternatives[0][0]


def listed(text: str) -> list[str]:
    """The orders that a turn email lists as legal."""
    part = text.partition("WHAT YOU CAN DO")[2].partition("CLOSEST EMPTY SPACES")[0]
    return [line.strip() for line in part.splitlines()
            if line.startswith("  ") and not line.strip().startswith("(and")
            and not line.startswith("   ")]


def test_a_table_suggests_turns_by_default(alice: User, bob: User, now: datetime) -> None:
    table(alice, bob, now=now)

    assert all("ready to play" in part.lower() for part in turn_email())


@pytest.mark.parametrize("settings", [{"suggested_turns": False}, {"rated": True}])
def test_otherwise_emails_list_legal_orders_and_facts(
    alice: User, bob: User, now: datetime, settings: dict[str, Any]
) -> None:
    table(alice, bob, now=now, **settings)
    text, html = turn_email()

    for part in (text, html):
        assert "ready to play" not in part.lower()
        assert "for example" not in part.lower()
    assert 'These are legal orders. Reply with "moves" to get more of them.' in text
    assert "CLOSEST EMPTY SPACES" in text
    assert "Closest empty spaces" in html


@pytest.mark.parametrize("settings", [{"suggested_turns": False}, {"rated": True}])
def test_all_of_these_orders_can_be_played(
    alice: User, bob: User, now: datetime, settings: dict[str, Any]
) -> None:
    game = table(alice, bob, now=now, **settings)
    seat = game.seats.get(to_move=True).index
    view, ruleset = history.view(game, seat), event_log.ruleset_of(game)
    text, _ = turn_email()

    cards = [order for order in listed(text) if order.startswith(("take", "play"))]
    assert cards, text
    for order in cards:
        assert drafts.evaluate(ruleset, view, order, seat=seat).refusal is None
    marches = [order for order in listed(text) if order.startswith("march")]
    assert marches, text
    assert drafts.evaluate(ruleset, view, f"{cards[-1]}; {marches[-1]}", seat=seat).refusal is None


def test_a_rated_game_never_suggests_turns(alice: User, bob: User, now: datetime) -> None:
    game = table(alice, bob, now=now, rated=True, suggested_turns=True)

    assert not game.suggests_turns


def test_a_rematch_keeps_the_setting(alice: User, bob: User, now: datetime) -> None:
    game = table(alice, bob, now=now, suggested_turns=False)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER)
    game.refresh_from_db()

    assert not rematches.join_or_create(game, by=alice, now=now).suggested_turns
