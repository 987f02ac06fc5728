"""Clocks: a sweep over 1,000 games in which somebody's time has run out at the same moment.

Each game gets an extension, which is logged and emailed.  Uses its own test database (SQLite, or
the one that DATABASE_URL names).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import timedelta
from time import perf_counter

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from games.base import heartbeats  # noqa: E402
from games.models import LoggedMove, User  # noqa: E402
from games.table.seats import time_outs  # noqa: E402
from tests.bench.bench_service import CAST, NOW, database  # noqa: E402
from tests.bench.measurement import Fact, Figure  # noqa: E402
from tests.sample_games import clocked_table  # noqa: E402

GAMES = 1000
LATER = timedelta(days=20)  # long after everybody's time has run out


def run() -> Iterator[Figure | Fact]:
    """Yields how long one sweep takes when all games are due."""
    with database():
        users = [User.objects.create_user(f"{name.lower()}@example.org", name=name)
                 for name in CAST[:2]]
        for _ in range(GAMES):
            clocked_table(users, now=NOW)
        time_outs.start_waiting(NOW)
        heartbeats.record(heartbeats.SWEEP, now=NOW + LATER)
        begin = perf_counter()
        handled = time_outs.sweep(NOW + LATER)
        seconds = perf_counter() - begin
        logged = LoggedMove.objects.filter(actor=LoggedMove.Actor.CLOCK).count()
        yield Fact("games whose clocks were due, handled by one sweep", f"{handled}")
        yield Fact("rows logged by the clock", f"{logged}")
        yield Fact("seconds for the sweep (aim 5 on PostgreSQL)", f"{seconds:.1f}")
        begin = perf_counter()
        again = time_outs.sweep(NOW + LATER)
        yield Fact("seconds for a sweep that finds nothing", f"{perf_counter() - begin:.3f}")
        assert again == 0
