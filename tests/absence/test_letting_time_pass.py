"""On a local site weeks pass at once, with everything that would have happened in them."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from games.base import site_clock
from games.features.puzzles import days
from games.models import Game, OutgoingEmail
from games.operations.embedded import time_travel
from tests.sample_games import clocked_table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_database]

WEEK, FOUR_DAYS = timedelta(days=7), timedelta(days=4)


@pytest.fixture(autouse=True)
def _local_site(settings, tmp_path, now, announced):
    settings.DATA_DIR, settings.PUBLIC = tmp_path, False
    with time_machine.travel(now, tick=False):
        yield


@pytest.fixture
def lived(monkeypatch):
    """The moments at which a step was lived."""
    moments, live = [], time_travel.live
    monkeypatch.setattr(time_travel, "live", lambda now: moments.append(now) or live(now))
    return moments


def happened(game, since):
    """What was logged in a game and sent about it, and how long after this moment."""
    rows = game.rows.order_by("number").values_list("actor", "move", "created_at")
    emails = game.emails.order_by("pk").values_list("kind", "to", "created_at")
    return [(*what, moment - since) for *what, moment in [*rows, *emails]]


def test_a_week_brings_reminders_extensions_and_stand_ins(alice, bob, carol, now):
    game = clocked_table([alice, bob, carol], now=now)
    time_travel.advance(WEEK)
    assert site_clock.now() == now + WEEK
    assert set(game.rows.filter(actor="clock").values_list("move", flat=True)) == {
        "@extension", "@stand-in"}
    kinds = list(OutgoingEmail.objects.values_list("kind", flat=True))
    assert {"reminder", "extended", "stood-in", "turn"} <= set(kinds)
    assert not OutgoingEmail.objects.filter(status=OutgoingEmail.Status.QUEUED).exists()


def test_a_week_in_which_nothing_happens_takes_two_steps(lived, now):
    days.sweep(now)  # otherwise the first step would find that today has no puzzles
    time_travel.advance(WEEK)
    assert len(lived) == 2
    assert lived[-1] == now + WEEK


def test_steps_that_are_left_out_change_nothing(alice, bob, carol, now, monkeypatch, lived):
    first = clocked_table([alice, bob, carol], now=now)
    time_travel.advance(FOUR_DAYS)
    few, found = len(lived), happened(first, now)
    Game.objects.filter(pk=first.pk).update(status=Game.Status.CANCELLED)
    monkeypatch.setattr(time_travel, "_until_something_is_due", lambda: time_travel.STEP)
    later = now + FOUR_DAYS
    second = clocked_table([alice, bob, carol], now=later)
    time_travel.advance(FOUR_DAYS)
    assert happened(second, later) == found
    assert few < (len(lived) - few) / 3
