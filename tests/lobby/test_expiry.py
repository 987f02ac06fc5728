"""Expiry of open tables that nobody joins: a warning, then the end, unless something happens."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from games.base.refusals import Closed, Foreign, Missing
from games.models import EmailPreferences, EmailTiming, Game, OutgoingEmail, User
from games.operations import sweeps
from games.post.emails.rendering import compose
from games.post.outbox import digest
from games.post.outbox.queue import queue_email
from games.table.lobby import expiry, open_tables

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
MOMENT = timedelta(seconds=1)


def sent(kind: str) -> list[str]:
    return list(OutgoingEmail.objects.filter(kind=kind).order_by("pk").values_list("to", flat=True))


def status(game: Game) -> str:
    game.refresh_from_db()
    return game.status


@pytest.fixture
def table(alice: User, now: datetime) -> Game:
    """Alice's open table for three."""
    return open_tables.create_table(by=alice, name="Issus", players=3, listed=True, now=now)


@pytest.fixture(autouse=True)
def _no_broker(announced: list[Any]) -> None:
    """No task is sent to the worker."""


def test_the_creator_is_warned_once_after_twelve_days(table: Game, now: datetime) -> None:
    sweeps.run_all(now + 12 * DAY - MOMENT)
    assert sent("expiring") == []
    for later in (12 * DAY, 12 * DAY + MOMENT, 13 * DAY):
        sweeps.run_all(now + later)
    assert sent("expiring") == ["alice@example.org"]
    assert status(table) == Game.Status.OPEN


def test_a_table_is_closed_two_days_after_the_warning(
    table: Game, bob: User, now: datetime
) -> None:
    open_tables.join(table, user=bob, now=now)
    sweeps.run_all(now + 12 * DAY)
    sweeps.run_all(now + 14 * DAY - MOMENT)
    assert status(table) == Game.Status.OPEN
    sweeps.run_all(now + 14 * DAY)
    assert status(table) == Game.Status.CANCELLED
    assert (table.expired, table.listed, table.finished_at) == (True, False, now + 14 * DAY)
    assert sent("expired") == ["alice@example.org", "bob@example.org"]
    sweeps.run_all(now + 15 * DAY)
    assert len(sent("expired")) == 2


def test_after_an_outage_the_warning_still_comes_two_days_before_the_end(
    table: Game, now: datetime
) -> None:
    sweeps.run_all(now + 40 * DAY)
    sweeps.run_all(now + 41 * DAY)
    assert (status(table), len(sent("expiring"))) == (Game.Status.OPEN, 1)
    sweeps.run_all(now + 42 * DAY)
    assert status(table) == Game.Status.CANCELLED


def test_a_table_from_an_older_release_counts_from_its_creation(
    table: Game, now: datetime
) -> None:
    Game.objects.update(active_at=None)
    sweeps.run_all(now + 12 * DAY - MOMENT)
    assert sent("expiring") == []
    sweeps.run_all(now + 12 * DAY)
    assert len(sent("expiring")) == 1


@pytest.mark.parametrize("after", [5 * DAY, 13 * DAY], ids=["before", "after the warning"])
@pytest.mark.parametrize("deed", ["joins", "is invited", "is a bot", "lists it", "keeps it open"])
def test_whatever_happens_at_the_table_lets_its_time_begin_anew(
    table: Game, alice: User, bob: User, now: datetime, after: timedelta, deed: str
) -> None:
    then = now + after
    sweeps.run_all(now + 12 * DAY) if after > 12 * DAY else None
    if deed == "joins":
        open_tables.join(table, user=bob, now=then)
    elif deed == "is invited":
        open_tables.invite(table, by=alice, email="bob@example.org", now=then)
    elif deed == "is a bot":
        open_tables.fill_with_bots(table, by=alice, seat=1, now=then)
    elif deed == "lists it":
        open_tables.show_in_lobby(table, by=alice, now=then)
    else:
        open_tables.keep_open(table, by=alice, now=then)
    warned = len(sent("expiring"))
    sweeps.run_all(then + 12 * DAY - MOMENT)
    assert (status(table), len(sent("expiring"))) == (Game.Status.OPEN, warned)
    sweeps.run_all(then + 12 * DAY)
    assert len(sent("expiring")) == warned + 1
    sweeps.run_all(then + 14 * DAY)
    assert status(table) == Game.Status.CANCELLED


def test_a_game_that_has_started_does_not_expire(
    table: Game, alice: User, now: datetime
) -> None:
    sweeps.run_all(now + 12 * DAY)
    open_tables.fill_with_bots(table, by=alice, now=now + 12 * DAY)
    sweeps.run_all(now + 30 * DAY)
    assert status(table) == Game.Status.RUNNING
    assert sent("expired") == []


def test_a_guests_table_is_closed_as_well(guest: User, now: datetime) -> None:
    game = open_tables.create_table(by=guest, players=2, now=now)
    sweeps.run_all(now + 12 * DAY)
    sweeps.run_all(now + 14 * DAY)
    assert status(game) == Game.Status.CANCELLED
    assert not OutgoingEmail.objects.exists()


def test_a_table_that_is_cancelled_after_the_warning_did_not_expire(
    table: Game, alice: User, now: datetime
) -> None:
    sweeps.run_all(now + 12 * DAY)
    open_tables.cancel(table, by=alice, now=now + 13 * DAY)
    assert not table.expired


def test_the_warning_waits_for_the_end_of_quiet_hours(
    table: Game, alice: User, now: datetime
) -> None:
    EmailPreferences.objects.create(
        user=alice, quiet_from=10, quiet_until=15, when=EmailTiming.DAILY
    )
    sweeps.run_all(now + 12 * DAY)  # at noon
    assert OutgoingEmail.objects.get(kind="expiring").status == OutgoingEmail.Status.HELD
    for kind in ("turn", "turn"):
        queue_email(kind, to="alice@example.org", user=alice, now=now + 12 * DAY)
    digest.release_due(now + 12 * DAY + timedelta(hours=3))
    assert OutgoingEmail.objects.get(kind="expiring").status == OutgoingEmail.Status.QUEUED


def test_a_warning_that_waited_too_long_is_not_sent(
    table: Game, alice: User, bob: User, now: datetime
) -> None:
    EmailPreferences.objects.create(user=alice, quiet_from=10, quiet_until=15)
    sweeps.run_all(now + 12 * DAY)
    open_tables.join(table, user=bob, now=now + 12 * DAY)
    digest.release_due(now + 12 * DAY + timedelta(hours=3))
    assert OutgoingEmail.objects.get(kind="expiring").is_obsolete


@pytest.mark.parametrize(("when", "warned"), [(EmailTiming.URGENT, 1), (EmailTiming.NEVER, 0)])
def test_only_who_wants_no_emails_gets_no_warning(
    table: Game, alice: User, now: datetime, when: str, warned: int
) -> None:
    EmailPreferences.objects.create(user=alice, when=when)
    sweeps.run_all(now + 12 * DAY)
    assert len(sent("expiring")) == warned


def test_the_warning_names_the_day_in_its_readers_time_zone(
    table: Game, alice: User, now: datetime
) -> None:
    EmailPreferences.objects.create(user=alice, time_zone="Pacific/Auckland")
    sweeps.run_all(now + 12 * DAY)
    text = compose(OutgoingEmail.objects.get(kind="expiring")).body
    assert "We will close it on 16 March" in " ".join(text.split())  # there it is 1 o'clock then
    assert f"/keep/{expiry.link_key(table)}/" in text


def test_the_key_of_the_link_belongs_to_one_table(table: Game) -> None:
    assert expiry.table_of_key(expiry.link_key(table)) == table
    for wrong in ("", "x", table.code, f"{table.code}:x", expiry.link_key(table)[:-1]):
        with pytest.raises(Missing, match="does not lead anywhere"):
            expiry.table_of_key(wrong)


def test_a_table_that_is_closed_cannot_be_kept_open(table: Game, now: datetime) -> None:
    sweeps.run_all(now + 12 * DAY)
    sweeps.run_all(now + 14 * DAY)
    with pytest.raises(Closed, match="already been closed"):
        expiry.keep_open(table, now=now + 14 * DAY)


def test_only_the_creator_keeps_a_table_open(table: Game, bob: User, now: datetime) -> None:
    open_tables.join(table, user=bob, now=now)
    with pytest.raises(Foreign):
        open_tables.keep_open(table, by=bob, now=now)
