"""The page's script checks games of The Campaign that go on from a position in another game."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from alexandros_rules.campaign import continuing
from alexandros_rules.campaign.rules import RULESET
from games.features.play_on import pages
from games.models import User
from games.table.play import records
from tests.campaign.room.conftest import play_on
from tests.checker.page_script import Log, check, verdicts
from tests.checker.test_tampering import with_events
from tests.engine.formats import vectors

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

@pytest.fixture(scope="module")
def logs() -> dict[str, Log]:
    return {}


@pytest.fixture
def log(logs: dict[str, Log], guest: User, now: datetime) -> Log:
    """The log of a whole game that goes on from a position; it is played once."""
    if not logs:
        (position,) = [game["options"]["position"] for game in vectors.read("campaign")["games"]
                       if "position" in game["options"]]
        setup = continuing.setup(position)
        game = pages.open_table(RULESET, setup, by=guest, seat=0, now=now,
                                bots=dict.fromkeys(range(1, setup.players), "random"))
        play_on(game, now=now)
        logs["one"] = json.loads(records.export_log(game))
    return logs["one"]


@pytest.mark.rule("SU6")
@pytest.mark.promise("R24")
def test_a_game_from_a_position_passes(log: Log) -> None:
    report = check(log)

    assert report["first"] is None
    assert {*verdicts(report).values()} <= {"good", "unknown"}


@pytest.mark.promise("R24")
@pytest.mark.parametrize("change", [
    lambda events: events[1]["hands"].reverse(),
    lambda events: events[1].update(supply=events[1]["supply"] + "b"),
    lambda events: events[1].update(deck=events[1]["deck"][1:]),
    lambda events: events[1]["developments"].append("s"),
    lambda events: events[1].update(chits=events[1]["chits"][::-1]),
    lambda events: events[1].update(position=events[1]["position"].replace("1", "2", 1)),
    lambda events: events.pop(1),
    lambda events: events[0].update(first=(events[0]["first"] + 1) % events[0]["players"]),
], ids=["hands", "supply", "deck", "developments", "chits", "position", "none", "first"])
def test_a_forged_start_is_named(log: Log, change: Callable[[list[Any]], Any]) -> None:
    assert check(with_events(log, 0, change))["first"]["row"] == 1


def test_the_first_version_has_no_such_games(log: Log) -> None:
    assert check({**log, "version": 1})["first"]["row"] == 1
