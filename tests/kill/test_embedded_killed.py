"""The embedded service is killed while it works and continues after the next start (R1)."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime

import pytest

from games.models import Game, MailboxEmail, OutgoingEmail, Seat, User
from games.table.lobby import open_tables
from games.table.play import history, verification
from tests.bench import long_games
from tests.kill.http_client import HttpClient, signed_in_client
from tests.kill.processes import Programs, eventually
from tests.sample_games import mover
from tests.with_servers import free_port

TABLES, KILLS = 4, 4


def seat_bots(alice: User, now: datetime) -> list[Game]:
    """Starts long games of Alice and two bots; a bot has the first turn."""
    return [
        open_tables.create_table(by=alice, name=f"Table {number}", players=3, board="persia",
                            options={"first": 1}, bots=["greedy", "random"], now=now)
        for number in range(TABLES)
    ]


def take_turns(player: HttpClient, games: list[Game]) -> int:
    """Plays Alice's turn wherever it is their turn; returns how many were played."""
    done = 0
    for game in games:
        game.refresh_from_db()
        if mover(game) == 0:
            lines = long_games.turn(history.view(game, 0))
            answer = player.post(f"/games/{game.code}/orders/", orders="\n".join(lines),
                                 number=game.number, key=f"alice:{game.number}")
            assert answer.status == 302, answer.text
            done += 1
    return done


def settled(games: list[Game]) -> bool:
    """Whether it is no bot's turn and all emails have been sent."""
    bots = Seat.objects.exclude(bot="").filter(game__in=games, game__status="running")
    return (not bots.filter(to_move=True).exists()
            and not OutgoingEmail.objects.exclude(status=OutgoingEmail.Status.SENT).exists())


@pytest.mark.promise("R1", "R2", "R4")
def test_emails_and_bots_go_on_after_every_kill(
    programs: Programs, alice: User, real_now: datetime,
    no_tasks: Callable[[], AbstractContextManager[None]],
) -> None:
    with no_tasks():
        games = seat_bots(alice, real_now)
    port, chance, turns = free_port(), random.Random(3), 0
    player = signed_in_client(alice, port=port)
    service = programs.start("play", str(port))
    for _ in range(KILLS):
        assert eventually(player.can_connect), service.log_tail()
        assert eventually(lambda: settled(games)), service.log_tail()
        turns += take_turns(player, games)
        time.sleep(chance.uniform(0, 0.5))
        service.kill()
        service.start()
    assert eventually(lambda: settled(games)), service.log_tail()
    sent = OutgoingEmail.objects.values_list("message_id", flat=True)
    kept = MailboxEmail.objects.values_list("message_id", flat=True)
    print(f"\n{KILLS} kills, {turns} turns of Alice's, {len(kept)} emails")
    assert turns >= KILLS * TABLES // 2
    assert len(sent) >= turns
    assert sorted(kept) == sorted(sent)
    for game in games:
        game.refresh_from_db()
        assert verification.first_fault(game) is None
        assert OutgoingEmail.objects.filter(game=game, number=game.number).exists()
