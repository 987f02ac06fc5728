"""Reviewed games that everybody may replay give puzzles; other games do not."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from alexandros_rules.analysis import RatedTurn
from games.base.thinker import Interrupted
from games.features.puzzles import collecting, days
from games.features.puzzles.mining import ask_here
from games.features.review import reviewing, tasks
from games.models import Failure, Game, Puzzle, Review, Seat, User
from games.table.play import event_log, history
from tests.features.review.remembering_analyst import ask

pytestmark = pytest.mark.django_db


@pytest.fixture
def reviewed(finished: Game, alice: User, bob: User, announced: list[Any],
             now: datetime) -> Game:
    """A game of Alice and Bob that is over, that everybody may replay, and its review."""
    for index, user in enumerate((alice, bob)):
        Seat.objects.filter(game=finished, index=index).update(user=user, name=user.name)
    Game.objects.filter(pk=finished.pk).update(listed=True)
    assert reviewing.go_on(finished.pk, now=now, ask=ask, seconds=600)
    finished.refresh_from_db()
    return finished


def sure(question: Any, view: Any, *about: Any, seat: int, **details: Any) -> Any:
    """An analyst to whom some turn is always clearly best; bots think as usual."""
    if question.__name__ == "plan":
        return ask_here(question, view, *about, seat=seat, **details)
    if question.__name__ == "chances":
        return [0.9, *[0.5] * (len(about[0]) - 1)]
    best, *_ = ask_here(question.__self__.best_turns, view, seat=seat, salt=b"any", count=1)
    return RatedTurn(best.moves, best.firm, 0.9), RatedTurn(best.moves[:1], 1, 0.5)


def test_positions_in_which_much_was_given_away_become_puzzles(
    reviewed: Game, now: datetime
) -> None:
    found = collecting.collect(reviewed.pk, now=now, ask=sure)
    assert 1 <= len(found) <= collecting.LOOKED_AT
    for puzzle in Puzzle.objects.all():
        assert puzzle.origin == reviewed
        assert puzzle.origin_number is not None
        state = history.state(reviewed, puzzle.origin_number)
        ruleset = event_log.ruleset_of(reviewed)
        assert puzzle.view == ruleset.dump_state(ruleset.view(state, puzzle.seat))
        assert ruleset.status(state).fresh
        assert puzzle.day is None


def test_the_turn_before_is_kept_with_the_puzzle(reviewed: Game, now: datetime) -> None:
    for puzzle in collecting.collect(reviewed.pk, now=now, ask=sure):
        rows = history.read(reviewed, None).transitions
        played = [each.row.move for each in rows[:Puzzle.objects.get(pk=puzzle.pk).origin_number]]
        moves = days.content_of(puzzle).moves
        assert tuple(played[-len(moves):]) == moves
        assert any(move.startswith("march") for move in moves)


def test_doing_it_twice_changes_nothing(reviewed: Game, now: datetime) -> None:
    once = collecting.collect(reviewed.pk, now=now, ask=sure)
    again = collecting.collect(reviewed.pk, now=now, ask=sure)
    assert once == again
    assert Puzzle.objects.count() == len(once)


def test_a_game_that_not_everybody_may_replay_gives_none(reviewed: Game, now: datetime) -> None:
    Game.objects.update(listed=False)
    assert collecting.collect(reviewed.pk, now=now, ask=sure) == []


def test_a_review_that_is_not_complete_gives_none(reviewed: Game, now: datetime) -> None:
    Review.objects.update(done_at=None)
    assert collecting.collect(reviewed.pk, now=now, ask=sure) == []


def test_moves_of_somebody_without_reviews_give_none(reviewed: Game, bob: User,
                                                     now: datetime) -> None:
    User.objects.filter(pk=bob.pk).update(wants_reviews=False)
    reviewing.request(reviewed, now=now)
    assert reviewing.go_on(reviewed.pk, now=now, ask=ask, seconds=600)
    seats = {each.seat for each in collecting.collect(reviewed.pk, now=now, ask=sure)}
    assert seats <= {0}


def test_a_failure_is_kept_for_operators(reviewed: Game, now: datetime) -> None:
    def fail(*about: Any, **details: Any) -> Any:
        raise ZeroDivisionError

    assert collecting.collect(reviewed.pk, now=now, ask=fail) == []
    assert Failure.objects.get().game == reviewed


def test_a_service_that_stops_leaves_no_failure(reviewed: Game, now: datetime) -> None:
    def interrupt(*about: Any, **details: Any) -> Any:
        raise Interrupted

    assert collecting.collect(reviewed.pk, now=now, ask=interrupt) == []
    assert not Failure.objects.exists()


def test_the_worker_looks_for_puzzles_when_a_review_is_complete(
    reviewed: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def found(game: Game, *about: Any) -> list[Any]:
        asked.append(game.pk)
        return []

    monkeypatch.setattr(collecting, "_found", found)
    monkeypatch.setattr(reviewing, "go_on", lambda *about, **details: True)
    tasks.review_game(reviewed.pk)
    monkeypatch.setattr(reviewing, "go_on", lambda *about, **details: False)
    tasks.review_game(reviewed.pk)
    assert asked == [reviewed.pk]
