"""The pages and emails of The Campaign are translated."""

from __future__ import annotations

from datetime import datetime

import pytest

from alexandros_rules.campaign.state import BUILD, ROBBER, State
from games.models import Game, User
from games.rulesets.campaign import introduction
from tests.campaign.room.conftest import play_on, play_until
from tests.inbox.email_replies import PostOffice, html_of
from tests.pages.page_reader import Sit
from tests.pseudo_language import spoken, untranslated_on_page

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def names_in(state: State) -> frozenset[str]:
    """The words that are names, which stay as they are: of people and labels."""
    world = state.world
    texts = [*(path.label for path in world.paths), *(one.label for one in world.junctions),
             "Alexandros The Campaign Alice Bob Carol Dave Friends Nikon Myrto Zeno",
             "Alexander Leo Colovini UTC campaign hasty SE", *introduction.NAMES]
    return frozenset(word for text in texts for word in text.replace(".", " ").split())


@pytest.mark.parametrize("phase", ["auction", ROBBER, BUILD])
def test_the_page_of_a_turn_is_translated(
    game: Game, alice: User, bob: User, carol: User, sit: Sit, now: datetime, phase: str
) -> None:
    state = play_until(game, phase, now=now)
    browser = sit((alice, bob, carol)[state.seat])
    with spoken():
        page = browser.open(f"/games/{game.code}/")
    assert untranslated_on_page(page.html, names=names_in(state)) == []


@pytest.mark.parametrize("path", [
    "/?game=campaign", "/games/new/?game=campaign", "/learn/games/campaign/",
    "/learn/games/campaign/auctions/",
])
def test_the_pages_that_introduce_it_are_translated(
    game: Game, alice: User, sit: Sit, path: str, now: datetime
) -> None:
    state = play_until(game, "auction", now=now)
    browser = sit(alice)
    with spoken():
        page = browser.open(path)
    assert untranslated_on_page(page.html, names=names_in(state)) == []


def test_the_turn_email_is_translated(game: Game, alice: User, now: datetime) -> None:
    state = play_until(game, "auction", now=now)
    with spoken():
        email = PostOffice(now).turn_email(game, alice)
    assert untranslated_on_page(html_of(email), names=names_in(state)) == []


def test_the_replay_is_translated(game: Game, alice: User, sit: Sit, now: datetime) -> None:
    state = play_until(game, "auction", now=now)
    play_on(game, now=now)
    browser = sit(alice)
    with spoken():
        page = browser.open(f"/games/{game.code}/replay/")
    assert untranslated_on_page(page.html, names=names_in(state)) == []
