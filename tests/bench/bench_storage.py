"""Storage: how many bytes a game takes in the database, table by table and index by index.

Games of 36 rows are played turn by turn, all at the same time as on a real site, so that their
rows lie between each other.  Uses its own test database (SQLite, or the one that DATABASE_URL
names).  Every figure is bytes per game; the second one says how many of them are indexes.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import groupby

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.apps import apps  # noqa: E402
from django.db import connection  # noqa: E402

from alexandros_rules import codec, replay  # noqa: E402
from alexandros_rules.alexandros.rules import RULESET  # noqa: E402
from alexandros_rules.record import Record  # noqa: E402
from games.models import (  # noqa: E402
    Game,
    LoggedMove,
    OutgoingEmail,
    Seat,
    Snapshot,
    StoredSetup,
    TurnToken,
    User,
)
from games.post.emails import talk_section  # noqa: E402
from games.post.inbox import tokens  # noqa: E402
from games.post.outbox import delivery  # noqa: E402
from games.table.play import event_log, records, turns  # noqa: E402
from tests.bench.bench_service import CAST, NOW, database  # noqa: E402
from tests.bench.measurement import Fact  # noqa: E402
from tests.sample_games import beginning, recorded  # noqa: E402

ROWS = 36
GAMES = 160
RECORD = beginning(recorded("v1-persia-3-points-6"), moves=ROWS - 1)
GAME = (Game, LoggedMove, Snapshot, StoredSetup)  # what every game has, on any site


@dataclass
class Size:
    """The bytes of one table and of its indexes, by name."""

    table: int = 0
    indexes: Counter[str] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        return self.table + self.indexes.total()


def run() -> Iterator[Fact]:
    """Yields the bytes per game of a game, and of every table, the largest first."""
    with database():
        empty = sizes()
        record = records.read_record(RECORD)
        users = [User.objects.create_user(f"{name.lower()}@example.org", name=name)
                 for name in CAST[:3]]
        games = [_create(record, users, number) for number in range(GAMES)]
        _play(games, record)
        _send(games)
        _tidy_up()
        found = {name: _difference(size, empty[name]) for name, size in sizes().items()}
    yield from _facts(found)


def _facts(found: dict[str, Size]) -> Iterator[Fact]:
    game = [found[model._meta.db_table] for model in GAME]
    yield Fact(f"a game with its log of {ROWS} rows and its snapshot",
               _bytes(sum(size.total for size in game)),
               f"{_bytes(sum(size.indexes.total() for size in game))} of them indexes")
    yield Fact("everything about a game that has just ended",
               _bytes(sum(size.total for size in found.values())))
    for name, size in sorted(found.items(), key=lambda item: -item[1].total):
        if _bytes(size.total) == "0":
            continue
        indexes = size.indexes.total()
        yield Fact(name, _bytes(size.total), f"{_bytes(indexes)} of them indexes")
        for index, count in size.indexes.most_common():
            yield Fact(f"    {index}", _bytes(count))


def _bytes(count: int) -> str:
    return f"{round(count / GAMES):,}"


def _difference(size: Size, empty: Size) -> Size:
    return Size(size.table - empty.table, size.indexes - empty.indexes)


def _create(record: Record, users: list[User], number: int) -> Game:
    """A game of these people before its first row."""
    game = Game.objects.create(
        name=f"Friends {number}", ruleset=RULESET.name, rules_version=record.version,
        created_by=users[0], setup_id=event_log.keep_setup(record.setup), seed=record.seed,
        commitment=record.commitment, created_at=NOW, started_at=NOW, bank_limit=timedelta(days=9),
        bank_at_start=timedelta(days=3), bank_per_turn=timedelta(days=1), grace=timedelta(days=1),
    )
    for index, user in enumerate(users):
        Seat.objects.create(game=game, index=index, user=user, name=user.name,
                            status=Seat.Status.TAKEN)
    return game


def _play(games: list[Game], record: Record) -> None:
    """Appends the rows of the record to each of the games, one submission after the other."""
    state, before = None, None
    for part, (_, rows) in enumerate(groupby(record.rows, key=lambda row: row.seat)):
        new = list(rows)
        state = replay.rebuild(RULESET, new, version=record.version, state=state)
        for game in games:
            seats = list(game.seats.select_related("user"))
            key = turns.stored_key(codec.text_digest(f"{game.pk}:{part}"))
            after = event_log.append(game, new, state, seats=seats, key=key,
                                     actor=LoggedMove.Actor.PAGE, now=NOW)
            turns.announce(game, before, after, seats=seats, now=NOW)
        before = RULESET.status(state)


def _send(games: list[Game]) -> None:
    """Stores what sending their emails leaves behind: the tokens in them, and their receipts."""
    for game in games:
        for email in game.emails.select_related("seat__user", "seat__game", "user").order_by("pk"):
            if email.kind == "turn" and email.seat is not None:
                for purpose in (TurnToken.Purpose.REPLY, TurnToken.Purpose.PLAY):
                    tokens.issue_token(email.seat, number=email.number, purpose=purpose,
                                            now=NOW)
            talk_section.news_of_talk(email, game)
            delivery.claim(email.pk, now=NOW)
    OutgoingEmail.objects.update(status=OutgoingEmail.Status.SENT, sent_at=NOW, lease_until=None)


def _tidy_up() -> None:
    """Lets the database find dead rows, as it does by itself from time to time."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM" if connection.vendor == "postgresql" else "PRAGMA optimize")


def sizes() -> dict[str, Size]:
    """The size of each of our tables."""
    return {model._meta.db_table: _size(model._meta.db_table)
            for model in apps.get_app_config("games").get_models(include_auto_created=True)}


def _size(table: str) -> Size:
    with connection.cursor() as cursor:
        constraints = connection.introspection.get_constraints(cursor, table)
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_table_size(%s)", [table])
            heap = int(cursor.fetchone()[0])
            cursor.execute("SELECT indexrelid::regclass::text, pg_relation_size(indexrelid)"
                           " FROM pg_index WHERE indrelid = %s::regclass", [table])
            return Size(heap, Counter(dict(cursor.fetchall())))
        assert constraints
        cursor.execute("SELECT coalesce(sum(pgsize), 0) FROM dbstat WHERE name = %s", [table])
        heap = int(cursor.fetchone()[0])
        cursor.execute(
            "SELECT name, sum(pgsize) FROM dbstat WHERE name IN"
            " (SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = %s)"
            " GROUP BY name", [table])
        return Size(heap, Counter(dict(cursor.fetchall())))
