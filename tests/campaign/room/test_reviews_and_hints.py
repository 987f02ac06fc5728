"""Reviews of finished games and hints in running ones, on their pages."""

from __future__ import annotations

import re
from datetime import datetime
from itertools import pairwise

import pytest

from games.features.hints import finding
from games.features.review import outcome, reading, reviewing
from games.features.review.reviewing import ask_here
from games.models import Game, Review, Seat, TurnAdvice, User, review_findings
from games.rulesets import registry
from games.table.lobby import open_tables
from games.table.play import bots, history
from tests.campaign.positions import ALICE, BOB
from tests.campaign.room.conftest import Table, play_on, play_until_alice_builds
from tests.features.review.remembering_analyst import ask
from tests.pages.page_reader import Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def reviewed(table: Table, now: datetime) -> Game:
    """A game that Alice and Bob have played, with its review."""
    game = table(2)
    play_on(game, now=now)
    assert reviewing.go_on(game.pk, now=now, ask=ask, seconds=600)
    return game


def findings(game: Game) -> review_findings.Findings:
    found = review_findings.load(Review.objects.get(game=game).data)
    assert found is not None
    return found


def test_every_decision_is_judged_once_and_each_turn_has_one_standing(reviewed: Game) -> None:
    found = findings(reviewed)
    assert found.turns
    for one, following in pairwise(found.turns):
        assert one.last < following.first
    assert {one.seat for one in found.turns} == {ALICE, BOB}
    for one in found.turns:
        assert 0 <= one.loss <= 1
        assert bool(one.orders) == (one.loss >= review_findings.NOTABLE)
    past = history.read(reviewed, ALICE)
    rows = registry.get("campaign").replay.moments(past.views(), moves=past.moves)
    turns = [rows[standing.row].turn for standing in found.course]
    assert turns == sorted({*turns})


def test_the_page_says_why_the_game_was_lost_and_draws_the_chances(
    reviewed: Game, alice: User, bob: User, sit: Sit
) -> None:
    winners = outcome.winners_of(history.read(reviewed, ALICE))
    for seat, user in ((ALICE, alice), (BOB, bob)):
        browser, address = sit(user), f"/games/{reviewed.code}/review/"
        page = browser.open(address)
        assert ("Why you won" if seat in winners else "Why you lost") in page.words
        assert "The dice brought you" in page.words
        assert "Everybody’s chances" in page.words
        assert "points-chart" in browser.client.get(address).content.decode()


def test_a_better_turn_has_reasons_a_picture_and_can_be_played_again(
    reviewed: Game, alice: User, now: datetime, sit: Sit
) -> None:
    past = history.read(reviewed, ALICE)
    told = [one for seat in reading.read(reviewed).seats for one in reading.moments(past, seat)]
    assert told
    assert all(one.says_why for one in told)
    for one in told:
        rows = [past.transitions[number - 1].row for number in range(one.turn.first,
                                                                     one.turn.last + 1)]
        own = [row.number for row in rows if row.seat == one.turn.seat]
        assert one.played == [text for number in own for text in past.entry(number).sentences]
    turn = told[0].turn
    browser = sit(alice)
    address = f"/games/{reviewed.code}/review/{turn.first}"
    assert browser.client.get(f"{address}/better.svg").status_code == 200
    page = browser.open(f"{address}/again/")
    assert "Find a better one." in page.words
    answer = browser.client.post(f"{address}/again/", {"orders": turn.orders})
    assert answer.status_code == 200
    assert "Well done!" in answer.content.decode()


@pytest.fixture
def lesson(alice: User, now: datetime) -> Game:
    """A game that Alice plays against a bot alone; the first auction has begun."""
    game = open_tables.create_table(by=alice, name="Lesson", ruleset="campaign", board="short",
                                    players=2, options={"first": 0}, bots=["hasty"], now=now)
    while bots.play(game.pk, now=now):
        pass
    game.refresh_from_db()
    return game


def hint(game: Game, user: User, sit: Sit, now: datetime, monkeypatch: pytest.MonkeyPatch) -> str:
    """The page with the hint at this position."""

    class Here:
        ask = staticmethod(ask_here)

    monkeypatch.setattr(finding, "THINKER", Here)
    browser = sit(user)
    browser.client.post(f"/games/{game.code}/hint/", {"number": game.number, "draft": ""})
    finding.find_next(now=now)
    return browser.open(f"/games/{game.code}/").words


def test_a_hint_in_an_auction_names_a_bid(
    lesson: Game, alice: User, sit: Sit, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = hint(lesson, alice, sit, now, monkeypatch)
    order, *_ = TurnAdvice.objects.get(game=lesson).orders
    assert order.startswith("bid ")
    assert order in words
    assert re.search("It (bids up to|does not bid)", words)


def test_a_hint_for_a_bid_outlasts_the_secret_bids_of_others(
    alice: User, sit: Sit, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = open_tables.create_table(by=alice, name="Lesson", ruleset="campaign", board="short",
                                    players=2, options={"first": 0}, bots=["hasty"], now=now)
    words = hint(game, alice, sit, now, monkeypatch)
    asked = game.number
    while bots.play(game.pk, now=now):
        pass
    game.refresh_from_db()
    assert game.number == asked + 1
    order, *_ = TurnAdvice.objects.get(game=game).orders
    assert order in words
    assert order in sit(alice).open(f"/games/{game.code}/").words
    browser = sit(alice)
    browser.client.post(f"/games/{game.code}/hint/", {"number": asked + 9, "draft": ""})
    assert TurnAdvice.objects.count() == 1


def test_a_hint_in_the_own_turn_is_a_whole_turn(
    lesson: Game, alice: User, sit: Sit, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_until_alice_builds(lesson, now=now)
    words = hint(lesson, alice, sit, now, monkeypatch)
    order, *_ = TurnAdvice.objects.get(game=lesson, number=lesson.number).orders
    assert order.endswith("end") or "buy" in order or "play" in order
    assert order in words


def test_without_puzzles_there_is_no_page_of_them(sit: Sit) -> None:
    assert not registry.get("campaign").has_puzzles
    assert "/puzzles/" not in {link.href for link in sit(None).open("/?game=campaign").links}


def test_a_game_of_bots_has_no_review(reviewed: Game) -> None:
    Seat.objects.filter(game=reviewed).update(user=None)
    assert not reviewing.is_reviewed(reviewed)
