"""Members see those open tables first that suit them best, and why."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.base import site_clock
from games.features.ratings import showing
from games.models import Game, Pace, Reliability, User
from games.table.clocks import playing_hours, reliability
from games.table.clocks.reliability import Standing
from games.table.lobby import fit, game_lists, open_tables
from games.table.lobby.fit import HOURS, PACE, RATING, RELIABILITY, Facts
from tests.features.ratings.test_showing import make_known
from tests.pages.page_reader import Sit
from tests.sample_games import clocked_table

ALWAYS, MOSTLY, RARELY = Reliability.ALWAYS, Reliability.MOSTLY, Reliability.ANY
UNKNOWN = Facts(None, None, None, [None])


def table(by: User, *, now: datetime, age: int = 0, **settings: Any) -> Game:
    return open_tables.create_table(by=by, listed=True, now=now - timedelta(minutes=age), **{
        "players": 2, "pace": "day", **settings})


def sorted_for(reader: User, tables: Sequence[Game], *, now: datetime,
               standings: dict[int | None, Standing] | None = None,
               closed: Sequence[int] = ()) -> tuple[list[Game], list[list[str]]]:
    loaded = [*game_lists.with_seats(Game.objects.filter(pk__in=[game.pk for game in tables]))]
    people = {seat.user_id for game in loaded for seat in game.seats.all()}
    known = {person: Standing() for person in people} | (standings or {})
    best, reasons = fit.best_first(sorted(loaded, key=lambda game: -game.created_at.timestamp()),
                                   reader, standings=known, closed=closed, now=now)
    return best, [reasons[game.pk] for game in best]


@pytest.mark.parametrize(("facts", "marks"), [
    (UNKNOWN, (1, 1, 1, 1)),
    (Facts(100, 1 / 3, 8, [ALWAYS, ALWAYS]), (2, 2, 2, 2)),
    (Facts(101, 0.3, 7.9, [ALWAYS, MOSTLY]), (1, 1, 1, 1)),
    (Facts(300, 0.01, 4, [ALWAYS, None]), (1, 1, 1, 1)),
    (Facts(301, 0, 3.9, [ALWAYS, RARELY]), (0, 0, 0, 0)),
])
def test_each_aspect_gets_a_mark_from_0_to_2(facts: Facts, marks: Sequence[int]) -> None:
    assert fit.marks(facts) == dict(zip((RATING, PACE, HOURS, RELIABILITY), marks, strict=True))


def test_ratings_count_most_and_reliability_least() -> None:
    assert fit.score({RATING: 1, PACE: 1, HOURS: 1, RELIABILITY: 1}) == 8
    assert fit.score({RATING: 2, PACE: 0, HOURS: 0, RELIABILITY: 2}) == 8
    assert [aspect.weight for aspect in (RATING, PACE, HOURS, RELIABILITY)] == [3, 2, 2, 1]


def test_a_close_rating_comes_first_and_says_so(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    make_known(alice, now=now, mu=1500)
    make_known(bob, now=now, mu=1590)
    make_known(carol, now=now, mu=1900)
    close, far = table(bob, now=now, age=9), table(carol, now=now)
    assert sorted_for(alice, [close, far], now=now) == (
        [close, far], [["close to your rating"], []])


@pytest.mark.parametrize("hidden", ["Alice", "Bob"])
def test_whoever_hides_their_rating_is_compared_with_nobody(
    alice: User, bob: User, now: datetime, hidden: str
) -> None:
    make_known(alice, bob, now=now)
    showing.hide(alice if hidden == "Alice" else bob)
    assert sorted_for(alice, [table(bob, now=now)], now=now)[1] == [[]]


def test_the_pace_of_games_with_others_is_the_usual_one(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    open_tables.play_now(alice, now=now)  # without a clock, and alone
    clocked_table([alice, bob], now=now, pace=Pace.RELAXED)
    usual = table(bob, now=now, age=9, pace="relaxed")
    other = table(carol, now=now)
    assert sorted_for(alice, [usual, other], now=now) == (
        [usual, other], [["your usual pace"], []])


def test_of_hours_in_common_only_many_are_told(
    alice: User, bob: User, carol: User, dave: User, now: datetime
) -> None:
    for user, opens, closes in ((alice, 8, 20), (bob, 12, 23), (carol, 14, 23), (dave, 18, 23)):
        playing_hours.change_hours(user, "UTC", opens=opens * 60, closes=closes * 60,
                                   free_weekdays=(), now=now)
    many, some, few = (table(user, now=now, age=age)
                       for user, age in ((bob, 9), (carol, 5), (dave, 1)))
    assert sorted_for(alice, [many, some, few], now=now) == (
        [many, some, few], [["many hours in common"], [], []])


def test_the_person_with_the_fewest_hours_in_common_decides(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    for user, opens in ((alice, 8), (bob, 8), (carol, 19)):
        playing_hours.change_hours(user, "UTC", opens=opens * 60, closes=22 * 60,
                                   free_weekdays=(), now=now)
    game = table(bob, now=now, players=3)
    assert sorted_for(alice, [game], now=now)[1] == [["many hours in common"]]
    open_tables.join(game, user=carol, now=now)
    assert sorted_for(alice, [game], now=now)[1] == [[]]


def test_a_table_of_reliable_people_says_so_and_a_closed_one_comes_last(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    reliable, other = table(bob, now=now, age=9), table(carol, now=now)
    standings: dict[int | None, Standing] = {bob.pk: Standing(in_time=20)}
    assert sorted_for(alice, [reliable, other], now=now, standings=standings) == (
        [reliable, other], [["all always in time"], []])
    assert sorted_for(alice, [reliable, other], now=now, standings=standings,
                      closed=[reliable.pk])[0] == [other, reliable]


def test_it_takes_three_queries_however_many_tables_there_are(
    alice: User, bob: User, now: datetime
) -> None:
    tables = [table(bob, now=now, age=age) for age in range(5)]
    loaded = [*game_lists.with_seats(Game.objects.all())]
    standings = reliability.standings([bob.pk], now=now)
    with CaptureQueriesContext(connection) as asked:
        best, _reasons = fit.best_first(loaded, alice, standings={**standings}, closed=(), now=now)
    assert {*best} == {*tables}
    assert len(asked) == 3


def names(page: str) -> list[str]:
    return re.findall(r"Table \d\d", page)


def test_members_see_the_lobby_by_fit_and_visitors_and_guests_by_age(
    sit: Sit, alice: User, bob: User, carol: User, guest: User
) -> None:
    now = site_clock.now()
    make_known(alice, bob, now=now)
    table(bob, now=now, age=9, name="Table 01")
    table(carol, now=now, name="Table 02")
    for reader in (None, guest):
        assert list(dict.fromkeys(names(sit(reader).open("/lobby/").words))) == [
            "Table 02", "Table 01"]
    page = sit(alice).open("/lobby/").words
    assert list(dict.fromkeys(names(page))) == ["Table 01", "Table 02"]
    assert page.count("close to your rating") == 1


def test_the_best_table_comes_first_even_if_it_is_on_no_first_page_by_age(
    sit: Sit, alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_lists, "OPEN_PER_PAGE", 2)
    monkeypatch.setattr(game_lists, "PAGES_BY_FIT", 2)
    now = site_clock.now()
    make_known(alice, bob, now=now)
    for number in range(6):
        table(bob if number in (3, 5) else carol, now=now, age=number, name=f"Table 0{number}")
    pages = [list(dict.fromkeys(names(sit(alice).open(f"/lobby/?page={page}").words)))
             for page in range(1, 5)]
    assert pages == [["Table 03", "Table 00"], ["Table 01", "Table 02"],
                     ["Table 04", "Table 05"], []]
