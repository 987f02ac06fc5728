"""A game goes out as a file, in, and out again unchanged: its record and its log."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime

import pytest

from alexandros_rules import record
from alexandros_rules.collection import rulesets
from alexandros_rules.record import Record
from games.models import Game, User
from games.table.play import records, verification
from tests.features.importing.played_games import OPTIONS, played
from tests.golden.game_files import RECORDS, read_record

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

GOLDEN = sorted(path.stem for path in RECORDS.glob("*.record"))  # of all versions of Alexandros
FEW, MANY = 2, 100  # games of each kind


@pytest.mark.promise("R8")
@pytest.mark.parametrize("name", OPTIONS)
def test_a_few_games_of_each_kind_come_back_unchanged(
    name: str, alice: User, now: datetime
) -> None:
    for number in range(FEW):
        stored = check_files(played(name, number), alice, now=now)
        assert verification.first_fault(stored) is None


@pytest.mark.promise("R8")
@pytest.mark.parametrize("name", OPTIONS)
def test_a_hundred_games_of_each_kind_come_back_unchanged(
    name: str, alice: User, now: datetime
) -> None:
    games = list(games_of(name))
    assert len(games) == MANY
    for game in games:
        check_files(game, alice, now=now)


def games_of(name: str) -> Iterator[Record]:
    """Yields games by all versions of the rules, the recorded ones first."""
    recorded = GOLDEN if name == "alexandros" else []
    yield from map(read_record, recorded)
    yield from (played(name, number) for number in range(FEW, FEW + MANY - len(recorded)))


def check_files(game: Record, alice: User, *, now: datetime) -> Game:
    """Imports the two files of a game, and compares what is written; returns the first import."""
    assert game.seed is not None
    text = record.export(game, rulesets()[game.ruleset], seed=game.seed)
    log = record.log_of(game, name="Friends")
    stored = imported(text, alice, now=now)
    assert records.export_record(stored) == text.replace(f"\ngame: {game.game}\n",
                                                         f"\ngame: {stored.code}\n")
    again = imported(json.dumps(log), alice, now=now)
    assert json.loads(records.export_log(again)) == {**log, "game": again.code}
    return stored


def imported(text: str, alice: User, *, now: datetime) -> Game:
    called, parsed = records.read_finished(text)
    game = records.create_game(parsed, name=called, by=alice, now=now)
    assert game.status == Game.Status.OVER
    return game
