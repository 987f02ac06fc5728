"""What tests of monitoring share: the log as it is written, and the metrics page."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import datetime
from io import StringIO

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from alexandros_site.logs import MaskingFormatter
from games.models import Game, Seat, Snapshot, User
from tests.pages.test_non_interference import EARLY
from tests.sample_games import import_sample

TOKEN = "scrape-me"
Samples = dict[tuple[str, tuple[str, ...]], float]


@pytest.fixture
def lines() -> Iterator[Callable[[], list[str]]]:
    """Everything that was logged so far, at every level and as JSON, one line each."""
    written = StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(MaskingFormatter("json"))
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield lambda: written.getvalue().splitlines()
    root.removeHandler(handler)
    root.setLevel(level)


@pytest.fixture
def scrape(client: Client, settings: Settings) -> Callable[[], Samples]:
    """Asks for the metrics; returns each value by its name and its labels' values.

    The labels are in the order of their names."""
    settings.METRICS_TOKEN = TOKEN

    def ask() -> Samples:
        response = client.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
        assert response.status_code == 200
        return {
            (sample.name, tuple(sample.labels.values())): sample.value
            for family in text_string_to_metric_families(response.content.decode())
            for sample in family.samples
        }

    return ask


@pytest.fixture
def table(alice: User, bob: User, carol: User, now: datetime) -> Callable[[], Game]:
    """Makes a table of Alice, Bob and Carol at which it is Alice's turn."""
    def make() -> Game:
        game = import_sample(EARLY, name="Twin", now=now)
        for index, user in enumerate((alice, bob, carol)):
            Seat.objects.filter(game=game, index=index).update(user=user, name=user.name)
        Snapshot.objects.filter(game=game).delete()
        return game

    return make
