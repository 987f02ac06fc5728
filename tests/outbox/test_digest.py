"""Several things in one mail, nothing in it that is no longer true; one reminder a turn."""

from __future__ import annotations

import re
from datetime import timedelta
from email import message_from_bytes, policy

import pytest

from games.emails.rendering import compose
from games.lobby import leaving, tables
from games.models import EmailPreferences, EmailTiming, Game, LoggedMove, OutgoingEmail, Seat
from games.outbox import digest, outbox, preferences
from games.play import history
from tests.inbox.email_replies import PostOffice, html_of, written
from tests.outbox.test_notifications import play_a_turn, text_of
from tests.service.sample_games import RULES, seat_table

pytestmark = pytest.mark.django_db

SOON = timedelta(minutes=11)


def table(alice, bob, *, now, name) -> Game:
    game = tables.create_table(by=alice, name=name, board="delta", players=2,
                               options={"first": 0}, invite_emails=[bob.email], now=now)
    tables.accept(game, user=bob, now=now)
    game.refresh_from_db()
    return game


@pytest.fixture
def patient(alice):
    """Alice wants her mail after ten quiet minutes."""
    EmailPreferences.objects.create(user=alice, when=EmailTiming.QUIET, minutes=10)
    return alice


def made() -> OutgoingEmail:
    return OutgoingEmail.objects.get(kind="digest")


def test_one_held_mail_is_sent_as_itself(patient, bob, now):
    table(patient, bob, now=now, name="Issus")
    assert digest.release_due(now + SOON) == 1
    mail = OutgoingEmail.objects.get(kind="turn")
    assert mail.status == OutgoingEmail.Status.QUEUED
    assert not OutgoingEmail.objects.filter(kind="digest").exists()


def test_nothing_leaves_before_its_time(patient, bob, now):
    table(patient, bob, now=now, name="Issus")
    assert digest.release_due(now + timedelta(minutes=9)) == 0


def test_two_games_make_one_mail(patient, bob, now):
    table(patient, bob, now=now, name="Issus")
    table(patient, bob, now=now, name="Gaugamela")
    assert digest.release_due(now + SOON) == 1
    assert digest.release_due(now + SOON) == 0
    assert made().to == patient.email
    assert set(
        OutgoingEmail.objects.filter(user=patient, kind="turn").values_list("status", flat=True)
    ) == {OutgoingEmail.Status.FOLDED}
    text = text_of(message_from_bytes(compose(made()).message().as_bytes(),
                                      policy=policy.default))
    assert text.startswith("2 games wait for you.\n\nISSUS\n")
    assert "GAUGAMELA" in text


def test_a_digest_holds_nothing_that_is_no_longer_true(patient, bob, now):
    table(patient, bob, now=now, name="Issus")
    played = table(patient, bob, now=now, name="Gaugamela")
    third = table(patient, bob, now=now, name="Tyre")
    digest.release_due(now + SOON)
    play_a_turn(played, 0, now)
    text = compose(made()).body
    assert "GAUGAMELA" not in text
    assert "2 games wait for you." in text
    assert third.name.upper() in text


def test_a_digest_of_which_nothing_is_true_is_not_sent(patient, bob, now):
    games = [table(patient, bob, now=now, name=name) for name in ("Issus", "Tyre")]
    digest.release_due(now + SOON)
    for game in games:
        play_a_turn(game, 0, now)
    assert outbox.deliver(made().pk, compose=compose, now=now + SOON) == "failed"


def test_what_was_played_while_it_waited_is_dropped_without_a_mail(patient, bob, now):
    game = table(patient, bob, now=now, name="Issus")
    play_a_turn(game, 0, now)
    assert digest.release_due(now + SOON) == 0
    assert OutgoingEmail.objects.get(kind="turn", user=patient).is_obsolete


def test_the_end_of_a_game_and_a_turn_of_another_are_told_apart(patient, bob, now):
    table(patient, bob, now=now, name="Issus")
    over = table(patient, bob, now=now, name="Tyre")
    while over.status == Game.Status.RUNNING:
        play_a_turn(over, over.to_move, now)
    digest.release_due(now + SOON)
    text = compose(made()).body
    assert text.index("One game waits for you.") < text.index("WHAT ELSE HAPPENED")
    assert re.search(r"TYRE\nThe game is over\.", text)


def test_only_the_newest_turn_of_a_game_is_told(patient, bob, now):
    game = table(patient, bob, now=now, name="Issus")
    play_a_turn(game, 0, now)
    play_a_turn(game, 1, now)
    assert OutgoingEmail.objects.filter(kind="turn", user=patient).count() == 2
    assert digest.release_due(now + SOON) == 1
    assert (
        OutgoingEmail.objects.get(status=OutgoingEmail.Status.QUEUED, user=patient).number
        == game.number
    )


def test_the_same_digest_is_the_same_mail_twice(patient, bob, now):
    table(patient, bob, now=now, name="Issus")
    table(patient, bob, now=now, name="Tyre")
    digest.release_due(now + SOON)
    first, second = compose(made()), compose(made())
    assert first.body == second.body
    assert first.extra_headers == second.extra_headers


def test_who_chose_never_meanwhile_gets_no_digest(patient, bob, now):
    table(patient, bob, now=now, name="Issus")
    table(patient, bob, now=now, name="Tyre")
    digest.release_due(now + SOON)
    preferences.set_for_all(patient, EmailTiming.NEVER)
    assert outbox.deliver(made().pk, compose=compose, now=now + SOON) == "failed"


@pytest.mark.parametrize("many", [2, 12])
def test_letting_go_asks_the_database_the_same_for_many(patient, bob, now, many,
                                                       django_assert_max_num_queries):
    for _ in range(many):
        game = seat_table([patient, bob], now=now)
        outbox.queue("turn", to=patient.email, user=patient, now=now, game=game,
                   seat=game.seats.get(user=patient), number=game.number)
    with django_assert_max_num_queries(9):
        digest.release_due(now + SOON)


def test_a_game_of_a_digest_can_be_played_by_mail_too(patient, bob, now):
    office = PostOffice(now + SOON)
    for name in ("Issus", "Gaugamela"):
        table(patient, bob, now=now, name=name)
    OutgoingEmail.objects.filter(user=bob).delete()
    digest.release_due(now + SOON)
    [message] = office.deliver()
    addresses = re.findall(r"^turn-\S+$", text_of(message), re.MULTILINE)
    assert len(set(addresses)) == 2
    assert all(f"mailto:{address}?" in html_of(message) for address in addresses)
    game = Game.objects.first()
    first = RULES.format(RULES.legal_moves(history.view(game, 0))[0], history.view(game, 0))
    raw = written(first, to=addresses[0], sender=patient.email)
    assert office.take_in(raw, to=addresses[0]).outcome == "orders"
    assert LoggedMove.objects.filter(game=game, number=2).exists()


def test_nothing_that_was_held_is_sent_for_somebody_who_was_deleted(patient, bob, now):
    for name in ("Issus", "Gaugamela"):
        table(patient, bob, now=now, name=name)
    Seat.objects.filter(user=patient).update(user=None, bot="greedy")
    OutgoingEmail.objects.filter(user=patient).update(user=None)
    assert digest.release_due(now + SOON) == 0


def test_a_turn_that_waits_two_days_is_reminded_of_once(alice, bob, now):
    game = table(alice, bob, now=now, name="Issus")
    late = now + digest.REMIND_AFTER
    assert digest.queue_reminders(late - timedelta(minutes=1)) == 0
    assert digest.queue_reminders(late) == 1
    assert digest.queue_reminders(late + timedelta(days=5)) == 0
    mail = OutgoingEmail.objects.get(kind="reminder")
    assert (mail.to, mail.number) == (alice.email, game.number)
    assert compose(mail).body.split("\n\n")[1].startswith("Issus still waits for you")


def test_the_next_turn_is_reminded_of_anew(alice, bob, now):
    game = table(alice, bob, now=now, name="Issus")
    digest.queue_reminders(now + digest.REMIND_AFTER)
    play_a_turn(game, 0, now)
    play_a_turn(game, 1, now)
    assert digest.queue_reminders(now + digest.REMIND_AFTER) == 1


@pytest.mark.parametrize("choices", [{"remind": False}, {"when": EmailTiming.NEVER}])
def test_who_wants_no_reminder_is_not_asked_for_at_every_sweep(alice, bob, now, choices,
                                                              django_assert_num_queries):
    EmailPreferences.objects.create(user=alice, **choices)
    table(alice, bob, now=now, name="Issus")
    with django_assert_num_queries(1):
        assert digest.queue_reminders(now + digest.REMIND_AFTER) == 0


def test_those_who_stay_are_told_who_has_left(alice, bob, now):
    game = table(alice, bob, now=now, name="Issus")
    leaving.leave(game, user=alice, now=now)
    mail = OutgoingEmail.objects.get(kind="left")
    assert mail.to == bob.email
    body = compose(mail).body
    assert body.startswith("Alice has left the game; a bot plays on in this seat.")
    assert "it is Alice's turn" in body
