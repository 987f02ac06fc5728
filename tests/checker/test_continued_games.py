"""The page's script checks games that go on from a position of another one."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from games.table.play import records
from tests.checker.page_script import Log, check, verdicts
from tests.checker.test_repeated_deals import forged
from tests.engine.continued_games import positions, record_from

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def log(now: datetime) -> Log:
    """The log of a game from the middle of one in which cards were shuffled several times."""
    start = positions("v3-persia-2-walls-4")[104]
    game = records.import_record(record_from(start), now=now)
    made: Log = json.loads(records.export_log(game))
    return made


@pytest.mark.rule("S6")
@pytest.mark.promise("R24")
@pytest.mark.parametrize("record", [
    "v1-delta-3-walls-2", "v2-persia-4-walls-3", "v3-persia-2-points-1"])
def test_a_game_from_any_phase_passes(now: datetime, record: str) -> None:
    by_phase = {start.phase: start for start in positions(record)}

    assert set(by_phase) == {"take", "march", "act"}
    for start in by_phase.values():
        game = records.import_record(record_from(start), now=now)
        report = check(records.export_log(game))
        assert report["first"] is None, report["first"]
        assert set(verdicts(report).values()) == {"good", "unknown"}


@pytest.mark.promise("R9", "R24")
@pytest.mark.parametrize(("change", "code"), [
    (lambda events: events[1]["hands"].reverse(), "dealt-cards"),
    (lambda events: events[1].update(supply=events[1]["supply"][::-1]), "dealt-cards"),
    (lambda events: events[1].update(position=events[1]["position"] + " "), "other-position"),
    (lambda events: events[0].update(first=1 - events[0]["first"]), "other-position"),
    (lambda events: events.append(events[1]), "event-type"),
], ids=["swapped hands", "another supply", "another position", "another first player", "twice"])
def test_a_forged_start_is_named(
    log: Log, change: Callable[[list[Any]], Any], code: str
) -> None:
    found = check(forged(log, change))["first"]

    assert (found["row"], found["code"]) == (1, code)


@pytest.mark.promise("R9", "R24")
def test_another_position_in_the_options_is_named(log: Log) -> None:
    position = log["options"]["position"]
    parts, pools = json.loads(position)
    higher = json.dumps([[*parts[:20], [1, 1], *parts[21:]], pools], separators=(",", ":"))
    for other, code in ((higher, "other-position"), ("[]", "start-option"), ("x", "start-option"),
                        (7, "event-field")):
        found = check({**log, "options": {**log["options"], "position": other}})["first"]
        assert (found["row"], found["code"]) == (1, code)
    both = {**log["options"], "first": 0}
    assert check({**log, "options": both})["first"]["code"] == "start-option"
