"""Emails that are held for the same people at the same time, or many of them at once."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.models import EmailPreferences, EmailTiming, OutgoingEmail, Seat
from games.post.outbox.queue import queue_for_seats
from tests.concurrency import at_once
from tests.sample_games import seat_table


@pytest.fixture
def game(transactional_db, announced, alice, bob, carol, now):
    """A game of Alice, Bob and Carol, who get emails after ten quiet minutes."""
    for user in (alice, bob, carol):
        EmailPreferences.objects.create(user=user, when=EmailTiming.QUIET, minutes=10)
    return seat_table([alice, bob, carol], now=now)


def seats_of(game) -> list[Seat]:
    return list(game.seats.select_related("user"))


def test_two_who_write_to_the_same_people_do_not_wait_for_each_other_in_a_circle(game, now):
    alice, bob, _carol = seats_of(game)
    queue_for_seats("left", [alice, bob], game=game, now=now)
    # On SQLite only one transaction writes at a time.
    both_have_begun = threading.Barrier(2 if connection.vendor == "postgresql" else 1, timeout=20)

    def write(first, second):
        with transaction.atomic():
            queue_for_seats("left", [first], game=game, now=now + timedelta(minutes=1))
            both_have_begun.wait()
            queue_for_seats("left", [second], game=game, now=now + timedelta(minutes=1))
        return "written"

    assert at_once(lambda: write(alice, bob), lambda: write(bob, alice)) == ["written"] * 2
    assert set(OutgoingEmail.objects.values_list("not_before", flat=True)) == {
        now + timedelta(minutes=11)}


def test_holding_emails_for_many_people_takes_no_more_queries_than_for_one(game, now):
    seats, queries = seats_of(game), []
    queue_for_seats("left", seats, game=game, now=now)
    for told in (seats[:1], seats):
        with CaptureQueriesContext(connection) as asked:
            queue_for_seats("left", told, game=game, now=now + timedelta(minutes=len(told)))
        queries.append(len(asked))
    assert queries[0] == queries[1]
    assert set(OutgoingEmail.objects.values_list("not_before", flat=True)) == {
        now + timedelta(minutes=13)}
