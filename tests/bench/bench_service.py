"""The service: pages and confirmed turns, early in a game and late in a long log.

Uses its own test database (SQLite, or the one that DATABASE_URL names) and Django's test client:
with routing, sessions, templates and transactions, but without the network.  It measures
wall-clock time, in units of one checked ply of python-chess.  A turn confirmed at row 500 must
take about as long as one at row 5.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from statistics import median
from time import perf_counter

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import setup_test_environment, teardown_test_environment  # noqa: E402

from alexandros_rules.alexandros.state import State  # noqa: E402
from alexandros_rules.replay import LogRow  # noqa: E402
from games.models import Game, LoggedMove, Seat, User  # noqa: E402
from games.table.play import event_log, turns  # noqa: E402
from tests.bench import long_games  # noqa: E402
from tests.bench.measurement import Fact, Figure, play_chess, timed  # noqa: E402
from tests.engine.random_games import RULESET  # noqa: E402

EARLY, LATE = 5, 500
ROUNDS = 12
NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
CAST = ("Alice", "Bob", "Carol", "Dave")


@dataclass(frozen=True, slots=True)
class Table:
    """A game in progress, its next player's seat, the turn they will confirm, and their client."""

    game: Game
    seat: int
    user: User
    orders: str
    client: Client

    @property
    def address(self) -> str:
        return f"/games/{self.game.code}/"


def run() -> Iterator[Figure | Fact]:
    """Yields all figures about the service."""
    with database():
        users = [User.objects.create_user(f"{name.lower()}@example.org", name=name)
                 for name in CAST]
        logs = {number: long_games.rows(number) for number in (EARLY, LATE)}
        medians: dict[str, dict[int, float]] = {}
        for what, work in WORKS.items():
            tables = {number: [create_table(users, rows) for _ in range(ROUNDS)]
                      for number, (rows, _) in logs.items()}
            for figure, number in _measure(what, work, tables):
                medians.setdefault(what, {})[number] = figure.seconds
                yield figure
        for what, seconds in medians.items():
            yield Fact(f"{what}: row {LATE} to row {EARLY}",
                       f"{seconds[LATE] / seconds[EARLY]:.2f}", "times as long")


@contextmanager
def database() -> Iterator[None]:
    """Provides a test database inside the block."""
    setup_test_environment()
    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)
        teardown_test_environment()


def create_table(users: list[User], rows: list[LogRow]) -> Table:
    """Creates a game with these rows, as if they had just been played."""
    game = Game.objects.create(
        name="Friends", ruleset=RULESET.name, rules_version=RULESET.version, created_by=users[0],
        setup_id=event_log.keep_setup(long_games.TABLE), seed=long_games.SEED, created_at=NOW,
        started_at=NOW, listed=True,
    )
    for index, user in enumerate(users):
        Seat.objects.create(game=game, index=index, user=user, name=user.name,
                            status=Seat.Status.TAKEN)
    state = RULESET.load_state(RULESET.dump_state(_state(rows)), long_games.TABLE)
    event_log.append(game, rows, state, seats=game.seats.all(), actor=LoggedMove.Actor.PAGE,
                     key="", now=NOW)
    (seat,) = RULESET.status(state).to_move
    client = Client()
    client.force_login(users[seat], backend="django.contrib.auth.backends.ModelBackend")
    orders = "\n".join(long_games.turn(RULESET.view(state, seat)))
    return Table(game, seat, users[seat], orders, client)


def _state(rows: list[LogRow]) -> State:
    return long_games.replay.rebuild(RULESET, rows, version=RULESET.version)


def _submit(table: Table) -> None:
    """Submits a turn: evaluate, decide, log and queue emails, in one transaction."""
    turns.submit(table.game, seat=table.seat, user_id=table.user.pk, text=table.orders,
                 number=table.game.number, key="bench", actor=LoggedMove.Actor.PAGE, now=NOW)


def _confirm(table: Table) -> None:
    """Confirms the turn on the page, up to the redirect back to the page."""
    answer = table.client.post(f"{table.address}orders/", {
        "orders": table.orders, "number": table.game.number, "key": "bench",
    })
    assert answer.status_code == 302, answer.content.decode()


def _open(table: Table) -> None:
    """Opens the current player's page, with board, suggestions and history."""
    answer = table.client.get(table.address)
    assert answer.status_code == 200
    assert "<svg" in answer.content.decode()


def _draft(table: Table) -> None:
    """Opens the page with a card and a march in the draft."""
    drafted = table.orders.split("\n")[:2]
    answer = table.client.get(table.address, {"draft": ";".join(drafted)})
    assert answer.status_code == 200


def _fold(table: Table) -> None:
    """Rebuilds the position from the log alone, as if the snapshot were lost."""
    event_log.state_at(table.game)


WORKS: dict[str, Callable[[Table], None]] = {
    "a turn submitted": _submit,
    "a turn confirmed on the page": _confirm,
    "the current player's page": _open,
    "the page with an unfinished draft": _draft,
    "the position without a snapshot": _fold,
}


def _measure(what: str, work: Callable[[Table], None],
             tables: dict[int, list[Table]]) -> Iterator[tuple[Figure, int]]:
    """Yields one figure per row number; the early and late runs alternate."""
    times: dict[int, list[float]] = {number: [] for number in tables}
    units: dict[int, list[float]] = {number: [] for number in tables}
    for turn in range(ROUNDS):
        for number, created in tables.items():
            ply = timed(play_chess)
            begun = perf_counter()
            work(created[turn])
            times[number].append(perf_counter() - begun)
            units[number].append(times[number][-1] / ply)
    for number in tables:
        yield Figure(f"{what}, row {number}", median(times[number]), median(units[number])), number
