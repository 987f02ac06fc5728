"""The outbox: how many turn emails two worker processes send in a second.

A thousand emails about different games wait in Redis when a worker with two processes starts, the
one of ``compose.yaml``.  It sends them by SMTP to a server on loopback that only counts.  In turns
with that, two processes send a ready message of the same size to it with nothing but ``smtplib``.
"""

from __future__ import annotations

import os
import smtplib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

import redis  # noqa: E402
from django.conf import settings  # noqa: E402
from django.db import connections, transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from alexandros_rules import replay  # noqa: E402
from alexandros_rules.bot_games import play_out  # noqa: E402
from alexandros_rules.chance import SeededChance  # noqa: E402
from alexandros_rules.codec import digest_key  # noqa: E402
from games.models import Game, LoggedMove, OutgoingEmail, Seat, User  # noqa: E402
from games.post.emails.rendering import compose  # noqa: E402
from games.post.outbox.queue import Letter, queue_all  # noqa: E402
from games.table.play import event_log  # noqa: E402
from tests import with_servers  # noqa: E402
from tests.bench import quick_sink  # noqa: E402
from tests.bench.bench_service import CAST, database  # noqa: E402
from tests.bench.measurement import Fact  # noqa: E402
from tests.bench.quick_sink import Sink  # noqa: E402
from tests.concurrency import database_url  # noqa: E402
from tests.engine.random_games import BOTS, RULESET, seed, setup  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
EMAILS = int(os.environ.get("OUTBOX_EMAILS", "1000"))
ROWS = 60  # the latest position that an email is about
DEALS = 8
KNOWN, KNOWN_TIMES = 60, 6  # pictures that both processes have drawn before, and how often
WARM_UP = 40  # emails that are sent before new pictures are timed
PROCESSES = 2
PATIENCE = 300.0
TICK = os.sysconf("SC_CLK_TCK")


def run() -> Iterator[Fact]:
    """Yields the rates with known and with new pictures."""
    if not settings.REDIS_URL:
        yield Fact("turn emails a second", "-",
                   "needs PostgreSQL and Redis: python tests/with_servers.py -- ...")
        return
    with database(), quick_sink.listening() as sink:
        people = [User.objects.create_user(f"{name.lower()}@example.org", name=name)
                  for name in CAST]
        games = deal(people, WARM_UP + EMAILS)
        known = [games[number % KNOWN] for number in range(KNOWN * KNOWN_TIMES + EMAILS)]
        (sample,) = queued(games[-1:])
        message = compose(sample).message().as_bytes()
        yield Fact("size of a turn email", f"{len(message) / 1000:.0f} KB")
        for what, about in (("known pictures", known), ("new pictures", games)):
            bare = _bare_rate(sink, message)
            rate, seconds = _rate(about, sink)
            yield Fact(f"turn emails with {what}", f"{rate:.0f}/s",
                       f"smtplib alone {bare:.0f}/s, {bare / rate:.1f} times as many; "
                       f"{seconds * 1e3:.1f} ms of CPU time for an email")


def deal(people: Sequence[User], count: int) -> list[Game]:
    """So many games between turns, no two of which have the same picture."""
    rows = [(deal, part) for deal in range(DEALS) for part in _beginnings(deal)]
    with transaction.atomic():
        return [_stored(people, number, *rows[number % len(rows)]) for number in range(count)]


_TABLE = setup("persia", players=4)


def _beginnings(deal: int) -> list[list[replay.LogRow]]:
    """A game of bots up to the start of each turn."""
    chance, key = SeededChance(seed(deal)), digest_key(seed(deal))
    row, state = replay.start(RULESET, _TABLE, chance, key)
    rows, found = [row], []
    bots = [BOTS["greedy"]] * _TABLE.players
    for _, move, _ in play_out(RULESET, _TABLE, seed=seed(deal), bots=bots):
        if move is None or len(rows) > ROWS:
            break
        row, state = replay.play(RULESET, state, move, chance, key, previous=row, seat=state.seat)
        rows.append(row)
        if RULESET.status(state).fresh:
            found.append([*rows])
    return found


def _stored(people: Sequence[User], number: int, deal: int, rows: list[replay.LogRow]) -> Game:
    now = timezone.now()
    game = Game.objects.create(
        name=f"Friends {number}", ruleset=RULESET.name, rules_version=RULESET.version,
        setup_id=event_log.keep_setup(_TABLE), seed=seed(deal), created_by=people[0],
        created_at=now, started_at=now,
    )
    seats = Seat.objects.bulk_create(
        Seat(game=game, index=index, user=user, name=user.name, status=Seat.Status.TAKEN)
        for index, user in enumerate(people))
    state = replay.rebuild(RULESET, rows, version=RULESET.version)
    event_log.append(game, rows, state, seats=seats, actor=LoggedMove.Actor.PAGE, key="", now=now)
    return game


def queued(games: Sequence[Game]) -> list[OutgoingEmail]:
    """Queues an email to the player whose turn it is in each of these games."""
    seats = {seat.game_id: seat for seat in Seat.objects.select_related("user").filter(
        game__in={game.pk for game in games}, to_move=True)}
    letters = [Letter("turn", str(seat.user.email), game, seat, seat.user, game.number)
               for game in games for seat in [seats[game.pk]] if seat.user]
    redis.Redis.from_url(settings.REDIS_URL).flushdb()
    with transaction.atomic():
        return [email for email in queue_all(letters, now=timezone.now()) if email]


def _rate(games: Sequence[Game], sink: Sink) -> tuple[float, float]:
    """How many of the last emails about these games are sent in a second, and their CPU time."""
    before, unwatched = len(sink.arrived), len(games) - EMAILS
    expected = {email.message_id for email in queued(games)}
    with _worker(sink) as worker:
        _wait(lambda: len(sink.arrived) >= before + unwatched)
        begun = _cpu_seconds(worker), len(sink.arrived)
        _wait(lambda: len(sink.arrived) >= before + len(games))
        spent = _cpu_seconds(worker) - begun[0]
        emails = len(sink.arrived) - begun[1]
    assert sorted(expected) == sorted(name for name, _ in sink.arrived[before:])
    assert not OutgoingEmail.objects.exclude(status="sent").filter(message_id__in=expected).exists()
    return _speed([at for _, at in sink.arrived[before + unwatched:]]), spent / emails


def _speed(moments: Sequence[float]) -> float:
    return (len(moments) - 1) / (moments[-1] - moments[0])


def _cpu_seconds(worker: subprocess.Popen[bytes]) -> float:
    """The CPU time of the worker and its processes until now."""
    listed = Path(f"/proc/{worker.pid}/task/{worker.pid}/children").read_text("ascii")
    stats = [Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
             for pid in (str(worker.pid), *listed.split())]
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / TICK


@contextmanager
def _worker(sink: Sink) -> Iterator[subprocess.Popen[bytes]]:
    """Runs the worker of compose.yaml within the block."""
    directory = Path(settings.DATA_DIR)
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(directory), "ALEXANDROS_DATA": str(directory),
        "SECRET_KEY": settings.SECRET_KEY, "DATABASE_URL": database_url(),
        "REDIS_URL": settings.REDIS_URL, "EMAIL_URL": sink.url,
        "ALEXANDROS_REPLY_DOMAIN": "play.example.org",
    }
    with (directory / "outbox.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "celery", "--quiet", "-A", "alexandros_site", "worker",
             "-Q", "outbox", "--loglevel", "WARNING", "--concurrency", str(PROCESSES),
             "--without-mingle", "--without-gossip", "--without-heartbeat"],
            cwd=ROOT, env=environment, stdout=log, stderr=log)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(with_servers.TIMEOUT)


def _bare_rate(sink: Sink, message: bytes) -> float:
    """How many such messages two processes send in a second, each over one connection."""
    before = len(sink.arrived)
    connections.close_all()
    context = get_context("spawn")
    senders = [context.Process(target=_send, args=(sink.port, message, EMAILS // PROCESSES))
               for _ in range(PROCESSES)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join(PATIENCE)
    return _speed([at for _, at in sink.arrived[before:]])


def _send(port: int, message: bytes, times: int) -> None:
    with smtplib.SMTP("127.0.0.1", port) as server:
        for _ in range(times):
            server.sendmail("post@example.org", ["alice@example.org"], message)


def _wait(done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        if time.monotonic() > end:
            log = Path(settings.DATA_DIR, "outbox.log").read_text(errors="replace")
            raise RuntimeError(f"the emails did not arrive: {log[-3000:]}")
        time.sleep(0.02)
