"""Sets the scene for a drill: the servers, the service's processes, and people at tables."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from alexandros_rules.ruleset import Setup
from games.base import task_queue
from games.models import Game, Seat, User
from games.rulesets import registry
from games.table.lobby import open_tables
from games.table.play import event_log
from tests.drill.people import Person, Place
from tests.drill.processes import Process, python
from tests.drill.site import Site
from tests.drill.visitors import Notes


@dataclass(frozen=True, slots=True)
class Table:
    """A kind of table: its people and bots, their strength, the game and its board."""

    people: int
    bots: int
    bot: str = "greedy"
    game: str = "alexandros"
    board: str = "delta"


TABLES = (
    Table(2, 0), Table(2, 1), Table(3, 0), Table(1, 2),
    Table(1, 1, "strategist"), Table(1, 2, "planner"), Table(2, 1, "strategist"),
    Table(2, 0, "counselor", "campaign", "campaign"),
    Table(1, 2, "counselor", "campaign", "campaign"),
)


def processes(site: Site, *, workers: Sequence[Sequence[str]] = (), web_workers: int = 2,
              ) -> list[Process]:
    """The processes that docs/running.md lists, with a worker for each of these sets of queues.

    Without any sets, each queue has a worker.
    """
    celery = ["-m", "celery", "-A", "alexandros_site"]
    quiet = ["--without-mingle", "--without-gossip", "--without-heartbeat"]

    def ours(name: str, *arguments: str, port: int = 0) -> Process:
        return python(name, arguments, environment=site.environment, folder=site.folder, port=port)

    sets = workers or [(queue,) for queue in task_queue.QUEUES]
    return [
        ours("web", "manage.py", "serve", "--bind", f"127.0.0.1:{site.web}",
             "--workers", str(web_workers), port=site.web),
        ours("door", "manage.py", "receive_mail", "--listen", f"127.0.0.1:{site.door}",
             port=site.door),
        ours("beat", *celery, "beat"),
        *[ours(f"worker of {queues[0]}", *celery, "worker", "--queues", ",".join(queues),
               "--concurrency", str(min(2, len(queues))), "--hostname", f"{queues[0]}@localhost",
               *quiet) for queues in sets],
    ]


def people(count: int, *, place: Place, notes: Notes, seed: int) -> list[Person]:
    """People with accounts, none of them at a table yet."""
    now = timezone.now()
    seated = []
    for number in range(count):
        user = User.objects.create(
            email=f"player{number}@example.org", name=f"Player {number}", date_joined=now,
            last_login=now, password="!" + secrets.token_hex(8))
        seated.append(Person(user, place=place, notes=notes, seed=seed + number))
    return seated


def start_tables(users: Sequence[User], *, chance: random.Random) -> None:
    """Seats everybody who sits at no running table at a new one, with bots beside them."""
    busy = Seat.objects.filter(game__status=Game.Status.RUNNING, user__isnull=False)
    taken = set(busy.values_list("user_id", flat=True))
    free = [user for user in users if user.pk not in taken]
    while free:
        table = chance.choice(TABLES)
        _start_table(table, free[:table.people], chance=chance)
        free = free[table.people:]


@transaction.atomic
def _start_table(table: Table, users: Sequence[User], *, chance: random.Random) -> None:
    now, rules = timezone.now(), registry.get(table.game).ruleset
    bots = table.bots if len(users) == table.people else 1
    setup = Setup(rules.boards()[table.board], len(users) + bots)
    game = Game.objects.create(
        name="Drill", ruleset=rules.name, rules_version=rules.version, created_by=users[0],
        setup_id=event_log.keep_setup(setup), created_at=now)
    for index, user in enumerate(users):
        Seat.objects.create(game=game, index=index, user=user, name=user.name,
                            status=Seat.Status.TAKEN)
    for index in range(len(users), len(users) + bots):
        Seat.objects.create(game=game, index=index, bot=table.bot, name="Bot",
                            status=Seat.Status.TAKEN)
    open_tables.start(game, seed=chance.randbytes(32), now=now)
