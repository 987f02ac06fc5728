"""Snapshots are only a cache: without them, or with wrong ones, nothing but time is lost."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine import replay
from games.models import Game, Snapshot
from games.table.play import event_log, history, verification
from tests.sample_games import RULES, advance


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of rows that each rebuild from the log had to fold."""
    counts: list[int] = []
    rebuild = replay.rebuild

    def count(ruleset: Any, rows: Any, **options: Any) -> Any:
        rows = list(rows)
        counts.append(len(rows))
        return rebuild(ruleset, rows, **options)

    monkeypatch.setattr(replay, "rebuild", count)
    return counts


def test_deleting_the_snapshots_changes_nothing(running: Game, now: datetime) -> None:
    with_it = history.state(running)
    Snapshot.objects.all().delete()
    assert history.state(running) == with_it
    assert history.views([(running, 0)]) == {running.pk: RULES.view(with_it, 0)}
    advance(running, now=now, moves=5)
    assert verification.first_fault(running) is None
    assert Snapshot.objects.get(game=running).number == running.number


@pytest.mark.parametrize("forged", ["[]", "", "no json", "{}"])
def test_a_wrong_snapshot_is_ignored(running: Game, now: datetime, forged: str) -> None:
    true = history.state(running)
    Snapshot.objects.filter(game=running).update(state=forged)
    assert history.state(running) == true
    advance(running, now=now)
    assert verification.first_fault(running) is None


def test_a_snapshot_with_one_card_changed_is_ignored(running: Game) -> None:
    true = history.state(running)
    snapshot = Snapshot.objects.get(game=running)
    index = next(i for i, letter in enumerate(snapshot.state) if letter == "h")
    snapshot.state = snapshot.state[:index] + "t" + snapshot.state[index + 1 :]
    snapshot.save()
    assert history.state(running) == true


def test_an_old_snapshot_is_ignored(running: Game, now: datetime) -> None:
    old = Snapshot.objects.get(game=running)
    advance(running, now=now)
    old.save()
    assert history.state(running) == event_log.state_at(running)
    Snapshot.objects.filter(game=running).update(number=running.number)
    assert history.state(running) == event_log.state_at(running)


def test_a_confirm_late_in_a_game_folds_and_asks_as_little_as_an_early_one(
    fresh: Game, running: Game, now: datetime, folded: list[int]
) -> None:
    spent = []
    for game in (fresh, running):
        with CaptureQueriesContext(connection, ) as queries:
            advance(game, now=now)
        spent.append(len(queries))
    assert folded == []
    assert abs(spent[0] - spent[1]) <= 2  # a changed score is one query more
    Snapshot.objects.all().delete()
    advance(running, now=now)
    assert folded == [22, 22]  # once to choose the move, once to submit it
