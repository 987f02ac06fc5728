"""Pages of the archive: finding games, statistics, and what other pages show of it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from games.base import site_clock
from games.features.archive import search, sums
from games.models import ArchivedGame, Audience, Game, User
from games.models.archive import FILTERED
from games.people import profiles
from tests.features.archive.conftest import count, played, show
from tests.pages.page_reader import Page, Sit

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _at_this_moment(monkeypatch: pytest.MonkeyPatch, now: datetime) -> None:
    """Pages read the time of the tests."""
    monkeypatch.setattr(site_clock, "now", lambda: now)


def games_on(page: Page) -> list[str]:
    """The names of the games in a list, in its order."""
    return [link.words for link in page.links
            if link.href.startswith("/games/") and "Game" in link.words]


# Finding games.

def test_the_archive_lists_games_with_all_that_can_be_filtered(
    sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    played([alice, bob], now=now, scores=(50, 49))
    words = sit(alice).open("/archive/").words
    assert "Game of Alice" in words
    assert "Alice 50 Bob 49" in words
    assert "30 turns · won by 1 point · the black walls ran out" in words


def test_people_are_named_to_those_who_may_see_their_page(
    sit: Sit, alice: User, bob: User, dave: User, now: datetime
) -> None:
    profiles.show_to(bob, Audience.PLAYED)
    profiles.show_to(alice, Audience.EVERYBODY)
    played([alice, bob], now=now, scores=(50, 49))
    played([bob, alice], now=now, scores=(40, 39))
    for reader in (None, dave):
        words = sit(reader).open("/archive/").words
        assert "Bob" not in words
        assert "Game of Alice" in words
        assert "Alice 50 Yellow 49" in words
        assert "Alexandros Red 40 Alice 39" in words
    for reader in (alice, bob):
        assert "Game of Bob Bob 40 Alice 39" in sit(reader).open("/archive/").words


def test_a_game_that_somebody_resigned_has_no_points(
    sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    played([alice, bob], now=now, scores=(3, 7), reason="resigned")
    played([bob, alice], now=now, scores=(40, 40))
    words = sit(alice).open("/archive/").words
    assert "Game of Alice Alice Bob resigned" in words
    assert "Game of Bob Bob 40 Alice 40" in words
    assert "30 turns · as many points for the first two ·" in words
    assert games_on(sit(alice).open("/archive/?margin=0")) == ["Game of Bob"]
    assert games_on(sit(alice).open("/archive/?reason=resigned")) == ["Game of Alice"]


def test_a_private_game_is_not_there(sit: Sit, alice: User, bob: User, now: datetime) -> None:
    played([alice, bob], now=now, listed=False)
    assert "No game that everybody may watch has ended yet." in sit(None).open("/archive/").words
    unlisted = played([bob, alice], now=now)
    Game.objects.filter(pk=unlisted.pk).update(listed=False)
    assert games_on(sit(alice).open("/archive/?game=alexandros")) == []


@pytest.mark.parametrize(("found", "missed"), [
    ("game=alexandros", "game=campaign"), ("board=alexandros-delta", "board=alexandros-march"),
    ("players=2", "players=3"), ("rating=unrated", "rating=1500"), ("length=21", "length=0"),
    ("reason=walls", "reason=resigned"), ("margin=4", "margin=0"), ("person=alice", "person=Dave"),
    ("month={month}", "month=2001-01"), ("game=alexandros&board=alexandros-delta",
                                         "game=campaign&board=alexandros-delta")])
def test_each_filter_finds_some_games_and_misses_others(
    sit: Sit, alice: User, bob: User, dave: User, now: datetime, found: str, missed: str
) -> None:
    played([alice, bob], now=now)
    page = sit(alice)
    assert games_on(page.open(f"/archive/?{found.format(month=f'{now:%Y-%m}')}")) == [
        "Game of Alice"]
    assert "No game here has all this." in page.open(f"/archive/?{missed}").words


@pytest.mark.parametrize(("query", "sentence"), [
    ("game=alexandros&players=2&length=21&reason=walls", "at most 3 filters"),
    ("game=chess", "The filter “Game” has no such value."),
    ("players=99", "The filter “Players” has no such value."),
    ("month=2026-13", "Please write the month like this: 2026-11."),
    ("month=9999-12", "Please write the month like this: 2026-11."),
    ("month=0000-01", "Please write the month like this: 2026-11."),
    ("before=nonsense", "This part of the list cannot be found."),
    ("before=%00", "This part of the list cannot be found."),
])
def test_a_wrong_address_gets_a_sentence(sit: Sit, db: None, query: str, sentence: str) -> None:
    page = sit(None)
    response = page.client.get(f"/archive/?{query}")
    assert response.status_code == 400
    assert sentence in Page(response, "/archive/").words


@pytest.mark.parametrize("name", ["%00", "x" * 500, "<b>", "%F0%9F%8E%B2"])
def test_any_name_can_be_looked_for(sit: Sit, db: None, name: str) -> None:
    assert sit(None).client.get(f"/archive/?person={name}").status_code == 200


def test_what_a_form_leaves_open_is_not_in_the_address(sit: Sit, db: None) -> None:
    page = sit(None)
    form = next(form for form in page.open("/archive/").forms if form.action == "/archive/")
    sent = {**{name: values[0] for name, values in form.data().items()}, "players": "2"}
    response = page.client.get("/archive/", sent)
    assert response.headers["Location"] == "/archive/?players=2"


def test_somebody_whose_page_the_reader_may_not_see_is_like_nobody(
    sit: Sit, alice: User, bob: User, carol: User, dave: User, now: datetime
) -> None:
    profiles.show_to(bob, Audience.PLAYED)
    played([alice, bob], now=now)
    for reader in (None, dave):
        page = sit(reader)
        theirs, nobodys = (page.open(f"/archive/?person={name}").html for name in ("Bob", "Xyz"))
        assert theirs.replace("Bob", "") == nobodys.replace("Xyz", "")
    assert games_on(sit(alice).open("/archive/?person=Bob")) == ["Game of Alice"]
    assert games_on(sit(bob).open("/archive/?person=Bob")) == ["Game of Alice"]


def test_a_long_list_goes_on_and_nothing_is_twice_or_missing(
    sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    for number in range(45):
        game = played([alice, bob], now=now - number // 3 * DAY)  # three end at the same moment
        Game.objects.filter(pk=game.pk).update(name=f"Game {number}")
    seen: list[str] = []
    page, address = sit(None), "/archive/?players=2"
    while address:
        read = page.open(address)
        seen += games_on(read)
        address = next((link.href for link in read.links if link.words == "Earlier games"), "")
    assert len(seen) == len(set(seen)) == 45
    assert [int(name.split()[1]) // 3 for name in seen] == sorted(
        int(name.split()[1]) // 3 for name in seen)
    assert any(link.href == "/archive/?players=2" and link.words == "The latest games"
               for link in read.links)


def test_a_key_of_a_list_is_no_number(sit: Sit, alice: User, bob: User, now: datetime) -> None:
    key = search.key_of(played([alice, bob], now=now).archived)
    assert not key.isdecimal()
    assert search.find({}, before=key, reader=None).count() == 0


@pytest.mark.any_database  # tests/size asks PostgreSQL
@pytest.mark.parametrize("names", [(), *((name,) for name in FILTERED), ("players", "margin")])
def test_a_list_is_read_from_an_index_in_its_order(alice: User, names: tuple[str, ...]) -> None:
    games = ArchivedGame.objects.filter(**dict.fromkeys(names, "1")).order_by("-ended_at", "-game")
    plan = games.explain()
    assert any(f"archive_{name}" in plan for name in names) or (not names and "archive" in plan)
    assert "TEMP B-TREE" not in plan


# Statistics.

def test_statistics_of_few_games_have_no_percentages(
    sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    for _ in range(19):
        played([alice, bob], now=now)
    count(now)
    words = sit(None).open("/archive/statistics/").words
    assert "Alexandros, 2 players 19 games." in words
    assert "place 1 19 – –" in words


def test_statistics_say_who_wins_how_long_games_are_and_how_they_end(
    sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    for number in range(40):
        second = number % 4 == 0
        game: dict[str, Any] = {"won": "2"} if second else {}
        played([alice, bob], now=now, turns=20 + number, **game)
    played([alice, bob], now=now, turns=60, won="12", reason="points")
    count(now)
    words = sit(None).open("/archive/statistics/").words
    assert "41 games. The median length is 40 turns." in words
    assert "at most 10 points ahead" in words
    assert "place 1 30.5 74 % 59–85 %" in words
    assert "place 2 10.5 26 %" in words
    assert "the black walls ran out 40 98 % 87–100 % somebody had enough points 1 2 %" in words


def test_statistics_say_how_often_luck_and_regions_go_with_a_win(
    sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    for number in range(sums.FEWEST):
        played([alice, bob], now=now, luck=5 if number < 15 else -5,
               held=["Memphis", "Sais"] if number < 10 else ["Memphis"])
    played([alice, bob], now=now, held=["Egypt"], board="alexandros-empire")
    count(now)
    words = sit(None).open("/archive/statistics/").words
    assert "the winner had the most luck 15 75 % 53–89 %" in words
    assert "Land of the winner at the end The Nile delta, for learning" in words
    assert "Memphis 20 100 % 84–100 % Sais 10 50 % 30–70 %" in words
    assert "Egypt" not in words  # there are too few games on that board


def test_games_that_somebody_resigned_do_not_shorten_the_median(
    sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    games = [played([alice, bob], now=now, turns=turns, reason=reason) for turns, reason in (
        (40, "walls"), (3, "resigned"), (5, "resigned"))]
    count(now)
    page = sit(None)
    assert "3 games. The median length is 40 turns." in page.open("/archive/statistics/").words
    sums.remove(games[1])
    sums.remove(games[0])
    words = page.open("/archive/statistics/").words
    assert "1 game. Show these games" in words


def test_a_median_of_one_is_one_point_and_one_turn(
    sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    played([alice, bob], now=now, turns=1, scores=(3, 2))
    count(now)
    page = sit(None)
    words = page.open("/archive/statistics/").words
    assert "The median length is 1 turn. Half of the winners were at most 1 point ahead." in words
    played([alice, bob], now=now, turns=2, scores=(4, 2))
    count(now)
    words = page.open("/archive/statistics/").words
    assert "length is 1.5 turns. Half of the winners were at most 1.5 points ahead." in words


def test_statistics_say_how_often_nobody_wins(
    sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    for won in ("", "1", "", "2") * 5:
        played([alice, bob], now=now, won=won)
    count(now)
    words = sit(None).open("/archive/statistics/").words
    assert "place 1 5 25 % 11–47 % place 2 5 25 % 11–47 % nobody 10 50 % 30–70 %" in words


def test_without_games_the_pages_say_so(sit: Sit, alice: User) -> None:
    page = sit(alice)
    assert "has ended yet" in page.open("/archive/statistics/").words
    assert "There is no file yet." in page.open("/archive/dumps/").words
    assert "You have not finished any game" in page.open("/archive/my-year/").words


# Other pages.

def test_the_best_game_of_the_week_is_the_closest_one_and_rather_a_rated_one(
    sit: Sit, alice: User, bob: User, carol: User, now: datetime
) -> None:
    played([alice, bob], now=now - 8 * DAY, scores=(50, 50), band=4)
    played([bob, alice], now=now - DAY, scores=(50, 49))
    page = sit(carol)
    assert "The best game of the week: Game of Bob decided by 1 point" in page.open("/watch/").words
    played([carol, alice], now=now - DAY, scores=(50, 40), band=2)
    assert "The best game of the week: Game of Carol" in page.open("/").words
    played([alice, carol], now=now - DAY, scores=(50, 40), band=3)
    assert "The best game of the week: Game of Alice" in page.open("/watch/").words


def test_the_best_game_of_the_week_names_nobody_whose_page_the_reader_may_not_see(
    sit: Sit, alice: User, bob: User, carol: User, dave: User, now: datetime
) -> None:
    profiles.show_to(bob, Audience.PLAYED)
    played([bob, alice], now=now - DAY, scores=(50, 49))
    for path in ("/", "/watch/"):
        for reader in (None, dave):
            words = sit(reader).open(path).words
            assert "The best game of the week: Alexandros decided by 1 point" in words, path
        for player in (alice, bob):
            words = sit(player).open(path).words
            assert "The best game of the week: Game of Bob decided by 1 point" in words, path


def test_the_home_page_leads_to_a_game_in_progress_that_is_not_the_readers(
    sit: Sit, running: Game, alice: User, dave: User
) -> None:
    assert "In progress: Running" in sit(dave).open("/").words
    assert "In progress:" not in sit(alice).open("/").words


def test_nothing_to_watch_is_no_section(sit: Sit, db: None) -> None:
    assert "To watch" not in sit(None).open("/").words


def test_a_finished_game_leads_to_others_of_its_kind(
    sit: Sit, alice: User, finished: Game
) -> None:
    address = f"/games/{finished.code}/"
    words = "More finished games like this one"
    assert words not in sit(alice).open(address).words
    show(finished)
    page = sit(alice)
    link = next(link for link in page.open(address).links if link.words == words)
    assert games_on(page.open(link.href)) == []
    assert "Finished" in page.open(link.href).words
