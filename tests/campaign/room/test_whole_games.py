"""Whole games, played by page and by email, and what can be seen of them afterwards."""

from __future__ import annotations

import io
from datetime import datetime

import pytest
from PIL import Image

from games import picture_cache
from games.models import Game
from games.play import export_import, history, verification
from tests.campaign.room.conftest import Table, play_on
from tests.inbox.email_replies import PostOffice

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("players", [2, 3])
def test_a_whole_game_ends_verifies_and_comes_back_from_its_record(
    table: Table, now: datetime, players: int
) -> None:
    game = table(players)

    play_on(game, now=now)

    assert verification.first_fault(game) is None
    assert verification.reveal_deal(game).follows
    back = export_import.import_record(export_import.export_record(game, with_seed=True), now=now)
    assert history.state(back) == history.state(game)
