"""Waiting in the pool, and being seated by a worker or a sweep."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest

from games.base import blocks, site_clock
from games.base.refusals import Missing, TableRefusal
from games.features.finding import pool, tasks
from games.features.ratings import showing
from games.models import (
    Game,
    OutgoingEmail,
    PoolEntry,
    RatedPlayer,
    Rating,
    Seat,
    User,
    Vacation,
)
from games.people import account_deletion
from games.post.emails import rendering
from games.table.lobby import open_tables
from games.table.play import event_log
from tests.sample_games import clocked_table

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def wait(user: User, *, now: datetime, players: Sequence[int] = (2,),
         paces: Sequence[str] = ("relaxed",), rated: bool = False,
         ruleset: str = "alexandros") -> PoolEntry:
    return pool.ask(user, ruleset=ruleset, players=players, paces=paces, rated=rated, now=now)


def rate(user: User, points: float, *, now: datetime, players: int = 2) -> None:
    player, _ = RatedPlayer.objects.get_or_create(user=user)
    Rating.objects.create(player=player, ruleset="alexandros", players=players, mu=points,
                          sigma=60, games=30, at=now, standing=points, firm_until=now + 50 * DAY)


def emails(kind: str) -> set[str]:
    return {*OutgoingEmail.objects.filter(kind=kind).values_list("to", flat=True)}


def test_a_wish_is_announced_to_a_worker(
    alice: User, now: datetime, announced: list[tuple[Any, ...]],
    django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        entry = wait(alice, now=now)
    assert announced == [(pool.TASK, entry.pk)]


def test_the_worker_begins_the_game_and_emails_both(alice: User, bob: User) -> None:
    now = site_clock.now()  # which the worker reads
    wait(alice, now=now, players=(2, 3), paces=("none", "relaxed"))
    tasks.find_games(wait(bob, now=now, players=(2, 4), paces=("relaxed", "day")).pk)
    game = Game.objects.get()
    assert (game.status, game.listed, game.pace, game.rated) == ("running", True, "relaxed", False)
    assert game.name == "Alice and Bob"
    assert {*game.seats.values_list("user", flat=True)} == {alice.pk, bob.pk}
    assert emails("turn") | emails("started") == {alice.email, bob.email}
    assert {entry.game for entry in PoolEntry.objects.all()} == {game}


def first_emails() -> list[str]:
    return [rendering.compose(email).body
            for email in OutgoingEmail.objects.filter(kind__in=("turn", "started"))]


FOUND = "You asked for a game with other people, and this one was found"


def test_the_first_email_says_that_the_game_was_found(
    alice: User, bob: User, now: datetime
) -> None:
    wait(alice, now=now)
    wait(bob, now=now)
    pool.seat(now)
    before = first_emails()
    assert [FOUND in body for body in before] == [True, True]
    for user in (alice, bob):
        pool.withdraw(user, "alexandros")  # forgets what came of it
    assert first_emails() == before


def test_a_game_at_a_table_was_not_found(alice: User, bob: User, now: datetime) -> None:
    clocked_table([alice, bob], now=now)
    open_tables.play_now(alice, now=now)
    assert not any(FOUND in body for body in first_emails())


def test_the_sweep_does_the_same_once(alice: User, bob: User, now: datetime) -> None:
    wait(alice, now=now)
    assert pool.seat(now) == 0
    wait(bob, now=now)
    assert pool.seat(now) == 1
    assert pool.seat(now) == 0
    assert Game.objects.count() == 1


def test_a_rated_game_has_the_options_of_rated_games(
    alice: User, bob: User, now: datetime
) -> None:
    for user in (alice, bob):
        wait(user, now=now, rated=True)
    pool.seat(now)
    game = Game.objects.get()
    rules = event_log.ruleset_of(game)
    assert game.rated
    assert event_log.setup_of(game).options == rules.rated_options[2]


def test_four_people_with_long_names_sit_at_the_table_of_the_first(
    alice: User, bob: User, carol: User, dave: User, now: datetime
) -> None:
    for user in (alice, bob, carol, dave):
        User.objects.filter(pk=user.pk).update(name=f"{user.name} of Macedon")
        wait(user, now=now, players=(4,))
    pool.seat(now)
    assert Game.objects.get().name == "Alice of Macedon’s table"


def test_ratings_decide_who_plays_whom(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    for user, points in ((alice, 1800), (bob, 1500), (carol, 1760)):
        rate(user, points, now=now)
        wait(user, now=now)
    pool.seat(now)
    assert {*Game.objects.get().seats.values_list("user", flat=True)} == {alice.pk, carol.pk}
    assert pool.find(bob, "alexandros").waits  # type: ignore[union-attr]


def test_ratings_further_apart_will_do_later(alice: User, bob: User, now: datetime) -> None:
    rate(alice, 1900, now=now)
    rate(bob, 1500, now=now)
    wait(alice, now=now)
    wait(bob, now=now)
    assert pool.seat(now + 10 * HOUR) == 0
    assert pool.seat(now + 20 * HOUR) == 1


@pytest.mark.parametrize("later", [timedelta(0), DAY, 6 * DAY])
def test_people_who_block_each_other_wait_as_in_an_empty_pool(
    alice: User, bob: User, now: datetime, later: timedelta
) -> None:
    blocks.block(alice, bob, now=now)
    wait(alice, now=now)
    wait(bob, now=now)
    assert pool.seat(now + later) == 0
    assert pool.others_waiting(alice) == pool.others_waiting(bob) == {}


def test_a_block_at_the_last_moment_counts(
    alice: User, bob: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait(alice, now=now)
    wait(bob, now=now)
    (group,) = pool._groups(pool._waiting(), now=now)["alexandros"]
    blocks.block(alice, bob, now=now)
    assert not pool._seat("alexandros", group, now=now)
    assert not Game.objects.exists()


def test_a_wish_that_changes_at_the_last_moment_counts(
    alice: User, bob: User, now: datetime
) -> None:
    wait(alice, now=now)
    wait(bob, now=now)
    (group,) = pool._groups(pool._waiting(), now=now)["alexandros"]
    wait(alice, now=now, paces=("day",))
    assert not pool._seat("alexandros", group, now=now)


def test_nobody_is_seated_during_a_vacation(alice: User, bob: User, now: datetime) -> None:
    wait(alice, now=now)
    wait(bob, now=now)
    Vacation.objects.create(user=bob, first_day=now.date(), last_day=now.date(),
                            begins_at=now, ends_at=now + DAY)
    assert pool.seat(now) == 0
    assert pool.seat(now + DAY) == 1


def test_who_has_signed_out_is_seated_but_nobody_who_is_shut_out(
    alice: User, bob: User, now: datetime
) -> None:
    wait(alice, now=now)
    wait(bob, now=now)
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert pool.seat(now) == 0
    User.objects.filter(pk=bob.pk).update(is_active=True)
    assert pool.seat(now) == 1  # nobody has a session


def test_deleting_an_account_withdraws_the_wish(alice: User, bob: User, now: datetime) -> None:
    wait(alice, now=now)
    wait(bob, now=now)
    account_deletion.delete_account(alice, now=now)
    assert [entry.user for entry in PoolEntry.objects.all()] == [bob]
    assert pool.seat(now) == 0


def test_people_who_have_played_often_meet_others(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    for number in range(pool.OFTEN + 1):
        game = clocked_table([alice, bob], now=now - DAY)
        Game.objects.filter(pk=game.pk).update(
            rated=True, status=Game.Status.OVER, finished_at=now - (number + 1) * DAY)
    rate(carol, 1590, now=now)
    for user in (alice, bob, carol):
        wait(user, now=now)
    assert pool.seat(now) == 1
    game = Game.objects.filter(status="running").get()
    assert {*game.seats.values_list("user", flat=True)} == {alice.pk, carol.pk}


def test_a_member_waits_once_for_each_game(alice: User, now: datetime) -> None:
    wait(alice, now=now)
    wait(alice, now=now + HOUR, paces=("day",), rated=True)
    wait(alice, now=now, ruleset="campaign")
    entry = pool.find(alice, "alexandros")
    assert entry is not None
    assert (entry.paces, entry.rated, entry.since) == (["day"], True, now)
    assert PoolEntry.objects.count() == 2


def test_a_wish_lapses_after_a_week_with_an_email_and_is_forgotten_after_another(
    alice: User, now: datetime
) -> None:
    wait(alice, now=now)
    assert pool.next_lapse(now) == now + 7 * DAY
    assert pool.lapse(now + 7 * DAY - HOUR) == 0
    assert pool.lapse(now + 7 * DAY) == 1
    assert emails(pool.UNFOUND) == {alice.email}
    assert pool.lapse(now + 8 * DAY) == 0
    assert not PoolEntry.objects.get().waits
    assert pool.forget_old(now + 14 * DAY) == 0
    assert pool.forget_old(now + 15 * DAY) == 1
    assert not PoolEntry.objects.exists()
    assert OutgoingEmail.objects.count() == 1


def test_a_wish_that_has_lapsed_is_not_fulfilled_before_the_sweep(
    alice: User, bob: User, now: datetime
) -> None:
    wait(alice, now=now)
    wait(bob, now=now + HOUR)
    assert pool.seat(now + 7 * DAY) == 0


def test_a_wish_can_be_renewed_and_withdrawn(alice: User, now: datetime) -> None:
    wait(alice, now=now)
    pool.renew(alice, "alexandros", now=now + DAY)
    entry = PoolEntry.objects.get()
    assert (entry.since, entry.until) == (now, now + 8 * DAY)
    pool.lapse(now + 8 * DAY)
    pool.renew(alice, "alexandros", now=now + 9 * DAY)
    entry = PoolEntry.objects.get()
    assert (entry.since, entry.until, entry.waits) == (now + 9 * DAY, now + 16 * DAY, True)
    pool.withdraw(alice, "alexandros")
    assert not PoolEntry.objects.exists()
    with pytest.raises(Missing):
        pool.withdraw(alice, "alexandros")


@pytest.mark.parametrize(("wish", "sentence"), [
    ({"players": (7,)}, "Please choose at least one number of players."),
    ({"paces": ("live",)}, "Please choose at least one pace."),
    ({"ruleset": "chess"},
     "There is no such game here. Please choose alexandros or campaign."),
])
def test_a_wish_that_names_nothing_is_refused(
    alice: User, now: datetime, wish: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(TableRefusal) as refused:
        wait(alice, now=now, **wish)
    assert refused.value.sentence == sentence


def test_guests_cannot_wait(guest: User, now: datetime) -> None:
    with pytest.raises(TableRefusal, match="Sign in with your email address"):
        wait(guest, now=now)


def test_whoever_hides_their_rating_plays_unrated(alice: User, bob: User, now: datetime) -> None:
    wait(alice, now=now, rated=True)
    wait(bob, now=now, rated=True)
    showing.hide(bob)
    with pytest.raises(TableRefusal, match="You hide your rating"):
        wait(bob, now=now, rated=True)
    assert pool.seat(now) == 0
    for user in (alice, bob):
        wait(user, now=now, rated=False)
    assert pool.seat(now) == 1


def test_without_ratings_everybody_is_taken_for_equal(
    alice: User, bob: User, now: datetime, settings: Any
) -> None:
    settings.FEATURES = ["games.features.finding"]
    rate(alice, 2200, now=now)
    for user in (alice, bob):
        wait(user, now=now, rated=True)
    assert pool.seat(now) == 1
    assert Seat.objects.filter(game__rated=True).count() == 2
