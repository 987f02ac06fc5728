"""The forecast in the list of one's own games."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import EmailPreferences, User
from tests.calendar_feed.test_feed import started
from tests.markup import squeezed
from tests.sample_games import clocked_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


@pytest.fixture
def visit(bob: User) -> Client:
    client = Client()
    client.force_login(bob, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_a_game_that_waits_for_others_says_when_it_will_probably_be_ones_turn(
    visit: Client, alice: User, bob: User, now: datetime
) -> None:
    EmailPreferences.objects.create(user=bob, time_zone="Europe/Berlin")
    game = started(clocked_table([alice, bob], now=now), now)
    text = squeezed(visit.get("/games/").content.decode())
    assert "· forecast: your turn comes between today 14:30 and today 19:00 ·" in text
    game.seats.filter(index=0).update(stand_in="greedy")
    assert "forecast" not in visit.get("/games/").content.decode()


def test_more_games_take_no_more_queries(
    visit: Client, alice: User, bob: User, carol: User, now: datetime
) -> None:
    def grow() -> None:
        for people in ([alice, bob, carol], [bob, alice], [alice, carol, bob]):
            started(clocked_table(people, now=now), now)

    def queries() -> int:
        visit.get("/games/")
        with CaptureQueriesContext(connection) as asked:
            assert visit.get("/games/").content.count(b"forecast: ") >= 2
        return len(asked)

    grow()
    before = queries()
    for _ in range(3):
        grow()
    assert queries() == before


def test_the_words_name_the_day_if_it_is_not_today(
    visit: Client, alice: User, bob: User, now: datetime
) -> None:
    evening = now + timedelta(hours=9)
    started(clocked_table([alice, bob], now=evening), evening)
    with time_machine.travel(evening, tick=False):
        text = squeezed(visit.get("/games/").content.decode())
    assert "your turn comes between tomorrow 08:30 UTC and tomorrow 13:00 UTC" in text
