"""Fills a database, batch by batch: the rows of a batch are stored together or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta

from django.db import connection, transaction

from games.base import features, heartbeats
from games.base.queues import QUEUES
from games.labs.filling import people, recorded, schedule
from games.labs.filling.bulk import Database
from games.labs.filling.correspondence import Correspondence
from games.labs.filling.people import People
from games.labs.filling.schedule import Plan
from games.labs.filling.size import NAMES, OPERATOR, Size
from games.labs.filling.tables import Tables, add_talk
from games.models import Failure, Game, User
from games.table.clocks import seat_clocks

BATCH = 1000  # games
GAMES_PER_FAILURE = 2000
Report = Callable[[str], None]


class NotEmpty(Exception):
    """The database contains people or games, which may be real ones."""


def fill(size: Size, *, report: Report, now: datetime) -> Mapping[str, int]:
    """Fills the database, and returns how many rows of each kind it has got.

    Refuses (NotEmpty) a database with people or games.  ``report`` is called with a sentence
    from time to time.
    """
    if User.objects.exists() or Game.objects.exists():
        raise NotEmpty
    database = Database()
    report("Bots are playing the games that will be copied.")
    played = recorded.play_games(size)
    report(f"Adding {size.people} people.")
    everybody = people.make_people(database, size, now=now)
    with transaction.atomic():
        database.write()
    plans = schedule.make_plans(size, played, everybody, now=now)
    for begin in range(0, len(plans), BATCH):
        _add_batch(database, plans[begin:begin + BATCH], everybody, size=size, begin=begin,
                   now=now)
        report(f"{min(begin + BATCH, len(plans))} of {len(plans)} games.")
    _finish(database, now=now)
    for feature in features.features():
        if choose_puzzles := feature.sweeps.get("puzzles chosen"):
            choose_puzzles(now)
    return database.written()


def _add_batch(database: Database, plans: Sequence[Plan], everybody: People, *, size: Size,
               begin: int, now: datetime) -> None:
    chance = size.chance("batch", begin)
    tables = Tables(database, chance, now=now)
    emails = Correspondence(database, chance, now=now)
    for plan in plans:
        game, seats = tables.add(plan)
        emails.collect(plan, game, seats)
        add_talk(database, plan, game, chance=chance, now=now)
        if plan.reached and (plan.rare or game % GAMES_PER_FAILURE == 1):
            database.rows(Failure).add(game_id=game, number=1, doing="email", place="made up",
                                       error="ValueError", last_at=now - timedelta(days=3))
    emails.collect_codes(everybody, since=plans[0].created_at, until=plans[-1].created_at,
                         share=len(plans) / size.games)
    emails.add_all()
    with transaction.atomic():
        database.write()


def _finish(database: Database, *, now: datetime) -> None:
    seat_clocks.refresh_all(now=now)
    for part in (heartbeats.SWEEP, *map(heartbeats.of_queue, QUEUES)):
        heartbeats.record(part, now=now)
    database.finish()
    if connection.vendor == "postgresql":
        refresh_statistics()


def refresh_statistics() -> None:
    """What PostgreSQL does by itself in a database that is used: ANALYZE and, if allowed, VACUUM.

    The latter is refused in a transaction.
    """
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE" if connection.in_atomic_block else "VACUUM (ANALYZE)")


def well_known_people() -> list[str]:
    """The addresses of those who can sign in to look around, the operator last."""
    return [*(f"{name.lower()}@example.org" for name in NAMES), OPERATOR]
