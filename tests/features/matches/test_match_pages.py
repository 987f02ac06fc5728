"""What pages and lists say about matches and rated games, and the form that offers them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from alexandros_rules.alexandros.rules import RULESET as RULES
from games.features.matches import matches
from games.models import Game, Match, OutgoingEmail, User
from games.post.emails.rendering import compose
from games.table.lobby import open_tables
from games.table.play import event_log
from games.table.seats import leaving
from tests.api.programs import program_of
from tests.pages.page_reader import Sit
from tests.sample_games import seat_table

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

OPEN = "Open the table"


@pytest.fixture
def first(alice: User, bob: User, now: datetime, announced: list[Any]) -> Game:
    """The first game of a match of Alice and Bob, in which Bob moves first."""
    return seat_table([alice, bob], now=now, match=Match.FIRST, options={"first": 1})


@pytest.fixture
def second(first: Game, bob: User, now: datetime) -> Game:
    """The second game; Bob has resigned the first."""
    leaving.leave(first, user=bob, now=now)
    started = matches.start_second(first.pk, now=now)
    assert started is not None
    return started


def text_of(kind: str, game: Game) -> tuple[str, str]:
    """The text and the HTML of the first email of this kind about a game."""
    message = compose(OutgoingEmail.objects.filter(game=game, kind=kind).earliest("pk"))
    return " ".join(str(message.body).split()), str(message.alternatives[0].content)


def test_the_form_makes_a_match(sit: Sit, alice: User) -> None:
    browser = sit(alice)
    page = browser.open("/games/new/?game=alexandros")
    assert "Match: two games with the same deal, seats swapped" in page.words
    browser.press(OPEN, match="on")

    assert Game.objects.get().match == Match.FIRST


def test_the_form_makes_a_rated_game(sit: Sit, alice: User) -> None:
    browser = sit(alice)
    page = browser.open("/games/new/?game=alexandros")
    assert "With 2, 3 or 4 players: “Balanced start”." in page.words
    browser.press(OPEN, players="3", rated="on")

    game = Game.objects.get()
    assert game.rated
    assert event_log.setup_of(game).options == {"balanced_start": True}


def test_the_form_says_if_rated_games_follow_the_printed_rules_with_some_numbers_of_players(
    sit: Sit, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(RULES), "rated_options", {
        2: {}, 3: {"balanced_start": True}, 4: {"balanced_start": True}})
    page = sit(alice).open("/games/new/?game=alexandros")

    assert "With 2 players: no options. With 3 or 4 players: “Balanced start”." in page.words


def test_the_form_does_not_offer_to_repeat_a_deal(sit: Sit, alice: User) -> None:
    browser = sit(alice)
    assert "Repeated deal" not in browser.open("/games/new/?game=alexandros").html
    browser.press(OPEN, option_deal="00" * 32)

    assert event_log.setup_of(Game.objects.get()).options == {}


@pytest.mark.parametrize(("form", "sentence"), [
    ({"players": "3", "match": "on"}, "A match is for two players."),
    ({"rated": "on", "option_finish_round": "on"},
     "“Finish the round” cannot be chosen for a rated game"),
])
def test_a_contradiction_is_explained(sit: Sit, alice: User, form: dict[str, str],
                                      sentence: str) -> None:
    browser = sit(alice)
    browser.open("/games/new/?game=alexandros")
    page = browser.press(OPEN, **form)

    assert page.status == 400
    assert sentence in page.words
    assert not Game.objects.exists()


def test_an_open_table_says_what_it_is(sit: Sit, alice: User, bob: User, now: datetime,
                                       announced: list[Any]) -> None:
    table = open_tables.create_table(
        by=alice, players=2, match=True, rated=True, listed=True, now=now
    )
    page = sit(bob).open(f"/games/{table.code}/")

    assert "Two games with the same deal" in page.words
    assert "It has the options of all rated games" in page.words
    lobby = sit(bob).open("/lobby/").words
    assert "match of two games" in lobby
    assert "rated" in lobby


def test_the_first_game_tells_of_the_second(sit: Sit, first: Game, alice: User) -> None:
    words = sit(alice).open(f"/games/{first.code}/").words

    assert "Game 1 of 2 of a match. Game 2 has the same deal" in words
    assert "The second game of the match is played nevertheless." in words
    assert "There will be no second game, either." in words


def test_both_games_lead_to_each_other(sit: Sit, first: Game, second: Game, alice: User) -> None:
    browser = sit(alice)
    page = browser.open(f"/games/{first.code}/")
    assert page.link("Go to game 2").href == f"/games/{second.code}/"
    assert "Rematch" not in page.words
    page = browser.open(f"/games/{second.code}/")
    assert page.link("Go to game 1").href == f"/games/{first.code}/"
    assert "You won game 1, because Bob resigned." in page.words


def test_both_games_tell_the_result(sit: Sit, first: Game, second: Game, alice: User, bob: User,
                                    now: datetime) -> None:
    leaving.leave(second, user=bob, now=now)

    for game in (first, second):
        page = sit(alice).open(f"/games/{game.code}/")
        assert page.words.count("You win the match by 2 games to 0.") == 1
    assert "Rematch" in page.words
    assert "the seed of the first game of the match" in sit(alice).open(
        f"/games/{second.code}/replay/{event_log.last_row(second).number}/").words


def test_a_cancelled_second_game_says_that_there_is_no_result(
    sit: Sit, first: Game, second: Game, alice: User, now: datetime
) -> None:
    leaving.cancel(second, user=alice, now=now)

    for game in (first, second):
        assert "Game 2 was cancelled, so the match has no result." in sit(alice).open(
            f"/games/{game.code}/").words


def test_strangers_see_no_link_to_a_private_game(sit: Sit, first: Game, second: Game,
                                                 carol: User) -> None:
    Game.objects.filter(pk=first.pk).update(listed=True)

    assert "Go to game 2" not in sit(carol).open(f"/games/{first.code}/").words


def test_the_page_of_a_first_game_that_is_over_waits_for_the_second(
    sit: Sit, first: Game, alice: User, bob: User, now: datetime
) -> None:
    leaving.leave(first, user=bob, now=now)
    browser = sit(alice)
    page = browser.open(f"/games/{first.code}/")
    assert 'data-reload="yes"' in page.html
    before = browser.open(f"/games/{first.code}/stream/").html
    matches.start_second(first.pk, now=now)
    assert browser.open(f"/games/{first.code}/stream/").html != before


def test_my_games_name_the_games_of_a_match(sit: Sit, second: Game, alice: User) -> None:
    Game.objects.filter(pk=second.pk).update(rated=True)
    words = sit(alice).open("/games/").words

    assert "match, game 1" in words
    assert "match, game 2 rated" in words


def test_emails_about_the_second_game_say_how_the_first_ended(first: Game, second: Game) -> None:
    for kind, sentence in (("turn", "You won game 1, because Bob resigned."),  # to Alice
                           ("started", "Alice won game 1, because you resigned.")):  # to Bob
        for text in text_of(kind, second):
            assert "Game 2 of 2 of a match, with the deal of game 1" in text, kind
            assert sentence in text, kind


def test_emails_about_the_end_tell_of_the_second_game_and_of_the_result(
    first: Game, second: Game, bob: User, now: datetime
) -> None:
    for text in text_of("over", first):
        assert "Game 2 follows at once" in text
    leaving.leave(second, user=bob, now=now)
    for text in text_of("over", second):
        assert "You win the match by 2 games to 0." in text


def test_an_email_about_a_turn_of_the_first_game_never_changes(
    alice: User, bob: User, now: datetime, announced: list[Any]
) -> None:
    table = open_tables.create_table(by=alice, players=2, match=True, options={"first": 0}, now=now)
    open_tables.join(table, user=bob, token=table.invite_token, now=now)
    before = text_of("turn", table)
    assert "Game 1 of 2 of a match. Game 2 has the same deal" in before[0]

    assert text_of("turn", table) == before


def test_programs_find_each_game_of_a_match_by_the_other(
    alice: User, first: Game, second: Game
) -> None:
    found = [program_of(alice).get(f"/api/1/games/{game.code}").json() for game in (first, second)]
    assert [(one["match"], one["other_game"]) for one in found] == [
        ("continued", second.code), ("second", first.code)]
