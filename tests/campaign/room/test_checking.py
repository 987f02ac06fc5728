"""The logs of finished games of The Campaign, from their download to the page that checks them."""

from __future__ import annotations

from datetime import datetime

import pytest

from games.models import User
from tests.campaign.room.conftest import Table, play_on
from tests.checker.page_script import check, verdicts
from tests.pages.page_reader import Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.mark.promise("R9", "R24")
@pytest.mark.parametrize("open_bidding", [False, True])
def test_the_log_that_the_replay_offers_passes(
    table: Table, alice: User, sit: Sit, now: datetime, *, open_bidding: bool
) -> None:
    game = table(3, first=None, open_bidding=open_bidding)
    play_on(game, now=now)

    text = sit(alice).client.get(f"/games/{game.code}/log.json").content.decode()
    head = f"row {game.number}, {game.rows.get(number=game.number).chain} ({game.code})"
    report = check(text, head)

    assert report["first"] is None, report["first"]
    assert {*verdicts(report).values()} == {"good"}
    assert report["scores"] == [*game.seats.order_by("index").values_list("score", flat=True)]
