"""The page's script checks games that go on from others: from their deal or from a position."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from alexandros_rules.chance import commitment
from games.table.play import records
from tests.checker.page_script import Log, check, verdicts
from tests.checker.test_tampering import other, with_events
from tests.engine.continued_games import positions, record_from
from tests.sample_games import recorded, written_record

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture(params=["v2-delta-2-walls-15", "v3-delta-2-walls-15"])
def log(request: pytest.FixtureRequest, now: datetime) -> Log:
    """The log of a second game with a balanced start, by either version of this option."""
    game = records.import_record(recorded(request.param), now=now)
    made: Log = json.loads(records.export_log(game))
    return made


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
    report = check(with_events(log, 0, change))

    assert verdicts(report)["rows"] == "good"
    assert (report["first"]["row"], report["first"]["code"]) == (1, "other-deal")


def test_a_second_deal_is_named(log: Log) -> None:
    found = check(with_events(log, 0, lambda events: events.append(events[1])))["first"]

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


@pytest.fixture
def continued(now: datetime) -> Log:
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
    continued: Log, change: Callable[[list[Any]], Any], code: str
) -> None:
    found = check(with_events(continued, 0, change))["first"]

    assert (found["row"], found["code"]) == (1, code)


@pytest.mark.promise("R9", "R24")
def test_another_position_in_the_options_is_named(continued: Log) -> None:
    position = continued["options"]["position"]
    parts, pools = json.loads(position)
    higher = json.dumps([[*parts[:20], [1, 1], *parts[21:]], pools], separators=(",", ":"))
    for changed_to, code in ((higher, "other-position"), ("[]", "start-option"),
                             ("x", "start-option"), (7, "event-field")):
        options = {**continued["options"], "position": changed_to}
        found = check({**continued, "options": options})["first"]
        assert (found["row"], found["code"]) == (1, code)
    both = {**continued["options"], "first": 0}
    assert check({**continued, "options": both})["first"]["code"] == "start-option"
