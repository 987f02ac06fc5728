"""Fifty submissions of one turn at once, by pages of two web servers and by mail (R5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime

import pytest

from games.inbox import incoming, turn_tokens
from games.inbox.parsing.message_reader import Envelope
from games.models import Game, IncomingEmail, LoggedMove, User
from games.play import verification
from tests.concurrency import at_once
from tests.inbox.email_replies import written
from tests.kill.http_visitor import visitor
from tests.kill.processes import Programs, eventually
from tests.service.sample_games import legal
from tests.with_servers import free_port

PAGES, MAILS = 30, 20
SERVERS = 2


def stored(address: str, orders: str, now: datetime) -> IncomingEmail:
    raw = written(orders, to=address, sender="alice@example.org")
    return incoming.store(raw, gateway="smtp", now=now, envelope=Envelope(None, (address,)))


@pytest.mark.promise("R5")
def test_of_fifty_submissions_by_page_and_mail_exactly_one_is_played(
    programs: Programs, deal: Callable[[int], list[Game]], alice: User, present: datetime
) -> None:
    [game] = deal(1)
    players = []
    for _ in range(SERVERS):  # one after the other: the first collects the static files
        port = free_port()
        programs.start("web", str(port))
        players.append(visitor(alice, port=port))
        assert eventually(players[-1].is_let_in), programs.told()
    address = turn_tokens.reply_address(game.seats.get(index=0), number=game.number, now=present)
    orders, path = legal(game), f"/games/{game.code}/orders/"

    def posting(i: int) -> Callable[[], object]:
        return lambda: players[i % SERVERS].post(
            path, orders=orders[i % len(orders)], number=1, key=f"page-{i}").status

    def mailing(i: int) -> Callable[[], object]:
        message = stored(address, orders[i % len(orders)], present)
        return lambda: incoming.process(message.pk, now=present)

    acts = [posting(i) for i in range(PAGES)] + [mailing(i) for i in range(MAILS)]
    results = Counter(at_once(*acts))
    print(f"\n{dict(results)}")
    assert results[302] + results["done"] == 1
    assert results[409] + results["refused"] == PAGES + MAILS - 1
    assert LoggedMove.objects.filter(game=game).count() == 2
    assert verification.first_fault(Game.objects.get(pk=game.pk)) is None


@pytest.mark.promise("R5", "R6")
def test_one_form_sent_fifty_times_is_played_once_and_answered_alike(
    programs: Programs, deal: Callable[[int], list[Game]], alice: User
) -> None:
    [game] = deal(1)
    port = free_port()
    web = programs.start("web", str(port))
    player = visitor(alice, port=port)
    assert eventually(player.is_let_in), web.told()
    order, path = legal(game)[0], f"/games/{game.code}/orders/"
    acts = [lambda: player.post(path, orders=order, number=1, key="form").status] * 50
    assert Counter(at_once(*acts)) == {302: 50}
    assert LoggedMove.objects.filter(game=game).count() == 2
