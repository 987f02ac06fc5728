"""The rules page: each rule has an anchor, mentions are links, and figures are pictures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from alexandros_rules.alexandros.figures import figures
from alexandros_rules.alexandros.provinces import levy_gains
from games.rulesets import rulebook
from tests.engine.positions import play
from tests.markup import squeezed
from tests.pages.page_reader import Page, Sit

TEXT = (Path(settings.BASE_DIR) / "docs" / "rules.md").read_text("utf-8")
IDS = re.findall(r"^\| ([A-Z]+\d+) \|", TEXT, re.MULTILINE)

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(sit: Sit) -> Page:
    return sit(None).open("/rules/")


def test_every_rule_and_figure_has_its_anchor(page: Page) -> None:
    anchors = [value for _, name, value in page.attributes if name == "id"]
    assert [anchor for anchor in anchors if anchor in IDS] == IDS


def test_every_link_within_the_page_leads_somewhere(page: Page) -> None:
    anchors = {value for _, name, value in page.attributes if name == "id"}
    inside = [value for tag, name, value in page.attributes
              if tag == "a" and name == "href" and value.startswith("#")]
    assert len(inside) > len(IDS)
    assert {link.removeprefix("#") for link in inside} <= anchors


def test_the_contents_list_every_section(page: Page) -> None:
    sections = re.findall(r"^###? (.+)$", TEXT, re.MULTILINE)
    listed = page.html.partition('class="contents"')[2].partition("</nav>")[0]
    assert re.findall(r'<a href="#[\w-]+">(.+?)</a>', listed) == sections


@pytest.mark.rule(*(f"FIG{n}" for n in range(1, 13)))
def test_every_figure_is_a_picture_that_keeps_its_place(page: Page, sit: Sit) -> None:
    figures = re.findall(r'<figure id="(FIG\d+)">(.+?)</figure>', squeezed(page.html))
    assert [id_ for id_, _ in figures] == [id_ for id_ in IDS if id_.startswith("FIG")]
    client = sit(None).client
    for id_, html in figures:
        image = re.search(r'<img src="([^"]+)" width="(\d+)" height="(\d+)"', html)
        assert image
        drawn = client.get(image[1])
        svg = drawn.content.decode()
        assert drawn["Content-Type"] == "image/svg+xml"
        assert rulebook.size(svg) == (int(image[2]), int(image[3]))
        assert f"?{rulebook.version(svg)}" in image[1], id_
        for theme in ("dark", "contrast", "print"):
            assert f'srcset="/rules/figures/{theme}/{id_}.svg' in html


def test_figures_stand_where_they_explain_something(page: Page) -> None:
    headings = re.findall(r'<h[23] id="([\w-]+)"|<figure id="FIG(\d+)"', page.html)
    beside, section = {}, ""
    for heading, figure in headings:
        section = heading or section
        if figure:
            beside[int(figure)] = section
    assert beside == {
        1: "a-first-turn", 2: "a-first-turn", 3: "a-first-turn", 4: "the-march", 5: "the-march",
        6: "the-march", 7: "occupy-a-free-province", 8: "occupy-a-free-province",
        9: "occupy-a-free-province", 10: "occupy-a-free-province", 11: "take-over-a-province",
        12: "levy-taxes",
    }


def test_the_first_turn_in_the_rules_can_be_played() -> None:
    told = TEXT.partition("## A first turn")[2].partition("\n## ")[0]
    orders = told.split("```")[1].split("\n")
    start = figures()["FIG1"].state
    after = play(start, ";".join(order for order in orders if order))
    assert after.seat != start.seat  # the turn is over
    assert levy_gains(after) == (2, 0)
    assert after.guards[start.seat].bit_count() == 1
    assert sum(after.hands[start.seat]) == sum(start.hands[start.seat]) + 1  # the card drawn


def test_figures_are_kept_by_browsers_and_can_do_nothing(sit: Sit) -> None:
    drawn = sit(None).client.get("/rules/figures/dark/FIG3.svg")
    assert drawn["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "sandbox" in drawn["Content-Security-Policy"]
    assert "style-src 'sha256-" in drawn["Content-Security-Policy"]
    assert "unsafe" not in drawn["Content-Security-Policy"]
    assert "script" not in drawn.content.decode()


@pytest.mark.parametrize("path", ["light/FIG13", "pink/FIG1", "auto/FIG1", "light/x"])
def test_a_figure_there_is_not_is_answered_with_404(sit: Sit, path: str) -> None:
    assert sit(None).client.get(f"/rules/figures/{path}.svg").status_code == 404


def test_figures_are_numbered_in_their_order() -> None:
    text = ("# R\n\nSee figure 2.\n\n## S\n\n| Figure | x |\n|---|---|\n| FIG21 | One. |\n"
            "| FIG22 | Two. |\n")
    svg = '<svg width="4" height="3"></svg>'
    book = rulebook.rulebook(text, {"FIG21": svg, "FIG22": svg})
    assert [figure.number for part in book.parts for figure in part.figures] == ["1", "2"]
    assert '<a href="#FIG22">figure 2</a>' in book.opening


def test_orders_in_examples_are_no_links() -> None:
    text = "# R\n\n`A1 K7` and A1.\n\n| Rule | x |\n|---|---|\n| A1 | It is. |\n\n```\nA1\n```\n"
    book = rulebook.rulebook(text, {})
    html = book.opening + "".join(part.text for part in book.parts)
    assert html.count('href="#A1"') == 2
    assert "<code>A1 K7</code>" in html
    assert "<code>A1\n</code>" in html


def test_html_in_the_rules_stays_text() -> None:
    book = rulebook.rulebook("# R\n\n<script>alert(1)</script>\n", {})
    assert "<script" not in book.opening
    assert "&lt;script&gt;" in book.opening
