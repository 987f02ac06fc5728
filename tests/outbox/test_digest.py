"""Digests combine several emails and leave out what is no longer true; one reminder per turn."""

from __future__ import annotations

import re
from datetime import timedelta
from email import message_from_bytes, policy

import pytest

from games.models import (
    EmailPreferences,
    EmailTiming,
    Game,
    LoggedMove,
    OutgoingEmail,
    Seat,
    SeatClock,
)
from games.post.emails.rendering import compose
from games.post.outbox import delivery, digest, preferences, reminders
from games.post.outbox.queue import queue_email
from games.table.lobby import open_tables
from games.table.play import history
from games.table.seats import leaving
from tests.inbox.email_replies import PostOffice, html_of, written
from tests.outbox.test_notifications import play_a_turn, text_of
from tests.sample_games import RULES, clocked_table, mover, never_sleep, seat_table

pytestmark = pytest.mark.django_db

SOON = timedelta(minutes=11)


def table(alice, bob, *, now, name) -> Game:
    game = open_tables.create_table(by=alice, name=name, board="delta", players=2,
                               options={"first": 0}, invite_emails=[bob.email], now=now)
    open_tables.accept(game, user=bob, now=now)
    game.refresh_from_db()
    return game


@pytest.fixture
def quiet_alice(alice):
    """Alice, who gets emails after ten quiet minutes."""
    EmailPreferences.objects.create(user=alice, when=EmailTiming.QUIET, minutes=10)
    return alice


def the_digest() -> OutgoingEmail:
    return OutgoingEmail.objects.get(kind="digest")


def test_one_held_email_is_sent_as_itself(quiet_alice, bob, now):
    table(quiet_alice, bob, now=now, name="Issus")
    assert digest.release_due(now + SOON) == 1
    email = OutgoingEmail.objects.get(kind="turn")
    assert email.status == OutgoingEmail.Status.QUEUED
    assert not OutgoingEmail.objects.filter(kind="digest").exists()


def test_the_time_for_a_turn_counts_from_when_its_email_is_released(quiet_alice, bob, now):
    never_sleep(quiet_alice, bob, now=now)
    for _game in range(2):
        clocked_table([quiet_alice, bob], now=now)
        queue_turn(quiet_alice, now=now)
    digest.release_due(now + SOON)
    email = OutgoingEmail.objects.filter(kind="turn").first()
    assert email.deadline == now + SOON + timedelta(hours=24)
    text = text_of(message_from_bytes(compose(the_digest()).message().as_bytes(),
                                      policy=policy.default))
    assert text.count("You have until Monday 2 March, 12:11 UTC (about 24 hours).") == 2
    assert text.count("/more-time/") == 2


def queue_turn(user, *, now):
    """Queues the turn email that ``clocked_table`` removes, and lets the clock wait for it."""
    clock = SeatClock.objects.filter(asked_at=now, email=None).latest("pk")
    email = queue_email("turn", to=user.email, user=user, now=now, game=clock.seat.game,
                        seat=clock.seat, number=1, deadline=now + timedelta(hours=24))
    SeatClock.objects.filter(pk=clock.pk).update(email=email, since=None, due_at=None,
                                                 deadline=None)


def test_a_held_email_is_not_released_early(quiet_alice, bob, now):
    table(quiet_alice, bob, now=now, name="Issus")
    assert digest.release_due(now + timedelta(minutes=9)) == 0


def test_two_games_make_one_email(quiet_alice, bob, now):
    table(quiet_alice, bob, now=now, name="Issus")
    table(quiet_alice, bob, now=now, name="Gaugamela")
    assert digest.release_due(now + SOON) == 1
    assert digest.release_due(now + SOON) == 0
    assert the_digest().to == quiet_alice.email
    assert set(
        OutgoingEmail.objects.filter(user=quiet_alice, kind="turn").values_list("status", flat=True)
    ) == {OutgoingEmail.Status.FOLDED}
    text = text_of(message_from_bytes(compose(the_digest()).message().as_bytes(),
                                      policy=policy.default))
    assert text.startswith("It is your turn in 2 games.\n\nISSUS (Alexandros)\n")
    assert "GAUGAMELA" in text


def test_a_digest_holds_nothing_that_is_no_longer_true(quiet_alice, bob, now):
    table(quiet_alice, bob, now=now, name="Issus")
    played = table(quiet_alice, bob, now=now, name="Gaugamela")
    third = table(quiet_alice, bob, now=now, name="Tyre")
    digest.release_due(now + SOON)
    play_a_turn(played, 0, now)
    text = compose(the_digest()).body
    assert "GAUGAMELA" not in text
    assert "It is your turn in 2 games." in text
    assert third.name.upper() in text


def test_a_digest_of_which_nothing_is_true_is_not_sent(quiet_alice, bob, now):
    games = [table(quiet_alice, bob, now=now, name=name) for name in ("Issus", "Tyre")]
    digest.release_due(now + SOON)
    for game in games:
        play_a_turn(game, 0, now)
    assert delivery.deliver(the_digest().pk, compose=compose, now=now + SOON) == "failed"


def test_a_held_turn_email_is_dropped_once_the_turn_is_played(quiet_alice, bob, now):
    game = table(quiet_alice, bob, now=now, name="Issus")
    play_a_turn(game, 0, now)
    assert digest.release_due(now + SOON) == 0
    assert OutgoingEmail.objects.get(kind="turn", user=quiet_alice).is_obsolete


def test_a_digest_lists_turns_before_other_news(quiet_alice, bob, now):
    table(quiet_alice, bob, now=now, name="Issus")
    over = table(quiet_alice, bob, now=now, name="Tyre")
    while over.status == Game.Status.RUNNING:
        play_a_turn(over, mover(over), now)
    digest.release_due(now + SOON)
    text = compose(the_digest()).body
    assert text.index("It is your turn in one game.") < text.index("WHAT ELSE HAPPENED")
    assert re.search(r"TYRE \(Alexandros\)\nThe game is over\.", text)


def test_only_the_newest_turn_email_of_a_game_is_sent(quiet_alice, bob, now):
    game = table(quiet_alice, bob, now=now, name="Issus")
    play_a_turn(game, 0, now)
    play_a_turn(game, 1, now)
    assert OutgoingEmail.objects.filter(kind="turn", user=quiet_alice).count() == 2
    assert digest.release_due(now + SOON) == 1
    assert (
        OutgoingEmail.objects.get(status=OutgoingEmail.Status.QUEUED, user=quiet_alice).number
        == game.number
    )


def test_rendering_a_digest_twice_gives_the_same_email(quiet_alice, bob, now):
    table(quiet_alice, bob, now=now, name="Issus")
    table(quiet_alice, bob, now=now, name="Tyre")
    digest.release_due(now + SOON)
    first, second = compose(the_digest()), compose(the_digest())
    assert first.body == second.body
    assert first.extra_headers == second.extra_headers


def test_a_digest_is_not_sent_to_somebody_who_has_since_chosen_never(quiet_alice, bob, now):
    table(quiet_alice, bob, now=now, name="Issus")
    table(quiet_alice, bob, now=now, name="Tyre")
    digest.release_due(now + SOON)
    preferences.set_for_all(quiet_alice, EmailTiming.NEVER)
    assert delivery.deliver(the_digest().pk, compose=compose, now=now + SOON) == "failed"


@pytest.mark.parametrize("many", [2, 12])
def test_releasing_many_emails_takes_no_more_queries_than_a_few(quiet_alice, bob, now, many,
                                                                django_assert_max_num_queries):
    for _ in range(many):
        game = seat_table([quiet_alice, bob], now=now)
        queue_email("turn", to=quiet_alice.email, user=quiet_alice, now=now, game=game,
                    seat=game.seats.get(user=quiet_alice), number=game.number)
    with django_assert_max_num_queries(9):
        digest.release_due(now + SOON)


def test_a_game_of_a_digest_can_be_played_by_email_too(quiet_alice, bob, now):
    office = PostOffice(now + SOON)
    for name in ("Issus", "Gaugamela"):
        table(quiet_alice, bob, now=now, name=name)
    OutgoingEmail.objects.filter(user=bob).delete()
    digest.release_due(now + SOON)
    [message] = office.deliver()
    addresses = re.findall(r"^turn-\S+$", text_of(message), re.MULTILINE)
    assert len(set(addresses)) == 2
    assert all(f"mailto:{address}?" in html_of(message) for address in addresses)
    game = Game.objects.first()
    first = RULES.format(RULES.legal_moves(history.view(game, 0), seat=0)[0], history.view(game, 0))
    raw = written(first, to=addresses[0], sender=quiet_alice.email)
    assert office.take_in(raw, to=addresses[0]).outcome == "orders"
    assert LoggedMove.objects.filter(game=game, number=2).exists()


def test_held_emails_of_a_deleted_user_are_not_sent(quiet_alice, bob, now):
    for name in ("Issus", "Gaugamela"):
        table(quiet_alice, bob, now=now, name=name)
    Seat.objects.filter(user=quiet_alice).update(user=None, bot="greedy")
    OutgoingEmail.objects.filter(user=quiet_alice).update(user=None)
    assert digest.release_due(now + SOON) == 0


def test_there_is_one_reminder_after_two_days(alice, bob, now):
    game = table(alice, bob, now=now, name="Issus")
    late = now + reminders.REMIND_AFTER
    assert reminders.queue_reminders(late - timedelta(minutes=1)) == 0
    assert reminders.queue_reminders(late) == 1
    assert reminders.queue_reminders(late + timedelta(days=5)) == 0
    email = OutgoingEmail.objects.get(kind="reminder")
    assert (email.to, email.number) == (alice.email, game.number)
    assert compose(email).body.split("\n\n")[1].startswith("Issus is still waiting for you")


def test_the_next_turn_gets_its_own_reminder(alice, bob, now):
    game = table(alice, bob, now=now, name="Issus")
    reminders.queue_reminders(now + reminders.REMIND_AFTER)
    play_a_turn(game, 0, now)
    play_a_turn(game, 1, now)
    assert reminders.queue_reminders(now + reminders.REMIND_AFTER) == 1


@pytest.mark.parametrize("choices", [{"remind": False}, {"when": EmailTiming.NEVER}])
def test_users_who_want_no_reminder_cost_the_next_sweeps_nothing(alice, bob, now, choices,
                                                                 django_assert_num_queries):
    EmailPreferences.objects.create(user=alice, **choices)
    table(alice, bob, now=now, name="Issus")
    assert reminders.queue_reminders(now + reminders.REMIND_AFTER) == 0
    with django_assert_num_queries(1):
        assert reminders.queue_reminders(now + reminders.REMIND_AFTER) == 0


def test_the_remaining_players_are_told_who_has_left(alice, bob, carol, now):
    game = seat_table([alice, bob, carol], now=now, options={"first": 0})
    leaving.leave(game, user=alice, now=now)
    email = OutgoingEmail.objects.filter(kind="left").first()
    assert email.to == bob.email
    body = compose(email).body
    assert body.startswith("Alice has left the game. A bot has taken over their seat.")
    assert "It is Alice’s turn" in body
