"""What a season needs of the service: a worker of its own, and sweeps that leave searches out."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games.base import heartbeats, task_queue
from games.labs.season.scenario import Trouble
from games.labs.season.service import Errors, Post, Service
from games.models import ClockStop, Game
from games.operations import sweeps
from games.table.clocks import outages
from games.table.seats import time_outs

MINUTE = timedelta(minutes=1)


@pytest.fixture
def post() -> Post:
    return Post(rendered=0, troubles=(), addresses={})


def test_a_process_can_be_its_own_worker() -> None:
    handed: list[tuple[str, tuple[int | str, ...]]] = []
    with task_queue.handed_to(lambda task, args: handed.append((task, args))):
        assert task_queue.send_task("deliver_email", 7)
        assert task_queue.waiting("outbox") == 0
    assert handed == [("deliver_email", (7,))]


def test_a_sweep_may_leave_searches_out(db: None, now: datetime) -> None:
    assert set(sweeps.run_all(now, only={"clocks due"})) == {"clocks due"}


def test_an_error_that_a_sweep_survives_is_collected(
    db: None, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(now: datetime) -> int:
        raise ValueError("no calendar")

    monkeypatch.setattr(time_outs, "sweep", fail)
    errors = Errors()
    with errors.collected():
        sweeps.run_all(now, only={"clocks due"})
    assert errors.lines == [
        "games.operations.sweeps: the search for 'clocks due' failed (ValueError: no calendar)"]


def test_emails_and_bots_need_no_time(fresh: Game, post: Post, now: datetime) -> None:
    service = Service(post, (), begin=now, interval=MINUTE, leaves_out=True)
    fresh.seats.filter(to_move=True).update(user=None, bot="greedy")
    with service.at_work():
        task_queue.send_task("play_bot", fresh.pk)
        assert service.carry_out(now)
    fresh.refresh_from_db()
    assert fresh.turn == 2
    assert not service.carry_out(now)


def test_only_a_trouble_of_the_season_is_an_outage(db: None, post: Post, now: datetime) -> None:
    """Sweeps that are left out are none."""
    outage = Trouble("service", now + 2000 * MINUTE, now + 2100 * MINUTE)
    service = Service(post, [outage], begin=now, interval=MINUTE, leaves_out=True)
    with service.at_work():
        while service.next_sweep < outage.begin:
            service.sweep()
        assert heartbeats.last_seen(heartbeats.SWEEP) != outage.begin
        assert not ClockStop.objects.exists()
        service.go_down(outage.begin)
        while service.next_sweep < outage.end + 2000 * MINUTE:
            service.sweep()
    (stop,) = ClockStop.objects.all()
    assert stop.cause == outages.Cause.OUTAGE
    assert (stop.begins_at, stop.ends_at) == (outage.begin, outage.end + MINUTE)
