"""Turn emails for people who get an address while a game waits for them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from games.models import EmailPreferences, EmailTiming, Game, OutgoingEmail, User
from games.people import accounts
from games.post.outbox import reminders
from tests.sample_games import legal, mover, seat_table, submit

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(guest: User, bob: User, now: datetime) -> Game:
    """A game of a guest and Bob that waits for the guest, who has had no email."""
    return seat_table([guest, bob], now=now, options={"first": 0})


def told(game: Game) -> list[tuple[str, str, int]]:
    return list(game.emails.values_list("kind", "to", "number"))


def test_a_guest_who_signs_in_during_their_turn_gets_its_email_once(
    waiting: Game, guest: User, alice: User, now: datetime
) -> None:
    accounts.merge_guest(guest, alice, now=now)
    assert [reminders.queue_missed_turns(alice, now=now) for _ in range(2)] == [1, 0]
    assert told(waiting) == [("turn", "alice@example.org", 1)]


def test_a_turn_that_was_told_is_not_told_again_even_after_a_part_of_it(
    waiting: Game, bob: User, now: datetime
) -> None:
    play(waiting, "take temple; march B5.NW via E; draw; draw", now=now)
    assert told(waiting) == [("turn", "bob@example.org", 5)]
    play(waiting, legal(waiting)[0], now=now)
    assert reminders.queue_missed_turns(bob, now=now) == 0


@pytest.mark.parametrize("email", [{"status": OutgoingEmail.Status.FAILED}, {"number": 1}])
def test_an_email_that_was_not_sent_or_of_an_earlier_turn_does_not_count(
    waiting: Game, bob: User, now: datetime, email: dict[str, Any]
) -> None:
    play(waiting, "take temple; march B5.NW via E; draw; draw", now=now)
    waiting.emails.update(**email)
    assert reminders.queue_missed_turns(bob, now=now) == 1


def test_nothing_is_sent_about_games_that_wait_for_others_or_to_people_who_want_no_email(
    waiting: Game, guest: User, alice: User, bob: User, now: datetime
) -> None:
    assert reminders.queue_missed_turns(bob, now=now) == 0
    assert reminders.queue_missed_turns(guest, now=now) == 0
    accounts.merge_guest(guest, alice, now=now)
    EmailPreferences.objects.create(user=alice, when=EmailTiming.NEVER)
    assert reminders.queue_missed_turns(alice, now=now) == 0
    assert told(waiting) == []


def play(game: Game, text: str, *, now: datetime) -> None:
    assert mover(game) is not None
    submit(game, seat=mover(game), text=text, number=game.number, key="", actor="page",
           now=now)
