"""The example files for Prometheus and Grafana ask for metrics that exist."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings as site
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from games.base import counters
from games.operations.monitoring import status_pages

FOLDER = Path(site.BASE_DIR) / "docs" / "monitoring"
NAMES = re.compile(r"\b(games_\w+)(?:\{([^}]*)\})?")
NOT_LABELS = {"le"}  # of every histogram

Labels = dict[str, set[str]]


def alerts() -> list[dict[str, Any]]:
    groups = yaml.safe_load((FOLDER / "alerts.yml").read_text(encoding="utf-8"))["groups"]
    return [rule for group in groups for rule in group["rules"]]


def panels() -> list[dict[str, Any]]:
    dashboard = json.loads((FOLDER / "dashboard.json").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = dashboard["panels"]
    return found


def expressions() -> Iterator[str]:
    yield from (rule["expr"] for rule in alerts())
    yield from (target["expr"] for panel in panels() for target in panel["targets"])


@pytest.fixture
def offered(client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Labels:
    """The labels of every sample on the metrics page, after each thing has happened once."""
    settings.METRICS_TOKEN = "scrape-me"
    counters.orders_refused("page", code="stale")
    counters.email_attempted("turn", outcome="sent")
    counters.response("game", status=200, seconds=0.1)
    monkeypatch.setattr("django.db.transaction.on_commit", lambda happens: happens())
    counters.orders_played("page")
    counters.email_read("done", outcome="orders")
    if not site.REDIS_URL:
        monkeypatch.setattr(status_pages, "_lengths", lambda: dict.fromkeys(status_pages.QUEUES, 0))
        settings.REDIS_URL = "redis://nowhere"
    text = client.get("/metrics", headers={"authorization": "Bearer scrape-me"}).content.decode()
    return {sample.name: set(sample.labels) for family in text_string_to_metric_families(text)
            for sample in family.samples}


@pytest.mark.django_db
@pytest.mark.parametrize("expression", sorted(set(expressions())))
def test_every_metric_and_label_in_them_exists(offered: Labels, expression: str) -> None:
    found = NAMES.findall(expression)
    assert found or expression.startswith("up{")
    for name, selector in found:
        assert name in offered
        assert set(re.findall(r"(\w+)=", selector)) <= offered[name]
    grouped = re.findall(r"by \(([^)]*)\)", expression)
    for label in {label.strip() for group in grouped for label in group.split(",")} - NOT_LABELS:
        assert all(label in offered[name] for name, _ in found), label


@pytest.mark.django_db
def test_every_metric_of_ours_is_on_the_dashboard(offered: Labels) -> None:
    shown = " ".join(expressions())
    for name in offered:
        family = re.sub(r"_(bucket|count|sum|total)$", "", name)
        assert family in shown, family


def test_every_alert_says_what_happened_and_what_to_do() -> None:
    for rule in alerts():
        for sentence in (rule["annotations"]["summary"], rule["annotations"]["action"]):
            assert sentence.endswith("."), rule["alert"]
        assert rule["labels"]["severity"] in ("page", "warn")


def test_alerts_and_panels_are_told_apart_and_do_not_overlap() -> None:
    assert len({rule["alert"] for rule in alerts()}) == len(alerts())
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels()]
    assert len(set(places)) == len({panel["id"] for panel in panels()}) == len(panels())


def test_parts_and_queues_of_the_alerts_are_those_of_the_site() -> None:
    parts = re.findall(r'part=~?"([^"]+)"', " ".join(expressions()))
    assert parts
    for part in parts:
        assert any(re.fullmatch(part, known) for known in status_pages.PARTS), part
