"""A log is unfolded once; what comes later is added, and another log is never mistaken for it."""

from __future__ import annotations

from datetime import datetime

import pytest

from games.models import Game, LoggedMove, User
from games.play import event_log, position_cache
from tests.service.sample_games import advance, seat_table


@pytest.fixture
def game(alice: User, bob: User, now: datetime) -> Game:
    game = seat_table([alice, bob], now=now)
    advance(game, now=now, moves=6)
    return game


def plain(game: Game) -> list[event_log.Transition]:
    return list(event_log.transitions(game, event_log.logged_moves(game)))


def test_it_is_what_the_log_says_before_and_after_more_moves(game: Game, now: datetime) -> None:
    assert list(position_cache.steps(game)) == plain(game)
    advance(game, now=now, moves=5)
    assert list(position_cache.steps(game)) == plain(game)
    assert list(position_cache.steps(game, 4)) == plain(game)[:4]


def test_what_was_unfolded_is_not_read_again(
    game: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    position_cache.steps(game)
    advance(game, now=now, moves=2)
    unfolded: list[int] = []
    monkeypatch.setattr(event_log, "logged_moves", _counting(event_log.logged_moves, unfolded))
    assert position_cache.steps(game)[-1].row.number == game.number
    assert sum(unfolded) == 3  # the last one known and the two that are new


def _counting(rows: object, counted: list[int]) -> object:
    def read(game: Game, *, number: int | None = None, after: int = 0) -> list[LoggedMove]:
        found = rows(game, number=number, after=after)  # type: ignore[operator]
        counted.append(len(found))
        return list(found)

    return read


def test_a_log_with_another_chain_is_unfolded_anew(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = position_cache.steps(game)
    forged = LoggedMove(number=steps[-1].row.number, chain="another")
    with position_cache._lock:
        position_cache._kept[game.code] = (
            *steps[:-1], event_log.Transition(forged, 9, None, (), None),
        )
    assert list(position_cache.steps(game)) == plain(game)


def test_only_so_many_games_are_kept(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position_cache, "KEPT", 2)
    steps = position_cache.steps(game)
    for name in ("one", "two", "three"):
        position_cache._keep(Game(code=name), steps)
    assert list(position_cache._kept)[-2:] == ["two", "three"]
    assert len(position_cache._kept) == 2
