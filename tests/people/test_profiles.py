"""The page about a member: what it says, and to whom."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client

from games.models import Audience, Favourite, Game, Seat, TurnTiming, User
from games.people import account_deletion, accounts, profiles
from games.people.profiles import Outcome
from tests.pages.page_reader import Sit
from tests.pages.tables import finished_game


@pytest.fixture
def played(alice: User, bob: User, now: datetime) -> Game:
    """A listed game of Alice and Bob that is over."""
    game = finished_game(alice, bob, now=now)
    Game.objects.filter(pk=game.pk).update(listed=True)
    game.refresh_from_db()
    return game


def sees(client: Client, name: str = "Alice") -> bool:
    return client.get(f"/people/{name}/").status_code == 200


@pytest.mark.parametrize(("audience", "readers"), [
    (Audience.EVERYBODY, {"visitor", "guest", "carol", "bob", "alice"}),
    (Audience.MEMBERS, {"carol", "bob", "alice"}),
    (Audience.PLAYED, {"bob", "alice"}),
])
def test_a_page_is_shown_to_those_whom_its_owner_has_chosen(
    sit: Sit, played: Game, alice: User, bob: User, carol: User, guest: User, audience: str,
    readers: set[str],
) -> None:
    sit(alice).client.post("/account/page/", {"audience": audience})
    people = {"visitor": None, "guest": guest, "carol": carol, "bob": bob, "alice": alice}
    assert {who for who, user in people.items() if sees(sit(user).client)} == readers
    found = {who for who, user in people.items()
             if alice in profiles.find_people("ali", reader=user)}
    assert found == readers


def test_a_hidden_page_answers_like_one_that_there_is_not(
    sit: Sit, alice: User, carol: User
) -> None:
    profiles.show_to(alice, Audience.PLAYED)
    hidden, missing = (sit(carol).client.get(f"/people/{name}/") for name in ("Alice", "Nobody1"))
    assert hidden.status_code == missing.status_code == 404
    assert hidden.content == missing.content


def test_an_unknown_audience_is_refused(sit: Sit, alice: User) -> None:
    answer = sit(alice).client.post("/account/page/", {"audience": "friends"})
    assert answer.status_code == 400
    assert "Please choose who may see your page" in answer.content.decode()


def test_any_spelling_and_an_old_name_lead_to_the_page(
    sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    accounts.rename(alice, "Alexa", now=now)
    for name in ("alice", "ALEXA", "Al%D0%B5xa"):
        assert sit(bob).client.get(f"/people/{name}/")["Location"] == "/people/Alexa/"


def test_a_page_counts_games_and_wins(played: Game, alice: User, bob: User, now: datetime) -> None:
    page = profiles.profile(alice, reader=bob, now=now)
    (game,) = page.against
    assert {game.outcome, game.readers} == {Outcome.WON, Outcome.LOST}
    (tally,) = page.tallies
    assert (tally.title, tally.players, tally.games) == ("Alexandros", 2, 1)
    assert tally.percent == 100 * (game.outcome == Outcome.WON)
    assert page.rivals == [("Bob", 1)]
    assert page.wins == ((1, 0, 0) if game.outcome == Outcome.WON else (0, 1, 0))


def test_games_against_bots_are_counted_apart(played: Game, alice: User, now: datetime) -> None:
    Seat.objects.filter(game=played).exclude(user=alice).update(user=None, bot="greedy")
    page = profiles.profile(alice, reader=None, now=now)
    assert (page.against_bots, page.tallies, page.rivals) == (1, [], [])


def test_nobody_learns_with_whom_somebody_plays_private_games(
    sit: Sit, played: Game, alice: User, carol: User, now: datetime
) -> None:
    Game.objects.filter(pk=played.pk).update(listed=False)
    assert profiles.profile(alice, reader=carol, now=now).rivals == []
    words = sit(carol).open("/people/Alice/").words
    assert "Bob" not in words
    assert played.name not in words


def test_a_page_says_how_reliable_and_how_quick_somebody_is(
    sit: Sit, played: Game, alice: User, bob: User, now: datetime
) -> None:
    for number in range(6):
        TurnTiming.objects.create(
            user=alice, game=played, ended_at=now - timedelta(hours=number), outcome="in time",
            used=timedelta(hours=1), took=timedelta(hours=5))
    page = profiles.profile(alice, reader=bob, now=now)
    assert (page.standing.in_time, page.usual_turn) == (6, timedelta(hours=5))


def test_a_page_tells_nothing_private(sit: Sit, played: Game, alice: User, carol: User) -> None:
    sit(alice).client.post("/time/", {"time_zone": "Asia/Tokyo", "opens": "03:00",
                                      "closes": "04:00"})
    source = sit(carol).client.get("/people/Alice/").content.decode()
    for private in ("alice@", "Tokyo", "03:00"):
        assert private not in source


def test_up_to_three_public_games_are_shown(
    sit: Sit, played: Game, alice: User, bob: User, carol: User, now: datetime
) -> None:
    browser = sit(alice)
    browser.client.post(f"/games/{played.code}/favourite/", {"show": "yes"})
    assert played.name in sit(carol).open("/people/Alice/").words
    for _ in range(profiles.MOST_FAVOURITES - 1):
        other = finished_game(alice, bob, now=now)
        Game.objects.filter(pk=other.pk).update(listed=True)
        Favourite.objects.create(user=alice, game=other)
    another = finished_game(alice, bob, now=now)
    answer = browser.client.post(f"/games/{another.code}/favourite/", {"show": "yes"})
    assert "finished games that everybody may watch" in answer.content.decode()
    Game.objects.filter(pk=another.pk).update(listed=True)
    answer = browser.client.post(f"/games/{another.code}/favourite/", {"show": "yes"})
    assert "Your page shows 3 games already" in answer.content.decode()
    browser.client.post(f"/games/{played.code}/favourite/", {"show": "no"})
    assert played.code not in [game.code for game in profiles.profile(
        alice, reader=None, now=now).favourites]


def test_a_game_that_nobody_may_watch_any_more_is_shown_no_longer(
    played: Game, alice: User, now: datetime
) -> None:
    Favourite.objects.create(user=alice, game=played)
    assert profiles.profile(alice, reader=None, now=now).favourites
    Game.objects.filter(pk=played.pk).update(listed=False)
    assert profiles.profile(alice, reader=None, now=now).favourites == []


def test_a_game_with_somebody_who_is_gone_is_not_one_against_bots(
    played: Game, alice: User, bob: User, now: datetime
) -> None:
    account_deletion.delete_account(bob, now=now)
    page = profiles.profile(alice, reader=None, now=now)
    assert page.against_bots == 0
    assert [tally.games for tally in page.tallies] == [1]


def test_the_page_goes_with_the_account(
    sit: Sit, played: Game, alice: User, bob: User, now: datetime
) -> None:
    assert sees(sit(bob).client)
    account_deletion.delete_account(alice, now=now)
    assert not sees(sit(bob).client)


def test_a_name_is_found_by_its_beginning_in_any_spelling(
    sit: Sit, alice: User, bob: User
) -> None:
    assert profiles.find_people("AL", reader=bob) == [alice]
    assert profiles.find_people("lice", reader=bob) == []
    page = sit(bob).open("/people/?name=a")
    assert page.status == 400
    assert "at least 2 letters" in page.words


@pytest.mark.parametrize("name", ["%00", "..%2F", "%FF%FE", "a%20b", "<script>", "x" * 3000, "☺"])
def test_a_strange_address_has_no_page(sit: Sit, alice: User, name: str) -> None:
    assert sit(alice).client.get(f"/people/{name}/").status_code == 404
    assert sit(alice).client.get("/people/", {"name": name}).status_code in (200, 400)


def test_names_lead_to_pages_wherever_they_stand(
    sit: Sit, played: Game, alice: User, guest: User
) -> None:
    path = f"/games/{played.code}/"
    assert b'href="/people/Bob/"' in sit(alice).client.get(path).content
    Seat.objects.filter(game=played).exclude(user=alice).update(user=guest)
    assert b'href="/people/G' not in sit(alice).client.get(path).content
