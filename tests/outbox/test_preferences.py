"""When emails are sent: at once, after quiet minutes, daily, if urgent or never; not at night."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import pairwise, product
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from games.models import EmailPreferences, EmailTiming, GameEmailPreference, OutgoingEmail
from games.post import email_kinds
from games.post.email_kinds import Waits
from games.post.outbox import delivery, preferences
from games.post.outbox.queue import queue_email
from games.table.lobby import open_tables
from games.web.email_settings import STATUS_TEXTS
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


def test_by_default_emails_are_sent_at_once(alice):
    assert due(alice, "2026-03-01 12:00") == at("2026-03-01 12:00")


def test_with_quiet_minutes_an_email_waits_for_them(alice):
    wants(alice, when=EmailTiming.QUIET, minutes=15)
    assert due(alice, "2026-03-01 12:00") == at("2026-03-01 12:15")


def before(user, hour: str) -> datetime:
    """When the user's digest leaves that is to arrive by this hour."""
    return at(hour) - preferences.digest_lead(user.pk)


def digests_of(user, begin: str, days: int) -> list[datetime]:
    """When the user's digests leave if something happens every ten minutes of these days."""
    steps = (at(begin) + timedelta(minutes=10 * step) for step in range(days * 24 * 6))
    chosen = preferences.known_of([user], [])
    return sorted({preferences.send_time("turn", user=user, game=None, now=step, known=chosen)
                   for step in steps})


@pytest.mark.parametrize(("day_before", "hour"), [
    ("2026-01-10 12:00", "2026-01-11 07:00"),  # 8:00 in Berlin in winter
    ("2026-07-10 12:00", "2026-07-11 06:00"),  # and in summer
    ("2026-03-28 12:00", "2026-03-29 06:00"),  # the clock goes forward that night
    ("2026-10-24 12:00", "2026-10-25 07:00"),  # and back
])
def test_the_daily_email_is_sent_shortly_before_the_chosen_hour_in_local_time(
    alice, day_before, hour
):
    wants(alice, when=EmailTiming.DAILY, hour=8, time_zone="Europe/Berlin")
    assert due(alice, day_before) == before(alice, hour)
    assert at(hour) - timedelta(minutes=30) < before(alice, hour) <= at(hour)


def test_what_happens_when_the_daily_email_leaves_waits_for_the_next_one(alice):
    wants(alice, when=EmailTiming.DAILY, hour=8)
    leaves = before(alice, "2026-03-02 08:00")
    for moment, expected in ((leaves - timedelta(seconds=1), leaves),
                             (leaves, leaves + timedelta(days=1)),
                             (at("2026-03-02 08:00"), leaves + timedelta(days=1))):
        assert preferences.send_time("turn", user=alice, game=None, now=moment) == expected


def test_there_is_one_daily_email_on_every_day_when_the_clock_changes_and_around_midnight(
    alice, subtests
):
    for zone, hour, begin in product(
        ["UTC", "Europe/Berlin", "America/Havana", "Asia/Kathmandu"], [0, 1, 2, 3, 23],
        ["2026-01-08 00:00", "2026-03-05 00:00", "2026-03-26 00:00", "2026-10-22 00:00",
         "2026-10-29 00:00"],
    ):
        with subtests.test(zone=zone, hour=hour, begin=begin):
            EmailPreferences.objects.filter(user=alice).delete()
            wants(alice, when=EmailTiming.DAILY, hour=hour, time_zone=zone)
            leaving = digests_of(alice, begin, days=6)
            lead = preferences.digest_lead(alice.pk)
            days = [(each + lead).astimezone(ZoneInfo(zone)).date() for each in leaving]
            assert days == [days[0] + timedelta(days=step) for step in range(len(days))]
            assert len(days) >= 6
            gaps = {later - earlier for earlier, later in pairwise(leaving)}
            assert gaps <= {timedelta(hours=hours) for hours in (23, 24, 25)}


def test_a_daily_email_at_midnight_leaves_on_the_evening_before(alice):
    wants(alice, when=EmailTiming.DAILY, hour=0)
    assert due(alice, "2026-03-01 12:00") == before(alice, "2026-03-02 00:00")
    assert due(alice, "2026-03-02 00:00") == before(alice, "2026-03-03 00:00")


def test_a_daily_email_that_would_leave_in_quiet_hours_waits_for_their_end(alice):
    wants(alice, when=EmailTiming.DAILY, hour=7, quiet_from=22, quiet_until=7)
    assert due(alice, "2026-03-01 12:00") == at("2026-03-02 07:00")


@pytest.mark.parametrize("first", [1, 1000, 123_456_789])
@pytest.mark.parametrize("step", [1, 2, 10, 60, 1800])
def test_the_daily_emails_of_many_people_leave_evenly_within_half_an_hour(first, step):
    leads = [preferences.digest_lead(first + step * number) for number in range(3000)]
    per_minute = Counter(lead // timedelta(minutes=1) for lead in leads)
    assert set(per_minute) == set(range(30))
    assert max(per_minute.values()) <= 150, "100 would be the same in every minute"


def test_a_daily_email_always_leaves_as_long_before_the_hour_in_every_process():
    seconds = [preferences.digest_lead(pk).total_seconds() for pk in (1, 2, 3, 99_999, 2**40 + 1)]
    assert seconds == [1112, 424, 1537, 1405, 1112]


@pytest.mark.parametrize(("moment", "expected"), [
    ("2026-01-10 20:59", "2026-01-10 20:59"),
    ("2026-01-10 21:00", "2026-01-11 06:00"),  # 22:00 in Berlin
    ("2026-01-11 03:00", "2026-01-11 06:00"),
    ("2026-01-11 06:00", "2026-01-11 06:00"),
    ("2026-03-28 23:30", "2026-03-29 05:00"),  # the clock skips an hour that night
])
def test_no_email_is_sent_in_quiet_hours_that_cross_midnight(alice, moment, expected):
    wants(alice, quiet_from=22, quiet_until=7, time_zone="Europe/Berlin")
    assert due(alice, moment) == at(expected)


def test_quiet_hours_may_lie_within_a_day(alice):
    wants(alice, quiet_from=9, quiet_until=17)
    assert due(alice, "2026-03-01 12:00") == at("2026-03-01 17:00")
    assert due(alice, "2026-03-01 17:00") == at("2026-03-01 17:00")


def test_an_unknown_time_zone_counts_as_utc(alice):
    wants(alice, when=EmailTiming.DAILY, hour=8, time_zone="Mars/Olympus")
    assert due(alice, "2026-03-01 06:00") == before(alice, "2026-03-01 08:00")


def test_only_urgent_means_reminders(alice):
    wants(alice, when=EmailTiming.URGENT)
    assert due(alice, "2026-03-01 12:00") is None
    assert due(alice, "2026-03-01 12:00", "reminder") == at("2026-03-01 12:00")


def test_never_still_allows_replies_and_invitations(alice):
    wants(alice, when=EmailTiming.NEVER)
    held = [kind.name for kind in email_kinds.OWN if kind.waits is Waits.FOR_DIGEST]
    assert len(held) == 9
    for kind in held:
        assert due(alice, "2026-03-01 12:00", kind) is None
    for kind in ("receipt", "refusal", "invitation", "test"):
        assert due(alice, "2026-03-01 12:00", kind) is not None


def test_the_setting_for_one_game_overrides_the_one_for_all(alice, bob, now):
    game = open_tables.create_table(by=alice, name="Issus", players=2, now=now)
    wants(alice, when=EmailTiming.NEVER)
    preferences.set_for_game(alice, game, EmailTiming.NOW)
    assert preferences.wants("turn", user=alice, game=game)
    assert not preferences.wants("turn", user=alice, game=None)
    preferences.set_for_game(alice, game, "")
    assert not preferences.wants("turn", user=alice, game=game)


def test_an_email_that_has_to_wait_is_held_and_no_task_is_sent(alice, now, monkeypatch,
                                                               django_capture_on_commit_callbacks):
    tasks = []
    monkeypatch.setattr("games.base.task_queue.send_task", lambda *task: tasks.append(task))
    wants(alice, when=EmailTiming.QUIET, minutes=10)
    with django_capture_on_commit_callbacks(execute=True):
        email = queue_email("turn", to=alice.email, user=alice, now=now)
    assert email.status == OutgoingEmail.Status.HELD
    assert not tasks
    assert delivery.sweep(now + timedelta(days=1)) == []


def test_each_new_email_restarts_the_quiet_minutes_for_at_most_an_hour(alice, now):
    wants(alice, when=EmailTiming.QUIET, minutes=10)
    first = queue_email("turn", to=alice.email, user=alice, now=now)
    queue_email("left", to=alice.email, user=alice, now=now + timedelta(minutes=8))
    first.refresh_from_db()
    assert first.not_before == now + timedelta(minutes=18)
    queue_email("left", to=alice.email, user=alice, now=now + timedelta(minutes=58))
    first.refresh_from_db()
    assert first.not_before == now + timedelta(minutes=18)


def test_the_page_saves_the_settings(client, alice, now):
    game = open_tables.create_table(by=alice, name="Issus", players=2, now=now)
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
def test_the_page_refuses_invalid_settings(client, field, value, sentence):
    good = {"when": "quiet", "minutes": "10", "hour": "8", "quiet_from": "22",
            "quiet_until": "7", "time_zone": "UTC"}
    page = client.post("/mail/", {**good, field: value}).content.decode()
    assert sentence in page
    assert not EmailPreferences.objects.exists()


def test_a_setting_for_somebody_elses_game_is_ignored(client, bob, now):
    game = open_tables.create_table(by=bob, name="Issus", players=2, listed=True, now=now)
    client.post("/mail/", {"when": "now", "minutes": "10", "hour": "8", "time_zone": "UTC",
                           f"game-{game.code}": "never"})
    assert not GameEmailPreference.objects.exists()


def email_for(user, now, **facts) -> OutgoingEmail:
    email = queue_email("refusal", to=user.email, user=user, now=now)
    OutgoingEmail.objects.filter(pk=email.pk).update(**facts)
    return email


@pytest.mark.parametrize(("facts", "words"), [
    ({"status": "queued"}, "on its way"),
    ({"status": "sending"}, "on its way"),
    ({"status": "retry", "error": "SMTPConnectError: 421"},
     "not delivered yet; we will try again soon"),
    ({"status": "sent"}, "<td>sent</td>"),
    ({"status": "failed", "error": "SMTPDataError: 554"}, "could not be delivered"),
    ({"status": "held"},
     'kept until<time datetime="2026-03-01T12:00:00+00:00">1 Mar, 13:00</time></td>'),
    ({"status": "folded"}, "part of an email with several updates"),
])
def test_the_page_shows_the_status_of_an_email_in_plain_words(client, alice, facts, words):
    wants(alice, time_zone="Europe/Berlin")
    email_for(alice, at("2026-03-01 12:00"), **facts)
    page = squeezed(client.get("/mail/").content.decode())
    assert "your orders were not played" in page
    assert "1 Mar, 13:00" in page, "in the time zone of the reader"
    assert words in page


def test_an_email_that_was_obsolete_before_it_was_sent_is_not_listed(client, alice, now):
    email_for(alice, now, status="failed", error="Obsolete: the turn is over")
    assert "Our latest emails to you" not in client.get("/mail/").content.decode()


def test_every_kind_of_email_has_a_description_on_the_page():
    kinds = email_kinds.every()
    assert {name for name in kinds if kinds[name].description} == {*kinds} - {"test"}
    assert set(STATUS_TEXTS) == set(OutgoingEmail.Status)


def test_a_guest_is_told_that_they_get_no_email(guest):
    client = Client()
    client.force_login(guest, backend="django.contrib.auth.backends.ModelBackend")
    assert "we cannot email you" in client.get("/mail/").content.decode()
    assert client.post("/mail/test/").status_code == 302
    assert not OutgoingEmail.objects.exists()


def test_a_field_that_does_not_apply_is_neither_checked_nor_changed(client, alice):
    wants(alice, when=EmailTiming.QUIET, minutes=25)
    answer = client.post("/mail/", {"when": "now", "minutes": "", "hour": "", "time_zone": "UTC"})
    assert answer.status_code == 302
    saved = EmailPreferences.objects.get(user=alice)
    assert (saved.when, saved.minutes, saved.hour) == ("now", 25, 8)


def test_a_field_applies_when_one_game_asks_for_it(client, alice, now):
    game = open_tables.create_table(by=alice, name="Issus", players=2, now=now)
    page = client.post("/mail/", {"when": "now", "minutes": "0", "hour": "8", "time_zone": "UTC",
                                  f"game-{game.code}": "quiet"}).content.decode()
    assert "greater than or equal to 1" in page
    assert not EmailPreferences.objects.exists()
