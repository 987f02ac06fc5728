"""Cached positions and snapshots: with wrong ones or without any, nothing but time is lost."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from alexandros_rules import replay
from games.models import Game, LoggedMove, Snapshot, User
from games.table.play import event_log, history, log_cache, verification
from tests.sample_games import RULES, advance, seat_table


@pytest.fixture
def game(alice: User, bob: User, now: datetime) -> Game:
    game = seat_table([alice, bob], now=now)
    advance(game, now=now, moves=6)
    return game


def fold_log(game: Game) -> list[event_log.Transition]:
    return list(event_log.transitions(game, event_log.logged_moves(game)))


def cached(game: Game, number: int | None = None) -> list[event_log.Transition]:
    return list(history.read(game, None, number=number).transitions)


def test_it_agrees_with_the_log_before_and_after_more_moves(game: Game, now: datetime) -> None:
    assert cached(game) == fold_log(game)
    advance(game, now=now, moves=5)
    assert cached(game) == fold_log(game)
    assert cached(game, 4) == fold_log(game)[:4]


@pytest.fixture
def rows_read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of rows that are read from a log at a time."""
    counts: list[int] = []
    logged_moves = event_log.logged_moves

    def read(game: Game, **which: Any) -> list[LoggedMove]:
        rows = list(logged_moves(game, **which))
        counts.append(len(rows))
        return rows

    monkeypatch.setattr(event_log, "logged_moves", read)
    return counts


def test_rows_are_not_read_twice(game: Game, now: datetime, rows_read: list[int]) -> None:
    cached(game)
    advance(game, now=now, moves=2)
    rows_read.clear()
    assert cached(game)[-1].row.number == game.number
    assert sum(rows_read) == 3  # the last cached row and the two new ones


def test_a_log_with_another_chain_is_folded_again(game: Game) -> None:
    transitions = cached(game)
    forged = LoggedMove(number=transitions[-1].row.number, chain="another")
    log_cache._games.put(game, (
        *transitions[:-1], event_log.Transition(forged, 9, None, (), None),
    ))
    assert cached(game) == fold_log(game)


def test_rows_of_a_transaction_that_was_rolled_back_are_forgotten(
    game: Game, now: datetime
) -> None:
    with transaction.atomic():
        advance(game, now=now, moves=2)
        assert len(cached(game)) == 9
        transaction.set_rollback(True)
    game.refresh_from_db()
    assert cached(game) == fold_log(game)
    assert len(cached(game)) == 7


def test_the_number_of_cached_games_is_limited(game: Game) -> None:
    small = log_cache._Cache(2)
    for code in ("one", "two", "three"):
        small.put(Game(code=code), tuple(cached(game)))
    assert small.codes() == ["two", "three"]


@pytest.fixture
def long_game(alice: User, bob: User, now: datetime) -> Game:
    """A game of two that is longer than what a page shows of it."""
    game = seat_table([alice, bob], now=now)
    advance(game, now=now, moves=log_cache.RECENT + 3 * log_cache.STEP)
    log_cache.forget()
    return game


def recent(game: Game, number: int | None = None) -> list[event_log.Transition]:
    return list(history.read_recent(game, None, number=number).transitions)


def test_recent_rows_are_the_last_ones_of_the_log(long_game: Game, now: datetime) -> None:
    log = fold_log(long_game)
    for number in range(1, long_game.number + 1):
        rows = recent(long_game, number)
        assert rows == log[number - len(rows):number]
        assert len(rows) >= min(number, log_cache.RECENT)
    advance(long_game, now=now, moves=2)
    assert recent(long_game)[-2:] == fold_log(long_game)[-2:]


def test_another_process_reads_only_recent_rows(
    long_game: Game, now: datetime, rows_read: list[int]
) -> None:
    log = fold_log(long_game)
    recent(long_game)
    advance(long_game, now=now, moves=2)
    log_cache.forget()
    rows_read.clear()

    rows = recent(long_game)

    assert rows[-3].after == log[-1].after
    assert sum(rows_read) <= log_cache.RECENT + 2 * log_cache.STEP < long_game.number


def test_a_stored_position_that_is_not_in_the_log_is_ignored(
    long_game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = recent(long_game)
    log_cache.forget()
    monkeypatch.setattr(log_cache.cache, "get", lambda key: event_log.ruleset_of(
        long_game).dump_state(expected[-1].after))

    assert recent(long_game)[-log_cache.RECENT:] == expected[-log_cache.RECENT:]


def test_rows_before_the_recent_ones_are_read_when_they_are_asked_for(long_game: Game) -> None:
    whole = history.read(long_game, 0, names=["Alice", "Bob"])
    past = history.read_recent(long_game, 0, names=["Alice", "Bob"])
    log_cache.forget()
    past = history.read_recent(long_game, 0, names=["Alice", "Bob"])

    assert len(past.transitions) < len(whole.transitions)
    assert (past.entry(2), past.view(2)) == (whole.entry(2), whole.view(2))
    assert past.entries(after=long_game.number - 5) == whole.entries(after=long_game.number - 5)


def test_somebody_whose_last_turn_is_long_ago_sees_all_rows_since(long_game: Game) -> None:
    recent(long_game)
    log_cache.forget()
    bystander = 3  # without a single row of their own

    assert (history.read_recent(long_game, bystander, names=["Alice", "Bob"]).since_last_turn()
            == history.read(long_game, bystander, names=["Alice", "Bob"]).since_last_turn())


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
