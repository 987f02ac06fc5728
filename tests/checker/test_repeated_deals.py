"""The page's script checks the deal of the second game of a match."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from engine.chance import commitment
from games.table.play import records
from tests.checker.page_script import Log, check, verdicts
from tests.checker.test_tampering import changed, other, signed_again
from tests.sample_games import recorded, written_record

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture(params=["v2-delta-2-walls-15", "v3-delta-2-walls-15"])
def log(request: pytest.FixtureRequest, now: datetime) -> Log:
    """The log of a second game with a balanced start, by either version of this option."""
    game = records.import_record(recorded(request.param), now=now)
    made: Log = json.loads(records.export_log(game))
    return made


def forged(log: Log, change: Callable[[list[Any]], Any]) -> Log:
    """The log with other events in its first row, and with hashes that fit them."""
    events = json.loads(log["rows"][0]["events"])
    change(events)

    def forge(it: Log) -> None:
        it["rows"][0]["events"] = json.dumps(events)
        signed_again(it)

    return changed(log, forge)


@pytest.mark.promise("R24")
def test_a_second_game_passes(log: Log) -> None:
    report = check(log)

    assert report["first"] is None
    assert set(verdicts(report).values()) == {"good", "unknown"}


@pytest.mark.rule("S5")
@pytest.mark.promise("R24")
@pytest.mark.parametrize("first", [None, 0, 1, 2, 3])
def test_a_deal_for_four_passes_whoever_moves_first(now: datetime, first: int | None) -> None:
    record = written_record(players=4, seed=bytes(32), deal=bytes([7] * 32).hex(), first=first,
                            balanced_start=True)

    assert check(records.export_log(records.import_record(record, now=now)))["first"] is None


@pytest.mark.promise("R9", "R24")
@pytest.mark.parametrize("change", [
    lambda events: events[1]["hands"].reverse(),
    lambda events: events[1].update(face_up=events[1]["face_up"][:1]),
    lambda events: events[1].update(hands=["a", "tt"]),
    lambda events: events[1]["hands"].append(""),
    lambda events: events[1]["hands"].pop(),
    lambda events: events.pop(1),
    lambda events: events.insert(1, events.pop(2)),
], ids=["swapped", "one face up", "other cards", "another hand", "a hand less", "none", "later"])
def test_a_forged_deal_is_named(log: Log, change: Callable[[list[Any]], Any]) -> None:
    report = check(forged(log, change))

    assert verdicts(report)["rows"] == "good"
    assert (report["first"]["row"], report["first"]["code"]) == (1, "other-deal")


def test_a_second_deal_is_named(log: Log) -> None:
    found = check(forged(log, lambda events: events.append(events[1])))["first"]

    assert (found["row"], found["code"]) == (1, "event-type")


@pytest.mark.promise("R9", "R24")
def test_the_seed_of_another_game_does_not_fit_the_deal(log: Log) -> None:
    deal = log["options"]["deal"]
    for seed in (other(deal, 5), "ab" * 32):
        found = check({**log, "options": {**log["options"], "deal": seed}})["first"]
        assert (found["row"], found["code"]) in {(1, "other-deal"), (1, "first-player")}, seed
    without = {name: value for name, value in log["options"].items() if name != "deal"}
    assert check({**log, "options": without})["first"]["row"] == 1
    for wrong in ("", 7, deal.upper(), deal[1:]):
        found = check({**log, "options": {**log["options"], "deal": wrong}})["first"]
        assert (found["row"], found["code"]) == (1, "start-option"), wrong


@pytest.mark.promise("R24")
def test_emails_about_the_first_game_show_that_the_deal_is_its_deal(log: Log) -> None:
    deal = bytes.fromhex(log["options"]["deal"])
    report = check(log, f"{commitment(deal)}\n{log['commitment']}\n{deal.hex()}")

    emails = next(one for one in report["checks"] if one["name"] == "emails")
    assert (emails["verdict"], emails["values"]["secrets"]) == ("good", 3)
    stranger = check(log, commitment(b"\0" * 32))["first"]
    assert stranger["code"] == "email-commitment"
