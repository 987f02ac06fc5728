"""The site as an app: what installs it, its service worker, and its page without a network."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

from games.drawing.png import png
from games.models import User
from tests.pages.page_reader import Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.mark.promise("R21")
def test_the_worker_may_serve_the_whole_site_and_is_asked_for_again(sit: Sit) -> None:
    answer = sit(None).client.get("/push-worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Service-Worker-Allowed"] == "/"
    assert answer["Cache-Control"] == "public, no-cache"
    assert "Cookie" not in answer.get("Vary", "")
    assert "worker-src 'self'" in answer["Content-Security-Policy"]
    assert 'const icon = "/static/games/icon.png"' in answer.content.decode()


def test_the_site_can_be_installed_with_pictures_and_shortcuts_that_exist(sit: Sit) -> None:
    browser = sit(None)
    browser.open("/rules/")
    assert ('<link rel="manifest" href="/site.webmanifest" crossorigin="use-credentials">'
            in browser.page.html)
    answer = browser.client.get("/site.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    assert "Cookie" in answer["Vary"]  # the reader's language may be there
    manifest = answer.json()
    assert browser.client.get(manifest["start_url"]).status_code == 302  # to sign in first
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        name = finders.find(icon["src"].removeprefix("/static/"))
        assert name, icon
        if icon["type"] == "image/png":
            with Image.open(str(name)) as image:
                assert icon["sizes"] == f"{image.width}x{image.height}"
    assert {icon["sizes"] for icon in manifest["icons"] if icon["purpose"] == "maskable"} == {
        "192x192", "512x512"}
    assert manifest["shortcuts"][0]["name"] == "My turn"
    for shortcut in manifest["shortcuts"]:
        assert browser.client.get(shortcut["url"]).status_code in (200, 302), shortcut


def test_icons_that_are_cut_to_a_circle_are_drawn_from_their_svg() -> None:
    svg = Path(str(finders.find("games/icon-maskable.svg"))).read_text(encoding="utf-8").strip()
    for width in (192, 512):
        kept = Path(str(finders.find(f"games/icon-{width}.png")))
        drawn = png(svg, width=width)  # to draw them again: kept.write_bytes(drawn)
        pixels = [Image.open(io.BytesIO(one)).convert("RGB").tobytes()
                  for one in (drawn, kept.read_bytes())]
        assert pixels[0] == pixels[1]


def test_the_page_without_a_network_knows_nobody_and_is_kept_with_all_its_files(
    alice: User, sit: Sit
) -> None:
    client = sit(alice).client
    page = client.get("/offline/").content.decode()
    assert page == Client().get("/offline/").content.decode()
    worker = client.get("/push-worker.js").content.decode()
    files = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page))
    assert len(files) == 5
    assert files <= set(re.findall(r'"(/static/[^"]+)"', worker))


def test_a_browser_keeps_the_first_page_of_games_and_forgets_it_for_visitors(
    alice: User, sit: Sit
) -> None:
    script = "games/kept-games.js"
    html = sit(alice).open("/games/").html
    assert 'data-keep="/push-worker.js"' in html
    assert script in html
    assert script not in sit(alice).open("/rules/").html  # there it would forget them
    assert script in sit(None).open("/rules/").html
