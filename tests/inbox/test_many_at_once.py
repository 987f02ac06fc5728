"""Orders by page and email at the same moment: one is played, the others refused (R5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from games.models import Game, IncomingEmail, LoggedMove, OutgoingEmail, User
from games.post.inbox import processing
from games.post.inbox.parsing.message_reader import Envelope
from games.table.play import verification
from tests.concurrency import at_once
from tests.inbox.email_replies import PostOffice, written
from tests.sample_games import legal

pytestmark = pytest.mark.django_db(transaction=True)

EACH = 8


def posting(game: Game, client: Client, orders: str, key: str) -> Callable[[], Any]:
    data = {"orders": orders, "number": "1", "key": key}
    return lambda: client.post(f"/games/{game.code}/orders/", data).status_code


def mailing(message: IncomingEmail, now: datetime) -> Callable[[], Any]:
    return lambda: processing.process(message.pk, now=now)


def stored(address: str, orders: str, now: datetime, message_id: str = "") -> IncomingEmail:
    raw = written(orders, to=address, sender="alice@example.org", message_id=message_id)
    return processing.store(raw, gateway="smtp", now=now, envelope=Envelope(None, (address,)))


@pytest.mark.promise("R5")
def test_of_pages_and_emails_at_once_one_plays_and_the_others_are_refused(
    game: Game, office: PostOffice, alice: User, now: datetime
) -> None:
    address = str(office.turn_email(game, alice)["Reply-To"])
    orders = legal(game)
    clients = [Client() for _ in range(EACH)]
    for client in clients:
        client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    acts = [posting(game, client, orders[i % len(orders)], f"{i}")
            for i, client in enumerate(clients)]
    acts += [mailing(stored(address, orders[i % len(orders)], now), now) for i in range(EACH)]
    results = Counter(at_once(*acts))
    assert results[302] + results["done"] == 1
    assert results[409] + results["refused"] == 2 * EACH - 1
    assert LoggedMove.objects.filter(game=game).count() == 2
    assert verification.first_fault(Game.objects.get(pk=game.pk)) is None
    played = IncomingEmail.objects.filter(status="done").count()
    assert OutgoingEmail.objects.filter(kind="receipt").count() == played
    assert OutgoingEmail.objects.filter(kind="refusal").count() == 5, (
        "all are refused, five are told"
    )


@pytest.mark.promise("R6")
def test_copies_of_an_email_at_once_play_once_and_have_one_receipt(
    game: Game, office: PostOffice, alice: User, now: datetime
) -> None:
    address = str(office.turn_email(game, alice)["Reply-To"])
    copies = [stored(address, "take temple", now, "<same@example.org>") for _ in range(6)]
    assert at_once(*[mailing(copy, now) for copy in copies]) == ["done"] * 6
    assert LoggedMove.objects.filter(game=game).count() == 2
    assert OutgoingEmail.objects.filter(kind="receipt").count() == 1
    assert sorted(IncomingEmail.objects.values_list("outcome", flat=True)) == [
        "orders", *["repeat"] * 5,
    ]
