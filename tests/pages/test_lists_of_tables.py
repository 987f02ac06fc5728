"""Lists of tables: a picture each, and never a query more for a table more."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, Seat, User
from games.services import records, tables
from tests.pages.reading import Sit
from tests.service.playing import HALFWAY, seat_table


def opened(by: User, now: datetime) -> Game:
    return tables.create_table(by=by, name="Open", ruleset="alexandros", board="delta", players=3,
                               options={}, bots=[], listed=True, invite_emails=[], now=now)


def queries(sit: Sit, user: User, path: str) -> int:
    client = sit(user).client
    client.get(path)  # the first visit may set something up
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path).status_code == 200
    return len(asked)


@pytest.mark.parametrize("path", ["/games/", "/lobby/"])
def test_a_longer_list_asks_no_more(
    alice: User, bob: User, sit: Sit, now: datetime, path: str
) -> None:
    def grow() -> None:
        seat_table([alice, bob], now=now)
        game = records.store(HALFWAY, name="Halfway", now=now)
        Seat.objects.filter(game=game, index=0).update(user=alice)
        opened(bob, now)
        opened(alice, now)

    grow()
    before = queries(sit, alice, path)
    for _ in range(4):
        grow()
    assert queries(sit, alice, path) == before


def test_every_table_has_a_picture_of_its_own(alice: User, bob: User, sit: Sit,
                                              now: datetime) -> None:
    seat_table([alice, bob], now=now)
    game = records.store(HALFWAY, name="Halfway", now=now)
    Seat.objects.filter(game=game, index=0).update(user=alice)
    opened(alice, now)
    page = sit(alice).open("/games/")
    pictures = [part.partition("</svg>")[0] for part in page.html.split('class="thumb"')[1:]]
    assert len(pictures) == 3
    assert sum("ax-wall" in picture for picture in pictures) == 1
    assert all(len(picture) < 10_000 for picture in pictures)
    lobby = sit(bob).open("/lobby/")
    assert lobby.html.count('class="thumb"') == 1
