"""Redis goes away while turns are sent: pages answer all the same, mails leave later (R3)."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import redis

from games.models import Game, OutgoingEmail, User
from games.play import history
from tests.bench import long_games
from tests.kill.http_visitor import Answer, Visitor, visitor
from tests.kill.processes import Program, Programs, eventually
from tests.kill.smtp_sink import Sink
from tests.with_servers import free_port, wait_for

PROMISED = 2.0
BUSY = 2  # how much slower than promised a machine full of tests may be
BACK = 60.0


@dataclass
class Broker:
    """A Redis of this test's own, to be taken away."""

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
    made = Broker(tmp_path)
    made.start()
    yield made
    assert made.process is not None
    if made.process.poll() is None:
        made.send(signal.SIGKILL)


@dataclass
class Site:
    """A web server, a worker, the clock and their broker."""

    programs: Programs
    broker: Broker
    mail_server: Sink
    player: Visitor
    games: list[Game]

    def work(self) -> Program:
        """A worker."""
        return self.programs.start("worker", "--pool", "solo", REDIS_URL=self.broker.url,
                                   EMAIL_URL=self.mail_server.url)

    def take_turns(self) -> list[Answer]:
        """Alice plays a whole turn at every table; Bob is written to."""
        return [self._take_turn(game) for game in self.games]

    def _take_turn(self, game: Game) -> Answer:
        lines = whole_turn(game)
        return self.player.post(f"/games/{game.code}/orders/", orders="\n".join(lines),
                                number=game.number, key="away")

    def is_done(self) -> bool:
        """Whether Bob has heard of every turn."""
        return (len(self.mail_server.ids) == len(self.games)
                and not OutgoingEmail.objects.exclude(status=OutgoingEmail.Status.SENT).exists())


def whole_turn(game: Game) -> list[str]:
    """A card, a march and the end: the orders of one turn."""
    return long_games.turn(history.view(game, game.to_move))


@pytest.fixture
def site(programs: Programs, broker: Broker, mail_server: Sink, alice: User,
         deal: Callable[[int], list[Game]]) -> Site:
    """A web server and the clock at work; no worker yet."""
    port = free_port()
    told = {"REDIS_URL": broker.url, "EMAIL_URL": mail_server.url}
    web = programs.start("web", str(port), **told)
    programs.start("beat", **told)
    player = visitor(alice, port=port)
    assert eventually(player.is_let_in), web.told()
    return Site(programs, broker, mail_server, player, deal(3))


def check(given: list[Answer], what: str) -> None:
    """Every turn was played, and promptly."""
    assert [answer.status for answer in given] == [302] * len(given)
    slowest = max(answer.seconds for answer in given)
    print(f"\n{what}: the slowest page answered after {slowest:.2f} s")
    assert slowest < PROMISED * BUSY


@pytest.mark.promise("R3")
def test_redis_ends_while_turns_are_sent(site: Site) -> None:
    site.work()
    site.broker.send(signal.SIGTERM)
    check(site.take_turns(), "Redis stopped")
    site.broker.start()
    assert eventually(site.is_done, within=BACK), site.programs.told()


@pytest.mark.promise("R3")
def test_redis_hangs_while_turns_are_sent(site: Site) -> None:
    site.work()
    site.broker.send(signal.SIGSTOP)
    check(site.take_turns(), "Redis paused")
    site.broker.send(signal.SIGCONT)
    assert eventually(site.is_done, within=BACK), site.programs.told()


@pytest.mark.promise("R3")
def test_redis_is_emptied_after_turns_were_sent(site: Site) -> None:
    check(site.take_turns(), "before Redis is emptied")
    site.broker.flush()
    site.work()
    assert eventually(site.is_done, within=BACK), site.programs.told()
