"""The page that checks finished games says what it can check of a game that it does not know."""

from __future__ import annotations

import json
from datetime import datetime

import pytest

from games.models import Game
from games.table.play import records
from tests.auction.conftest import play_on
from tests.checker.page_script import check, verdicts

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.mark.promise("R9", "R24")
def test_the_seed_and_the_hashes_are_checked_and_nothing_else(game: Game, now: datetime) -> None:
    play_on(game, now=now)
    log = json.loads(records.export_log(game))
    report = check(log)
    assert report["first"] is None
    assert verdicts(report) == {"commitment": "good", "rows": "good", "draws": "unknown",
                                "positions": "unknown", "emails": "unknown"}
    draws = next(one for one in report["checks"] if one["name"] == "draws")
    assert draws["values"] == {"ruleset": "lots", "version": 1}
    assert report["scores"] is None
    log["rows"][4]["events"] = log["rows"][4]["events"].replace("numbers", "numbert")
    assert check(log)["first"] == {"row": 5, "code": "row-hash", "values": {"found": 5}}
