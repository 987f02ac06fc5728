"""Wherever a table says that it is rated, it says whether its game will count, and why not."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from games.features.ratings import doubts, showing
from games.models import Game, OutgoingEmail, RatedGame, User
from games.post.emails.rendering import compose
from games.table.lobby import game_lists, open_tables
from tests.features.ratings.conftest import begin
from tests.pages.page_reader import Sit
from tests.sample_games import clocked_table

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

HIDDEN = "rated would not count as it is now: somebody hides their rating"


def table(by: User, *, now: datetime, players: int = 3, **settings: Any) -> Game:
    """A rated table in the lobby."""
    return open_tables.create_table(by=by, players=players, rated=True, listed=True, now=now,
                                    **settings)


def test_a_table_that_will_count_says_what_that_takes(
    sit: Sit, alice: User, now: datetime
) -> None:
    page = f"/games/{table(alice, now=now).code}/"
    assert "It counts for the ratings if at least two people play it" in sit(alice).open(page).words
    unrated = open_tables.create_table(by=alice, players=3, now=now)
    assert "ratings" not in sit(alice).open(f"/games/{unrated.code}/").words


@pytest.mark.parametrize("page", ["/lobby/", "/games/{}/", "/games/{}/invitation/{}/"])
def test_before_anybody_sits_down_a_rated_table_says_why_it_would_not_count(
    sit: Sit, alice: User, bob: User, now: datetime, page: str
) -> None:
    game = table(alice, now=now, players=2)
    showing.hide(alice)
    for reader in (bob, None):
        words = sit(reader).open(page.format(game.code, game.invite_token)).words
        assert HIDDEN in words
        assert "It counts" not in words


def test_whoever_hides_their_rating_reads_that_it_is_them(
    sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    game = table(alice, now=now)
    showing.hide(bob)
    assert "as it is now: you hide your rating" in sit(bob).open(f"/games/{game.code}/").words
    open_tables.join(game, user=bob, now=now)
    assert "as it is now: you hide your rating" in sit(bob).open("/games/").words
    assert HIDDEN in sit(alice).open("/games/").words


def test_a_table_with_a_guest_says_so_to_everybody(
    sit: Sit, alice: User, guest: User, carol: User, now: datetime
) -> None:
    game = table(alice, now=now)
    open_tables.join(game, user=guest, now=now)
    for reader in (alice, guest, carol, None):
        assert "would not count as it is now: a guest plays" in sit(reader).open(
            f"/games/{game.code}/").words


def test_somebody_without_an_account_is_told_before_they_sit_down(
    sit: Sit, alice: User, guest: User, now: datetime
) -> None:
    game = table(alice, now=now)
    sentence = "If you take a seat as a guest, this game will not be rated for anybody."
    pages = (f"/games/{game.code}/", f"/games/{game.code}/invitation/{game.invite_token}/")
    for page in pages:
        for user in (None, guest):
            words = sit(user).open(page).words
            assert words.index(sentence) < words.index("Take a seat")
    unrated = open_tables.create_table(by=alice, players=3, listed=True, now=now)
    for words in (sit(alice).open(pages[0]).words,
                  sit(guest).open(f"/games/{unrated.code}/").words):
        assert "rated for anybody" not in words


def test_the_second_guest_spoils_nothing(
    sit: Sit, alice: User, guest: User, now: datetime
) -> None:
    game = table(alice, now=now, players=4)
    open_tables.join(game, user=guest, now=now)
    words = sit().open(f"/games/{game.code}/").words
    assert "Take a seat" in words
    assert "rated for anybody" not in words


def test_an_invitation_by_email_leads_to_an_account_so_it_asks_for_none(
    sit: Sit, alice: User, now: datetime
) -> None:
    game = table(alice, now=now)
    seat = open_tables.invite(game, by=alice, email="erin@example.org", now=now)
    words = sit(None).open(f"/games/{game.code}/invitation/{seat.invite_token}/").words
    assert "rated It counts for the ratings" in words
    assert "rated for anybody" not in words


def test_a_game_in_progress_says_that_it_will_not_count(
    sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    showing.hide(bob)
    game = begin([alice, bob], now=now)
    showing.show(bob)  # which comes too late
    words = "rated will not count: somebody hides their rating"
    assert words in sit(alice).open(f"/games/{game.code}/").words
    assert words in sit(alice).open("/games/").words
    assert words in sit(alice).open("/").words


def test_the_form_for_a_new_table_says_what_stands_against_a_rated_game(
    sit: Sit, alice: User, bob: User
) -> None:
    showing.hide(bob)
    form = "/games/new/?game=alexandros"
    assert "because you hide your rating" in sit(bob).open(form).words
    assert "only if you have an account" in sit(None).open(form).words
    words = sit(alice).open(form).words
    assert "hide your rating" not in words
    assert "have an account" not in words


def test_a_rated_game_against_bots_alone_is_refused_and_can_be_taken_back(
    sit: Sit, alice: User
) -> None:
    browser = sit(alice)
    page = browser.open("/games/new/?game=alexandros")
    assert "A game of one person against bots is not rated." in page.words
    page = browser.press("Open the table", company="bots", rated="on")
    assert "A game of one person against bots cannot be rated." in page.words
    assert page.form("Open the table").data()["rated"] == ["on"]
    box = page.html.partition('name="rated"')[0]
    assert "for-people" not in box[box.rindex("<div"):]  # which a style sheet hides


def test_an_invitation_by_email_says_that_the_game_is_rated_and_goes_on_saying_it(
    alice: User, now: datetime
) -> None:
    showing.hide(alice)
    open_tables.invite(table(alice, now=now), by=alice, email="bob@example.org", now=now)
    email = OutgoingEmail.objects.get(kind="invitation")
    said = " ".join(str(compose(email).body).split())
    assert ("The game is rated. As it is now, it would not count for the ratings: somebody hides"
            " their rating." in said)

    showing.show(alice)
    assert " ".join(str(compose(email).body).split()) == said


def said_at_the_start(game: Game) -> list[str]:
    """What the first emails about this game say, each in one line."""
    emails = OutgoingEmail.objects.filter(game=game, kind__in=("started", "turn")).order_by("pk")
    return [" ".join(str(compose(email).body).split()) for email in emails]


def test_turn_emails_and_the_first_ones_say_that_a_game_is_rated(
    alice: User, bob: User, now: datetime
) -> None:
    game = begin([alice, bob], now=now)
    said = said_at_the_start(game)
    assert len(said) == 2
    assert all("The game is rated." in email for email in said)
    RatedGame.objects.filter(game=game).update(why="cancelled")  # which it may be later
    assert said_at_the_start(game) == said
    unrated = clocked_table([alice, bob], now=now)
    assert not any("rated" in email for email in said_at_the_start(unrated))


def test_emails_about_a_rated_game_that_does_not_count_say_so_and_go_on_saying_it(
    alice: User, bob: User, now: datetime
) -> None:
    showing.hide(bob)
    game = begin([alice, bob], now=now)
    said = said_at_the_start(game)
    assert all("The game is rated, but does not count for the ratings: somebody hides their rating."
               in email for email in said)
    showing.show(bob)
    assert said_at_the_start(game) == said


def test_a_list_needs_four_queries_however_many_rated_games_it_has(
    alice: User, bob: User, carol: User, now: datetime, django_assert_num_queries: Any
) -> None:
    for number in range(3):
        open_tables.join(table(alice, now=now), user=bob, now=now)
        RatedGame.objects.filter(game=begin([alice, carol], now=now)).update(
            why="hidden" if number else "")
    games = [entry.game for entry in game_lists.my_games(alice)]
    with django_assert_num_queries(4):
        assert len(doubts.about(games, alice, now=now)) == 2
    with django_assert_num_queries(0):
        assert doubts.about([Game(), Game()], alice, now=now) == {}
