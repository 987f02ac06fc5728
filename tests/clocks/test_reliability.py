"""Reliability: what somebody's last turns say, and what is forgotten."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from games.models import Game, Pace, Reliability, TurnTiming, User
from games.operations import sweeps
from games.people import accounts
from games.table.clocks import reliability
from games.table.clocks.reliability import Standing, about_yourself, label, label_with_excused
from tests.clocks.timings import HOUR, Outcome, played

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.mark.parametrize(("in_time", "late", "words"), [
    (40, 0, "always in time"), (38, 2, "always in time"), (37, 3, "mostly in time"),
    (32, 8, "mostly in time"), (31, 9, "rarely in time"), (0, 5, "rarely in time"),
    (16, 1, "mostly in time"), (23, 6, "rarely in time"),
    (4, 0, "new here"), (5, 0, "always in time"), (0, 4, "new here"), (0, 0, "new here"),
])
def test_the_verdict_follows_from_the_share_of_turns_in_time(
    in_time: int, late: int, words: str
) -> None:
    assert label(Standing(in_time, late)) == words


def test_excused_turns_count_for_nothing_and_are_told_apart() -> None:
    assert Standing(20, 0, excused=20).verdict == Reliability.ALWAYS
    assert Standing(4, 0, excused=36).is_new
    assert label_with_excused(Standing(32, 5, 3)) == "mostly in time, 3 excused"
    assert label_with_excused(Standing(40, 0)) == "always in time"


@pytest.mark.parametrize(("standing", "words"), [
    (Standing(34, 3, 3), ("You play mostly in time: 34 of your last 37 turns. 3 more turns were"
                         " excused.")),
    (Standing(40, 0), "You always play in time: 40 of your last 40 turns."),
    (Standing(2, 7, 1), ("You rarely play in time: 2 of your last 9 turns. Turns in time improve"
                        " this. 1 more turn was excused.")),
    (Standing(), ("You are new here: after 5 turns against a clock, others see whether you play in"
                 " time.")),
])
def test_people_are_told_their_own_standing(standing: Standing, words: str) -> None:
    assert about_yourself(standing) == words


def test_somebody_recovers_by_playing_in_time(alice: User, fresh: Game, now: datetime) -> None:
    played(alice, fresh, Outcome.MISSED, times=40, now=now - DAY)
    assert reliability.standing_of(alice, now=now) == Standing(0, 40)
    played(alice, fresh, times=32, now=now)
    assert reliability.standing_of(alice, now=now) == Standing(32, 8)
    played(alice, fresh, Outcome.EXCUSED, times=8, now=now + DAY)
    assert reliability.standing_of(alice, now=now + DAY) == Standing(32, 0, 8)


def test_turns_of_long_ago_do_not_count(alice: User, fresh: Game, now: datetime) -> None:
    played(alice, fresh, Outcome.MISSED, times=6, now=now - 180 * DAY)
    played(alice, fresh, times=5, now=now - 179 * DAY)
    assert reliability.standing_of(alice, now=now) == Standing(5)


def test_many_people_take_one_query(
    alice: User, bob: User, carol: User, fresh: Game, now: datetime, django_assert_num_queries: Any
) -> None:
    played(alice, fresh, times=45, now=now)
    played(bob, fresh, Outcome.MISSED, times=3, now=now)
    people = [alice.pk, bob.pk, carol.pk]
    with django_assert_num_queries(1):
        assert reliability.standings(people, now=now) == {
            alice.pk: Standing(40), bob.pk: Standing(0, 3), carol.pk: Standing()}
    with django_assert_num_queries(1):
        turns = reliability.recent_turns(people, now=now)
    assert {pk: len(each) for pk, each in turns.items()} == {alice.pk: 40, bob.pk: 3}
    assert {turn.took for turn in turns[alice.pk]} == {HOUR}


def test_turns_of_live_games_are_known_as_such(alice: User, fresh: Game, now: datetime) -> None:
    played(alice, fresh, now=now)
    Game.objects.update(pace=Pace.LIVE)
    (turn,) = reliability.recent_turns([alice.pk], now=now)[alice.pk]
    assert turn.is_live
    assert reliability.standing_from([turn]) == Standing(1)


def test_a_visitor_is_a_newcomer(now: datetime) -> None:
    assert reliability.standing_of(None, now=now).is_new
    assert reliability.standings([], now=now) == {}


@pytest.mark.parametrize(("required", "newcomers", "standing", "expected"), [
    ("", True, Standing(0, 40), True), ("", True, Standing(), True),
    ("mostly", True, Standing(32, 8), True), ("mostly", True, Standing(40), True),
    ("mostly", True, Standing(31, 9), False), ("mostly", True, Standing(0, 4), True),
    ("mostly", False, Standing(4), False), ("always", True, Standing(37, 3), False),
    ("always", False, Standing(38, 2), True), ("always", False, Standing(), False),
])
def test_a_table_lets_in_whom_its_creator_wants(
    required: str, newcomers: bool, standing: Standing, expected: bool
) -> None:
    game = Game(required_reliability=required, newcomers=newcomers)
    assert reliability.meets(game, standing) == expected


def test_a_sweep_forgets_old_turns(alice: User, bob: User, fresh: Game, now: datetime) -> None:
    played(alice, fresh, times=103, now=now)
    played(alice, fresh, times=2, now=now - 401 * DAY)
    played(bob, fresh, times=3, now=now - 399 * DAY)
    assert sweeps.run_all(now)["old turn timings forgotten"] == 5
    kept = TurnTiming.objects.filter(user=alice).order_by("ended_at")
    assert (kept.count(), kept[0].ended_at) == (100, now - timedelta(minutes=99))
    assert TurnTiming.objects.filter(user=bob).count() == 3
    assert reliability.forget_old(now) == 0


def test_a_guest_who_signs_in_keeps_their_turns(
    alice: User, bob: User, guest: User, fresh: Game, running: Game, now: datetime
) -> None:
    running.seats.filter(index=1).update(user=guest)
    played(guest, running, Outcome.MISSED, times=6, now=now)
    accounts.merge_guest(guest, bob, now=now)
    assert reliability.standing_of(bob, now=now) == Standing(0, 6)


def test_a_guest_who_plays_against_their_own_account_keeps_the_turns_of_that_game(
    bob: User, guest: User, running: Game, now: datetime
) -> None:
    running.seats.filter(index=2).update(user=guest)
    played(guest, running, times=6, now=now)
    accounts.merge_guest(guest, bob, now=now)
    assert reliability.standing_of(bob, now=now) == Standing()
    assert reliability.standing_of(guest, now=now) == Standing(6)
