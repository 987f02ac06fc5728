"""A season of a league: signing up, the schedule, dropping out, the end, and the next one."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games.base.refusals import Closed, Foreign, TableRefusal
from games.features.competitions import calendar, entries, judging, lifecycle, results, seasons
from games.features.matches import matches
from games.features.ratings.ledger import Skill
from games.models import (
    Competition,
    Entry,
    Fixture,
    Game,
    Match,
    RatedGame,
    RatedPlayer,
    Rating,
    User,
)
from games.people import account_deletion, accounts
from games.table.seats import leaving, seating
from tests.features.competitions.conftest import (
    BEGINS,
    Season,
    entry_of,
    fixture_of,
    look_after,
    over,
    win_match,
)

pytestmark = pytest.mark.django_db

Decided = Fixture.Decided
ENDS = BEGINS + calendar.LENGTH


def lose_on_time(game: Game, user: User) -> None:
    """Lets somebody's time run out for good, so that a bot takes their seat."""
    seat = game.seats.get(user=user)
    seat.game = game
    seating.hand_to_bot(seat, resigned=False, now=BEGINS)


def points(fixture: Fixture) -> dict[str, float | None]:
    fixture.refresh_from_db()
    return {seat.entry.user.name: seat.points for seat in fixture.seats.select_related(
        "entry__user") if seat.entry.user}


# Signing up.

def test_people_sign_up_once_in_the_last_ten_days(alice: User) -> None:
    season = seasons.find("alexandros", 2, BEGINS)
    with pytest.raises(Closed, match="You can sign up for this season from"):
        seasons.enter(alice, season, now=BEGINS - timedelta(days=11))
    for _ in range(2):
        seasons.enter(alice, season, now=BEGINS - timedelta(days=9))
    with pytest.raises(Closed):
        seasons.enter(alice, season, now=BEGINS)

    assert Entry.objects.count() == 1


def test_a_guest_cannot_sign_up(guest: User) -> None:
    with pytest.raises(TableRefusal, match="Sign in"):
        seasons.enter(guest, seasons.find("alexandros", 2, BEGINS), now=BEGINS - timedelta(days=1))


def test_somebody_who_hides_their_rating_cannot_sign_up(alice: User) -> None:
    RatedPlayer.objects.create(user=alice, hidden=True)
    with pytest.raises(TableRefusal, match="You hide your rating"):
        seasons.enter(alice, seasons.find("alexandros", 2, BEGINS), now=BEGINS - timedelta(days=1))


def test_somebody_withdraws_before_the_season(alice: User, bob: User) -> None:
    season, now = seasons.find("alexandros", 2, BEGINS), BEGINS - timedelta(days=1)
    with pytest.raises(Foreign, match="You are not playing"):
        entries.withdraw(bob, season, now=now)
    seasons.enter(alice, season, now=now)
    season = seasons.find("alexandros", 2, BEGINS)
    with pytest.raises(Foreign):
        entries.withdraw(bob, season, now=now)
    entries.withdraw(alice, season, now=now)

    assert not Entry.objects.exists()


def test_a_season_with_too_few_people_is_given_up(alice: User, bob: User, begun: Season) -> None:
    season = begun([alice, bob])

    assert (season.status, season.look_at) == (Competition.Status.CANCELLED, None)
    assert not Fixture.objects.exists()


# Playing.

def test_everybody_plays_a_match_against_everybody(many: list[User], begun: Season) -> None:
    season = begun(many)

    assert {entry.division for entry in season.entries.all()} == {1}
    assert Fixture.objects.count() == 36
    assert {fixture.begins_at for fixture in Fixture.objects.filter(round=1)} == {BEGINS}
    assert Game.objects.count() == 4, "those of the first round"
    game = Game.objects.all()[0]
    assert (game.match, game.rated, game.listed, game.pace) == (Match.FIRST, True, True, "day")


def test_the_last_round_begins_in_time(many: list[User], begun: Season) -> None:
    season = begun(many[:5])
    look_after(season, BEGINS + calendar.STARTS_WITHIN)

    assert not Fixture.objects.filter(game=None).exists()
    look_after(season, BEGINS + calendar.STARTS_WITHIN)
    assert Game.objects.count() == 10, "looking again begins nothing twice"
    assert season.look_at == ENDS


def test_a_match_is_worth_a_point_for_each_game(
    alice: User, bob: User, carol: User, begun: Season
) -> None:
    begun([alice, bob, carol])
    match = fixture_of(alice, bob)
    if match.game is None:
        look_after(match.competition, match.begins_at)
    win_match(alice, bob, now=BEGINS)

    assert points(match) == {"Alice": 2.0, "Bob": 0.0}
    assert match.decided == Decided.PLAYED


def test_a_game_without_matches_is_played_once_in_each_seat(
    alice: User, bob: User, carol: User, begun: Season
) -> None:
    season = begun([alice, bob, carol], ruleset="campaign")
    look_after(season, BEGINS + calendar.STARTS_WITHIN)
    assert Fixture.objects.count() == 6
    game = Game.objects.filter(seats__user=alice)[0]
    assert game.match == Match.NONE
    over(game, alice, now=BEGINS)

    assert sorted(points(game.fixture).values(), key=str) == [0.0, 1.0]
    entries.withdraw(bob, season, now=BEGINS)
    look_after(season, BEGINS + calendar.STARTS_WITHIN)
    walkovers = Fixture.objects.filter(decided=Decided.WALKOVER)
    assert {seat.points for fixture in walkovers for seat in fixture.seats.all()} == {0.0, 1.0}


def test_at_a_table_of_four_places_count(
    alice: User, bob: User, carol: User, dave: User, begun: Season
) -> None:
    begun([alice, bob, carol, dave], players=4)
    table = fixture_of(alice)
    assert table.game is not None
    over(table.game, alice, bob, now=BEGINS)

    found = points(table)
    assert (found["Alice"], found["Bob"]) == (3.0, 3.0)
    assert sorted([found["Carol"], found["Dave"]]) == [0.0, 1.0]
    assert Fixture.objects.count() == 4


def test_nobody_cancels_a_game_of_a_season(
    alice: User, bob: User, carol: User, begun: Season
) -> None:
    begun([alice, bob, carol])
    game = Game.objects.all()[0]
    player = game.seats.exclude(user=None)[0].user
    assert player is not None

    assert not leaving.may_cancel(game, seats=2)
    with pytest.raises(Closed, match="belongs to a competition, so it cannot be cancelled"):
        leaving.cancel(game, user=player, now=BEGINS)


# Losing on time, and dropping out.

def test_after_the_first_game_is_lost_on_time_the_other_has_both(
    alice: User, bob: User, carol: User, begun: Season
) -> None:
    season = begun([alice, bob, carol])
    look_after(season, BEGINS + calendar.STARTS_WITHIN)
    match = fixture_of(alice, bob)
    assert match.game is not None
    lose_on_time(match.game, bob)
    over(match.game, now=BEGINS)

    assert points(match) == {"Alice": 2.0, "Bob": 0.0}
    assert entry_of(bob).lost == 1


def test_the_third_game_lost_on_time_takes_somebody_out(many: list[User], begun: Season) -> None:
    season = begun(many[:5])
    look_after(season, BEGINS + calendar.STARTS_WITHIN)
    late = many[0]
    for number, game in enumerate(Game.objects.filter(seats__user=late)[:3]):
        assert entry_of(late).out_at is None, number
        lose_on_time(game, late)
    assert entry_of(late).out_at == BEGINS

    look_after(season, BEGINS + calendar.STARTS_WITHIN)
    left = Fixture.objects.filter(seats__entry__user=late)
    assert {fixture.decided for fixture in left} == {Decided.WALKOVER}
    for fixture in left:
        assert sorted(seat.points or 0 for seat in fixture.seats.all()) == [0.0, 2.0]
    games = Game.objects.filter(fixture__in=left)
    assert {game.status for game in games} == {Game.Status.CANCELLED}
    rated = RatedGame.objects.filter(game__in=games)
    assert {row.why for row in rated} == {"cancelled"}, "without rating"


def test_whoever_drops_out_is_missed_by_no_round(many: list[User], begun: Season) -> None:
    season = begun(many[:5])
    entries.withdraw(many[0], season, now=BEGINS)
    look_after(season, BEGINS)
    assert Fixture.objects.filter(decided=Decided.WALKOVER).count() == 4, "also later rounds"

    look_after(season, BEGINS + calendar.STARTS_WITHIN)
    assert Fixture.objects.filter(decided=Decided.WALKOVER).count() == 4
    assert Game.objects.filter(status=Game.Status.RUNNING).count() == 6


def test_no_second_game_begins_after_somebody_has_dropped_out(
    alice: User, bob: User, carol: User, begun: Season
) -> None:
    season = begun([alice, bob, carol])
    game = Game.objects.all()[0]
    people = [seat.user for seat in game.seats.order_by("index")]
    assert people[0] is not None
    assert people[1] is not None
    over(game, people[0], now=BEGINS)
    entries.withdraw(people[1], season, now=BEGINS)
    look_after(season, BEGINS)

    assert matches.start_second(game.pk, now=BEGINS) is None
    assert points(game.fixture) == {people[0].name: 2.0, people[1].name: 0.0}


def test_at_a_table_a_bot_plays_for_whoever_drops_out(many: list[User], begun: Season) -> None:
    season = begun(many[:5], players=4)
    entries.withdraw(many[0], season, now=BEGINS)
    look_after(season, BEGINS)

    assert Game.objects.filter(status=Game.Status.RUNNING).count() == 5
    assert Game.objects.filter(seats__left_by=many[0]).count() == 4


def test_an_account_that_is_deleted_drops_out(many: list[User], begun: Season) -> None:
    season = begun(many[:5])
    account_deletion.delete_account(many[0], now=BEGINS)
    look_after(season, BEGINS + calendar.STARTS_WITHIN)

    assert Entry.objects.get(user=None).out_at is not None
    assert Fixture.objects.filter(decided=Decided.WALKOVER).count() == 4


# The end.

def finish(season: Competition, people: list[User]) -> None:
    """Decides each match, without games, for whoever comes earlier in the list."""
    order = {user: place for place, user in enumerate(people)}
    for fixture in Fixture.objects.all():
        places = [order[seat.entry.user] for seat in fixture.seats.all() if seat.entry.user]
        results.decide(fixture, Decided.PLAYED, [2.0 * (one == min(places)) for one in places])
    look_after(season, ENDS)


@pytest.fixture
def sixteen(many: list[User]) -> list[User]:
    """Sixteen members."""
    return [*many, *(accounts.member(f"more{number}@example.org", now=BEGINS - timedelta(days=90))
                     for number in range(7))]


def test_a_season_ends_with_places_and_people_go_up_and_down(
    sixteen: list[User], begun: Season
) -> None:
    season = begun(sixteen)
    assert sorted(entry.division or 0 for entry in season.entries.all()) == [1] * 8 + [2] * 8
    finish(season, sixteen)

    assert season.status == Competition.Status.OVER
    for division, belongs in ((1, [1] * 6 + [2] * 2), (2, [1] * 2 + [2] * 6)):
        entries = season.entries.filter(division=division).order_by("place")
        assert [entry.place for entry in entries] == [*range(1, 9)]
        assert [entry.belongs for entry in entries] == belongs


def test_the_next_season_begins_where_people_belong(
    sixteen: list[User], begun: Season
) -> None:
    season = begun(sixteen)
    finish(season, sixteen)
    belongs = {entry.user_id: entry.belongs for entry in season.entries.all()}
    following = begun(sixteen, begins=ENDS)

    assert {entry.user_id: entry.division for entry in following.entries.all()} == belongs


def rate(user: User, mu: float, sigma: float) -> None:
    """Gives somebody this rating, as a game does."""
    skill = Skill(mu, sigma, 20, BEGINS)
    Rating.objects.create(
        player=RatedPlayer.objects.create(user=user), ruleset="alexandros", players=2,
        mu=mu, sigma=sigma, games=skill.games, at=BEGINS, standing=skill.standing)


def test_ratings_divide_people_who_are_new(sixteen: list[User], begun: Season) -> None:
    strong = sixteen[4:12]
    for user in strong:
        rate(user, 1700, 50)
    season = begun(sixteen)

    assert {entry.user for entry in season.entries.filter(division=1)} == set(strong)


def test_whoever_is_rated_worse_than_newcomers_plays_below_them(
    sixteen: list[User], begun: Season
) -> None:
    weak = sixteen[:8]
    for user in weak:
        rate(user, 1100, 50)
    season = begun(sixteen)

    assert {entry.user for entry in season.entries.filter(division=2)} == set(weak)


def test_two_games_lost_on_time_keep_somebody_from_going_up(
    sixteen: list[User], begun: Season
) -> None:
    season = begun(sixteen)
    first = season.entries.filter(division=2).order_by("signed_up_at")[0]
    Entry.objects.filter(pk=first.pk).update(lost=2)
    finish(season, [first.user, *(user for user in sixteen if user != first.user)])

    first.refresh_from_db()
    assert (first.place, first.belongs) == (1, 2)
    up = season.entries.filter(division=2, belongs=1)
    assert sorted(entry.place or 0 for entry in up) == [2, 3]


def test_what_is_not_over_is_played_out_and_the_season_ends(
    alice: User, bob: User, carol: User, begun: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "PLAYOUTS", 4)
    season = begun([alice, bob, carol])
    look_after(season, BEGINS + calendar.STARTS_WITHIN)
    win_match(alice, bob, now=BEGINS)
    look_after(season, ENDS)
    assert season.status == Competition.Status.RUNNING
    for fixture in Fixture.objects.filter(decided=""):
        judging.judge(fixture.pk)
    look_after(season, ENDS)

    assert season.status == Competition.Status.OVER
    judged = Fixture.objects.filter(decided=Decided.JUDGED)
    assert judged.count() == 2
    for fixture in judged:
        assert sum(seat.points or 0 for seat in fixture.seats.all()) == pytest.approx(2.0)
    assert {game.status for game in Game.objects.filter(fixture__in=judged)} == {
        Game.Status.RUNNING}, "the games go on"
    assert results.standings(season)[1][0].points >= 2


def test_a_result_after_the_judging_changes_nothing(
    alice: User, bob: User, carol: User, begun: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "PLAYOUTS", 4)
    season = begun([alice, bob, carol])
    look_after(season, BEGINS + calendar.STARTS_WITHIN)
    match = fixture_of(alice, bob)
    judging.judge(match.pk)
    before = points(match)
    win_match(alice, bob, now=ENDS)

    assert points(match) == before


def test_a_sweep_tells_a_worker_of_each_season_that_is_due(
    alice: User, bob: User, carol: User, begun: Season, announced: list[tuple[object, ...]],
    django_capture_on_commit_callbacks: Any
) -> None:
    season = begun([alice, bob, carol])
    assert lifecycle.sweep(BEGINS) == 0
    due = lifecycle.next_due(BEGINS)
    assert due is not None
    with django_capture_on_commit_callbacks(execute=True):
        assert lifecycle.sweep(due) == 1
    assert ("look_after_season", season.pk) in announced
    assert lifecycle.sweep(due) == 0, "the worker has some time"
    assert lifecycle.sweep(due + lifecycle.AGAIN) == 1, "a task that was lost is sent again"
