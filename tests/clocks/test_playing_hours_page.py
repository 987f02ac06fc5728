"""The page "My playing hours", and the browser's time zone that forms carry along."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from games.base.sealing import row_token
from games.models import EmailPreferences, Game, User
from games.table.clocks import outages, playing_hours
from games.table.clocks.playing_hours import hours_of
from games.table.lobby import open_tables
from tests import emailed_codes
from tests.markup import squeezed

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R23")]

HOURS = {"time_zone": "Europe/Berlin", "opens": "18:00", "closes": "23:00", "free_weekdays": ["5"]}


@pytest.fixture(autouse=True)
def _today(now: datetime) -> Iterator[None]:
    """It is noon of Sunday 1 March 2026 in UTC."""
    with time_machine.travel(now, tick=False):
        yield


def browser_of(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def text_of(client: Client) -> str:
    return squeezed(client.get("/time/").content.decode())


# ---------- hours ----------
def test_it_says_what_counts_for_somebody_who_has_chosen_nothing(alice: User) -> None:
    text = text_of(browser_of(alice))
    assert "It is 12:00 for you, and your time is running until today 22:00 UTC." in text
    assert "Your playing hours are 8:00 to 22:00 (UTC). Your clocks count 14 hours a day." in text
    assert "We do not know your time zone" in text


def test_hours_are_saved_and_it_says_from_when_they_count(alice: User, now: datetime) -> None:
    client = browser_of(alice)
    assert "They count from now on." in squeezed(
        client.post("/time/", HOURS, follow=True).content.decode())
    text = text_of(client)
    assert "It is 13:00 for you, and your time is resting until today 18:00." in text
    assert "are 18:00 to 23:00 (Europe/Berlin), not on Saturday. Your clocks count 5 hours" in text
    later = client.post("/time/", {**HOURS, "opens": "8:00"}, follow=True).content.decode()
    assert "They count from today 23:00 on; until then, your present hours count." in later
    assert "You have chosen other hours: 8:00 to 23:00 (Europe/Berlin)" in text_of(client)
    assert hours_of(alice, now=now).chosen.opens == 8 * 60


@pytest.mark.parametrize(("changed", "sentence"), [
    ({"time_zone": "Mars/Olympus"}, "There is no such time zone."),
    ({"closes": "20:00"}, "Playing hours last at least 3 hours a day"),
    ({"opens": "18:10"}, "Playing hours begin and end on a quarter of an hour."),
    ({"free_weekdays": ["0", "1", "2", "3"]}, "At most 3 weekdays can be free."),
    ({"free_weekdays": ["7"]}, "Select a valid choice."),
    ({"opens": "noon"}, "Enter a valid time."),
    ({"time_zone": ""}, "This field is required."),
])
def test_what_is_wrong_is_said_and_what_was_entered_is_kept(
    alice: User, changed: dict[str, object], sentence: str
) -> None:
    answer = browser_of(alice).post("/time/", {**HOURS, **changed})
    assert answer.status_code == 400
    assert sentence in squeezed(answer.content.decode())
    assert 'value="5"' in answer.content.decode()
    assert not alice.playing_hours.exists()


def test_somebody_who_plays_all_day_never_rests(alice: User) -> None:
    client = browser_of(alice)
    client.post("/time/", {"time_zone": "UTC", "opens": "0:00", "closes": "0:00"})
    text = text_of(client)
    assert "your time is always running." in text
    assert "Your playing hours are the whole day (UTC). Your clocks count 24 hours" in text


def test_it_says_that_all_clocks_stand_still(alice: User, now: datetime) -> None:
    outages.stop(reason="", now=now)
    text = text_of(browser_of(alice))
    assert "The clocks of all players stand still at the moment" in text
    assert "your time is running" not in text


def test_guests_have_hours_too(guest: User, now: datetime) -> None:
    assert browser_of(guest).post("/time/", HOURS).status_code == 302
    assert hours_of(guest, now=now).current.opens == 18 * 60


# ---------- vacations ----------
def test_a_vacation_is_entered_and_cancelled(alice: User) -> None:
    client = browser_of(alice)
    client.post("/time/vacations/", {"first_day": "2026-03-10", "last_day": "2026-03-12"})
    text = text_of(client)
    assert "Tuesday 10 March 2026 to Thursday 12 March 2026" in text
    assert "You have 25 days left." in text
    client.post(f"/time/vacations/{row_token(alice.vacations.get())}/cancel/")
    assert "You have 28 days left." in text_of(client)


def test_a_vacation_today_stops_the_time_and_can_be_ended(alice: User) -> None:
    client = browser_of(alice)
    client.post("/time/vacations/", {"first_day": "2026-03-01", "last_day": "2026-03-02"})
    text = text_of(client)
    assert "your time is resting until Tuesday 8:00" in text.replace("08:00", "8:00")
    assert "End it now" in text


@pytest.mark.parametrize(("first", "last", "sentence"), [
    ("2026-02-01", "2026-03-02", "A vacation must be entered before it begins."),
    ("2026-03-10", "2026-05-02", "days too many. Please choose fewer days."),
    ("9999-12-31", "9999-12-31", "A vacation can be entered up to a year ahead."),
    ("", "tomorrow", "Enter a valid date."),
])
def test_days_that_are_refused_are_shown_with_the_reason(
    alice: User, first: str, last: str, sentence: str
) -> None:
    answer = browser_of(alice).post("/time/vacations/", {"first_day": first, "last_day": last})
    assert answer.status_code == 400
    assert sentence in squeezed(answer.content.decode())
    assert not alice.vacations.exists()


@pytest.mark.promise("R11")
def test_a_vacation_of_somebody_else_looks_like_none(
    alice: User, bob: User, now: datetime
) -> None:
    day = now.date() + timedelta(days=3)
    theirs = playing_hours.add(bob, day, last=day, now=now)
    client = browser_of(alice)
    answers = [client.post(f"/time/vacations/{named}/cancel/")
               for named in (row_token(theirs), theirs.pk, "nothing")]
    assert [answer.status_code for answer in answers] == [404, 404, 404]
    assert bob.vacations.exists()


# ---------- one time zone, not two ----------
def test_the_time_zone_of_emails_is_that_of_the_playing_hours(alice: User, now: datetime) -> None:
    client = browser_of(alice)
    form = {"when": "now", "minutes": "10", "hour": "8", "time_zone": "Asia/Tokyo"}
    client.post("/mail/", form)
    assert hours_of(alice, now=now).current.zone == "Asia/Tokyo"
    answer = client.post("/mail/", {**form, "time_zone": "Europe/Berlin"}, follow=True)
    assert "Your playing hours follow it from tomorrow 14:00 on." in squeezed(
        answer.content.decode())
    assert hours_of(alice, now=now).current.zone == "Asia/Tokyo"
    assert EmailPreferences.objects.get(user=alice).time_zone == "Europe/Berlin"


def test_other_email_settings_leave_the_playing_hours_alone(alice: User) -> None:
    browser_of(alice).post("/mail/", {"when": "daily", "minutes": "10", "hour": "9",
                                      "time_zone": "UTC"})
    assert not alice.playing_hours.exists()


# ---------- the browser's time zone ----------
NEW = {"players": "2", "board": "delta", "bots": "0", "bot": "greedy"}
AT_HOME = {"browser_zone": "Asia/Tokyo"}


def zones() -> set[str]:
    """The time zones in which people see times, of those who have chosen one."""
    return {playing_hours.zone_of(user) for user in User.objects.all()
            if playing_hours.knows_zone(user)}


@pytest.mark.parametrize(("path", "form"), [
    ("/play/", {"players": "2", "board": "delta", "bot": "greedy"}), ("/games/new/", NEW)])
def test_the_browsers_time_zone_is_kept_with_the_first_table(
    db: None, path: str, form: dict[str, str]
) -> None:
    assert browser_of(None).post(path, {**form, **AT_HOME}).status_code == 302
    guest = User.objects.get()
    assert [row.time_zone for row in guest.playing_hours.all()] == ["Asia/Tokyo"]


def test_it_is_kept_when_somebody_takes_a_seat_or_accepts_an_invitation(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    table = open_tables.create_table(
        by=alice, board="delta", players=3, invite_emails=[carol.email], now=now
    )
    invited = table.seats.get(invited_email=carol.email)
    path = f"/games/{table.code}/join/"
    browser_of(bob).post(path, {"token": table.invite_token, **AT_HOME})
    assert playing_hours.zone_of(bob) == "Asia/Tokyo"
    browser_of(carol).post(path, {"token": invited.invite_token, **AT_HOME})
    assert playing_hours.zone_of(carol) == "Asia/Tokyo"
    assert not playing_hours.knows_zone(alice)


def test_it_is_kept_at_the_first_sign_in(db: None, settings: pytest.FixtureRequest) -> None:
    settings.EMAIL_BACKEND = "games.post.outbox.local_mailbox.MailboxBackend"  # type: ignore[attr-defined]
    client = Client()
    client.post("/account/login/", {"email": "eve@example.org"})
    code = emailed_codes.code_for("eve@example.org")
    client.post("/account/login/code/", {"code": code, **AT_HOME})
    assert zones() == {"Asia/Tokyo"}


def test_it_is_kept_with_a_rematch(finished: Game, alice: User) -> None:
    finished.seats.filter(index=0).update(user=alice)
    browser_of(alice).post(f"/games/{finished.code}/rematch/", AT_HOME)
    assert playing_hours.zone_of(alice) == "Asia/Tokyo"


def test_without_javascript_the_time_zone_stays_unknown(db: None) -> None:
    browser_of(None).post("/games/new/", NEW)
    assert zones() == set()


def test_a_chosen_time_zone_is_not_overwritten_by_a_browser(alice: User, now: datetime) -> None:
    playing_hours.change_zone(alice, "Europe/Berlin", now=datetime(2026, 2, 1, tzinfo=UTC))
    browser_of(alice).post("/games/new/", {**NEW, **AT_HOME})
    assert playing_hours.zone_of(alice) == "Europe/Berlin"
