"""Logs and positions are valid by their schemas, and broken ones are not."""

from __future__ import annotations

import copy
import json
from collections.abc import Collection, Iterator
from functools import cache
from typing import Any

import pytest
from jsonschema_rs import Registry, meta, validator_for

from alexandros_rules.alexandros import events as alexandros_events
from alexandros_rules.campaign import events as campaign_events
from tests.engine.formats.test_vectors import NAMES, played
from tests.engine.formats.vectors import FOLDER, Data

EVENTS = {"alexandros": alexandros_events.CLASSES, "campaign": campaign_events.CLASSES}
FILES = (*NAMES, "log")


@cache
def schema(name: str) -> Data:
    data: Data = json.loads((FOLDER / f"{name}.schema.json").read_text("utf-8"))
    return data


@cache
def validator(name: str, part: str = "") -> Any:
    registry = Registry([(f"file:///{one}.schema.json", schema(one)) for one in FILES])
    return validator_for({"$ref": f"file:///{name}.schema.json{part and f'#/$defs/{part}'}"},
                         registry=registry)


def faults(log: Data) -> list[str]:
    """What is wrong with a log, the events in its rows included."""
    found = [error.message for error in validator("log").iter_errors(log)]
    for row in log["rows"]:
        name, part = ("log", "outside") if row["move"][:1] == "@" else (log["ruleset"], "events")
        events = json.loads(row["events"])
        found += [error.message for error in validator(name, part).iter_errors(events)]
    return found


@pytest.mark.parametrize("name", FILES)
def test_a_schema_is_one(name: str) -> None:
    meta.validate(schema(name))


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_has_every_event_and_field(name: str) -> None:
    parts = schema(name)["$defs"]
    listed = {one["$ref"].rpartition("/")[2] for one in parts["events"]["items"]["oneOf"]}
    assert listed == {*EVENTS[name]}
    for kind, event in EVENTS[name].items():
        assert list(parts[kind]["properties"]) == ["type", *event.__dataclass_fields__], kind


@pytest.mark.parametrize("name", NAMES)
def test_logs_and_positions_are_valid(name: str) -> None:
    data, games = played(name)
    assert [faults(game.log(len(game.rows))) for game in games] == [[]] * len(games)
    for one in data["positions"]:
        for text in (one["position"], one["next"]["position"], *one["views"]):
            assert validator(name, "position").is_valid(json.loads(text)), text


def broken(value: Any, *, any_text: Collection[str] = ()) -> Iterator[Any]:
    """The value without each of its parts, with another in its place, and with one more."""
    parts = list(value) if isinstance(value, dict) else range(len(value))
    for key in parts:
        for other in (-9, [[]], *(() if key in any_text else ("Ж",))):
            changed = copy.copy(value)
            changed[key] = other
            yield changed
        changed = copy.copy(value)
        del changed[key]
        yield changed
    yield {**value, "Ж": 1} if isinstance(value, dict) else [*value, 1]


@pytest.mark.parametrize("name", NAMES)
def test_broken_events_positions_and_logs_are_not_valid(name: str) -> None:
    data, games = played(name)
    events = {event["type"]: event for game in games for row in game.rows
              for event in json.loads(row.events)}
    for event in events.values():
        for other in broken(event, any_text=("board", "position")):
            assert not validator(name, "events").is_valid([other]), other
    for other in broken(json.loads(data["positions"][-1]["position"])):
        assert not validator(name, "position").is_valid(other), other
    log = data["log"]
    texts = ("game", "name", "ruleset", "board", "move", "events")
    for other in broken(log, any_text=texts):
        assert not validator("log").is_valid(other), other
    for row in broken(log["rows"][1], any_text=texts):
        assert not validator("log").is_valid({**log, "rows": [log["rows"][0], row]}), row
    assert not validator("log").is_valid({**log, "rows": log["rows"][1:]})
