"""Where bots of members may sit, on every way to a seat."""

from __future__ import annotations

from datetime import datetime

import pytest

from games.base.refusals import Missing, TableRefusal
from games.features.competitions import calendar, seasons
from games.models import Entry, Game, User
from games.people import bot_accounts
from games.table.lobby import game_lists, open_tables, rematches
from games.table.seats import leaving, taking_over
from games.web.access import access_of, may_see

ONLY_ONE = "Of a member and their bots, only one"
THREE = "3 bots of members"


@pytest.fixture(autouse=True)
def _no_broker(announced: list[object]) -> None:
    """No task is sent to the worker."""


@pytest.fixture
def hal(alice: User, now: datetime) -> User:
    """Hal, a bot of Alice's."""
    return bot_accounts.make(alice, "Hal", now=now)


@pytest.fixture
def eliza(alice: User, now: datetime) -> User:
    """Eliza, a bot of Alice's."""
    return bot_accounts.make(alice, "Eliza", now=now)


def table(*people: User, now: datetime, players: int = 3, rated: bool = True) -> Game:
    """A table in the lobby at which these have sat down."""
    game = open_tables.create_table(by=people[0], players=players, listed=True, rated=rated,
                                    now=now)
    for user in people[1:]:
        open_tables.join(game, user=user, now=now)
    game.refresh_from_db()
    return game


@pytest.mark.parametrize("first", ["owner", "bot"])
def test_of_a_member_and_their_bots_only_one_plays_in_a_rated_game(
    alice: User, hal: User, eliza: User, now: datetime, first: str
) -> None:
    game = table(alice if first == "owner" else eliza, now=now)
    for user in {alice, hal, eliza} - {game.created_by}:
        with pytest.raises(TableRefusal, match=ONLY_ONE):
            open_tables.join(game, user=user, now=now)
    assert game.seats.filter(user__isnull=False).count() == 1


def test_they_may_all_play_in_a_game_that_is_not_rated(
    alice: User, hal: User, eliza: User, now: datetime
) -> None:
    assert table(hal, eliza, alice, now=now, rated=False).status == Game.Status.RUNNING


def test_three_bots_of_members_sit_at_a_table_and_no_fourth(
    alice: User, bob: User, hal: User, eliza: User, now: datetime
) -> None:
    third = bot_accounts.make(bob, "Parry", now=now)
    game = table(hal, eliza, third, now=now, players=4, rated=False)
    with pytest.raises(TableRefusal, match=THREE):
        open_tables.join(game, user=bot_accounts.make(bob, "Racter", now=now), now=now)
    open_tables.join(game, user=alice, now=now)
    assert game.seats.get(index=3).user == alice


def test_no_bot_takes_over_a_seat_beside_another_of_its_owner(
    hal: User, eliza: User, bob: User, carol: User, now: datetime
) -> None:
    game = table(bob, hal, carol, now=now)
    seat = game.seats.get(user=carol)
    leaving.leave(game, user=carol, now=now)
    taking_over.show_in_lobby(game, by=bob, seat=seat.index, now=now)
    with pytest.raises(TableRefusal, match=ONLY_ONE):
        taking_over.take_over(game, user=eliza, seat=seat.index, now=now)
    assert game.seats.get(pk=seat.pk).user is None


def test_a_bot_whose_seat_is_kept_counts_as_present(
    hal: User, eliza: User, bob: User, carol: User, now: datetime
) -> None:
    game = table(bob, hal, carol, now=now)
    seats = {user: game.seats.get(user=user).index for user in (hal, carol)}
    for user in (hal, carol):
        leaving.leave(game, user=user, now=now)
        taking_over.show_in_lobby(game, by=bob, seat=seats[user], now=now)
    with pytest.raises(TableRefusal, match=ONLY_ONE):
        taking_over.take_over(game, user=eliza, seat=seats[carol], now=now)
    taking_over.take_back(game, user=hal, now=now)
    assert game.seats.get(index=seats[hal]).user == hal


def test_a_rematch_is_kept_for_the_bot_which_takes_its_seat(
    hal: User, bob: User, now: datetime
) -> None:
    game = table(bob, hal, now=now, players=2)
    leaving.leave(game, user=bob, now=now)
    rematch = rematches.join_or_create(game, by=bob, now=now)
    open_tables.join(rematch, user=hal, now=now)
    rematch.refresh_from_db()
    assert rematch.status == Game.Status.RUNNING


def test_of_a_member_and_their_bots_one_enters_a_league(
    alice: User, hal: User, eliza: User, now: datetime
) -> None:
    season = seasons.find("alexandros", 2, calendar.following(now))
    before = season.starts_at - calendar.SIGN_UP / 2
    seasons.enter(hal, season, now=before)
    for user in (alice, eliza):
        with pytest.raises(TableRefusal, match=ONLY_ONE):
            seasons.enter(user, season, now=before)
    seasons.enter(hal, season, now=before)
    assert [entry.user for entry in Entry.objects.all()] == [hal]


def test_so_many_bots_enter_a_league_of_four_as_may_sit_at_a_table(
    alice: User, bob: User, carol: User, dave: User, now: datetime
) -> None:
    season = seasons.find("alexandros", 4, calendar.following(now))
    before = season.starts_at - calendar.SIGN_UP / 2
    bots = [bot_accounts.make(owner, f"Bot-of-{owner.name}", now=now)
            for owner in (alice, bob, carol, dave)]
    for bot in bots[:3]:
        seasons.enter(bot, season, now=before)
    with pytest.raises(TableRefusal, match=THREE):
        seasons.enter(bots[3], season, now=before)
    seasons.enter(dave, season, now=before)
    assert Entry.objects.count() == 4


def test_a_bot_sits_at_its_owners_private_table_and_others_do_not(
    alice: User, bob: User, hal: User, now: datetime
) -> None:
    game = open_tables.create_table(by=alice, players=3, now=now)
    with pytest.raises(Missing):
        open_tables.join(game, user=bot_accounts.make(bob, "Marvin", now=now), now=now)
    assert open_tables.join(game, user=hal, now=now).user == hal


def test_members_may_watch_the_private_games_of_their_bots(
    alice: User, bob: User, hal: User, now: datetime
) -> None:
    game = game_lists.table(open_tables.create_table(by=hal, players=2, bots=["random"],
                                                     now=now).code)
    assert game is not None
    assert may_see(access_of(game, alice))
    assert not may_see(access_of(game, bob))
