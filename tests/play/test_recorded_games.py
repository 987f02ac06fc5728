"""The recorded games of released versions, replayed in the service and its database."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from engine import record
from engine.alexandros.rules import RULESET
from games.table.play import event_log, history, records, verification

RECORDS = sorted((Path(__file__).parents[1] / "golden" / "records").glob("*.record"))


@pytest.mark.promise("R8")
@pytest.mark.django_db
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_game_replays_in_the_database_to_its_digests(
    path: Path, now: datetime
) -> None:
    text = path.read_text(encoding="utf-8")
    game = records.import_record(text, now=now)
    assert [row.digest for row in event_log.logged_moves(game)] == [
        row.digest for row in record.load(text, {RULESET.name: RULESET}).rows
    ]
    assert verification.first_fault(game) is None
    game.refresh_from_db()
    ruleset = event_log.ruleset_of(game)
    assert ruleset.status(history.state(game)).over


def test_there_are_recorded_games() -> None:
    assert RECORDS
