"""Redis goes away while turns are submitted: pages still answer, emails leave later (R3)."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import redis
from celery import Celery

from alexandros_site.settings import CELERY_BROKER_TRANSPORT_OPTIONS
from games.base import task_queue
from games.models import Game, OutgoingEmail, User
from games.table.play import history
from tests.bench import long_games
from tests.kill import smtp_sink
from tests.kill.http_client import HttpClient, Response, signed_in_client
from tests.kill.processes import Program, Programs, eventually
from tests.kill.smtp_sink import Sink
from tests.sample_games import mover
from tests.with_servers import free_port, wait_for

PROMISED = 2.0  # seconds
SLOWDOWN = 2  # how much slower than promised a machine that is busy with tests may be
RECOVERY = 60.0  # seconds


@dataclass
class Broker:
    """The test's own Redis, which the test stops, pauses or empties."""

    directory: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        log = self.directory / "redis.log"
        with log.open("ab") as out:
            self.process = subprocess.Popen(
                [shutil.which("redis-server") or "redis-server", "--port", str(self.port),
                 "--bind", "127.0.0.1", "--save", "", "--dir", str(self.directory)],
                stdout=out, stderr=out,
            )
        wait_for(self.port, self.process, log)

    def send(self, number: signal.Signals) -> None:
        assert self.process is not None
        os.kill(self.process.pid, number)
        if number in (signal.SIGTERM, signal.SIGKILL):
            self.process.wait(30)

    def flush(self) -> None:
        redis.Redis.from_url(self.url).flushall()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    redis_server = Broker(tmp_path)
    redis_server.start()
    yield redis_server
    assert redis_server.process is not None
    if redis_server.process.poll() is None:
        redis_server.send(signal.SIGKILL)


@pytest.fixture
def slow_mail_server() -> Iterator[Sink]:
    """A mail server that takes two seconds to confirm an email, so that tasks last."""
    with smtp_sink.listening(delay=2.0) as sink:
        yield sink


@pytest.mark.cache
@pytest.mark.promise("R3")
def test_a_page_that_asks_for_a_queue_is_not_broken_by_the_loss_of_redis(
    broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = Celery("test", broker=broker.url, set_as_current=False)
    app.conf.broker_transport_options = {"max_retries": 0}
    monkeypatch.setattr(task_queue, "current_app", app)
    with app.connection_for_write() as connection:
        connection.default_channel.queue_declare("outbox", durable=True)
        connection.SimpleQueue("outbox").put("a task")
    assert task_queue.waiting("outbox") == 1
    broker.send(signal.SIGKILL)
    assert task_queue.waiting("outbox") == 0


@dataclass
class Site:
    """A web server, beat and their broker; ``start_worker`` adds a worker."""

    programs: Programs
    broker: Broker
    mail_server: Sink
    player: HttpClient
    games: list[Game]

    def start_worker(self) -> Program:
        """Starts a worker."""
        return self.programs.start("worker", "--pool", "solo", REDIS_URL=self.broker.url,
                                   EMAIL_URL=self.mail_server.url)

    def take_turns(self) -> list[Response]:
        """Plays Alice's turn in every game, each of which causes an email to Bob."""
        return [self._take_turn(game) for game in self.games]

    def _take_turn(self, game: Game) -> Response:
        lines = whole_turn(game)
        return self.player.post(f"/games/{game.code}/orders/", orders="\n".join(lines),
                                number=game.number, key="away")

    def is_done(self) -> bool:
        """Whether an email about every turn has been delivered."""
        return (len(self.mail_server.ids) == len(self.games)
                and not OutgoingEmail.objects.exclude(status=OutgoingEmail.Status.SENT).exists())


def whole_turn(game: Game) -> list[str]:
    """The orders of one turn: a card, a march and the end."""
    return long_games.turn(history.view(game, mover(game)))


@pytest.fixture
def site(programs: Programs, broker: Broker, mail_server: Sink, alice: User,
         start_games: Callable[[int], list[Game]]) -> Site:
    """A running web server and beat, but no worker yet."""
    port = free_port()
    variables = {"REDIS_URL": broker.url, "EMAIL_URL": mail_server.url}
    web = programs.start("web", str(port), **variables)
    programs.start("beat", **variables)
    player = signed_in_client(alice, port=port)
    assert eventually(player.can_connect), web.log_tail()
    return Site(programs, broker, mail_server, player, start_games(3))


def check(responses: list[Response], situation: str) -> None:
    """Checks that every turn was played promptly."""
    assert [response.status for response in responses] == [302] * len(responses)
    slowest = max(response.seconds for response in responses)
    print(f"\n{situation}: the slowest page answered after {slowest:.2f} s")
    assert slowest < PROMISED * SLOWDOWN


@pytest.mark.promise("R3")
def test_redis_ends_while_turns_are_submitted(site: Site) -> None:
    site.start_worker()
    site.broker.send(signal.SIGTERM)
    check(site.take_turns(), "Redis stopped")
    site.broker.start()
    assert eventually(site.is_done, within=RECOVERY), site.programs.log_tail()


@pytest.mark.promise("R3")
def test_redis_hangs_while_turns_are_submitted(site: Site) -> None:
    site.start_worker()
    site.broker.send(signal.SIGSTOP)
    check(site.take_turns(), "Redis paused")
    site.broker.send(signal.SIGCONT)
    assert eventually(site.is_done, within=RECOVERY), site.programs.log_tail()


@pytest.mark.promise("R3")
def test_redis_is_emptied_after_turns_were_submitted(site: Site) -> None:
    check(site.take_turns(), "before Redis is emptied")
    site.broker.flush()
    site.start_worker()
    assert eventually(site.is_done, within=RECOVERY), site.programs.log_tail()


@pytest.mark.promise("R3", "R4")
@pytest.mark.parametrize("pool", ["prefork", "solo", "threads"])
def test_a_worker_survives_the_loss_of_redis_while_it_is_working(
    programs: Programs, broker: Broker, slow_mail_server: Sink,
    queue_emails: Callable[[int], list[OutgoingEmail]], pool: str,
) -> None:
    emails = queue_emails(6)
    programs.start("beat", REDIS_URL=broker.url)
    worker = programs.start("worker", "--pool", pool, "-c", "2", REDIS_URL=broker.url,
                            EMAIL_URL=slow_mail_server.url)
    for done in (0, 2):
        assert eventually(lambda done=done: len(slow_mail_server.ids) > done), worker.log_tail()
        broker.send(signal.SIGKILL)
        assert eventually(lambda: "connection" in worker.log_tail().lower()), worker.log_tail()
        broker.start()
    assert eventually(lambda: len(slow_mail_server.ids) == len(emails)), worker.log_tail()
    assert worker.process.is_alive(), worker.log_tail()


@pytest.mark.cache
@pytest.mark.promise("R3", "R4")
def test_a_worker_takes_the_next_task_although_redis_did_not_hear_of_the_last_one(
    broker: Broker
) -> None:
    assert _takes_another(broker, CELERY_BROKER_TRANSPORT_OPTIONS)


@pytest.mark.cache
def test_celery_would_take_no_more_tasks_if_it_told_redis_about_each(broker: Broker) -> None:
    """Once this fails, the setting ``ack_emulation`` may go."""
    assert not _takes_another(broker, {**CELERY_BROKER_TRANSPORT_OPTIONS, "ack_emulation": True})


def _takes_another(broker: Broker, options: dict[str, Any]) -> bool:
    """Whether a consumer of one task at a time takes a second after a hang of Redis."""
    app = Celery("test", broker=broker.url, set_as_current=False)
    app.conf.broker_transport_options = options
    with app.connection_for_read() as connection, connection.SimpleQueue("outbox") as queue:
        for task in ("the first", "the second"):
            queue.put(task)
        queue.consumer.qos(prefetch_count=1)
        first = queue.get(timeout=5)
        broker.send(signal.SIGSTOP)
        with suppress(redis.TimeoutError):  # Celery goes on, too
            first.ack()
        broker.send(signal.SIGCONT)
        try:
            return bool(queue.get(timeout=5).payload == "the second")
        except queue.Empty:
            return False
