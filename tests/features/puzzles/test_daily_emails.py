"""The daily email with a puzzle: once a day, at the reader's hour, to those who want it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from itertools import product

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.features.puzzles import daily_emails, days, solving
from games.features.puzzles.content import Content
from games.features.puzzles.feature import FEATURE
from games.models import EmailPreferences, OutgoingEmail, Puzzle, PuzzleEmail, PuzzleSolver, User
from games.operations import sweeps
from games.post.emails.rendering import compose
from games.post.outbox import bounces, preferences
from games.rulesets import registry
from tests.concurrency import at_once, uncommitted

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

ROOM = registry.get("alexandros")
DAY = timedelta(days=1)
HALF_AN_HOUR = timedelta(minutes=30)


@pytest.fixture(autouse=True)
def _puzzles_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same puzzles come again every day."""
    monkeypatch.setattr(days, "REST", timedelta(0))


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def due(user: User, now: datetime) -> None:
    """Makes this the moment of the user's next daily email."""
    PuzzleSolver.objects.update_or_create(
        user=user, game=ROOM.name, defaults={"next_email_at": now})


def test_the_next_search_is_for_the_earliest_email_that_somebody_wants(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    for user, moment in ((alice, now + DAY), (bob, None), (carol, now + HALF_AN_HOUR)):
        PuzzleSolver.objects.create(user=user, game=ROOM.name, next_email_at=moment)
    assert FEATURE.due["puzzle emails queued"](now) == now + HALF_AN_HOUR


def sent_to(user: User) -> list[datetime]:
    """When each daily email to the user was queued."""
    emails = OutgoingEmail.objects.filter(kind="puzzle", user=user).order_by("pk")
    return list(emails.values_list("created_at", flat=True))


def live(begin: datetime, *, for_days: int) -> None:
    """Sweeps whenever a daily email is due, from this moment on."""
    now = begin
    while now < begin + for_days * DAY:
        daily_emails.sweep(now)
        now = sweeps.next_due(now)["puzzle emails queued"]


def test_it_brings_the_first_puzzle_of_the_day_that_is_not_solved(
    alice: User, now: datetime
) -> None:
    first, second, _third = days.choose(ROOM, now.date())
    solving.note(alice, first, solved=True, now=now)
    due(alice, now)

    assert daily_emails.sweep(now) == 1

    email = OutgoingEmail.objects.get()
    assert (email.kind, email.to, email.user, email.number) == ("puzzle", alice.email, alice, 2)
    row = PuzzleEmail.objects.get()
    assert (row.email, row.game, row.puzzle) == (email, ROOM.name, second)


def test_it_chooses_the_puzzles_of_the_day_if_nothing_has_done_so(
    alice: User, now: datetime
) -> None:
    due(alice, now)
    daily_emails.sweep(now)

    assert {row.puzzle.day for row in PuzzleEmail.objects.all()} == {now.date()}


def test_nobody_gets_one_who_has_not_asked(alice: User, now: datetime) -> None:
    for puzzle in days.choose(ROOM, now.date()):
        solving.note(alice, puzzle, solved=False, now=now)

    assert daily_emails.sweep(now + 10 * DAY) == 0


def test_whoever_has_solved_all_puzzles_of_the_day_gets_none_and_waits_for_the_next_day(
    alice: User, now: datetime
) -> None:
    for puzzle in days.choose(ROOM, now.date()):
        solving.note(alice, puzzle, solved=True, now=now)
    due(alice, now)

    assert daily_emails.sweep(now) == 0
    assert (daily_emails.next_email_at(alice, ROOM) or now) > now


def test_without_puzzles_of_today_none_is_sent(
    alice: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    days.choose(ROOM, now.date() - DAY)
    nothing: dict[str, Content] = {}
    monkeypatch.setattr(days, "stock_of", lambda room: nothing)
    monkeypatch.setattr(days, "REST", 60 * DAY)
    due(alice, now)

    assert daily_emails.sweep(now) == 0
    assert not OutgoingEmail.objects.exists()


def test_an_address_that_bounced_gets_none_and_is_not_tried_again_before_the_next_day(
    alice: User, now: datetime
) -> None:
    bounces.record_bounce(alice.email or "", error="550 unknown", now=now)
    due(alice, now)

    assert daily_emails.sweep(now) == 0
    assert daily_emails.sweep(now) == 0
    assert not PuzzleEmail.objects.exists()
    assert (daily_emails.next_email_at(alice, ROOM) or now) > now


@pytest.mark.parametrize(("zone", "begin", "hours"), [
    ("UTC", "2026-03-01 12:00", [8, 8, 8]),
    ("Europe/Berlin", "2026-03-27 12:00", [7, 6, 6]),  # the clock goes forward in the second night
    ("Europe/Berlin", "2026-10-23 12:00", [6, 7, 7]),  # and back
    ("Asia/Kathmandu", "2026-03-01 12:00", [2.25, 2.25, 2.25]),
    ("America/New_York", "2026-03-06 18:00", [13, 12, 12]),
])
def test_it_comes_shortly_before_the_readers_hour_in_their_time_zone(
    alice: User, zone: str, begin: str, hours: list[float]
) -> None:
    EmailPreferences.objects.create(user=alice, hour=8, time_zone=zone)
    daily_emails.turn_on(alice, ROOM, now=at(begin))

    live(at(begin), for_days=len(hours) + 1)

    lead, midnight = preferences.digest_lead(alice.pk), at(begin).replace(hour=0)
    assert [each + lead for each in sent_to(alice)[:len(hours)]] == [
        midnight + number * DAY + timedelta(hours=hour) for number, hour in enumerate(hours, 1)]


@pytest.mark.parametrize("begin", ["2026-03-06 12:00", "2026-03-27 12:00", "2026-04-03 12:00",
                                   "2026-10-30 12:00"])
def test_no_day_has_two_when_the_clock_changes(db: None, begin: str) -> None:
    zones = ["UTC", "Europe/Berlin", "America/Havana", "Pacific/Auckland"]
    for number, (zone, hour) in enumerate(product(zones, [0, 1, 2, 12, 23])):
        reader = User.objects.create_user(f"{number}@example.org", name=f"{zone} at {hour}")
        EmailPreferences.objects.create(user=reader, hour=hour, time_zone=zone)
        daily_emails.turn_on(reader, ROOM, now=at(begin))

    live(at(begin), for_days=4)

    for reader in User.objects.all():
        sent = [moment.date() for moment in sent_to(reader)]
        assert len(sent) == len(set(sent)) >= 3, reader.name


def test_it_waits_for_the_end_of_quiet_hours(alice: User) -> None:
    EmailPreferences.objects.create(user=alice, hour=6, quiet_from=22, quiet_until=9)

    assert daily_emails.turn_on(alice, ROOM, now=at("2026-03-01 12:00")) == at("2026-03-02 09:00")


def test_quiet_hours_that_were_chosen_meanwhile_count_too(alice: User, now: datetime) -> None:
    due(alice, now)
    EmailPreferences.objects.create(user=alice, quiet_from=11, quiet_until=14)

    assert daily_emails.sweep(now) == 0
    assert daily_emails.next_email_at(alice, ROOM) == now.replace(hour=14)
    assert daily_emails.sweep(now.replace(hour=14)) == 1


def test_after_an_outage_of_days_one_email_comes(alice: User, now: datetime) -> None:
    due(alice, now)
    later = now + 5 * DAY

    assert daily_emails.sweep(later) == 1
    assert daily_emails.sweep(later) == 0
    assert (daily_emails.next_email_at(alice, ROOM) or now).date() == later.date() + DAY
    assert PuzzleEmail.objects.get().puzzle.day == later.date()


def test_turning_them_off_and_on_or_another_hour_brings_no_second_one_on_the_same_day(
    alice: User, now: datetime
) -> None:
    due(alice, now)
    daily_emails.sweep(now)
    daily_emails.turn_off(alice, ROOM)
    EmailPreferences.objects.create(user=alice, hour=20)

    moment = daily_emails.turn_on(alice, ROOM, now=now)
    assert moment.date() == now.date() + DAY
    daily_emails.reschedule(alice, now=now)
    assert daily_emails.next_email_at(alice, ROOM) == moment


def test_another_hour_in_the_email_settings_counts_from_the_next_email_on(
    alice: User, bob: User
) -> None:
    daily_emails.turn_on(alice, ROOM, now=at("2026-03-01 12:00"))
    preferences.change(alice, hour=15)

    for user in (alice, bob):
        daily_emails.reschedule(user, now=at("2026-03-01 12:00"))

    assert daily_emails.next_email_at(alice, ROOM) == (
        at("2026-03-01 15:00") - preferences.digest_lead(alice.pk))
    assert daily_emails.next_email_at(bob, ROOM) is None


def test_the_next_sweep_is_due_when_the_next_email_is(alice: User, bob: User) -> None:
    assert "puzzle emails queued" not in sweeps.next_due(at("2026-03-01 12:00"))
    for user, hour in ((alice, 15), (bob, 14)):
        EmailPreferences.objects.create(user=user, hour=hour)
        daily_emails.turn_on(user, ROOM, now=at("2026-03-01 12:00"))

    assert sweeps.next_due(at("2026-03-01 12:00"))["puzzle emails queued"] == (
        daily_emails.next_email_at(bob, ROOM))


def test_a_sweep_takes_no_more_queries_for_many_than_for_one(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    days.choose(ROOM, now.date())
    queries = []
    for users in ([alice], [alice, bob, carol]):
        OutgoingEmail.objects.all().delete()
        for user in users:
            due(user, now)
        with CaptureQueriesContext(connection) as asked:
            assert daily_emails.sweep(now) == len(users)
        queries.append(len(asked))
    assert queries[0] == queries[1]


@pytest.mark.parametrize("most", [1, 2])
def test_one_sweep_handles_more_people_than_one_transaction(
    alice: User, bob: User, carol: User, now: datetime, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(daily_emails, "TOGETHER", most)
    for user in (alice, bob, carol):
        due(user, now)

    assert daily_emails.sweep(now) == 3


@pytest.mark.django_db(transaction=True)
def test_sweeps_at_the_same_time_send_each_reader_one(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    for user in (alice, bob, carol):
        due(user, now)

    queued = at_once(*[lambda: daily_emails.sweep(now) for _ in range(4)])

    assert sum(queued) == 3
    assert sorted(PuzzleEmail.objects.values_list("email__user__name", flat=True)) == [
        "Alice", "Bob", "Carol"]


@pytest.mark.servers  # on SQLite only one transaction writes at a time
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("statement", [
    "SELECT 1 FROM games_user WHERE name = 'Alice' FOR UPDATE",
    ("SELECT 1 FROM games_puzzlesolver WHERE id = (SELECT min(id) FROM games_puzzlesolver)"
     " FOR UPDATE"),
])
def test_whoever_is_locked_elsewhere_is_left_to_the_next_sweep(
    alice: User, bob: User, now: datetime, statement: str
) -> None:
    for user in (alice, bob):
        due(user, now)

    with uncommitted(statement):
        assert daily_emails.sweep(now) == 1
        assert sent_to(bob)
    assert daily_emails.sweep(now) == 1
    assert sent_to(alice)


def unsubscribe_path(email: OutgoingEmail) -> str:
    """The path of the link in the email's header."""
    header = compose(email).extra_headers["List-Unsubscribe"]
    return re.sub(r"^<https?://[^/]+|>$", "", header)


@pytest.mark.promise("R15")
def test_one_click_turns_the_daily_puzzles_off_and_nothing_else(
    alice: User, now: datetime
) -> None:
    due(alice, now)
    daily_emails.sweep(now)
    path = unsubscribe_path(OutgoingEmail.objects.get())
    client = Client(enforce_csrf_checks=True)

    assert "Stop the daily puzzles" in client.get(path).content.decode()
    assert daily_emails.next_email_at(alice, ROOM) is not None
    page = client.post(path, {"List-Unsubscribe": "One-Click"}).content.decode()

    assert "We will not send you the daily puzzles again." in page
    assert daily_emails.next_email_at(alice, ROOM) is None
    assert preferences.wants("turn", user=alice, game=None)


def test_the_rating_of_who_turns_them_off_stays(alice: User, now: datetime) -> None:
    puzzle = days.choose(ROOM, now.date())[0]
    solving.note(alice, puzzle, solved=True, now=now)
    daily_emails.turn_on(alice, ROOM, now=now)
    daily_emails.turn_off(alice, ROOM)

    assert PuzzleSolver.objects.get().rated == 1
    assert Puzzle.objects.get(pk=puzzle.pk).tries == 1
