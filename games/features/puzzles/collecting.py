"""Collecting puzzles from games on this site that have been reviewed.

Only games that everybody may replay are used, and only the turns that their review shows: those
that gave most away.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime

from alexandros_rules import replay
from games.base import failures, log_context
from games.base.thinker import THINKER, Interrupted, Overdue
from games.features.puzzles import days, mining
from games.features.puzzles.content import Content
from games.features.puzzles.mining import Ask
from games.models import Game, Puzzle, Review, review_findings
from games.rulesets import registry
from games.table.play import event_log, history

SECONDS = 10.0  # for one position
LOOKED_AT = 4  # turns of a game
LEAST_LOSS = review_findings.LARGE

log = logging.getLogger(__name__)


def collect(game_id: int, *, now: datetime, ask: Ask | None = None) -> list[Puzzle]:
    """Store and return the puzzles in a game whose review is complete.

    Nothing else depends on these puzzles, so a failure is only recorded for operators.
    """
    game = Game.objects.filter(pk=game_id, listed=True, sealed=False,
                               status=Game.Status.OVER).first()
    review = Review.objects.filter(game=game_id, done_at__isnull=False).first()
    if game is None or review is None:
        return []
    try:
        with log_context.about(game, log_context.REVIEW, number=game.number):
            return [_keep(game, number, content)
                    for number, content in _found(game, review, ask or _ask_thinker)]
    except Interrupted:
        return []
    except Overdue:
        log.warning("a machine too busy to look for puzzles: game %s", game.code)
        return []
    except Exception as error:
        failures.keep(error, now=now)
        log.error("looking for puzzles failed", exc_info=error)
        return []


def _ask_thinker(*about: object, **details: object) -> object:
    return THINKER.ask(*about, seconds=SECONDS, **details)  # type: ignore[arg-type]


def _found(game: Game, review: Review, ask: Ask) -> Iterator[tuple[int, Content]]:
    """Yield the puzzles in a game, each with the row after which it begins."""
    room, setup = registry.get(game.ruleset), event_log.setup_of(game)
    for number in _before_the_worst_turns(review):
        content = mining.puzzle_at(room, history.state(game, number), setup=setup, ask=ask,
                                   moves=_turn_before(game, number))
        if content is not None:
            yield number, content


def _before_the_worst_turns(review: Review) -> list[int]:
    """Return the rows before the turns that lost most."""
    found = review_findings.load(review.data)
    worst = sorted(found.turns if found else (), key=lambda one: -one.loss)[:LOOKED_AT]
    return [one.first - 1 for one in worst if one.loss >= LEAST_LOSS]


def _turn_before(game: Game, number: int) -> list[tuple[int, str]]:
    """Return the moves of the turn that ended with row ``number``, each with its seat."""
    ruleset = event_log.ruleset_of(game)
    played = [each for each in history.read(game, None).transitions[:number]
              if each.row.seat is not None and not replay.is_outside_rules(each.row.move)]
    turns = [ruleset.status(each.before).turn for each in played]
    return [(each.row.seat, each.row.move) for each, turn in zip(played, turns, strict=True)
            if each.row.seat is not None and turn == turns[-1]]


def _keep(game: Game, number: int, content: Content) -> Puzzle:
    puzzle = days.keep(registry.get(game.ruleset), content)
    Puzzle.objects.filter(pk=puzzle.pk, origin=None, day=None).update(
        origin=game, origin_number=number)
    return puzzle
