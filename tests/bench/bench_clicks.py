"""Clicks: the responses to the clicks of a turn, in whole games and late in a long log.

Measures what htmx requests after a click, through Django's test client: with routing, session,
templates and database, but without the network.  It measures processor time, which other load on
the machine hardly changes.  The 95th percentile must be below 100 milliseconds.
"""

from __future__ import annotations

import gzip
import os
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from time import process_time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.test import Client  # noqa: E402

from alexandros_rules.bot_plans import next_move  # noqa: E402
from games.models import Game, LoggedMove, User  # noqa: E402
from games.table.play import history  # noqa: E402
from tests.bench import bench_service, long_games  # noqa: E402
from tests.bench.measurement import Fact  # noqa: E402
from tests.sample_games import RULES, mover, seat_table, submit  # noqa: E402

AIM = 0.1
CLICKS = 6  # in a turn
LINK = re.compile(r'href="(/games/[^"]*\?draft=[^"]*)"')


@dataclass
class Clicks:
    """The times of clicks and the sizes of their responses."""

    seconds: list[float] = field(default_factory=list)
    sizes: list[tuple[int, int]] = field(default_factory=list)

    def follow_links(self, client: Client, url: str, chance: random.Random) -> None:
        """Opens a game's table and follows some of its links."""
        for _ in range(CLICKS):
            begun = process_time()
            response = client.get(url, headers={"HX-Request": "true"})
            self.seconds.append(process_time() - begun)
            self.sizes.append((len(response.content), len(gzip.compress(response.content))))
            links = [unescape(link) for link in LINK.findall(response.content.decode())]
            if not links:
                return
            url = chance.choice(links)

    def facts(self, what: str) -> Iterator[Fact]:
        """Yields the percentiles and the largest response."""
        times = sorted(self.seconds)
        late = times[int(len(times) * 0.95)]
        aim = "" if late <= AIM else f" (aim {AIM * 1000:g}, MISSED)"
        yield Fact(f"{what}: {len(times)} clicks, median", f"{times[len(times) // 2] * 1000:.0f}",
                   "ms")
        yield Fact(f"{what}: 95th percentile", f"{late * 1000:.0f}", f"ms{aim}")
        whole, packed = max(self.sizes)
        yield Fact(f"{what}: largest table", f"{whole / 1000:.0f}",
                   f"kB, {packed / 1000:.0f} kB compressed")


def run() -> Iterator[Fact]:
    """Measures clicks in games from start to end, then at row 500."""
    with bench_service.database():
        users = [User.objects.create_user(f"{name.lower()}@example.org", name=name)
                 for name in bench_service.CAST]
        yield from _whole_games(users).facts("whole games")
        yield from _late(users).facts(f"at row {bench_service.LATE}")


def _whole_games(users: list[User]) -> Clicks:
    clicks = Clicks()
    for seats in (2, 3, 4):
        game = seat_table(users[:seats], now=bench_service.NOW, board="persia",
                          seed=bytes([seats]) * 32)
        chance = random.Random(seats)
        while game.result is None:
            if RULES.status(history.state(game)).fresh:
                clicks.follow_links(_client(game, users), f"/games/{game.code}/", chance)
            _play(game)
    return clicks


def _play(game: Game) -> None:
    """Plays one move of the greedy bot."""
    seat, number = mover(game), game.number
    assert seat is not None
    view = history.view(game, seat)
    move = next_move(RULES.bots["greedy"], view, seat=seat, salt=bytes([number % 256]))
    submit(game, seat=seat, text=RULES.format(move, view), number=number,
           key=f"click:{number}", actor=LoggedMove.Actor.PAGE, now=bench_service.NOW)


def _client(game: Game, users: list[User]) -> Client:
    seat = mover(game)
    assert seat is not None
    client = Client()
    client.force_login(users[seat], backend="django.contrib.auth.backends.ModelBackend")
    return client


def _late(users: list[User]) -> Clicks:
    clicks, chance = Clicks(), random.Random(0)
    rows, _ = long_games.rows(bench_service.LATE)
    for _ in range(bench_service.ROUNDS):
        table = bench_service.create_table(users, rows)
        clicks.follow_links(table.client, table.url, chance)
    return clicks
