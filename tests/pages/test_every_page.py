"""What holds for every page: headers, no inline styles or scripts, nothing from other sites."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from django.conf import settings
from PIL import Image

from games.models import Game, User
from games.rulesets import registry
from tests.pages.page_reader import Page, Sit

PATHS = (
    "/", "/rules/", "/lobby/", "/games/", "/games/new/", "/games/new/?game=campaign",
    "/?game=campaign", "/rules/campaign/", "/opponents/campaign/", "/games/{code}/",
    "/games/{code}/?draft=take+nothing", "/games/{code}/replay/5/", "/learn/",
    "/learn/levies/?draft=occupy+D4", "/learn/games/campaign/roads/?draft=road+A2.SE", "/nowhere/",
)


# Words and the next ones, with nothing but tags that leave no gap between them.
GLUED = re.compile(r"[a-z]{2}[.!?](?:</?(?:a|code|em|small|span|strong)\b[^>]*>)*[A-Z][a-z]")


@pytest.fixture
def pages(running: Game, alice: User, sit: Sit) -> list[Page]:
    browser = sit(alice)
    return [browser.open(path.format(code=running.code)) for path in PATHS]


@pytest.mark.promise("R21")
def test_no_page_has_inline_style_or_script(pages: list[Page]) -> None:
    for page in pages:
        for tag, name, _ in page.attributes:
            assert name != "style", (page.url, tag)
            assert not name.startswith("on"), (page.url, tag, name)
        assert "<style" not in page.html, page.url
        assert "<script>" not in page.html, page.url


def test_no_page_fetches_anything_from_elsewhere(pages: list[Page]) -> None:
    for page in pages:
        for tag, name, value in page.attributes:
            if name in ("src", "href", "action", "formaction", "content") and tag != "meta":
                own = value.removeprefix(settings.BASE_URL)
                assert own.startswith(("/", "?", "#")), (page.url, tag, value)


@pytest.mark.promise("R21")
def test_private_pages_are_kept_out_of_caches(running: Game, alice: User, sit: Sit) -> None:
    for path in PATHS:
        response = sit(alice).client.get(path.format(code=running.code))
        assert "no-store" in response["Cache-Control"], path
        assert "unsafe-" not in response["Content-Security-Policy"], path


def test_every_page_has_one_main_heading_and_a_title(pages: list[Page]) -> None:
    for page in pages:
        assert page.html.count("<h1") == 1, page.url
        assert page.html.count("<title>") >= 1, page.url
        title = page.html.partition("</title>")[0]
        assert any(room.title in title for room in registry.rooms().values()), page.url


def test_every_control_has_a_name(pages: list[Page]) -> None:
    for page in pages:
        for form in page.forms:
            for _, _, words, _ in form.buttons:
                assert words, (page.url, form.action)


def test_ids_are_used_once(pages: list[Page]) -> None:
    for page in pages:
        ids = [value for _, name, value in page.attributes if name == "id"]
        assert len(ids) == len(set(ids)), page.url


def test_a_missing_page_shows_a_way_on(sit: Sit, db: None) -> None:
    page = sit(None).open("/nowhere/at/all/")
    assert page.status == 404
    assert "There is nothing here" in page.words
    assert list(page.find("Go to the home page"))


def test_what_is_missing_says_why(running: Game, alice: User, dave: User, sit: Sit) -> None:
    base = f"/games/{running.code}/"
    for user, path, why in (
        (alice, "/nowhere/", "This page does not exist."),
        (alice, "/games/aaaaaaaaaa/", "There is no such table, or you are not allowed to see it."),
        (alice, f"{base}replay/99/", "There is no position 99; this game has positions 1 to 21."),
        (alice, f"{base}game.gif", "it is available only when the game is over."),
        (dave, f"{base}invitation/x/", "otherwise ask whoever sent it for a new one."),
    ):
        page = sit(user).open(path)
        assert page.status == 404
        assert why in page.words


@pytest.mark.parametrize(("path", "title"), [
    ("/", "Alexandros: march, build walls, rule provinces"), ("/rules/", "The rules of Alexandros"),
])
def test_a_link_to_the_site_shows_what_it_is(sit: Sit, db: None, path: str, title: str) -> None:
    page = sit(None).open(path)
    assert f'property="og:title" content="{title}"' in page.html
    picture = sit(None).client.get("/preview.png")
    assert 'content="http://testserver/preview.png"' in page.html
    height = Image.open(io.BytesIO(picture.content)).size[1]
    assert f'property="og:image:height" content="{height}"' in page.html
    assert picture["Content-Type"] == "image/png"
    assert picture["Cache-Control"].startswith("public")
    assert len(picture.content) < 150_000


def test_a_link_to_a_private_page_shows_nothing_of_it(fresh: Game, alice: User, sit: Sit) -> None:
    for path in (f"/games/{fresh.code}/", "/games/", "/account/"):
        assert "og:" not in sit(alice).open(path).html


ODD = ("/games/../etc/passwd", "/games/%00/", f"/games/{'a' * 300}/")


@pytest.mark.parametrize("path", ODD)
def test_odd_addresses_are_answered_with_404(sit: Sit, db: None, path: str) -> None:
    assert sit(None).open(path).status == 404


def test_there_is_a_space_between_any_two_sentences(pages: list[Page], alice: User, fresh: Game,
                                                    sit: Sit) -> None:
    draft = "take temple; march B5.NW via N; draw; draw"
    for page in [*pages, sit(alice).open(f"/games/{fresh.code}/?draft={draft}")]:
        assert [found[0] for found in GLUED.finditer(page.html)] == [], page.url


def test_templates_leave_a_space_before_small_print() -> None:
    glued = re.compile(r"[\w.!?]<small")
    assert [path.name for folder in ("templates", "games")
            for path in sorted((Path(settings.BASE_DIR) / folder).rglob("*.html"))
            if glued.search(path.read_text("utf-8"))] == []
