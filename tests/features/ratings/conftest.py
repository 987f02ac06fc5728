"""Rated games for the tests: simulated ones as rows, and real ones that people play."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest

from games.features.ratings import facts, folding
from games.models import Game, RatedGame, RatedPlayer, RatedSeat, User
from games.table.lobby import open_tables
from games.table.play import event_log
from games.table.seats import leaving
from tests.sample_games import BOARD, RULES, Setup

POOLS = (("alexandros", 2), ("alexandros", 4), ("campaign", 3))


@pytest.fixture(autouse=True)
def every_game_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is left counts, however short it was."""
    monkeypatch.setattr(facts, "FEWEST_TURNS", 0)


def simulate(count: int, *, people: int, now: datetime, seed: int = 1,
             apart: timedelta = timedelta(hours=3)) -> list[RatedGame]:
    """Stores finished rated games, which nobody has folded: pairs that meet often, bots, losses."""
    rng = random.Random(seed)
    key = event_log.keep_setup(Setup(RULES.boards()[BOARD], 2, {}))
    players = RatedPlayer.objects.bulk_create(RatedPlayer() for _ in range(people))
    games = Game.objects.bulk_create(
        Game(name="Simulated", ruleset="alexandros", rules_version=1, setup_id=key, rated=True,
             status=Game.Status.OVER, created_at=now) for _ in range(count))
    rated, seats = [], []
    for number, game in enumerate(games):
        ruleset, size = rng.choice(POOLS)
        at = now + number // 2 * 2 * apart  # two end at the same moment
        rated.append(RatedGame(game=game, ruleset=ruleset, players=size, ended_at=at,
                               began_at=at - timedelta(days=rng.randint(1, 20))))
    RatedGame.objects.bulk_create(rated)
    for one in rated:
        first = rng.randrange(people // 5)  # some meet often
        table = [players[first], *rng.sample(players[first + 1:first + 12], one.players - 1)]
        bots = one.players == 4 and rng.random() < 0.5
        for index, player in enumerate(table):
            is_bot = bots and index == 3
            lost = not is_bot and player.pk % 7 == 0 and rng.random() < 0.6
            seats.append(RatedSeat(
                rated=one, index=index, player=None if is_bot else player,
                points=1700 if is_bot else None, rank=rng.randint(1, one.players),
                lost_at=one.ended_at - timedelta(hours=1) if lost and one.ended_at else None))
    RatedSeat.objects.bulk_create(seats)
    return rated


def begin(users: Sequence[User], *, now: datetime, bots: Sequence[str] = ()) -> Game:
    """A rated game of these people that has begun; these bots have the last seats."""
    size = len(users) + len(bots)
    game = open_tables.create_table(by=users[0], board=BOARD, players=size, rated=True,
                                    pace="day", now=now)
    for user in users[1:]:
        open_tables.join(game, user=user, token=game.invite_token, now=now)
    if bots:
        open_tables.fill_with_bots(game, by=users[0], bot=bots[0], now=now)
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    return game


def beat(winner: User, loser: User, *, now: datetime) -> Game:
    """A rated game of two that the loser has resigned, folded into the ratings."""
    game = begin([winner, loser], now=now)
    leaving.leave(game, user=loser, now=now)
    folding.fold(now=now)
    return game


def seat_of(game: Game, user: User) -> RatedSeat:
    """What this game has changed for this person."""
    return RatedSeat.objects.select_related("rated").get(
        rated__game=game, player__user=user)


