"""Workers: how much more two and four processes of a worker do than one.

Emails with new pictures, replies with orders and bots' turns wait in Redis when the worker starts;
what it does after a warm-up counts.  The numbers of processes take turns, so that a busy machine
slows down all of them.  More processes than there are cores gain nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median

from tests.bench import bench_outbox  # first, because it sets up Django

# isort: split
import redis
from django.conf import settings
from django.utils import timezone

from alexandros_rules.ruleset import Setup
from games.base import queues, task_queue
from games.models import Game, IncomingEmail, OutgoingEmail, Seat, User
from games.post.inbox import processing, tokens
from games.post.inbox.parsing.message_reader import Envelope
from games.table.lobby import open_tables
from games.table.play import event_log
from tests import with_servers
from tests.bench import quick_sink
from tests.bench.bench_service import database
from tests.bench.measurement import Fact
from tests.concurrency import database_url
from tests.inbox.email_replies import written
from tests.sample_games import BOARD, RULES, legal, seat_table

PROCESSES = (1, 2, 4)
ROUNDS = int(os.environ.get("WORKERS_ROUNDS", "3"))
ITEMS = int(os.environ.get("WORKERS_ITEMS", "200"))
ONLY = os.environ.get("WORKERS_ONLY", "")  # a word in the name of the work
WARM_UP = 20 + ITEMS // 4  # items that do not count
PEOPLE = 40
PATIENCE = 600.0

# What is made ready to be done: how many of it are left says how far the worker is.
Left = Callable[[], int]


def run() -> Iterator[Fact]:
    """Yields the rates with each number of processes, and how often the first one they are."""
    if not settings.REDIS_URL:
        yield Fact("work of worker processes", "-",
                   "needs PostgreSQL and Redis: python tests/with_servers.py -- ...")
        return
    yield Fact("cores of this machine", str(os.cpu_count()))
    with database(), quick_sink.listening() as sink:
        people = [User.objects.create_user(f"player{number}@example.org", name=f"Player {number}")
                  for number in range(PEOPLE)]
        works = {"turn emails with new pictures": (queues.OUTBOX, partial(_emails, people)),
                 "replies with orders": (queues.INBOX, partial(_replies, people)),
                 "turns of bots": (queues.TURNS, partial(_bots, people))}
        for what, (queue, prepare) in works.items():
            if ONLY not in what:
                continue
            rates: dict[int, list[float]] = {number: [] for number in PROCESSES}
            for _ in range(ROUNDS):
                for number in PROCESSES:
                    rates[number].append(_rate(prepare(), queue, number, url=sink.url))
            one = median(rates[1])
            for number in PROCESSES:
                rate = median(rates[number])
                yield Fact(f"{what}, {number} process{'es' if number > 1 else ''}",
                           f"{rate:.1f}/s", f"{rate / one:.2f} times as many as one")


def _rate(left: Left, queue: str, processes: int, *, url: str) -> float:
    with _worker(queue, processes, url=url):
        _wait(lambda: left() <= ITEMS)
        first, begin = left(), time.monotonic()
        _wait(lambda: not left())
        return first / (time.monotonic() - begin)


def _emails(people: Sequence[User]) -> Left:
    """Queues emails about different positions."""
    games = bench_outbox.deal(people[:4], WARM_UP + ITEMS)
    ids = [email.pk for email in bench_outbox.queued(games)]
    emails = OutgoingEmail.objects.filter(pk__in=ids).exclude(status=OutgoingEmail.Status.SENT)
    return emails.count


def _replies(people: Sequence[User]) -> Left:
    """Stores replies with orders, each about a game of its own."""
    now, ids = timezone.now(), []
    for number in range(WARM_UP + ITEMS):
        pair = [people[number % PEOPLE], people[(number + 1) % PEOPLE]]
        game = seat_table(pair, now=now, options={"first": 0}, seed=os.urandom(32))
        address = tokens.reply_address(game.seats.get(index=0), number=game.number, now=now)
        raw = written(legal(game)[0], to=address, sender=str(pair[0].email))
        ids.append(processing.store(raw, gateway="smtp", now=now,
                                    envelope=Envelope(None, (address,))).pk)
    _announce("read_message", ids)
    return IncomingEmail.objects.filter(pk__in=ids, status=IncomingEmail.Status.RECEIVED).count


def _bots(people: Sequence[User]) -> Left:
    """Starts games in which a bot begins."""
    now, ids = timezone.now(), []
    for number in range(WARM_UP + ITEMS):
        person = people[number % PEOPLE]
        setup = Setup(RULES.boards()[BOARD], 2, {"first": 1})
        game = Game.objects.create(
            name="Friends", ruleset=RULES.name, rules_version=RULES.version, created_by=person,
            setup_id=event_log.keep_setup(setup), created_at=now)
        Seat.objects.create(game=game, index=0, user=person, name=person.name,
                            status=Seat.Status.TAKEN)
        Seat.objects.create(game=game, index=1, bot="greedy", name="Bot", status=Seat.Status.TAKEN)
        open_tables.start(game, seed=os.urandom(32), now=now)
        ids.append(game.pk)
    _announce("play_bot", ids)
    return Seat.objects.filter(game__in=ids, to_move=True).exclude(bot="").count


def _announce(task: str, ids: Sequence[int]) -> None:
    """Puts these tasks into the queues, and nothing else."""
    redis.Redis.from_url(settings.REDIS_URL).flushdb()
    for pk in ids:
        assert task_queue.send_task(task, pk)


@contextmanager
def _worker(queue: str, processes: int, *, url: str) -> Iterator[None]:
    """Runs a worker with so many processes within the block."""
    directory = Path(settings.DATA_DIR)
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(directory), "ALEXANDROS_DATA": str(directory),
        "SECRET_KEY": settings.SECRET_KEY, "DATABASE_URL": database_url(),
        "REDIS_URL": settings.REDIS_URL, "EMAIL_URL": url,
        "ALEXANDROS_REPLY_DOMAIN": "play.example.org",
    }
    with (directory / "worker.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "celery", "--quiet", "-A", "alexandros_site", "worker",
             "-Q", queue, "--loglevel", "WARNING", "--concurrency", str(processes),
             "--without-mingle", "--without-gossip", "--without-heartbeat"],
            cwd=with_servers.ROOT, env=environment, stdout=log, stderr=log)
    try:
        yield
    finally:
        process.terminate()
        process.wait(with_servers.TIMEOUT)


def _wait(done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        if time.monotonic() > end:
            log = Path(settings.DATA_DIR, "worker.log").read_text(errors="replace")
            raise RuntimeError(f"the work was not done: {log[-3000:]}")
        time.sleep(0.05)
