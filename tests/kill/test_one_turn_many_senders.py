"""One turn is submitted fifty times at once, through two web servers and by email (R5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime

import pytest

from games.models import Game, IncomingEmail, LoggedMove, User
from games.post.inbox import processing, tokens
from games.post.inbox.parsing.message_reader import Envelope
from games.table.play import verification
from tests.concurrency import at_once
from tests.inbox.email_replies import written
from tests.kill.http_client import signed_in_client
from tests.kill.processes import Programs, eventually
from tests.sample_games import legal
from tests.with_servers import free_port

PAGES, EMAILS = 30, 20
SERVERS = 2


def store_email(address: str, orders: str, now: datetime) -> IncomingEmail:
    raw = written(orders, to=address, sender="alice@example.org")
    return processing.store(raw, gateway="smtp", now=now, envelope=Envelope(None, (address,)))


@pytest.mark.promise("R5")
def test_of_fifty_submissions_by_page_and_email_exactly_one_is_played(
    programs: Programs, start_games: Callable[[int], list[Game]], alice: User, real_now: datetime
) -> None:
    [game] = start_games(1)
    players = []
    for _ in range(SERVERS):  # one after the other: the first collects the static files
        port = free_port()
        programs.start("web", str(port))
        players.append(signed_in_client(alice, port=port))
        assert eventually(players[-1].can_connect), programs.log_tail()
    address = tokens.reply_address(game.seats.get(index=0), number=game.number, now=real_now)
    orders, path = legal(game), f"/games/{game.code}/orders/"

    def posting(i: int) -> Callable[[], object]:
        return lambda: players[i % SERVERS].post(
            path, orders=orders[i % len(orders)], number=1, key=f"page-{i}").status

    def mailing(i: int) -> Callable[[], object]:
        message = store_email(address, orders[i % len(orders)], real_now)
        return lambda: processing.process(message.pk, now=real_now)

    actions = [posting(i) for i in range(PAGES)] + [mailing(i) for i in range(EMAILS)]
    results = Counter(at_once(*actions))
    print(f"\n{dict(results)}")
    assert results[302] + results["done"] == 1
    assert results[409] + results["refused"] == PAGES + EMAILS - 1
    assert LoggedMove.objects.filter(game=game).count() == 2
    assert verification.first_fault(Game.objects.get(pk=game.pk)) is None


@pytest.mark.promise("R5", "R6")
def test_one_form_sent_fifty_times_is_played_once_and_always_answered_alike(
    programs: Programs, start_games: Callable[[int], list[Game]], alice: User
) -> None:
    [game] = start_games(1)
    port = free_port()
    web = programs.start("web", str(port))
    player = signed_in_client(alice, port=port)
    assert eventually(player.can_connect), web.log_tail()
    order, path = legal(game)[0], f"/games/{game.code}/orders/"
    actions = [lambda: player.post(path, orders=order, number=1, key="form").status] * 50
    assert Counter(at_once(*actions)) == {302: 50}
    assert LoggedMove.objects.filter(game=game).count() == 2
