"""The page's script gives the answers of the test vectors of both games."""

from __future__ import annotations

import json

import pytest

from tests.checker.page_script import run, verdicts
from tests.checker.test_golden_games import ALL_GOOD
from tests.engine.formats import vectors

READERS = {"alexandros": "board", "campaign": "map"}


@pytest.mark.promise("R24")
@pytest.mark.parametrize("name", READERS)
def test_it_draws_and_reads_boards_as_the_vectors_say(name: str) -> None:
    data, kind = vectors.read(name), READERS[name]
    draws = run([{"kind": "draw", **draw} for draw in data["draws"]])
    assert draws == [draw["result"] for draw in data["draws"]]
    boards = [*data["boards"].values()]
    for board, found in zip(boards, run([{"kind": kind, kind: board["text"]} for board in boards]),
                            strict=True):
        assert found["fingerprint"] == board["fingerprint"]
        assert found.get("start") == board.get("start")
        assert len(found.get("spaces", ())) == board.get("spaces", 0)
        assert found.get("deserts") == board.get("deserts")


@pytest.mark.promise("R8", "R24")
@pytest.mark.parametrize("name", READERS)
def test_all_of_their_games_pass(name: str) -> None:
    data = vectors.read(name)
    games = vectors.played(data)
    cases = [{"kind": "check", "text": json.dumps(log), "pasted": f"{log['commitment']}"}
             for log in [data["log"], *(game.log(len(game.rows)) for game in games)]]
    (first, *reports) = run(cases)
    for game, report in zip(data["games"], reports, strict=True):
        if game["over"]:
            assert (report["first"], report["scores"]) == (None, game["scores"])
            assert verdicts(report) == {**ALL_GOOD, "emails": "good"}
        else:
            assert report["first"]["code"] == "not-over", report["first"]
    assert first["first"] is None or first["first"]["code"] == "not-over"
