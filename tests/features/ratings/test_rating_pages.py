"""Pages of ratings: ladders, what the page about a member says, and hiding one's own."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games.base import site_clock
from games.features.ratings import ledger, pages, showing
from games.models import RatedPlayer, Rating, User
from tests.features.ratings.conftest import beat
from tests.pages.page_reader import Sit


def rate(user: User, mu: float, *, games: int = 9, doubt: float = 60) -> None:
    """A firm rating for games of two of Alexandros."""
    at = site_clock.now()
    skill = ledger.Skill(mu, doubt, games, at)
    player, _ = RatedPlayer.objects.get_or_create(user=user)
    Rating.objects.create(player=player, ruleset="alexandros", players=2, mu=mu, sigma=doubt,
                          games=games, at=at, standing=skill.standing,
                          firm_until=skill.firm_until)


def test_a_ladder_lists_the_best_first_and_says_how_certain_that_is(
    sit: Sit, alice: User, bob: User, carol: User
) -> None:
    for user, mu in ((alice, 1500), (bob, 1700), (carol, 1600)):
        rate(user, mu)
    words = sit(None).open("/ladder/alexandros/2/").words
    assert "1 Bob 1700 ± 60 9 2 Carol 1600 ± 60 9 3 Alice 1500 ± 60 9" in words
    words = sit(None).open("/ladder/alexandros/4/").words
    assert "Nobody has a firm rating here yet. It takes about twenty rated games with" in words


def test_somebody_finds_themselves_on_a_ladder(
    sit: Sit, alice: User, bob: User, dave: User
) -> None:
    rate(alice, 1500)
    rate(bob, 1700)
    words = sit(alice).open("/ladder/alexandros/2/?from=ALICE").words
    assert "2 Alice 1500 ± 60" in words
    assert "Bob" not in words
    words = sit(dave).open("/ladder/alexandros/2/?from=Dave").words
    assert "Nobody with this name" in words
    assert "Your rating here is new: at least 5 more games until it is shown." in words


def test_a_long_ladder_goes_on_below_the_last_of_a_page(sit: Sit, db: None) -> None:
    for number in range(53):
        rate(User.objects.create_user(f"{number}@example.org", name=f"Nr{number}"), 2000 - number)
    page = sit(None)
    assert "50 Nr49" in page.open("/ladder/alexandros/2/").words
    assert "51 Nr50 1950 ± 60 9 52 Nr51" in page.open("/ladder/alexandros/2/?from=Nr50").words


def test_places_are_counted_as_far_as_that_takes_no_time(
    sit: Sit, alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "COUNTED", 2)
    for number, user in enumerate((alice, bob, carol)):
        rate(user, 2000 - number)
    assert "2 Bob 1999 ± 60 9 3 Carol" in sit().open("/ladder/alexandros/2/?from=Bob").words
    words = sit().open("/ladder/alexandros/2/?from=Carol").words
    assert "Games Carol 1998 ± 60 9 These people are behind the first 2, beyond whom" in words


@pytest.mark.parametrize("path", ["/ladder/chess/2/", "/ladder/alexandros/9/",
                                  "/ladder/alexandros/0/",
                                  "/ladder/alexandros/99999999999999999999/"])
def test_there_are_ladders_for_games_and_numbers_of_players_that_exist(sit: Sit, path: str,
                                                                       alice: User) -> None:
    assert sit(alice).client.get(path).status_code == 404


@pytest.mark.parametrize("name", ["%00", "x" * 5000, "☺", ""])
def test_a_strange_name_on_a_ladder_is_nobodys(sit: Sit, alice: User, name: str) -> None:
    answer = sit(alice).client.get("/ladder/alexandros/2/", {"from": name})
    assert answer.status_code == 200


def test_the_page_about_a_member_has_their_ratings_and_what_these_expected(
    sit: Sit, alice: User, bob: User, carol: User, now: datetime
) -> None:
    for number in range(6):
        beat(alice, bob, now=now + timedelta(days=number))
    words = sit(carol).open("/people/Alice/").words
    assert "Alexandros, 2 players" in words
    assert "after 6 games" in words
    assert "Won 6, expected" in words
    assert "Won 0, expected" in sit(carol).open("/people/Bob/").words


def test_an_expectation_is_that_of_the_ratings() -> None:
    assert ledger.chance(1500, [1500]) == pytest.approx(1 / 2)
    assert ledger.chance(1900, [1500]) == pytest.approx(10 / 11)
    assert ledger.chance(1500, [1500] * 3) == pytest.approx(1 / 4)


def test_somebody_hides_their_rating_from_all_others(
    sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    rate(alice, 1500)
    beat(alice, bob, now=now)
    browser = sit(alice)
    browser.client.post("/ladder/hide/", {"hide": "on"})
    assert showing.is_hidden(alice)
    assert "They hide their ratings" in sit(bob).open("/people/Alice/").words
    assert "Only you see them" in browser.open("/people/Alice/").words
    assert "Alice 1500" not in sit(bob).open("/ladder/alexandros/2/").words
    browser.client.post("/ladder/hide/", {})
    assert not showing.is_hidden(alice)


def test_guests_have_no_rating_to_hide(sit: Sit, guest: User) -> None:
    answer = sit(guest).client.post("/ladder/hide/", {"hide": "on"})
    assert answer.status_code == 400
    assert "You are playing as a guest, so there is nothing to change here." in (
        answer.content.decode())
    assert not RatedPlayer.objects.exists()


def test_the_ratings_of_a_page_take_one_query(
    sit: Sit, alice: User, bob: User, now: datetime, django_assert_num_queries: object
) -> None:
    beat(alice, bob, now=now)
    client = sit(bob).client
    client.get("/people/Alice/")
    with django_assert_num_queries(8):  # type: ignore[operator]
        client.get("/people/Alice/")
