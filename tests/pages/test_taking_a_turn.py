"""Taking a turn with nothing but links and buttons."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.template import TemplateDoesNotExist
from django.test import override_settings

from games.base.features import Feature
from games.models import Game, LoggedMove, User
from games.table.play import history
from tests.pages.page_reader import Browser, Sit
from tests.sample_games import advance, mover

FAULT = "may quote hidden cards"


def card(browser: Browser, verb: str = "take it:") -> None:
    browser.follow(verb)


def march(browser: Browser) -> None:
    """A space, a point and a route, in any combination."""
    for _ in range(3):
        if "Up to two actions" in browser.page.words:
            return
        choice = next(
            link for link in browser.page.find(on_board=True) if "draft=" in link.href
        )
        browser.open(choice.href)
    assert "Up to two actions" in browser.page.words


@pytest.mark.rule("A1")
def test_a_whole_turn_is_played_by_following_links(fresh: Game, alice: User, sit: Sit) -> None:
    browser = sit(alice)
    follow_a_whole_turn(browser, f"/games/{fresh.code}/", fresh)
    assert "It is Bob’s turn." in browser.page.words


@pytest.mark.promise("R13")
def test_a_whole_turn_is_played_by_following_links_without_a_login(
    fresh: Game, turn_link: str, sit: Sit
) -> None:
    browser = sit(None)
    follow_a_whole_turn(browser, f"/turn/{turn_link}/", fresh)
    assert "You can close this page" in browser.page.words


@pytest.mark.rule("C1")
def test_the_card_that_was_drawn_is_told_first(fresh: Game, alice: User, sit: Sit) -> None:
    browser = sit(alice)
    browser.open(f"/games/{fresh.code}/")
    card(browser)
    march(browser)
    browser.follow("draw a card from the supply")
    browser.press("Confirm and see the card")
    assert "Confirmed. You draw a" in browser.page.words


def follow_a_whole_turn(browser: Browser, address: str, game: Game) -> None:
    browser.open(address)
    assert "It is your turn." in browser.page.words
    card(browser)
    march(browser)
    browser.follow("draw a card from the supply")
    browser.follow("draw a card from the supply")
    assert game.rows.count() == 1
    browser.press("Confirm the turn")
    moves = list(game.rows.order_by("number").values_list("move", flat=True))
    assert [move.split()[0] for move in moves] == ["start", "take", "march", "draw", "draw"]
    assert browser.page.status == 200
    assert "Confirmed. You take the" in browser.page.words


def test_typed_orders_may_close_with_a_needless_end(
    fresh: Game, alice: User, sit: Sit
) -> None:
    browser = sit(alice)
    browser.open(f"/games/{fresh.code}/")
    browser.press("Preview", orders="take temple\nmarch B5.NW via E\ndraw\ndraw\nend")
    assert "Not played." not in browser.page.words
    browser.press("Confirm the turn")
    fresh.refresh_from_db()
    assert (fresh.number, mover(fresh)) == (5, 1)


def test_news_are_told_once_and_make_room_for_a_draft(
    running: Game, sit: Sit, now: datetime
) -> None:
    turn = running.turn
    while running.turn == turn:
        advance(running, now=now)
    seat = running.seats.get(index=mover(running))
    browser = sit(seat.user)
    browser.open(f"/games/{running.code}/")
    news = browser.page.words.partition("Since your last turn")[2]
    sentence = history.read(running, seat.index).since_last_turn()[-1].sentences[0]
    assert browser.page.words.count(sentence) == news.count(sentence) == 1
    assert "What happened before" in news
    browser.open(next(link.href for link in browser.page.links if "?draft=" in link.href))
    assert "Since your last turn" not in browser.page.words
    assert sentence in browser.page.words.partition("What happened")[2]


def test_a_game_against_bots_can_be_played_again(
    finished: Game, alice: User, sit: Sit
) -> None:
    def offered() -> bool:
        page = sit(alice).open(f"/games/{finished.code}/")
        return any(words == "Play again" for form in page.forms for *_, words, _ in form.buttons)

    assert not offered()
    finished.seats.exclude(user=alice).update(user=None, bot="greedy")
    assert offered()


def test_each_step_of_the_board_is_a_link(fresh: Game, alice: User, sit: Sit) -> None:
    browser = sit(alice)
    browser.open(f"/games/{fresh.code}/")
    assert not list(browser.page.find(on_board=True))
    card(browser)
    points = [link.href for link in browser.page.find(on_board=True)]
    assert points
    assert all(f"/games/{fresh.code}/?draft=" in href for href in points)


def test_a_step_can_be_taken_back(fresh: Game, alice: User, sit: Sit) -> None:
    browser = sit(alice)
    browser.open(f"/games/{fresh.code}/")
    card(browser)
    march(browser)
    assert len(list(browser.page.find("take back from here"))) == 2
    browser.follow("take back from here: march")
    assert "Choose the point" in browser.page.words or "Choose a space" in browser.page.words
    browser.follow("take back from here: take")
    assert "Take or play a card to march" in browser.page.words
    assert fresh.rows.count() == 1


@pytest.mark.rule("A3")
def test_the_page_offers_to_see_the_new_card_first(fresh: Game, alice: User, sit: Sit) -> None:
    browser = sit(alice)
    browser.open(f"/games/{fresh.code}/")
    card(browser)
    assert "To see the new face-up card before you go on, confirm" in browser.page.words
    browser.press("Confirm and see the new card")
    assert "The new face-up card is" in browser.page.words
    assert "It is your turn." in browser.page.words
    assert fresh.rows.count() == 2
    march(browser)


def test_a_march_says_what_it_costs(fresh: Game, alice: User, sit: Sit) -> None:
    browser = sit(alice)
    browser.open(f"/games/{fresh.code}/")
    card(browser)
    assert "new wall" in browser.page.words


@pytest.mark.rule("O1", "O2", "O3")
def test_a_province_is_occupied_with_the_payment_proposed(
    fresh: Game, alice: User, sit: Sit, now: datetime
) -> None:
    browser, game = sit(alice), fresh
    for _ in range(30):
        game.refresh_from_db()
        if mover(game) == 0:
            browser.open(f"/games/{game.code}/")
            card(browser)
            march(browser)
            offers = [link for link in browser.page.find("Occupy, worth", on_board=False)
                      if "You lack" not in link.words]
            if offers:
                break
        turn = game.turn
        while game.turn == turn and game.result is None:
            advance(game, now=now)
    browser.open(offers[0].href)
    assert "Put guards on" in browser.page.words
    browser.press("Occupy it")
    assert "You occupy a province" in browser.page.words
    browser.press("Confirm and see the new card")
    assert LoggedMove.objects.filter(game=game, seat=0, move__startswith="occupy").exists()


def test_guards_can_be_chosen_and_the_price_is_told(
    running: Game, sit: Sit, now: datetime
) -> None:
    seat = running.seats.get(index=mover(running))
    browser = sit(seat.user)
    browser.open(f"/games/{running.code}/")
    for _ in range(6):
        if "Occupy or take over" in browser.page.words:
            break
        if "Choose a card" in browser.page.words:
            card(browser)
        else:
            march(browser)
    target = next(browser.page.find("worth", on_board=False))
    browser.open(target.href)
    form = browser.page.form("Show the price")
    browser.press("Show the price", guard=[])
    assert "Put at least one guard on a symbol space." in browser.page.words
    assert "Occupy it" not in [words for f in browser.page.forms for _, _, words, _ in f.buttons]
    assert form.data()["picked"] == ["yes"]


@pytest.mark.rule("L1", "L4")
def test_a_levy_shows_what_everyone_would_score(running: Game, sit: Sit, now: datetime) -> None:
    seat = running.seats.get(index=mover(running))
    browser = sit(seat.user)
    browser.open(f"/games/{running.code}/")
    for _ in range(6):
        if "Levy taxes" in browser.page.words:
            break
        if "Choose a card" in browser.page.words:
            card(browser)
        else:
            march(browser)
    assert "Would gain" in browser.page.words or "cannot levy taxes" in browser.page.words


def test_typed_orders_and_links_make_the_same_draft(fresh: Game, alice: User, sit: Sit) -> None:
    browser = sit(alice)
    browser.open(f"/games/{fresh.code}/")
    card(browser)
    clicked = browser.page
    browser.open(f"/games/{fresh.code}/")
    symbol = next(word for word in ("temple", "amphora", "horse", "lyre", "soldier")
                  if f"draft=take+{word}" in clicked.url)
    browser.press("Preview", orders=f"  Take the {symbol.upper()} card ")
    assert "Your draft" in browser.page.words
    assert f"take {symbol}" in browser.page.words
    assert [link.href for link in browser.page.find(on_board=True)]
    assert fresh.rows.count() == 1


def test_a_stay_is_offered_by_nothing_else_than_the_rules(
    fresh: Game, alice: User, sit: Sit
) -> None:
    browser = sit(alice)
    browser.open(f"/games/{fresh.code}/")
    assert "Alexander stays" not in browser.page.words


@pytest.mark.parametrize("part", ["panels", "slots"])
def test_a_feature_with_a_fault_does_not_keep_a_turn_from_being_played(
    fresh: Game, alice: User, sit: Sit, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture, part: str
) -> None:
    def faulty(**_facts: object) -> dict[str, object]:
        raise ValueError(FAULT)

    parts = {"panels": {"game": faulty}, "slots": {"turn": "no/such/template.html"}}
    broken = Feature(name="broken", **{part: parts[part]})  # type: ignore[arg-type]
    for user in ("games.web.panels", "games.templatetags.site"):
        monkeypatch.setattr(f"{user}.features", lambda: (broken,))
    browser = sit(alice)
    with pytest.raises((ValueError, TemplateDoesNotExist)):  # tests have to see it
        browser.open(f"/games/{fresh.code}/")
    caplog.clear()

    with override_settings(FEATURES_MAY_FAIL=True):
        follow_a_whole_turn(browser, f"/games/{fresh.code}/", fresh)

    assert "broken is left out of " in caplog.text
    assert FAULT not in caplog.text
