"""Operators stop all clocks, let them run again, and look at people's calendars."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from games.base import site_clock
from games.models import ClockStop, Game, Pace, SeatClock, User
from games.table.clocks import outages, playing_hours, seat_clocks

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R23")]

LIST = "/admin/games/clockstop/"


@pytest.fixture
def clock(fresh: Game, now: datetime) -> SeatClock:
    """A clock that runs."""
    Game.objects.filter(pk=fresh.pk).update(pace=Pace.DAY)
    clock, _ = SeatClock.objects.update_or_create(
        seat=fresh.seats.get(index=0), defaults={"bank": timedelta(days=1), "since": now})
    seat_clocks.refresh_for([clock.seat.user_id or 0], now=now)
    clock.refresh_from_db()
    return clock


def test_all_clocks_are_stopped_and_run_again(
    operator: Client, clock: SeatClock, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_clock, "now", lambda: now)
    before = clock.deadline
    assert "Stop all clocks" in operator.get(LIST).content.decode()
    operator.post(f"{LIST}stop/", {"reason": "New disks"})
    (stop,) = ClockStop.objects.all()
    assert (stop.cause, stop.reason, stop.ends_at) == ("operator", "New disks", None)
    clock.refresh_from_db()
    assert clock.deadline is not None
    assert before is not None
    assert clock.deadline > before
    assert "Let the clocks run again" in operator.get(LIST).content.decode()
    answer = operator.post(f"{LIST}go-on/", follow=True)
    assert "The clocks run again." in answer.content.decode()
    assert outages.current() is None
    assert LogEntry.objects.count() == 2


def test_what_is_so_already_changes_nothing(operator: Client) -> None:
    assert "No operator has stopped" in operator.post(
        f"{LIST}go-on/", follow=True).content.decode()
    operator.post(f"{LIST}stop/")
    assert "They stand still already." in operator.post(
        f"{LIST}stop/", follow=True).content.decode()
    assert ClockStop.objects.count() == 1
    assert operator.get(f"{LIST}stop/").status_code == 303


@pytest.mark.promise("R11")
@pytest.mark.parametrize(("rights", "status"), [([], 403), (["view_clockstop"], 403),
                                                (["change_clockstop"], 302)])
def test_only_operators_with_the_right_stop_clocks(
    client: Client, rights: list[str], status: int
) -> None:
    helper = User.objects.create_user("helper@example.org", is_staff=True)
    helper.user_permissions.set(Permission.objects.filter(codename__in=rights))
    client.force_login(helper)
    assert client.post(f"{LIST}stop/").status_code == status
    assert ClockStop.objects.exists() == (status == 302)


def test_peoples_calendars_are_for_reading(
    operator: Client, alice: User, now: datetime
) -> None:
    playing_hours.change_zone(alice, "Asia/Tokyo", now=now)
    row = alice.playing_hours.latest("since")
    assert "Asia/Tokyo" in operator.get(reverse("admin:games_playinghours_changelist")
                                        ).content.decode()
    change = reverse("admin:games_playinghours_change", args=[row.pk])
    assert "Asia/Tokyo" in operator.get(change).content.decode()
    assert operator.post(change, {"opens": 0}).status_code == 403
