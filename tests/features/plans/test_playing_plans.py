"""When a plan plays, when it does not, and what it leaves behind."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games.base.refusals import Closed, Foreign
from games.features.plans import playing, saving
from games.features.plans.feature import FEATURE
from games.models import Game, LoggedMove, OutgoingEmail, Plan, PlanAttempt, Seat, User
from games.people import accounts
from tests.features.plans.saved_plans import look, play_turn, reach_turn, save_plan, whole_turn
from tests.sample_games import clock_of, clocked_table, never_sleep, seat_table

pytestmark = pytest.mark.django_db
Outcome = PlanAttempt.Outcome
HOUR = timedelta(hours=1)
NEVER = "take horse; march B3; draw; end"  # nobody can play this


def emails(game: Game, kind: str, user: User) -> list[OutgoingEmail]:
    return list(OutgoingEmail.objects.filter(game=game, kind=kind, user=user).order_by("pk"))


def rows(game: Game) -> list[tuple[object, ...]]:
    return list(LoggedMove.objects.filter(game=game).order_by("number").values_list(
        "number", "seat", "actor", "move", "stored_events", "digest"))


@pytest.mark.promise("R10")
def test_a_plan_leaves_the_log_as_orders_given_at_that_moment_do(
    game: Game, twin: Game, orders: str, now: datetime
) -> None:
    assert reach_turn(game, orders, now=now) == [Outcome.PLAYED]
    play_turn(twin, 1, orders=orders, now=now)
    assert rows(game) == rows(twin)
    assert len(LoggedMove.objects.filter(game=game).last().key) == 12  # type: ignore[union-attr]


@pytest.mark.promise("R10")
def test_a_plan_given_by_email_is_logged_as_email(game: Game, orders: str, now: datetime) -> None:
    reach_turn(game, orders, now=now, made_by=LoggedMove.Actor.MAIL)
    last = LoggedMove.objects.filter(game=game).order_by("number").last()
    assert (last.seat, last.actor) == (1, LoggedMove.Actor.MAIL)


def test_its_owner_is_emailed_what_was_played_and_no_turn_email(
    game: Game, bob: User, orders: str, now: datetime
) -> None:
    reach_turn(game, orders, now=now)
    (turn,) = emails(game, "turn", bob)
    assert turn.status == OutgoingEmail.Status.FAILED
    assert turn.is_obsolete
    (played,) = emails(game, "planned", bob)
    attempt = PlanAttempt.objects.get()
    assert played.number == attempt.last == game.rows.count()
    assert attempt.first is not None


def test_the_attempt_is_known_beside_the_log(game: Game, orders: str, now: datetime) -> None:
    plan = save_plan(game, orders, now=now)
    play_turn(game, 0, now=now)
    look(now)
    attempt = PlanAttempt.objects.get(plan=plan)
    moves = LoggedMove.objects.filter(game=game, number__gte=attempt.first,
                                      number__lte=attempt.last)
    assert [move.seat for move in moves] == [1] * len(moves)
    plan.refresh_from_db()
    assert (plan.ending, plan.played) == (Plan.Ending.DONE, 1)


def test_turns_of_a_plan_follow_one_another(
    game: Game, twin: Game, bob: User, orders: str, now: datetime
) -> None:
    play_turn(twin, 1, orders=orders, now=now)
    play_turn(twin, 0, now=now)
    second = whole_turn(twin, 1)
    plan = save_plan(game, f"{orders}\nthen:\nask me\nthen:\n{second}", now=now)
    play_turn(game, 0, now=now)
    assert look(now) == [Outcome.PLAYED]
    plan.refresh_from_db()
    assert (plan.played, plan.ended_at) == (1, None)
    play_turn(game, 0, now=now)
    assert look(now) == [Outcome.REFUSED]
    plan.refresh_from_db()
    assert (plan.played, plan.ended_at) == (1, None)
    assert PlanAttempt.objects.last().why == "It says to ask you."  # type: ignore[union-attr]
    assert [email.status for email in emails(game, "turn", bob)] == ["failed", "queued"]


def test_a_plan_that_does_not_fit_plays_nothing_and_stays(
    game: Game, bob: User, now: datetime
) -> None:
    plan = save_plan(game, NEVER, now=now)
    play_turn(game, 0, now=now)
    number = Game.objects.get(pk=game.pk).number
    assert look(now) == [Outcome.REFUSED]
    assert Game.objects.get(pk=game.pk).number == number
    plan.refresh_from_db()
    assert plan.ended_at is None
    attempt = PlanAttempt.objects.get()
    assert attempt.why.startswith("'")
    assert "cannot be played. " in attempt.why
    (turn,) = emails(game, "turn", bob)
    assert turn.status == OutgoingEmail.Status.QUEUED
    assert not emails(game, "planned", bob)


def test_the_turn_email_leaves_if_no_worker_looks_at_the_plan(
    game: Game, bob: User, orders: str, now: datetime
) -> None:
    from games.post.outbox import digest

    save_plan(game, orders, now=now)
    play_turn(game, 0, now=now)
    (turn,) = emails(game, "turn", bob)
    assert turn.status == OutgoingEmail.Status.HELD
    assert digest.release_due(now + timedelta(seconds=30)) == 1


def test_a_plan_waits_for_its_grace_period(
    game: Game, bob: User, orders: str, now: datetime
) -> None:
    assert reach_turn(game, orders, now=now, grace=HOUR) == [Outcome.WAITING]
    (turn,) = emails(game, "turn", bob)
    assert turn.status == OutgoingEmail.Status.QUEUED
    assert look(now + HOUR - timedelta(seconds=1)) == []
    assert look(now + HOUR) == [Outcome.PLAYED]


def test_a_plan_is_played_before_the_time_runs_out(
    alice: User, bob: User, now: datetime, orders: str
) -> None:
    never_sleep(alice, bob, now=now)
    game = clocked_table([alice, bob], now=now)
    save_plan(game, orders, now=now, grace=timedelta(days=1))
    play_turn(game, 0, now=now)
    clock = clock_of(game, 1)
    attempt = PlanAttempt.objects.get()
    assert now + HOUR < attempt.due_at <= now + clock.bank - timedelta(minutes=10)


def test_orders_given_by_hand_overtake_a_plan_that_waits(
    game: Game, orders: str, now: datetime
) -> None:
    plan = save_plan(game, orders, now=now, grace=HOUR)
    play_turn(game, 0, now=now)
    look(now)
    play_turn(game, 1, now=now, orders=orders.partition("; ")[0])  # the turn has begun
    assert look(now + HOUR) == [Outcome.OVERTAKEN]
    plan.refresh_from_db()
    assert (plan.played, plan.ended_at) == (0, None)


def test_after_a_turn_by_hand_the_plan_is_for_the_next_one(
    game: Game, orders: str, now: datetime
) -> None:
    plan = save_plan(game, orders, now=now, grace=HOUR)
    for _ in range(2):
        play_turn(game, 0, now=now)
        play_turn(game, 1, now=now)
    assert list(plan.attempts.values_list("step", flat=True)) == [0, 0]
    assert plan.attempts.filter(outcome=Outcome.OVERTAKEN).count() == 1


def test_a_plan_that_was_turned_off_plays_nothing(
    game: Game, bob: User, orders: str, now: datetime
) -> None:
    reach_turn(game, orders, now=now, grace=HOUR)
    assert saving.turn_off(game, seat=1, user=bob, now=now)
    assert look(now + HOUR) == []
    assert PlanAttempt.objects.get().outcome == Outcome.OVERTAKEN
    assert not saving.turn_off(game, seat=1, user=bob, now=now)


@pytest.mark.parametrize("columns", [
    {"stand_in": "greedy"}, {"user": None, "bot": "greedy"}, {"user": "carol"},
])
def test_a_plan_plays_only_for_the_person_who_made_it(
    game: Game, carol: User, orders: str, now: datetime, columns: dict[str, object]
) -> None:
    reach_turn(game, orders, now=now, grace=HOUR)
    changed = {name: carol if value == "carol" else value for name, value in columns.items()}
    Seat.objects.filter(game=game, index=1).update(**changed)
    assert look(now + HOUR) == [Outcome.OVERTAKEN]
    assert not LoggedMove.objects.filter(game=game, seat=1).exists()


def test_a_seat_that_a_bot_plays_has_no_attempts(game: Game, orders: str, now: datetime) -> None:
    save_plan(game, orders, now=now)
    Seat.objects.filter(game=game, index=1).update(stand_in="greedy")
    play_turn(game, 0, now=now)
    assert not PlanAttempt.objects.exists()


def test_a_paused_game_plays_no_plan_until_it_goes_on(
    game: Game, orders: str, now: datetime, announced: list[tuple[object, ...]]
) -> None:
    reach_turn(game, orders, now=now, grace=HOUR)
    Game.objects.filter(pk=game.pk).update(paused_at=now)
    next_look = FEATURE.due["plans to play"]
    assert (playing.sweep(now + HOUR), next_look(now)) == ([], None)
    assert look(now + HOUR) == [""]
    Game.objects.filter(pk=game.pk).update(paused_at=None)
    attempt = PlanAttempt.objects.get()
    assert next_look(now) == attempt.due_at
    assert playing.sweep(now + 2 * HOUR) == [attempt.pk]
    assert announced[-1] == ("play_plan", attempt.pk)
    assert look(now + 2 * HOUR) == [Outcome.PLAYED]


def test_a_plan_that_is_saved_in_ones_own_turn_waits_for_the_next(
    game: Game, now: datetime
) -> None:
    save_plan(game, whole_turn(game, 0), seat=0, now=now)
    assert not PlanAttempt.objects.exists()
    assert look(now + HOUR) == []


def test_a_changed_plan_waits_again_for_ten_minutes_at_least(
    game: Game, orders: str, now: datetime
) -> None:
    save_plan(game, NEVER, now=now, grace=HOUR)
    reach_turn(game, orders, now=now, grace=HOUR)
    later = now + timedelta(minutes=30)
    changed = save_plan(game, f"if my score is 0: {orders}", now=later)
    assert changed.revision == 3
    assert look(later) == [Outcome.WAITING]
    assert look(later + timedelta(minutes=9)) == []
    assert look(later + timedelta(minutes=10)) == [Outcome.PLAYED]


def test_earlier_versions_are_kept(game: Game, bob: User, orders: str, now: datetime) -> None:
    first = save_plan(game, NEVER, now=now)
    second = save_plan(game, orders, now=now)
    assert save_plan(game, orders, now=now) == second  # nothing has changed
    assert list(Plan.objects.values_list("revision", "text", "ending")) == [
        (1, first.text, Plan.Ending.CHANGED), (2, second.text, "")]
    assert saving.active(second.seat, bob) == second


def test_plans_are_stored_with_colours(game: Game, now: datetime) -> None:
    plan = save_plan(game, f"if Alice has at least 80 points: {NEVER}", now=now)
    assert plan.text.startswith("if red has at least 80 points: ")


def test_only_players_of_a_running_game_can_plan(
    game: Game, carol: User, orders: str, now: datetime
) -> None:
    with pytest.raises(Foreign):
        saving.store(game, seat=1, user=carol, text=orders, grace=None, made_by="page", now=now)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER)
    with pytest.raises(Closed):
        save_plan(game, orders, now=now)


def test_looking_twice_plays_once(game: Game, orders: str, now: datetime) -> None:
    save_plan(game, orders, now=now)
    play_turn(game, 0, now=now)
    attempt = PlanAttempt.objects.get()
    assert [playing.play(attempt.pk, now=now) for _ in range(2)] == [Outcome.PLAYED, ""]
    assert [playing.play(attempt.pk + 99, now=now)] == [""]


def test_a_mistake_of_ours_is_kept_and_the_player_is_asked(
    game: Game, bob: User, orders: str, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object, **options: object) -> None:
        raise LookupError

    save_plan(game, orders, now=now)
    play_turn(game, 0, now=now)
    monkeypatch.setattr(playing, "judge", broken)
    assert look(now) == [Outcome.REFUSED]
    assert PlanAttempt.objects.get().why == "Something went wrong on our side."
    (turn,) = emails(game, "turn", bob)
    assert turn.status == OutgoingEmail.Status.QUEUED


def test_a_forgotten_plan_is_found_by_a_sweep(
    game: Game, orders: str, now: datetime, announced: list[tuple[object, ...]]
) -> None:
    save_plan(game, orders, now=now)
    play_turn(game, 0, now=now)
    attempt = PlanAttempt.objects.get()
    assert playing.sweep(now) == []  # its task is on its way
    assert playing.sweep(now + timedelta(seconds=30)) == [attempt.pk]
    assert announced == [("play_plan", attempt.pk)]


def test_a_guest_who_signs_in_brings_the_plans_for_their_seats_along_and_no_others(
    alice: User, guest: User, dave: User, now: datetime
) -> None:
    tables = [seat_table([one, other], now=now, options={"first": 0})
              for one, other in ((alice, guest), (guest, alice), (dave, guest))]
    plan, of_alice, against_dave = (save_plan(game, NEVER, now=now) for game in tables)
    Seat.objects.filter(pk=of_alice.seat_id).update(user=dave)
    Seat.objects.filter(game=tables[1], index=0).update(user=None)
    accounts.merge_guest(guest, dave, now=now)
    assert saving.active(plan.seat, dave) == plan
    assert [Plan.objects.get(pk=each.pk).user for each in (of_alice, against_dave)] == [
        alice, guest]
