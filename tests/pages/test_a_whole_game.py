"""A visitor plays a whole game against two bots with links and buttons, then replays it."""

from __future__ import annotations

import random
from datetime import datetime
from urllib.parse import unquote_plus

import pytest

from games.models import Game, LoggedMove
from games.table.play import bots, verification
from tests.pages.page_reader import Browser, Sit

pytestmark = pytest.mark.django_db


ASIDE = ("take back", "Undo", "See all", "Next route", "on the board", "to this point",
         "Another point")


def open_choices(browser: Browser) -> list[str]:
    """The URLs of links that continue the turn, each once, without those that go back."""
    page = browser.page
    beyond = {link.href for link in page.links
              if "Or go" in link.words
              or ("You lack" in link.words and "province=" in link.href)}
    ahead = [
        link.href for link in page.find()
        if "draft=" in link.href and link.href not in beyond
        and not any(words in link.words for words in ASIDE)
    ]
    return sorted(set(ahead))


def take_turn(browser: Browser, whim: random.Random, wish: str) -> None:
    """Follows links until the turn is complete, preferring those given, and confirms it."""
    for _ in range(40):
        buttons = [words for form in browser.page.forms for _, _, words, _ in form.buttons]
        if "Confirm the turn" in buttons:
            browser.press("Confirm the turn")
            assert browser.page.status == 200
            assert "Not played." not in browser.page.words
            return
        if "province=" in browser.page.url:
            wanted = [words for words in buttons if words in ("Occupy it", "Take it over")]
            if wanted:
                browser.press(wanted[0])
            else:
                browser.follow("Back to all actions")
            assert "Not played." not in browser.page.words
            continue
        choices = open_choices(browser)
        choice = whim.choice([link for link in choices if wish in unquote_plus(link)] or choices)
        browser.open(choice)
        assert browser.page.status == 200
        assert "Not played." not in browser.page.words, choice
    raise AssertionError("the turn does not end")


def test_a_whole_game_is_played_to_its_end(sit: Sit, now: datetime) -> None:
    browser, whim = sit(None), random.Random(4)
    browser.open("/")
    browser.press("Play now", players="3", board="delta")
    game = Game.objects.get()
    for turn in range(200):
        while bots.play(game.pk, now=now):
            pass
        page = browser.open(f"/games/{game.code}/")
        if "The game is over" in page.words:
            break
        take_turn(browser, whim, wish="draw" if turn == 0 else "")
    game.refresh_from_db()
    assert game.status == Game.Status.OVER
    moves = LoggedMove.objects.filter(game=game, seat=0).values_list("move", flat=True)
    kinds = {move.split()[0] for move in moves}
    assert {"take", "march", "draw"} <= kinds
    assert verification.first_fault(game) is None
    browser.follow("Check the deal")
    assert "It matches." in browser.page.words
