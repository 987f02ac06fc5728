"""Playing out what was not finished when its season ended: bots play it to the end many times.

Everybody gets their expected points.  The games of chance and of the bots follow from the game's
seed, so anybody who has the record of the game comes to the same numbers.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from statistics import mean, stdev
from typing import Any

from django.db import transaction

from alexandros_rules.bot_games import play_on
from alexandros_rules.chance import SeededChance
from alexandros_rules.ruleset import Ruleset
from games.base import task_queue
from games.features.competitions import results, standing
from games.models import Fixture, Game, LoggedMove
from games.table.play import event_log
from games.table.play.bot_tasks import default_bot
from games.table.seats import ranking

PLAYOUTS = 200
WITHIN = 1.96  # standard errors: 95 %
NOT_BEGUN = 0.5  # what the second game of a match is worth that has not begun

Expected = tuple[list[float], list[float]]  # the points of each seat, and their margins


def judge(pk: int) -> None:
    """Play out what is missing of a fixture, and store what it was worth.

    Nothing is locked meanwhile: what has ended by then, or has been judged, stays as it is.
    """
    fixture = Fixture.objects.select_related("game", "competition").filter(
        pk=pk, decided="").first()
    if fixture is None:
        return
    points, margins = _worth(fixture)
    with transaction.atomic():
        locked = Fixture.objects.select_for_update(no_key=True).get(pk=pk)
        if not locked.decided:
            results.decide(locked, Fixture.Decided.JUDGED, points, margins)
            task_queue.send_after_commit(results.TASK, locked.competition_id)


def _worth(fixture: Fixture) -> Expected:
    """Return what a match or table is expected to be worth."""
    game, seats = fixture.game, fixture.competition.players
    if game is None:  # it could not begin
        even = mean(standing.WORTH[seats]) * results.games_of(fixture.competition)
        return [even] * seats, [0.0] * seats
    points, margins = _expected(game)
    if not game.match:
        return points, margins
    second = Game.objects.filter(match_of=game).first()
    if second is None:
        return results.added(points, [NOT_BEGUN] * seats), margins
    others, more = _expected(second)
    return results.added(points, others), [
        math.hypot(one, other) for one, other in zip(margins, reversed(more), strict=True)]


def _expected(game: Game) -> Expected:
    """Return what a game is expected to be worth for each seat, or was worth if it is over."""
    seats = list(game.seats.order_by("index"))
    if game.status == Game.Status.OVER:
        return results.worth_of(game, seats), [0.0] * len(seats)
    state, _last = event_log.latest_state(game)
    return expected(event_log.ruleset_of(game), state, seed=bytes(game.seed),
                    left=results.rows_of_leaving(game, seats), seats=len(seats))


def expected(rules: Ruleset, state: Any, *, seed: bytes, seats: int,
             left: dict[int, LoggedMove] | None = None) -> Expected:
    """Return the points of each seat that playing on from this state brings, and their margins.

    The same bot plays all seats.  ``left`` are those whose players have left the game.
    """
    bot = rules.bots[default_bot(rules)]
    found = [_played_out(rules, state, [bot] * seats, left or {},
                         seed=hashlib.sha256(seed + number.to_bytes(4)).digest())
             for number in range(PLAYOUTS)]
    columns = list(zip(*found, strict=True))
    return ([mean(column) for column in columns],
            [WITHIN * stdev(column) / math.sqrt(PLAYOUTS) for column in columns])


def _played_out(rules: Ruleset, state: Any, bots: Sequence[Any], left: dict[int, LoggedMove], *,
                seed: bytes) -> list[float]:
    *_moves, (last, _, _) = play_on(rules, state, chance=SeededChance(seed), seed=seed, bots=bots)
    status = rules.status(last)
    return standing.worth(ranking.ranks(status.winners, status.scores, left))
