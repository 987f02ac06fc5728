"""The cache of positions: each row is folded once, and another log is never mistaken for it."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.db import transaction

from games.models import Game, LoggedMove, User
from games.play import event_log, history
from tests.sample_games import advance, seat_table


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


def test_rows_are_not_read_twice(
    game: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    cached(game)
    advance(game, now=now, moves=2)
    row_counts: list[int] = []
    monkeypatch.setattr(event_log, "logged_moves", _counting(event_log.logged_moves, row_counts))
    assert cached(game)[-1].row.number == game.number
    assert sum(row_counts) == 3  # the last cached row and the two new ones


def _counting(logged_moves: object, row_counts: list[int]) -> object:
    def read(game: Game, *, number: int | None = None, after: int = 0) -> list[LoggedMove]:
        rows = logged_moves(game, number=number, after=after)  # type: ignore[operator]
        row_counts.append(len(rows))
        return list(rows)

    return read


def test_a_log_with_another_chain_is_folded_again(game: Game) -> None:
    transitions = cached(game)
    forged = LoggedMove(number=transitions[-1].row.number, chain="another")
    with history._cache_lock:
        history._cache[game.code] = (
            *transitions[:-1], event_log.Transition(forged, 9, None, (), None),
        )
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


def test_the_number_of_cached_games_is_limited(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "CACHED_GAMES", 2)
    transitions = tuple(cached(game))
    for code in ("one", "two", "three"):
        history._store(Game(code=code), transitions)
    assert list(history._cache) == ["two", "three"]
