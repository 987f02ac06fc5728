"""Turn emails: from a confirmed turn to the mail server, and the time to drain a long queue.

Everything runs in one process, as with ``manage.py play``: the pages, the embedded worker, and a
mail server.  Turns are confirmed at an even rate, 200 per minute for half a minute.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.db import transaction  # noqa: E402
from django.test import Client, override_settings  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.base import task_queue  # noqa: E402
from games.models import Game, OutgoingEmail, User  # noqa: E402
from games.operations.embedded import worker  # noqa: E402
from games.post.outbox.queue import queue_email  # noqa: E402
from games.table.play import history  # noqa: E402
from tests.bench import long_games  # noqa: E402
from tests.bench.bench_service import database  # noqa: E402
from tests.bench.measurement import Fact, percentile  # noqa: E402
from tests.kill import smtp_sink  # noqa: E402
from tests.kill.smtp_sink import Sink  # noqa: E402
from tests.sample_games import seat_table  # noqa: E402

A_MINUTE = 200
TURNS = 100
FIRST = 4  # warm-up turns: the first email of a process prepares the drawing of its board
QUEUED = 1000
PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A confirmed turn: its game, and when it was confirmed."""

    game: Game
    at: float


def run() -> Iterator[Fact]:
    """Yields all figures."""
    with database(), smtp_sink.listening() as mail_server, override_settings(
        EMAIL_BACKEND="games.post.outbox.smtp_backend.EmailBackend",
        EMAIL_HOST="127.0.0.1", EMAIL_PORT=mail_server.port,
    ):
        people = [User.objects.create_user(f"{name.lower()}@example.org", name=name)
                  for name in ("Alice", "Bob")]
        games = _deal(people, FIRST + TURNS)
        with worker.running():
            yield from _of_turns(games, people[0], mail_server)
        if not settings.REDIS_URL:  # workers on a broker are measured by bench_outbox
            yield from _of_a_queue(games, people[1], mail_server)


def _deal(people: list[User], count: int) -> list[Game]:
    """Starts games in which it is the first user's turn, without sending emails."""
    announce, task_queue.send_task = task_queue.send_task, lambda *args: True
    try:
        return [seat_table(people, now=timezone.now(), options={"first": 0})
                for _ in range(count)]
    finally:
        task_queue.send_task = announce


def _of_turns(games: list[Game], player: User, mail_server: Sink) -> Iterator[Fact]:
    """Measures the time from confirming a turn to the email for the next player."""
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    for game in games[:FIRST]:
        _confirm(game, client)
    _wait(lambda: len(mail_server.ids) >= FIRST)
    begun = time.monotonic()
    confirmed = []
    for number, game in enumerate(games[FIRST:]):
        time.sleep(max(0.0, begun + number * 60 / A_MINUTE - time.monotonic()))
        confirmed.append(_confirm(game, client))
    _wait(lambda: len(mail_server.ids) >= len(games))
    arrived = {delivery.message_id: delivery.at for delivery in mail_server.deliveries}
    written = dict(OutgoingEmail.objects.filter(kind="turn").values_list("game_id", "message_id"))
    taken = [arrived[written[one.game.pk]] - one.at for one in confirmed]
    under = f"{A_MINUTE} turns a minute, {len(confirmed)} turns"
    yield Fact("from confirmation to delivery, median", f"{median(taken) * 1e3:.0f} ms", under)
    yield Fact("from confirmation to delivery, p99", f"{percentile(taken, 0.99) * 1e3:.0f} ms",
               f"longest {max(taken) * 1e3:.0f} ms")


def _confirm(game: Game, client: Client) -> Confirmed:
    orders = "\n".join(long_games.turn(history.view(game, 0)))
    at = time.monotonic()
    answer = client.post(f"/games/{game.code}/orders/",
                         {"orders": orders, "number": game.number, "key": "bench"})
    assert answer.status_code == 302, answer.content.decode()
    return Confirmed(game, at)


def _of_a_queue(games: list[Game], reader: User, mail_server: Sink) -> Iterator[Fact]:
    """Measures how fast emails are sent that were queued in one transaction."""
    before = len(mail_server.ids)
    with worker.running():
        with transaction.atomic():
            for number in range(QUEUED):
                game = games[number % len(games)]
                game.refresh_from_db()
                queue_email("turn", to=reader.email or "", game=game,
                            seat=game.seats.get(index=1), user=reader, number=game.number,
                            now=timezone.now())
        begun = time.monotonic()
        _wait(lambda: len(mail_server.ids) >= before + QUEUED)
        took = time.monotonic() - begun
    yield Fact(f"{QUEUED} queued emails sent", f"{took:.1f} s",
               f"{QUEUED / took:.0f} emails a second, including pictures")


def _wait(done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        if time.monotonic() > end:
            raise RuntimeError("the emails did not arrive")
        time.sleep(0.02)
