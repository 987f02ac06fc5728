"""Facts of archived games: a row for each finished game that everybody may watch.

Rows follow from the games alone, so they can be made again at any time.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.db import transaction

from alexandros_rules.ruleset import position_option
from games.models import ArchivedGame, ArchiveSums, Game, Review, review_findings
from games.rulesets import registry
from games.rulesets.registry import Room
from games.table.events import Ended
from games.table.play import event_log, history

# Where the steps begin by which lists can be filtered.
LENGTHS = (0, 21, 41, 61)  # turns
MARGINS = (0, 1, 4, 11, 31)  # points
RATINGS = (0, 1300, 1500, 1700)
BATCH = 500  # games that are archived in one transaction


def ended(event: Ended) -> None:
    """Archive a game that everybody may watch and that has ended."""
    if belongs(event.game):
        archive(event.game)


def archive(game: Game) -> None:
    """Archive this finished game, unless it is archived already."""
    ArchivedGame.objects.get_or_create(game=game, defaults=columns_of(game))


def belongs(game: Game) -> bool:
    """Return whether a game belongs into the archive."""
    return game.listed and game.is_revealed


def step(value: float | None, begins: Sequence[int]) -> int:
    """Return the number of the step to which a value belongs, from 1; 0 for None."""
    return 0 if value is None else bisect(begins, value)


def columns_of(game: Game) -> dict[str, Any]:
    """Return the facts of a finished game, from its log and its review."""
    return {**columns(game, first=first_seat(game)), "held": held(game), "luck": luck(game)}


def columns(game: Game, *, first: int) -> dict[str, Any]:
    """Return the facts that follow from its result; this seat had the first turn."""
    room, setup, result = registry.get(game.ruleset), event_log.setup_of(game), game.result
    assert result is not None  # it is over
    winners, points = event_log.have_won(result), lead(room, result)
    places = sorted(1 + (seat - first) % setup.players for seat in winners)
    return {
        "ended_at": game.finished_at, "ruleset": game.ruleset,
        "board": _board(room, game.setup_id), "players": setup.players, "turns": game.turn,
        "lead": points, "reason": result["reason"], "won": "".join(map(str, places)),
        "whole": not setup.options.get(position_option(room.ruleset)),
        "length": step(game.turn, LENGTHS), "margin": step(points, MARGINS),
    }


def first_seat(game: Game) -> int:
    """Return the seat whose turn was the first."""
    room, start = registry.get(game.ruleset), event_log.state_at(game, number=1)
    (moment,) = room.replay.moments([room.ruleset.view(start, None)], moves=("start",))
    return int(moment.seat)


def _winner(game: Game) -> int | None:
    """Return the seat that has won alone by the rules of the game; None if there is none."""
    assert game.result is not None  # it is over
    winners = event_log.have_won(game.result)
    is_alone = len(winners) == 1 and game.result["reason"] != event_log.RESIGNED
    return winners[0] if is_alone else None


def held(game: Game) -> list[str] | None:
    """Return the regions that the winner holds at the end; None if nobody counts as winner."""
    regions, winner = registry.get(game.ruleset).regions, _winner(game)
    if regions is None or winner is None:
        return None
    return sorted(regions.held(history.state(game), seat=winner))


def luck(game: Game) -> int | None:
    """Return how many points of luck the winner had more than the luckiest of the others.

    Returns None if nobody counts as winner, or if the review has not judged everybody.
    """
    winner = _winner(game)
    review = Review.objects.filter(game=game, done_at__isnull=False).first()
    found = review_findings.load(review.data) if review else None
    if winner is None or found is None or len(found.seats) < len(found.luck):
        return None
    others = [points for seat, points in enumerate(found.luck) if seat != winner]
    return round(found.luck[winner] - max(others))


def lead(room: Room, result: Mapping[str, Any]) -> int | None:
    """Return by how many points a game was won; None if points did not decide it."""
    winners: Sequence[int] = event_log.have_won(result)
    scores: Sequence[int] = result["scores"]
    if not winners or not room.ruleset.has_points or result["reason"] == event_log.RESIGNED:
        return None
    others = [score for seat, score in enumerate(scores) if seat != winners[0]]
    return max(0, scores[winners[0]] - max(others))  # what decides between equals is no point


def board_key(room: Room, name: str) -> str:
    """Return the key of a board that comes with a game among the boards of all games."""
    return f"{room.name}-{name}"


@lru_cache(maxsize=200)
def _board(room: Room, setup: str) -> str:
    """Return the key of the board of a setup, "" if it does not come with the game.

    Boards are known by their titles, because the texts of their files may change.
    """
    title = room.boards.title(event_log.stored_setup(setup).board)
    return next((board_key(room, name) for name, text in room.ruleset.boards().items()
                 if room.boards.title(text) == title), "")


# The same from the beginning.

def forget_all() -> None:
    """Empty the archive, which ``fill`` makes again."""
    with transaction.atomic():
        ArchivedGame.objects.all().delete()
        ArchiveSums.objects.all().delete()


def fill() -> int:
    """Archive all games that belong into the archive and are missing; return how many."""
    added, last = 0, 0
    missing = Game.objects.filter(status=Game.Status.OVER, listed=True, archived=None,
                                  ruleset__in=registry.names()).order_by("pk")
    while games := list(missing.filter(pk__gt=last)[:BATCH]):
        with transaction.atomic():
            ArchivedGame.objects.bulk_create(
                [ArchivedGame(game=game, **columns_of(game)) for game in games],
                ignore_conflicts=True)  # with a game that has just ended
        added, last = added + len(games), games[-1].pk
    return added
