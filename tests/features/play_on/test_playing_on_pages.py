"""The page that starts a new table from a position of a finished game."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest

from alexandros_rules.alexandros import cards
from games.features.play_on import pages
from games.models import Game, Seat, User
from games.rulesets import registry
from games.table.lobby import open_tables, replay_links
from tests.pages.page_reader import Browser, Form, Page, Sit

pytestmark = pytest.mark.any_database

MIDDLE = 21
TURN = 6  # that of this position


def play_on_form(page: Page) -> Form:
    return next(form for form in page.forms if form.action.endswith("/play-on/"))


def opened(browser: Browser, game: Game, number: int = MIDDLE) -> Page:
    return browser.open(f"/games/{game.code}/replay/{number}/play-on/")


def test_every_position_before_the_end_has_a_link(
    finished: Game, alice: User, sit: Sit
) -> None:
    browser = sit(alice)
    for number in (1, 2, MIDDLE, finished.number - 1):
        page = browser.open(f"/games/{finished.code}/replay/{number}/")
        link = next(one for one in page.links if one.words == "Play on from here")
        assert link.href == f"/games/{finished.code}/replay/{number}/play-on/"
        assert browser.open(link.href).status == 200
    page = browser.open(f"/games/{finished.code}/replay/{finished.number}/")
    assert "Play on from here" not in page.words


def test_the_link_follows_an_animated_replay(finished: Game, alice: User, sit: Sit) -> None:
    browser, base = sit(alice), f"/games/{finished.code}/replay/"
    step, last = (json.loads(browser.client.get(f"{base}{number}/step.json").content)
                  for number in (MIDDLE, finished.number))

    assert f"{base}{MIDDLE}/play-on/" in step["parts"]["play_on"]
    assert not last["parts"]["play_on"].strip()


def test_a_game_in_progress_has_no_link_and_its_page_says_why(
    running: Game, alice: User, sit: Sit
) -> None:
    browser = sit(alice)
    assert "Play on" not in browser.open(f"/games/{running.code}/replay/5/").words
    page = opened(browser, running, 5)
    assert page.status == 409
    assert "You can play on from a position only when the game is over." in page.words


def test_the_last_position_says_that_the_game_was_over(
    finished: Game, alice: User, sit: Sit
) -> None:
    page = opened(sit(alice), finished, finished.number)
    assert page.status == 409
    assert "Please go back to one before its end." in page.words


def test_the_reader_has_the_seat_that_they_had(finished: Game, bob: User, sit: Sit) -> None:
    page = opened(sit(bob), finished)

    fields = dict(play_on_form(page).fields)
    assert (fields["seat_0"], fields["seat_1"]) == ("bot greedy", "me")
    assert "Alice (red), 0 points, to move" in page.words
    assert "Bob (yellow), 3 points" in page.words
    assert "Bob (yellow), 3 points, to move" not in page.words
    assert f"This is a position in turn {TURN} of Finished" in page.words


def test_somebody_else_has_the_seat_to_move(finished: Game, carol: User, sit: Sit) -> None:
    Game.objects.filter(pk=finished.pk).update(listed=True)

    fields = dict(play_on_form(opened(sit(carol), finished)).fields)

    assert (fields["seat_0"], fields["seat_1"]) == ("me", "bot greedy")


@pytest.mark.promise("R10")
def test_the_page_shows_what_everybody_saw(
    finished: Game, alice: User, sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Any] = []
    room = registry.get(finished.ruleset)
    monkeypatch.setattr(type(room.table), "table", _noting(type(room.table).table, drawn))

    opened(sit(alice), finished)

    (view,) = drawn
    assert {card for hand in view.hands for card in cards.code(hand)} == {"?"}
    assert set(cards.row_code(view.supply)) == {"?"}


def _noting(table: Any, drawn: list[Any]) -> Any:
    def noted(self: Any, view: Any, **more: Any) -> Any:
        drawn.append(view)
        return table(self, view, **more)
    return noted


def test_a_visitor_with_a_shared_link_plays_against_a_bot_at_once(
    finished: Game, sit: Sit
) -> None:
    key = replay_links.sharing_key(finished)
    visitor = sit()
    page = visitor.open(f"/shared/{finished.code}/{key}/replay/{MIDDLE}/")
    link = next(one for one in page.links if one.words == "Play on from here")
    page = visitor.open(link.href)

    page = visitor.press("Play on", seat_0="bot random", seat_1="me")

    game = Game.objects.get(origin=finished)
    assert page.url == f"/games/{game.code}/"
    assert game.status == Game.Status.RUNNING
    seats = list(game.seats.order_by("index"))
    assert seats[0].bot == "random"
    assert seats[1].user.is_guest


@pytest.mark.promise("R10")
def test_the_new_table_does_not_name_a_private_game_to_those_who_may_not_see_it(
    finished: Game, alice: User, carol: User, sit: Sit, now: datetime
) -> None:
    Game.objects.filter(pk=finished.pk).update(name="Granicus")
    finished.refresh_from_db()
    game = pages.create_table(finished, MIDDLE, by=alice, seat=0, bots={}, now=now)
    table, invitation = f"/games/{game.code}/", (
        f"/games/{game.code}/invitation/{game.invite_token}/")
    other = sit(carol)
    shown = [other.open(invitation)]
    open_tables.join(game, user=carol, token=game.invite_token, now=now)
    shown += [other.open(path) for path in (table, f"{table}replay/1/", "/games/")]

    for page in shown:
        assert page.status == 200
        for secret in ("Granicus", finished.code, "Bob"):
            assert secret not in page.html, (page.url, secret)
    assert f"That was in turn {TURN}." in shown[1].words
    assert "Continued game" in shown[1].words
    assert f"This game goes on from a position in turn {TURN} of another game." in shown[0].words


def test_who_may_see_the_old_game_gets_a_link_to_the_position(
    finished: Game, alice: User, sit: Sit, now: datetime
) -> None:
    game = pages.create_table(finished, MIDDLE, by=alice, seat=0, bots={}, now=now)
    browser = sit(alice)

    for _ in ("open", "running"):
        page = browser.open(f"/games/{game.code}/")
        assert f"That was in turn {TURN} of Finished" in page.words
        assert f"/games/{finished.code}/replay/{MIDDLE}/" in [link.href for link in page.links]
        if game.status == Game.Status.OPEN:
            open_tables.fill_with_bots(game, by=alice, now=now)
    assert game.status == Game.Status.RUNNING


def test_an_open_table_shows_its_position_and_no_first_player(
    finished: Game, alice: User, sit: Sit, now: datetime
) -> None:
    game = pages.create_table(finished, MIDDLE, by=alice, seat=0, bots={}, now=now)
    page = sit(alice).open(f"/games/{game.code}/")

    assert "chosen at random" not in page.words
    assert "The hidden cards are dealt again" in page.words
    assert page.html.count("<use") or page.html.count("<path")
    lobby = sit(alice).open("/games/")
    assert lobby.status == 200


def test_exactly_one_seat_is_the_readers(finished: Game, alice: User, sit: Sit) -> None:
    browser = sit(alice)
    opened(browser, finished)

    for seats in (("me", "me"), ("friend", "bot greedy")):
        page = browser.press("Play on", seat_0=seats[0], seat_1=seats[1])
        assert page.status == 400
        assert "Please choose “I play” for exactly one seat." in page.words
    page = browser.press("Play on", seat_0="me", seat_1="bot xerxes")
    assert page.status == 400
    assert not Game.objects.filter(origin=finished).exists()


def test_a_table_for_a_friend_has_the_pace_that_was_chosen(
    finished: Game, alice: User, sit: Sit
) -> None:
    browser = sit(alice)
    opened(browser, finished)
    page = browser.press("Play on", seat_0="me", seat_1="friend", pace="day", name="Once more")

    game = Game.objects.get(origin=finished)
    assert page.url == f"/games/{game.code}/"
    assert (game.name, game.pace, game.status) == ("Once more", "day", Game.Status.OPEN)
    assert Seat.objects.get(game=game, index=1).status == Seat.Status.OPEN
    assert "Invite others" in page.words


def test_strangers_get_the_page_that_missing_games_have(
    finished: Game, carol: User, sit: Sit
) -> None:
    browser = sit(carol)
    assert opened(browser, finished).status == 404
    assert browser.open(f"/shared/{finished.code}/wrongkey/replay/5/play-on/").status == 404
    assert browser.client.post(f"/games/{finished.code}/replay/5/play-on/").status_code == 404


def test_the_chart_of_a_game_from_the_middle_begins_there(
    finished: Game, alice: User, sit: Sit, now: datetime
) -> None:
    game = pages.create_table(finished, MIDDLE, by=alice, seat=0, bots={1: "random"}, now=now)
    Game.objects.filter(pk=game.pk).update(listed=True)

    page = sit(alice).open(f"/games/{game.code}/replay/1/")

    chart = page.html.partition("chart-sheet")[2].partition("</svg>")[0]
    assert f"Turn {TURN}:" in chart
    assert "Turn 1:" not in chart
