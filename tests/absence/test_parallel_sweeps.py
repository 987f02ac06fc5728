"""Several workers sweep at the same time: none waits for another, and nothing is done twice."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.base import heartbeats
from games.models import EmailPreferences, EmailTiming, LoggedMove, OutgoingEmail
from games.post.outbox import digest, reminders
from games.post.outbox.queue import queue_for_seats
from games.table.seats import time_outs
from tests.concurrency import at_once, uncommitted
from tests.sample_games import clocked_table, seat_table

LATER = timedelta(days=20)


@pytest.fixture(autouse=True)
def _nobody_is_told(announced):
    """Commits are real here, but no task is sent to the worker."""


@pytest.fixture
def people(transactional_db, alice, bob, carol):
    """Alice, Bob and Carol, who get emails once a day."""
    for user in (alice, bob, carol):
        EmailPreferences.objects.create(user=user, when=EmailTiming.DAILY)
    return [alice, bob, carol]


def hold_news(people, *, games, now):
    for _ in range(games):
        game = seat_table(people, now=now, options={"first": 0})
        queue_for_seats("left", game.seats.select_related("user"), game=game, now=now)


def digests():
    return sorted(OutgoingEmail.objects.filter(kind="digest").values_list("user__name", flat=True))


def test_one_sweep_releases_more_emails_than_one_transaction(people, now, monkeypatch):
    monkeypatch.setattr(digest, "TOGETHER", 2)
    hold_news(people, games=3, now=now)
    assert digest.release_due(now + LATER) == 3
    assert digests() == ["Alice", "Bob", "Carol"]
    assert not OutgoingEmail.objects.filter(status="held").exists()


def test_one_sweep_does_not_go_on_for_ever(people, now, monkeypatch):
    monkeypatch.setattr(digest, "TOGETHER", 1)
    monkeypatch.setattr(digest, "MAX_PER_SWEEP", 2)
    hold_news(people, games=3, now=now)
    assert digest.release_due(now + LATER) == 2
    assert digest.release_due(now + LATER) == 1


def test_two_sweeps_at_once_write_one_digest_to_each_reader(people, now):
    hold_news(people, games=5, now=now)
    released = at_once(*[lambda: digest.release_due(now + LATER) for _ in range(3)])
    released.append(digest.release_due(now + LATER))
    assert sum(released) == 3
    assert digests() == ["Alice", "Bob", "Carol"]


@pytest.mark.servers  # on SQLite only one transaction writes at a time
def test_a_reader_with_an_email_locked_elsewhere_gets_one_digest_in_the_next_sweep(people, now):
    hold_news(people, games=2, now=now)
    with uncommitted("UPDATE games_outgoingemail SET error = ''"
                     " WHERE id = (SELECT min(id) FROM games_outgoingemail)"):
        assert digest.release_due(now + LATER) == 2
        assert digests() == ["Bob", "Carol"]
    assert digest.release_due(now + LATER) == 1
    assert digests() == ["Alice", "Bob", "Carol"]


def test_two_sweeps_at_once_remind_each_player_once(transactional_db, alice, bob, now):
    for _ in range(5):
        seat_table([alice, bob], now=now, options={"first": 0})
    at_once(*[lambda: reminders.queue_reminders(now + LATER) for _ in range(3)])
    reminders.queue_reminders(now + LATER)
    assert OutgoingEmail.objects.filter(kind="reminder").count() == 5


@pytest.mark.servers  # on SQLite only one transaction writes at a time
def test_a_game_in_which_somebody_is_moving_is_left_to_the_next_sweep(
    transactional_db, alice, bob, now
):
    clocked_table([alice, bob], now=now)
    seat_table([alice, bob], now=now, options={"first": 0})
    time_outs.start_waiting(now)
    heartbeats.record(heartbeats.SWEEP, now=now + LATER)
    with uncommitted("UPDATE games_game SET name = name"):
        assert time_outs.sweep(now + LATER) == 0
        assert reminders.queue_reminders(now + LATER) == 0
    assert time_outs.sweep(now + LATER) == 1
    assert reminders.queue_reminders(now + LATER) == 1
    assert LoggedMove.objects.filter(actor=LoggedMove.Actor.CLOCK).count() == 1
