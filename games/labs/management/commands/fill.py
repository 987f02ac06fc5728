"""`manage.py fill`: fills an empty database with made-up games, to measure how the site scales."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from django.core.management import call_command, get_commands
from django.core.management.base import CommandError, CommandParser
from django.db import connection, transaction
from django.utils import timezone

from games.base import features, heartbeats
from games.base.commands import DatabaseCommand
from games.base.queues import QUEUES
from games.labs.filling.bulk import Database
from games.labs.filling.copied_games import Plan, make_plans, play_games
from games.labs.filling.correspondence import Correspondence
from games.labs.filling.game_rows import Tables, add_talk
from games.labs.filling.population import (
    FEWEST_PEOPLE,
    GAMES_PER_PERSON,
    NAMES,
    OPERATOR,
    People,
    Size,
    make_people,
    size_of,
)
from games.models import Failure, Game, User
from games.table.clocks import seat_clocks


class Command(DatabaseCommand):
    """A large database for measurements."""

    help = (
        "Fills an empty database with made-up people and games, to measure how the site copes with"
        " many of them. Bots play some games on the real rules, which are then stored many times:"
        " each can be opened, verified and played on. Refuses a database with people or games in"
        " it. The same options make the same games."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--games", type=int, default=1000, help="default %(default)s")
        parser.add_argument("--people", type=int,
                            help=f"default: one for every {GAMES_PER_PERSON} games")
        parser.add_argument("--seed", default="1", help="any text")

    def handle(self, *args: Any, **options: Any) -> None:
        size = size_of(options["games"], options["people"], seed=options["seed"])
        if size.games < 1 or size.people < FEWEST_PEOPLE:
            raise CommandError(f"Please fill in at least one game and {FEWEST_PEOPLE} people.")
        begun = monotonic()
        try:
            written = fill(size, report=self._report, now=timezone.now())
        except NotEmpty:
            raise CommandError(
                "This database already contains people or games, which must not be mixed with"
                " made-up ones. Set DATABASE_URL or ALEXANDROS_DATA to an empty database."
            ) from None
        for name, count in written.items():
            self.stdout.write(f"{count:>10} {name}")
        addresses = [*(f"{name.lower()}@example.org" for name in NAMES), OPERATOR]
        self.stdout.write(f"Filled in {monotonic() - begun:.0f} s. You can sign in as"
                          f" {', '.join(addresses)}.")

    def _report(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()


BATCH = 1000  # games
GAMES_PER_FAILURE = 2000
Report = Callable[[str], None]


class NotEmpty(Exception):
    """A database with people or games, which may be real ones, is not filled."""


def fill(size: Size, *, report: Report, now: datetime) -> Mapping[str, int]:
    """Fill the database, and return the number of new rows of each model.

    Refuses (NotEmpty) a database with people or games.  ``report`` is called with a sentence
    from time to time.
    """
    if User.objects.exists() or Game.objects.exists():
        raise NotEmpty
    database = Database()
    report("Bots are playing the games that will be copied.")
    played = play_games(size)
    report(f"Adding {size.people} people.")
    everybody = make_people(database, size, now=now)
    with transaction.atomic():
        database.write()
    plans = make_plans(size, played, everybody, now=now)
    for begin in range(0, len(plans), BATCH):
        _add_batch(database, plans[begin:begin + BATCH], everybody, size=size, begin=begin,
                   now=now)
        report(f"{min(begin + BATCH, len(plans))} of {len(plans)} games.")
    _finish(database, now=now)
    for feature in features.features():
        if choose_puzzles := feature.sweeps.get("puzzles chosen"):
            choose_puzzles(now)
    if "archive" in get_commands():
        call_command("archive", verbosity=0)
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
        # PostgreSQL does this by itself in a database that is used; it refuses VACUUM in a
        # transaction.
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE" if connection.in_atomic_block else "VACUUM (ANALYZE)")
