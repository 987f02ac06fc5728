"""A game without positions to go on from does not offer it."""

from __future__ import annotations

from datetime import datetime

import pytest

from games.base.refusals import Missing
from games.models import Game, User
from games.table.play import continued_games
from tests.auction.conftest import play_on
from tests.pages.page_reader import Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_its_replay_has_no_link_to_play_on(
    game: Game, alice: User, sit: Sit, now: datetime
) -> None:
    play_on(game, now=now)
    browser = sit(alice)

    page = browser.open(f"/games/{game.code}/replay/3/")
    assert page.status == 200
    assert "Play on" not in page.words
    page = browser.open(f"/games/{game.code}/replay/3/play-on/")
    assert page.status == 404
    assert "A game of this kind cannot go on from a position." in page.words


def test_no_setup_is_made_for_it(game: Game, now: datetime) -> None:
    play_on(game, now=now)

    with pytest.raises(Missing, match="cannot go on from a position"):
        continued_games.setup_at(game, 3)
    assert continued_games.first_view(game) is None
    assert continued_games.first_turn(game) == 1
