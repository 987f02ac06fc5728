"""Reviews are computed in the background, part by part, and only for games that have ended."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import OperationalError

from alexandros_rules.analysis import Analyst
from games.base import queues
from games.base.thinker import Interrupted, Overdue
from games.features.review import reading, reviewing, tasks
from games.features.review.reviewing import ask_here
from games.models import Failure, Game, Review, Seat, User, review_findings
from games.models.review_findings import NOTABLE
from games.operations import sweeps
from games.table.seats import leaving
from tests.features.review.remembering_analyst import ask
from tests.pages import tables
from tests.sample_games import advance

pytestmark = pytest.mark.django_db
Announced = list[Any]
LATER = timedelta(minutes=10)


def refuse(question: Any, *about: Any, **details: Any) -> Any:
    raise ZeroDivisionError


def interrupt(question: Any, *about: Any, **details: Any) -> Any:
    raise Interrupted


def found(game: Game) -> review_findings.Findings:
    some = review_findings.load(Review.objects.get(game=game).data)
    assert some is not None
    return some


def test_every_move_of_a_finished_game_is_judged_once(reviewed: Game) -> None:
    rows = [number for each in found(reviewed).turns
            for number in range(each.first, each.last + 1)]
    assert rows == [*range(2, reviewed.number + 1)]


def test_losses_are_between_0_and_1_and_large_ones_name_a_better_turn(reviewed: Game) -> None:
    for each in found(reviewed).turns:
        assert 0 <= each.loss <= 1
        assert bool(each.orders) == (each.loss >= NOTABLE)
        assert each.first <= each.start <= each.last


def test_a_review_made_in_parts_is_the_same_as_one_made_at_once(
    reviewed: Game, announced: Announced, now: datetime
) -> None:
    whole = Review.objects.get(game=reviewed).data
    reviewing.request(reviewed, now=now)
    parts = 1
    while not reviewing.go_on(reviewed.pk, now=now, ask=ask, seconds=0):
        parts += 1
        assert announced[-1] == (reviewing.TASK, reviewed.pk)
    assert parts > 10
    assert Review.objects.get(game=reviewed).data == whole


def test_a_failed_review_that_is_asked_for_again_goes_on_where_it_failed(
    finished: Game, now: datetime
) -> None:
    reviewing.go_on(finished.pk, now=now, ask=ask, seconds=0)
    Review.objects.update(failures=reviewing.ATTEMPTS)
    before = Review.objects.get(game=finished)
    reviewing.request(finished, now=now)
    after = Review.objects.get(game=finished)
    assert (after.row, after.data, after.failures) == (before.row, before.data, 0)
    assert after.row > 0


def test_two_workers_do_not_review_the_same_game(finished: Game, now: datetime) -> None:
    Review.objects.create(game=finished, asked_at=now, lease_until=now + timedelta(seconds=30))
    assert not reviewing.go_on(finished.pk, now=now, ask=ask)
    assert Review.objects.get(game=finished).row == 0


def test_a_review_that_was_begun_by_a_dead_worker_goes_on(finished: Game, now: datetime) -> None:
    Review.objects.create(game=finished, asked_at=now, lease_until=now)
    assert reviewing.go_on(finished.pk, now=now + LATER, ask=ask, seconds=600)


def test_the_worker_reviews_a_game_in_the_thinking_process(
    fresh: Game, bob: User, now: datetime
) -> None:
    advance(fresh, now=now, moves=9)
    leaving.leave(fresh, user=bob, now=now)
    while Review.objects.filter(game=fresh, done_at=None).exists() or not Review.objects.exists():
        tasks.review_game(fresh.pk)
    turns = found(fresh).turns
    assert len(turns) > 1
    assert [turns[0].first, turns[-1].last] == [2, 10]


def test_the_end_of_a_game_wakes_a_worker(
    fresh: Game, bob: User, announced: Announced, now: datetime,
    django_capture_on_commit_callbacks: Any,
) -> None:
    assert queues.ROUTES[reviewing.TASK] == queues.REVIEWS
    with django_capture_on_commit_callbacks(execute=True):
        advance(fresh, now=now)
    assert (reviewing.TASK, fresh.pk) not in announced
    with django_capture_on_commit_callbacks(execute=True):
        leaving.leave(fresh, user=bob, now=now)
    assert (reviewing.TASK, fresh.pk) in announced


@pytest.mark.promise("R10")
def test_a_running_game_has_no_review(running: Game, now: datetime) -> None:
    assert not reviewing.go_on(running.pk, now=now, ask=ask)
    sweeps.run_all(now + LATER)
    assert not Review.objects.exists()


def test_games_between_bots_and_imported_games_are_not_reviewed(
    finished: Game, now: datetime
) -> None:
    Seat.objects.filter(game=finished).update(user=None)
    Seat.objects.filter(game=finished, index=0).update(bot="greedy")
    assert not reviewing.go_on(finished.pk, now=now, ask=ask)
    reviewing.sweep(now + LATER)
    assert not Review.objects.exists()


def test_a_site_without_reviews_computes_none(finished: Game, settings: Any, now: datetime) -> None:
    settings.REVIEWS = False
    assert not reviewing.go_on(finished.pk, now=now, ask=ask)
    assert reviewing.sweep(now + LATER) == []
    assert not Review.objects.exists()


def test_a_game_is_not_reviewed_if_all_its_people_have_turned_that_off(
    finished: Game, alice: User, bob: User, now: datetime
) -> None:
    User.objects.filter(pk__in=[alice.pk, bob.pk]).update(wants_reviews=False)
    assert not reviewing.go_on(finished.pk, now=now, ask=ask)
    assert not Review.objects.exists()


def test_moves_of_somebody_who_has_turned_reviews_off_are_not_judged(
    finished: Game, alice: User, now: datetime
) -> None:
    User.objects.filter(pk=alice.pk).update(wants_reviews=False)
    assert reviewing.go_on(finished.pk, now=now, ask=ask, seconds=600)
    assert {each.seat for each in found(finished).turns} == {1}
    assert found(finished).luck[0] == 0


def test_a_sweep_finds_a_game_that_has_just_ended(
    finished: Game, announced: Announced, now: datetime
) -> None:
    assert reviewing.sweep(now + LATER) == [finished.pk]
    assert announced == [(reviewing.TASK, finished.pk)]


def test_games_that_ended_long_ago_are_reviewed_only_if_somebody_asks(
    finished: Game, announced: Announced, now: datetime, django_capture_on_commit_callbacks: Any
) -> None:
    later = now + 2 * reviewing.RECENT
    assert reviewing.sweep(later) == []
    with django_capture_on_commit_callbacks(execute=True):
        reviewing.request(finished, now=later)
    assert announced == [(reviewing.TASK, finished.pk)]
    assert reviewing.go_on(finished.pk, now=later, ask=ask, seconds=600)


def test_a_deleted_review_is_computed_again_and_is_the_same(reviewed: Game, now: datetime) -> None:
    before = Review.objects.get(game=reviewed).data
    Review.objects.all().delete()
    assert reviewing.sweep(now + LATER) == [reviewed.pk]
    assert reviewing.go_on(reviewed.pk, now=now + LATER, ask=ask_here, seconds=600)
    assert Review.objects.get(game=reviewed).data == before


def test_a_failure_is_kept_and_after_some_attempts_nobody_tries_again(
    finished: Game, now: datetime
) -> None:
    for attempt in range(reviewing.ATTEMPTS):
        assert reviewing.sweep(now + (attempt + 1) * LATER) == [finished.pk]
        assert not reviewing.go_on(finished.pk, now=now, ask=refuse)
    failure = Failure.objects.get(game=finished)
    assert (failure.doing, failure.error, failure.times) == (
        "review", "ZeroDivisionError", reviewing.ATTEMPTS)
    assert reviewing.sweep(now + 9 * LATER) == []
    assert finished.status == Game.Status.OVER


def test_stopping_the_service_is_not_a_failure(finished: Game, now: datetime) -> None:
    assert not reviewing.go_on(finished.pk, now=now, ask=interrupt)
    review = Review.objects.get(game=finished)
    assert (review.failures, review.lease_until, review.done_at) == (0, None, None)
    assert not Failure.objects.exists()


@pytest.mark.promise("R27")
def test_a_database_that_is_away_is_not_a_failure_and_the_review_goes_on(
    finished: Game, now: datetime
) -> None:
    def lose_connection(question: Any, *about: Any, **details: Any) -> Any:
        raise OperationalError

    for attempt in range(reviewing.ATTEMPTS):
        with pytest.raises(OperationalError):
            reviewing.go_on(finished.pk, now=now + attempt * LATER, ask=lose_connection)
    assert not Failure.objects.exists()
    later = now + reviewing.ATTEMPTS * LATER
    assert reading.read(finished).state == "computing"
    assert reviewing.sweep(later) == [finished.pk]
    assert reviewing.go_on(finished.pk, now=later, ask=ask, seconds=600)


def test_a_review_by_an_older_analyst_begins_anew(finished: Game, now: datetime) -> None:
    old = review_findings.begin(analyst=0, seats={0, 1}, players=2)
    Review.objects.create(game=finished, asked_at=now, row=9, data=review_findings.dump(old))
    assert reviewing.go_on(finished.pk, now=now, ask=ask, seconds=600)
    assert found(finished).turns[0].first == 2


def test_the_analyst_gets_the_view_of_the_player_and_no_true_state(
    finished: Game, now: datetime
) -> None:
    seen, lucks = [], []

    def spy(question: Any, *about: Any, seconds: float, **details: Any) -> Any:
        analyst: Analyst = question.__self__
        views = [view for view, _ in about[0]] if question == analyst.luck else [about[0]]
        seen.extend((view, details["seat"]) for view in views)
        if question == analyst.luck:
            lucks.append((details["salt"], details["seat"]))
        return ask(question, *about, seconds=seconds, **details)

    assert reviewing.go_on(finished.pk, now=now, ask=spy, seconds=600)
    for view, seat in seen:
        others = [hand for each, hand in enumerate(view.hands) if each != seat]
        assert all(sum(hand[:5]) == 0 for hand in others)
        assert set(view.supply) <= {5}
    assert len(seen) > finished.number
    assert len({*lucks}) == len(lucks), "the luck of a row counts once"


def overdue(question: Any, *about: Any, **details: Any) -> Any:
    raise Overdue


@pytest.mark.promise("R27")
def test_a_busy_machine_is_no_failure_and_the_review_goes_on_after_growing_pauses(
    finished: Game, now: datetime, caplog: pytest.LogCaptureFixture
) -> None:
    pauses, moment = [], now
    for _ in range(2 * reviewing.ATTEMPTS):
        assert not reviewing.go_on(finished.pk, now=moment, ask=overdue)
        due = Review.objects.get(game=finished).look_at
        assert due
        assert reviewing.sweep(due - timedelta(seconds=1)) == []
        pauses.append(due - moment)
        moment = due
    assert pauses[:3] == [timedelta(seconds=seconds) for seconds in (10, 20, 40)]
    assert {record.levelname for record in caplog.records} == {"WARNING"}
    assert not Failure.objects.exists()
    assert reading.read(finished).state == "computing"
    assert reviewing.sweep(moment) == [finished.pk]
    assert reviewing.go_on(finished.pk, now=moment, ask=ask, seconds=600)
    assert Review.objects.get(game=finished).delays == 0


def test_what_was_found_before_the_machine_was_too_busy_is_kept(
    finished: Game, now: datetime
) -> None:
    asked = 0

    def tire(question: Any, *about: Any, **details: Any) -> Any:
        nonlocal asked
        asked += 1
        return overdue(question) if asked > 20 else ask(question, *about, **details)

    assert not reviewing.go_on(finished.pk, now=now, ask=tire, seconds=600)
    review = Review.objects.get(game=finished)
    assert 0 < review.row < finished.number
    assert [each.last for each in found(finished).turns][-1] == review.row
    assert reviewing.go_on(finished.pk, now=now + LATER, ask=ask, seconds=600)


def test_moments_are_stored_while_a_part_is_computed(
    finished: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewing, "SHOWN_AFTER", 0.0)
    seen = set()

    def look(question: Any, *about: Any, **details: Any) -> Any:
        review = reading.read(finished)
        seen.add((review.state, review.percent, len(review.notable)))
        return ask(question, *about, **details)

    assert reviewing.go_on(finished.pk, now=now, ask=look, seconds=600)
    assert {state for state, _, _ in seen} == {"computing"}
    assert len({count for _, _, count in seen}) > 1


@pytest.mark.promise("R27")
def test_the_review_of_whoever_was_served_longest_ago_goes_on_first(
    finished: Game, alice: User, bob: User, carol: User, dave: User, now: datetime
) -> None:
    others = [tables.finished_game(alice, bob, now=now) for _ in range(2)]
    other = tables.finished_game(carol, dave, now=now)
    for number, game in enumerate((finished, *others, other)):
        Review.objects.create(game=game, asked_at=now + number * timedelta(seconds=1))
    assert reviewing.choose(finished.pk, now=now) == finished.pk
    assert not reviewing.go_on(finished.pk, now=now, ask=ask, seconds=0)
    assert reviewing.choose(finished.pk, now=now + LATER) == other.pk


def test_a_game_that_nobody_wants_reviewed_any_more_holds_up_no_other(
    finished: Game, alice: User, bob: User, now: datetime
) -> None:
    Review.objects.create(game=finished, asked_at=now)
    User.objects.filter(pk__in=[alice.pk, bob.pk]).update(wants_reviews=False)
    assert not reviewing.go_on(finished.pk, now=now, ask=ask)
    assert not Review.objects.exists()
