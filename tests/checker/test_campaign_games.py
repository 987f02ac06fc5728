"""The page's script agrees with the engine on games and maps of The Campaign."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import pytest

from engine.campaign import map_file
from engine.campaign.events import CLASSES
from tests.checker.campaign_logs import by_bots, event_types, with_every_event
from tests.checker.page_script import Log, run, verdicts
from tests.checker.test_golden_games import ALL_GOOD

MAP = map_file.shipped()[map_file.DEFAULT]


def assert_all_pass(logs: Sequence[Log]) -> None:
    reports = run([{"kind": "check", "text": json.dumps(log), "pasted": ""} for log in logs])
    for log, report in zip(logs, reports, strict=True):
        assert report["first"] is None, (log["options"], report["first"])
        assert verdicts(report) == {**ALL_GOOD, "emails": "unknown"}
        draws = next(one["values"] for one in report["checks"] if one["name"] == "draws")
        assert draws["cards"] > 5 * len(log["players"])
        assert len(report["scores"]) == len(log["players"])


@pytest.mark.promise("R9", "R24")
def test_games_with_every_option_and_every_kind_of_event_pass() -> None:
    logs = with_every_event()

    assert set().union(*map(event_types, logs)) == {*CLASSES}
    assert_all_pass(logs)


@pytest.mark.promise("R24")
def test_games_of_two_three_and_four_bots_pass() -> None:
    assert_all_pass([by_bots(1, players=2), by_bots(2, players=3, open_bidding=True),
                     by_bots(3, players=4, open_bidding=True, bluff=True)])


@pytest.mark.parametrize("text", [
    MAP, MAP.replace("\n", "\r\n"), re.sub("  +", "\t", MAP),
    re.sub("  +", "\u00a0 \u3000", MAP).replace("[route]", "[route]\u2028# a comment"),
], ids=["as it comes", "other line breaks", "tabs", "other blanks"])
def test_maps_are_read_as_the_engine_reads_them(text: str) -> None:
    (found,) = run([{"kind": "map", "map": text}])
    world = map_file.load(text)

    assert found == {
        "fingerprint": world.id, "hexes": world.hex_by_label, "junctions": world.junction_by_label,
        "paths": world.path_by_label, "deserts": [world.hexes[h].label for h in world.deserts],
        "chits": sum(stop.kind == "chit" for stop in world.route),
    }
