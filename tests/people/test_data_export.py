"""The data export: everything stored about a person, and nothing about anybody else."""

from __future__ import annotations

import json
from datetime import datetime

import pytest
from django.apps import apps
from django.core.mail import EmailMessage
from django.test import Client

from games.models import Game, IncomingEmail, Seat, TurnToken, User
from games.post.inbox import processing, tokens
from games.post.outbox import bounces, preferences
from games.post.outbox.local_mailbox import keep
from games.post.outbox.queue import queue_email
from games.table.lobby import open_tables
from games.table.play import records
from games.table.seats import leaving, taking_over
from tests.people.conftest import unpacked
from tests.sample_games import advance, seat_table

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R25")]

# Every table of ours and where its rows about a person are, or why they are not in the file.
EXPORTED = {
    "User": "account",
    "EmailPreferences": "email_settings", "GameEmailPreference": "email_settings",
    "AddressStatus": "email_address", "Session": "browsers_known_until", "Seat": "games",
    "Game": "games", "LoggedMove": "games", "OutgoingEmail": "emails_to_you",
    "IncomingEmail": "messages_from_you", "MailboxEmail": "emails-to-you/",
    "PlayingHours": "time", "Vacation": "time", "SeatClock": "time", "TurnTiming": "time",
    "CalendarFeed": "calendar_feed_since", "LessonProgress": "lessons",
    "LessonEmail": "emails_to_you", "PuzzleProgress": "puzzles", "PuzzleSolver": "puzzles",
    "PuzzleEmail": "emails_to_you", "Puzzle": "about nobody",
    "ClockStop": "about nobody", "FormerPlayer": "games", "Handle": "account",
    "Favourite": "account",
    "ChatMessage": "talk", "ChatMute": "talk", "ChatReport": "talk", "Note": "talk",
    "Plan": "games", "PlanAttempt": "games", "PlanInEmail": "what emails said of them",
    "ChatInEmail": "ids of messages in emails", "Snapshot": "a cache of the games",
    "TurnToken": "keys, which open things",
    "EmailToken": "keys, which open things", "ReceivedVolume": "numbers without names",
    "PushDevice": "devices_with_notifications", "ApiToken": "tokens_of_programs",
    "PushNotice": "that there was news of a game, as in emails_to_you",
    "Failure": "about games, by seat: errors in our code", "Heartbeat": "about nobody",
    "SiteKey": "about nobody", "SiteNews": "about nobody",
    "RatedPlayer": "ratings", "RatedSeat": "ratings", "Rating": "ratings",
    **dict.fromkeys(("Entry", "Competition", "Fixture", "FixtureSeat"), "competitions"),
    "CompetitionNote": "organised",
    "EntryEmail": "what emails said of them",
    "PoolEntry": "wishes", "Webhook": "webhooks", "Delivery": "webhooks",
    "RatedGame": "ratings", "RatingInEmail": "what emails said of them", "SeenAt": "seen_at",
    "Review": "computed from the games", "TurnAdvice": "computed from the games",
    "WhatIfTree": "what_if_boards", "WhatIfNode": "what_if_boards",
    "ArchivedGame": "computed from the games", "ArchiveSums": "about nobody",
    "StoredSetup": "boards and options, about nobody",
}


@pytest.fixture
def played(alice: User, bob: User, finished: Game) -> Game:
    """A game of Alice and Bob that is over."""
    for index, user in enumerate((alice, bob)):
        Seat.objects.filter(game=finished, index=index).update(user=user, name=user.name)
    return finished


def test_every_table_of_the_database_is_thought_of() -> None:
    models = {model.__name__ for model in apps.get_app_config("games").get_models()}
    assert models == set(EXPORTED)


def test_account_settings_and_address_are_in_it(alice: User, bob: User, now: datetime) -> None:
    game = seat_table([alice, bob], now=now)
    preferences.set_for_all(alice, "daily")
    preferences.set_for_game(alice, game, "now")
    bounces.record_bounce(alice.email or "", error="550 unknown", now=now)
    Client().force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    told, _ = unpacked(alice, now)
    assert told["account"]["email"] == "alice@example.org"
    assert told["account"]["name"] == "Alice"
    assert told["email_settings"]["when"] == "daily"
    assert told["email_settings"]["single_games"] == {game.code: "now"}
    assert told["email_address"]["error"] == "550 unknown"
    assert len(told["browsers_known_until"]) == 1


def test_a_finished_game_comes_with_its_record(played: Game, alice: User, now: datetime) -> None:
    told, files = unpacked(alice, now)
    (game,) = told["games"]
    assert (game["name"], game["status"], game["seat"]) == ("Finished", "over", 0)
    assert game["players"] == ["Alice", "Bob"]
    assert files[game["record"]].decode() == records.export_record(played)


@pytest.mark.promise("R10", "R24")
def test_a_game_in_progress_comes_with_the_persons_own_orders_alone(
    fresh: Game, alice: User, bob: User, now: datetime
) -> None:
    advance(fresh, now=now, moves=12)
    told, files = unpacked(alice, now)
    (game,) = told["games"]
    assert "record" not in game
    assert files == {}
    own = fresh.rows.filter(seat=0).exclude(move__startswith="@")
    assert [order["order"] for order in game["your_orders"]] == [row.move for row in own]
    everything = json.dumps(told)
    assert bytes(fresh.seed).hex() not in everything
    for row in fresh.rows.all():
        assert row.digest not in everything
        assert row.events not in everything


def test_a_game_somebody_left_is_in_it_without_a_record(
    running: Game, alice: User, now: datetime
) -> None:
    leaving.leave(running, user=alice, now=now)
    Game.objects.filter(pk=running.pk).update(status=Game.Status.OVER)
    told, files = unpacked(alice, now)
    assert [game["left"] for game in told["games"]] == [True]
    assert files == {}


def test_emails_in_both_directions_are_in_it_and_none_of_others(
    fresh: Game, alice: User, bob: User, now: datetime
) -> None:
    for user in (alice, bob):
        queue_email("test", to=user.email or "", user=user, now=now)
        keep(EmailMessage("Your turn", f"Dear {user.name}", to=[user.email or ""]))
        message = processing.store(f"From: {user.email}\r\n\r\ndraw".encode(), gateway="smtp",
                                 now=now)
        IncomingEmail.objects.filter(pk=message.pk).update(sender=user.email, outcome="played")
    told, files = unpacked(alice, now)
    assert [(mail["about"], mail["to"], mail["status"]) for mail in told["emails_to_you"]] == [
        ("test", "alice@example.org", "queued")]
    (message,) = told["messages_from_you"]
    assert message["outcome"] == "played"
    assert any(b"Dear Alice" in content for content in files.values())
    assert not any(b"bob@example.org" in content for content in files.values())
    assert "bob@example.org" not in json.dumps(told)


def test_a_message_with_the_persons_key_is_theirs_whoever_sent_it(
    fresh: Game, alice: User, bob: User, now: datetime
) -> None:
    tokens.issue_token(fresh.seats.select_related("game").get(index=0), number=fresh.number,
                 purpose=TurnToken.Purpose.REPLY, now=now)
    message = processing.store(b"From: a@work.example\r\n\r\ndraw", gateway="smtp", now=now)
    IncomingEmail.objects.filter(pk=message.pk).update(sender="a@work.example",
                                                        token=TurnToken.objects.get())
    assert len(unpacked(alice, now)[0]["messages_from_you"]) == 1
    assert unpacked(bob, now)[0]["messages_from_you"] == []


def test_no_key_is_in_it(fresh: Game, alice: User, bob: User, now: datetime) -> None:
    tokens.issue_token(fresh.seats.select_related("game").get(index=0), number=fresh.number,
                 purpose=TurnToken.Purpose.PLAY, now=now)
    open_ = open_tables.create_table(
        by=alice, players=2, invite_emails=["bob@example.org"], now=now
    )
    secrets = {open_.invite_token, TurnToken.objects.get().salt, TurnToken.objects.get().digest,
               *open_.seats.exclude(invite_token="").values_list("invite_token", flat=True)}
    for user in (alice, bob):
        told = json.dumps(unpacked(user, now)[0])
        assert not [secret for secret in secrets if secret in told]
    assert [one["game"] for one in unpacked(bob, now)[0]["invitations"]] == [open_.code]


def test_an_email_to_an_address_that_is_somebody_elses_now_is_not_in_it(
    alice: User, now: datetime
) -> None:
    queue_email("test", to="alice@example.org", user=alice, now=now)
    User.objects.filter(pk=alice.pk).update(email="alice@new.example")
    alice.refresh_from_db()
    User.objects.create_user("alice@example.org", name="Eve")
    keep(EmailMessage("Your code", "Dear Eve", to=["alice@example.org"]))
    told, files = unpacked(alice, now)
    assert len(told["emails_to_you"]) == 1  # the one that was written to Alice
    assert files == {}


def test_a_guest_can_have_the_file_too(guest: User, now: datetime) -> None:
    open_tables.play_now(guest, players=2, now=now)
    told, _ = unpacked(guest, now)
    assert told["account"]["guest"] is True
    assert len(told["games"]) == 1


@pytest.mark.promise("R10")
def test_of_a_seat_that_changed_hands_each_has_their_own_orders(
    alice: User, bob: User, carol: User, dave: User, now: datetime
) -> None:
    game = seat_table([alice, bob, carol], now=now, options={"first": 0}, listed=True)
    advance(game, now=now)
    leaving.leave(game, user=alice, now=now)
    taking_over.take_over(game, user=dave, seat=0, now=now)
    changed = game.number
    advance(game, now=now)
    (before,), (after,) = unpacked(alice, now)[0]["games"], unpacked(dave, now)[0]["games"]
    assert [order["number"] for order in before["your_orders"]] == [2]
    assert (before["called"], before["left"]) == ("Alice", True)
    assert (before["taken_over_at_position"], before["lost_at_position"]) == (None, changed)
    assert [order["number"] for order in after["your_orders"]] == [changed + 1]
    assert (after["called"], after["left"]) == ("Dave", False)
    assert (after["taken_over_at_position"], after["lost_at_position"]) == (changed, None)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER)
    assert not unpacked(alice, now)[1]
