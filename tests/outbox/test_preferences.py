"""When mails leave: at once, after quiet minutes, daily, when urgent, never; never at night."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from games.emails.rendering import KINDS
from games.lobby import tables
from games.models import EmailPreferences, EmailTiming, GameEmailPreference, OutgoingEmail
from games.outbox import outbox, preferences
from games.views.email_settings import ABOUT, BECAME
from tests.markup import squeezed

pytestmark = pytest.mark.django_db


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def wants(user, **choices) -> None:
    EmailPreferences.objects.update_or_create(user=user, defaults=choices)


def due(user, moment: str, kind: str = "turn") -> datetime | None:
    return preferences.send_time(kind, user=user, game=None, now=at(moment))


@pytest.fixture
def client(alice) -> Client:
    client = Client()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_without_a_choice_mail_leaves_at_once(alice):
    assert due(alice, "2026-03-01 12:00") == at("2026-03-01 12:00")


def test_after_quiet_minutes_it_waits_so_many(alice):
    wants(alice, when=EmailTiming.QUIET, minutes=15)
    assert due(alice, "2026-03-01 12:00") == at("2026-03-01 12:15")


@pytest.mark.parametrize(("moment", "expected"), [
    ("2026-01-10 06:59", "2026-01-10 07:00"),  # 8 o'clock in Berlin, in winter
    ("2026-01-10 07:00", "2026-01-11 07:00"),
    ("2026-07-10 05:00", "2026-07-10 06:00"),  # and in summer
    ("2026-03-28 12:00", "2026-03-29 06:00"),  # the clock goes forward that night
    ("2026-10-24 12:00", "2026-10-25 07:00"),  # and back
])
def test_the_daily_mail_leaves_when_the_readers_clock_shows_his_hour(alice, moment, expected):
    wants(alice, when=EmailTiming.DAILY, hour=8, time_zone="Europe/Berlin")
    assert due(alice, moment) == at(expected)


@pytest.mark.parametrize(("moment", "expected"), [
    ("2026-01-10 20:59", "2026-01-10 20:59"),
    ("2026-01-10 21:00", "2026-01-11 06:00"),  # 22 o'clock in Berlin
    ("2026-01-11 03:00", "2026-01-11 06:00"),
    ("2026-01-11 06:00", "2026-01-11 06:00"),
    ("2026-03-28 23:30", "2026-03-29 05:00"),  # the night in which an hour is missing
])
def test_no_mail_leaves_in_quiet_hours_that_reach_over_midnight(alice, moment, expected):
    wants(alice, quiet_from=22, quiet_until=7, time_zone="Europe/Berlin")
    assert due(alice, moment) == at(expected)


def test_quiet_hours_may_lie_within_a_day(alice):
    wants(alice, quiet_from=9, quiet_until=17)
    assert due(alice, "2026-03-01 12:00") == at("2026-03-01 17:00")
    assert due(alice, "2026-03-01 17:00") == at("2026-03-01 17:00")


def test_a_time_zone_this_machine_does_not_know_is_utc(alice):
    wants(alice, when=EmailTiming.DAILY, hour=8, time_zone="Mars/Olympus")
    assert due(alice, "2026-03-01 06:00") == at("2026-03-01 08:00")


def test_only_urgent_means_reminders(alice):
    wants(alice, when=EmailTiming.URGENT)
    assert due(alice, "2026-03-01 12:00") is None
    assert due(alice, "2026-03-01 12:00", "reminder") == at("2026-03-01 12:00")


def test_never_means_no_news_but_answers_and_invitations(alice):
    wants(alice, when=EmailTiming.NEVER)
    for kind in preferences.NEWS:
        assert due(alice, "2026-03-01 12:00", kind) is None
    for kind in ("receipt", "refusal", "invitation", "test"):
        assert due(alice, "2026-03-01 12:00", kind) is not None


def test_a_choice_for_one_game_goes_before_the_one_for_all(alice, bob, now):
    game = tables.create_table(by=alice, name="Issus", players=2, now=now)
    wants(alice, when=EmailTiming.NEVER)
    preferences.set_for_game(alice, game, EmailTiming.NOW)
    assert preferences.wants("turn", user=alice, game=game)
    assert not preferences.wants("turn", user=alice, game=None)
    preferences.set_for_game(alice, game, "")
    assert not preferences.wants("turn", user=alice, game=game)


def test_a_mail_that_waits_is_held_and_nobody_is_told_of_it(alice, now, monkeypatch,
                                                           django_capture_on_commit_callbacks):
    told = []
    monkeypatch.setattr("games.task_queue.send_task", lambda *task: told.append(task))
    wants(alice, when=EmailTiming.QUIET, minutes=10)
    with django_capture_on_commit_callbacks(execute=True):
        mail = outbox.queue("turn", to=alice.email, user=alice, now=now)
    assert mail.status == OutgoingEmail.Status.HELD
    assert not told
    assert outbox.sweep(now + timedelta(days=1)) == []


def test_each_new_thing_makes_the_quiet_minutes_begin_anew_but_not_for_ever(alice, now):
    wants(alice, when=EmailTiming.QUIET, minutes=10)
    first = outbox.queue("turn", to=alice.email, user=alice, now=now)
    outbox.queue("left", to=alice.email, user=alice, now=now + timedelta(minutes=8))
    first.refresh_from_db()
    assert first.not_before == now + timedelta(minutes=18)
    outbox.queue("left", to=alice.email, user=alice, now=now + timedelta(minutes=58))
    first.refresh_from_db()
    assert first.not_before == now + timedelta(minutes=18)


def test_the_page_saves_what_is_chosen(client, alice, now):
    game = tables.create_table(by=alice, name="Issus", players=2, now=now)
    answer = client.post("/mail/", {
        "when": "daily", "minutes": "10", "hour": "19", "quiet_from": "22", "quiet_until": "7",
        "time_zone": "Europe/Berlin", "other_senders": "on", f"game-{game.code}": "never",
    })
    assert answer.status_code == 302
    saved = EmailPreferences.objects.get(user=alice)
    assert (saved.when, saved.hour, saved.quiet_from, saved.quiet_until) == ("daily", 19, 22, 7)
    assert saved.time_zone == "Europe/Berlin"
    assert not saved.remind
    assert saved.other_senders
    assert GameEmailPreference.objects.get(user=alice, game=game).when == EmailTiming.NEVER
    page = client.get("/mail/").content.decode()
    assert '<option value="never" selected>' in page


@pytest.mark.parametrize(("field", "value", "sentence"), [
    ("time_zone", "Mars/Olympus", "There is no such time zone"),
    ("time_zone", "../../etc/passwd", "There is no such time zone"),
    ("quiet_until", "", "Quiet hours need a beginning and an end"),
    ("minutes", "0", "greater than or equal to 1"),
    ("when", "sometimes", "not one of the available choices"),
])
def test_the_page_refuses_what_makes_no_sense(client, field, value, sentence):
    good = {"when": "quiet", "minutes": "10", "hour": "8", "quiet_from": "22",
            "quiet_until": "7", "time_zone": "UTC"}
    page = client.post("/mail/", {**good, field: value}).content.decode()
    assert sentence in page
    assert not EmailPreferences.objects.exists()


def test_the_choice_for_somebody_elses_game_cannot_be_made(client, bob, now):
    game = tables.create_table(by=bob, name="Issus", players=2, listed=True, now=now)
    client.post("/mail/", {"when": "now", "minutes": "10", "hour": "8", "time_zone": "UTC",
                           f"game-{game.code}": "never"})
    assert not GameEmailPreference.objects.exists()


def mail_of(user, now, **facts) -> OutgoingEmail:
    mail = outbox.queue("refusal", to=user.email, user=user, now=now)
    OutgoingEmail.objects.filter(pk=mail.pk).update(**facts)
    return mail


@pytest.mark.parametrize(("facts", "words"), [
    ({"status": "queued"}, "on its way"),
    ({"status": "sending"}, "on its way"),
    ({"status": "retry", "error": "SMTPConnectError: 421"}, "not delivered yet, tried again soon"),
    ({"status": "sent"}, "<td>sent</td>"),
    ({"status": "failed", "error": "SMTPDataError: 554"}, "could not be delivered"),
    ({"status": "held"}, "kept until 1 Mar, 13:00"),
    ({"status": "folded"}, "told in one mail with others"),
])
def test_the_page_says_in_plain_words_what_became_of_a_mail(client, alice, facts, words):
    wants(alice, time_zone="Europe/Berlin")
    mail_of(alice, at("2026-03-01 12:00"), **facts)
    page = squeezed(client.get("/mail/").content.decode())
    assert "nothing was played" in page
    assert "1 Mar, 13:00" in page, "his clock shows this hour"
    assert words in page


def test_a_mail_that_was_overtaken_before_it_left_is_no_news(client, alice, now):
    mail_of(alice, now, status="failed", error="Obsolete: the turn is over")
    assert "Your last mails" not in client.get("/mail/").content.decode()


def test_every_kind_of_mail_has_words_on_the_page():
    assert set(ABOUT) == {*KINDS} - {"test"}
    assert set(BECAME) == set(OutgoingEmail.Status)


def test_a_guest_is_told_that_no_mail_reaches_him(guest):
    client = Client()
    client.force_login(guest, backend="django.contrib.auth.backends.ModelBackend")
    assert "no mail reaches you" in client.get("/mail/").content.decode()
    assert client.post("/mail/test/").status_code == 302
    assert not OutgoingEmail.objects.exists()


def test_a_field_that_does_not_apply_is_neither_checked_nor_changed(client, alice):
    wants(alice, when=EmailTiming.QUIET, minutes=25)
    answer = client.post("/mail/", {"when": "now", "minutes": "", "hour": "", "time_zone": "UTC"})
    assert answer.status_code == 302
    saved = EmailPreferences.objects.get(user=alice)
    assert (saved.when, saved.minutes, saved.hour) == ("now", 25, 8)


def test_a_field_applies_when_one_game_asks_for_it(client, alice, now):
    game = tables.create_table(by=alice, name="Issus", players=2, now=now)
    page = client.post("/mail/", {"when": "now", "minutes": "0", "hour": "8", "time_zone": "UTC",
                                  f"game-{game.code}": "quiet"}).content.decode()
    assert "greater than or equal to 1" in page
    assert not EmailPreferences.objects.exists()
