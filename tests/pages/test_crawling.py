"""What crawlers and finders of weaknesses are told, and what pages tell search engines."""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from games.models import User
from games.post.inbox import turn_links
from tests.sample_games import seat_table

pytestmark = pytest.mark.django_db


def test_the_sitemap_names_pages_that_exist_and_may_be_shown(client: Client) -> None:
    assert f"Sitemap: {BASE}/sitemap.xml" in client.get("/robots.txt").content.decode()
    paths = re.findall("<loc>(.*?)</loc>", client.get("/sitemap.xml").content.decode())
    assert {f"{BASE}/{path}" for path in (
        "", "rules/campaign/", "learn/games/campaign/", "archive/", "legal/privacy/")} <= set(paths)
    for path in paths:
        html = client.get(path.removeprefix(BASE)).content.decode()
        assert '<meta name="robots" content="index">' in html, path
        assert f'<link rel="canonical" href="{path}">' in html


def test_security_txt_is_there_if_the_operator_has_an_address(
    client: Client, settings: Any
) -> None:
    assert client.get("/.well-known/security.txt").status_code == 404
    settings.OPERATOR = settings.OPERATOR | {"email": "alice@example.org"}
    text = client.get("/.well-known/security.txt").content.decode()
    assert text.startswith("Contact: mailto:alice@example.org\n")
    assert re.search(r"^Expires: \d{4}-\d\d-\d\dT00:00:00Z$", text, re.MULTILINE)


@pytest.mark.parametrize("path", ["/", "/rules/campaign/"])
def test_pages_about_a_game_describe_it_for_programs(client: Client, path: str) -> None:
    html = client.get(path).content.decode()
    [block] = re.findall(r'<script type="application/ld\+json">(.*?)</script>', html, re.DOTALL)
    facts = json.loads(block)
    assert (facts["@type"], facts["url"].startswith(BASE)) == (["VideoGame", "Game"], True)
    assert facts["description"]


@pytest.mark.parametrize("path", ["/robots.txt", "/sitemap.xml", "/push-worker.js"])
def test_programs_are_told_the_same_in_every_language(client: Client, path: str) -> None:
    texts = {client.get(path, headers={"accept-language": language}).content
             for language in ("en", "de")}
    assert len(texts) == 1


def test_a_page_with_parameters_names_the_one_without(client: Client) -> None:
    html = client.get("/rules/?from=elsewhere").content.decode()
    assert f'<link rel="canonical" href="{BASE}/rules/">' in html


def test_a_page_behind_a_secret_link_names_its_address_nowhere(
    client: Client, alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([alice, bob], now=now)
    path = turn_links.action_url(game, game.seats.get(index=0), "", now=now).removeprefix(BASE)
    html = client.get(path).content.decode()
    assert "noindex" in html
    assert "canonical" not in html


BASE = "http://127.0.0.1:8000"
