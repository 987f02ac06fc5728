"""A measurement: how often a review names what Alice did wrong, over many games.

    CARELESS_GAMES=50 python -m pytest -s tests/features/review/measuring_careless_games.py
"""

from __future__ import annotations

import os
from collections import Counter
from datetime import datetime

import pytest

from alexandros_rules.alexandros.analysis.causes import find_causes
from alexandros_rules.record import Record
from games.features.review import outcome
from games.features.review.reviewing import Examination, ask_here
from games.models import review_findings
from games.models.review_findings import Findings
from games.rulesets import registry
from games.table.play import history, records
from games.table.play.history import GameHistory
from tests.features.review.careless_bots import CARELESS, blundered_game, careless_game

pytestmark = pytest.mark.django_db
GAMES = int(os.environ.get("CARELESS_GAMES", "3"))
ALICE = 0


def examined(record: Record, now: datetime) -> tuple[GameHistory, Findings]:
    game = records.create_game(record, name="", now=now)
    found = review_findings.begin(analyst=0, seats={ALICE}, players=len(record.names))
    for _ in Examination(game, found, ask_here).examine(after=0):
        pass
    return history.read(game, ALICE), found


def causes_told(past: GameHistory, found: Findings) -> list[str]:
    """Returns the names of the causes that a review tells Alice, the largest first."""
    counted = {one.points: type(one).__name__ for one in find_causes(
        outcome.played_game(past), seat=ALICE, winners=outcome.winners_of(past),
        lost=outcome.points_lost(past, found.turns))}
    return [counted[one.points] for one in outcome.find_causes(past, found.turns, seat=ALICE)]


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("kind", CARELESS)
def test_causes(kind: str, players: int, now: datetime) -> None:
    first, told, lost = Counter[str](), Counter[str](), 0
    for number in range(GAMES):
        past, found = examined(careless_game(kind, number, players=players, board="empire"), now)
        if ALICE not in outcome.winners_of(past):
            names = causes_told(past, found)
            lost += 1
            first.update(names[:1])
            told.update({*names})
    print(f"\n{kind}, {players} players: of {GAMES} games {lost} were lost;"
          f" told first: {dict(first)}; told at all: {dict(told)}")


@pytest.mark.parametrize("players", [2, 3])
def test_blunders(players: int, now: datetime) -> None:
    counts = Counter[str]()
    for number in range(GAMES):
        record, at = blundered_game(number, at=8 + number % 7, players=players, board="empire")
        if not at:
            continue
        past, found = examined(record, now)
        rows = registry.get(past.game.ruleset).replay.moments(past.views(), moves=past.moves)
        swings = outcome.largest_swings(
            outcome.whole_course(found.course, past), rows, seat=ALICE, winners=())
        by_loss = sorted(found.turns, key=lambda one: -one.loss)
        by_fall = sorted(swings, key=lambda one: one.rise)
        counts.update({
            "blunders": 1, "largest loss": by_loss[0].turn == at,
            "among the three largest losses": at in [one.turn for one in by_loss[:3]],
            "largest fall": [one.turn for one in by_fall[:1]] == [at],
            "among the three largest falls": at in [one.turn for one in by_fall],
        })
    print(f"\n{players} players: {dict(counts)}")
