"""The lobby and the lists of a person's own games, and their order."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from games.models import Game, Seat, StoredSetup, User
from games.table.lobby import expiry, game_lists, open_tables
from games.table.seats import leaving
from tests.sample_games import advance, mover, seat_table


def names(games: list[Any]) -> list[str]:
    return [getattr(entry, "game", entry).name for entry in games]


def test_the_lobby_lists_open_tables_newest_first(alice: User, bob: User, now: datetime) -> None:
    for hours, name in enumerate(("old", "new")):
        open_tables.create_table(by=alice, name=name, players=2, listed=True,
                            now=now + timedelta(hours=hours))
    open_tables.create_table(by=alice, name="private", players=2, now=now)
    gone = open_tables.create_table(by=alice, name="gone", players=2, listed=True, now=now)
    open_tables.cancel(gone, by=alice, now=now)
    for visitor in (bob, AnonymousUser(), None):
        assert names(game_lists.open_tables(visitor).games) == ["new", "old"]


def test_the_lobby_has_further_pages_of_open_tables(alice: User, bob: User, now: datetime) -> None:
    for number in range(game_lists.OPEN_PER_PAGE + 2):
        open_tables.create_table(by=alice, name=f"table {number}", players=2, listed=True,
                            now=now + timedelta(hours=number))
    first, second, third = (game_lists.open_tables(bob, page=page) for page in (1, 2, 3))
    assert first.has_more
    assert len(first.games) == game_lists.OPEN_PER_PAGE
    assert (names(second.games), second.has_more) == (["table 1", "table 0"], False)
    assert third.games == []


def test_a_table_with_two_free_seats_is_listed_once(alice: User, bob: User, now: datetime) -> None:
    table = open_tables.create_table(by=alice, players=3, listed=True, now=now)
    assert game_lists.open_tables(bob).games == [table]


def test_an_invitation_is_found_whatever_the_case_of_the_address(
    alice: User, bob: User, now: datetime
) -> None:
    open_tables.create_table(by=alice, players=2, invite_emails=["BOB@Example.org"], now=now)
    assert [seat.invited_email for seat in game_lists.invitations(bob)] == ["bob@example.org"]


def test_ones_own_and_full_tables_are_not_in_the_lobby(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    table = open_tables.create_table(by=alice, players=2, listed=True, now=now)
    assert game_lists.open_tables(alice).games == []
    kept = open_tables.create_table(by=bob, players=2, listed=True, now=now,
                               invite_emails=["x@example.org"])
    assert game_lists.open_tables(carol).games == [table]
    open_tables.join(table, user=bob, now=now)
    assert game_lists.open_tables(carol).games == []
    assert kept.status == Game.Status.OPEN


def test_games_that_wait_for_me_come_first_the_longest_waiting_on_top(
    alice: User, bob: User, finished: Game, now: datetime
) -> None:
    finished.seats.filter(index=0).update(user=alice)
    open_tables.create_table(by=alice, name="open", players=2, now=now + timedelta(hours=9))
    for hours, name in ((3, "waits shorter"), (1, "waits longest")):
        game = seat_table([alice, bob], now=now + timedelta(hours=hours), options={"first": 0})
        Game.objects.filter(pk=game.pk).update(name=name)
    for hours, name in ((2, "theirs, older"), (5, "theirs, newer")):
        game = seat_table([alice, bob], now=now + timedelta(hours=hours), options={"first": 1})
        Game.objects.filter(pk=game.pk).update(name=name)
    mine = game_lists.my_games(alice)
    assert names(mine) == ["waits longest", "waits shorter", "theirs, newer", "theirs, older",
                           "open"]
    assert [entry.is_my_turn for entry in mine] == [True, True, False, False, False]
    over = game_lists.finished_games(alice)
    assert names(list(over)) == ["Finished"]
    assert {(entry.seat, entry.is_my_turn) for entry in over} == {(0, False)}
    assert {entry.seat for entry in mine} == {0}


def test_finished_games_come_by_the_page_the_latest_first(alice: User, now: datetime) -> None:
    for number in range(game_lists.FINISHED_PER_PAGE + 1):
        later = now + timedelta(minutes=number)
        game = Game.objects.create(name=str(number), ruleset="alexandros", rules_version=1,
                                   setup_id=StoredSetup.keep("{}"), created_at=now,
                                   moved_at=later, status=Game.Status.OVER)
        Seat.objects.create(game=game, index=0, user=alice)
    newest = [str(number) for number in range(game_lists.FINISHED_PER_PAGE, 0, -1)]
    for page in ("", "1", "none"):
        first = game_lists.finished_games(alice, page=page)
        assert (names(list(first)), first.has_previous()) == (newest, False)
    for page in ("2", "99"):
        last = game_lists.finished_games(alice, page=page)
        assert (names(list(last)), last.has_next()) == (["0"], False)


def test_a_game_waits_for_the_next_after_a_turn(fresh: Game, alice: User, bob: User,
                                                now: datetime) -> None:
    while mover(fresh) == 0:
        assert [entry.is_my_turn for entry in game_lists.my_games(alice)] == [True]
        advance(fresh, now=now)
    assert [entry.is_my_turn for entry in game_lists.my_games(alice)] == [False]
    assert [entry.is_my_turn for entry in game_lists.my_games(bob)] == [True]


def test_cancelled_tables_are_gone(alice: User, now: datetime) -> None:
    open_tables.cancel(open_tables.create_table(by=alice, players=2, now=now), by=alice, now=now)
    assert game_lists.my_games(alice) == []


def test_a_table_that_its_creator_cancels_stays_for_a_week_with_whoever_was_there(
    alice: User, bob: User, carol: User, guest: User, dave: User, now: datetime
) -> None:
    table = open_tables.create_table(by=alice, name="Issus", players=4, now=now,
                                     invite_emails=["carol@example.org"])
    for joins in (bob, guest):
        open_tables.join(table, user=joins, token=table.invite_token, now=now)
    open_tables.cancel(table, by=alice, now=now)
    week = now + game_lists.CANCELLED_FOR
    for person, seat in ((bob, 2), (guest, 3), (carol, None)):
        mine = game_lists.cancelled_games(person, now=week - timedelta(seconds=1))
        assert [(entry.game, entry.seat, entry.is_my_turn) for entry in mine] == [
            (table, seat, False)]
        assert game_lists.cancelled_games(person, now=week) == []
    for person in (alice, dave):
        assert game_lists.cancelled_games(person, now=now) == []


def test_a_table_that_nobody_joined_stays_for_a_week_with_its_creator(
    alice: User, now: datetime
) -> None:
    open_tables.create_table(by=alice, name="Issus", players=2, now=now)
    expiry.warn(now + expiry.WARN_AFTER)
    expiry.expire(now + expiry.CLOSE_AFTER)
    assert names(game_lists.cancelled_games(alice, now=now + expiry.CLOSE_AFTER)) == ["Issus"]


def test_a_game_that_somebody_cancels_at_once_stays_for_a_week_with_everybody(
    alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([alice, bob], now=now)
    leaving.cancel(game, user=bob, now=now)
    for person in (alice, bob):
        assert [entry.game for entry in game_lists.cancelled_games(person, now=now)] == [game]


def test_strangers_have_no_games() -> None:
    assert game_lists.my_games(AnonymousUser()) == []
    assert game_lists.invitations(AnonymousUser()) == []


def test_my_invitations_are_found_by_my_address(alice: User, bob: User, now: datetime) -> None:
    game = open_tables.create_table(by=alice, players=3, now=now, invite_emails=["BOB@example.org"])
    assert [seat.game for seat in game_lists.invitations(bob)] == [game]
    assert game_lists.invitations(alice) == []
    open_tables.decline(game, user=bob, now=now)
    assert game_lists.invitations(bob) == []


@pytest.mark.parametrize("many", [1, 12])
def test_lists_take_a_fixed_number_of_queries(
    alice: User, bob: User, carol: User, now: datetime, many: int,
    django_assert_num_queries: Any,
) -> None:
    for _ in range(many):
        seat_table([alice, bob], now=now)
        open_tables.create_table(by=alice, players=3, listed=True, now=now)
    with django_assert_num_queries(2):
        mine = game_lists.my_games(alice)
        assert len([seat.user for entry in mine for seat in entry.game.seats.all()]) == 5 * many
    Game.objects.filter(pk__in=[entry.game.pk for entry in mine]).update(status=Game.Status.OVER)
    with django_assert_num_queries(3):
        over = game_lists.finished_games(alice)
        assert len(over) == min(2 * many, game_lists.FINISHED_PER_PAGE)
        assert {seat.user for entry in over for seat in entry.game.seats.all()} <= {
            alice, bob, None}
    Game.objects.filter(number=0).update(status=Game.Status.OPEN)
    with django_assert_num_queries(2):
        lobby = game_lists.open_tables(carol).games
        assert {game.created_by for game in lobby} == {alice}
        assert len([seat for game in lobby for seat in game.seats.all()]) == 3 * many


def test_a_table_is_read_as_after_one_row_although_somebody_moves_meanwhile(
    alice: User, bob: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = seat_table([alice, bob], now=now)
    load = game_lists.prefetch_related_objects
    while mover(game) != 0:
        advance(game, now=now)
    first = game.number

    def load_late(*args: Any) -> None:
        if Game.objects.get().number == first:
            while mover(game) == 0:  # Alice ends their turn between the two queries
                advance(game, now=now)
        load(*args)

    monkeypatch.setattr(game_lists, "prefetch_related_objects", load_late)
    read = game_lists.table(game.code)
    assert read is not None
    assert read.number == game.number > first
    assert [seat.to_move for seat in read.seats.all()] == [False, True]
