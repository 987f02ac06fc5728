"""The map as PNG, small pictures, portraits and the pictures of the documentation."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from PIL import Image, ImageChops

from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import COLOURS
from games.drawing import png as raster
from games.drawing.layers import Picture
from games.drawing.png import png
from games.rulesets.campaign.drawing import (
    draw_badge,
    draw_portrait,
    draw_sign,
    draw_thumbnail,
    map_in_layers,
)
from games.rulesets.campaign.drawing.signs import SIGNS
from games.rulesets.campaign.room import CampaignPortraits
from tests.campaign.drawing.drawn import PERSEPOLIS, in_auction, of_class, root, settled

NAMES = ("Alice", "Bob", "Carol", "Dave")


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    """Each test begins without tiles and PNGs, and leaves none behind."""
    forget()
    yield
    forget()


def forget() -> None:
    png.cache_clear()
    raster.tile.cache_clear()


def picture(*, arrow: int = 20, theme: str = "light") -> Picture:
    return map_in_layers(settled(arrow=arrow), frame=True, names=NAMES, heading="A long way",
                         theme=theme)


@pytest.mark.promise("R15")
def test_1200_pixels_take_at_most_200_kilobytes() -> None:
    made = png(picture(arrow=0), width=1200)
    assert Image.open(io.BytesIO(made)).size[0] == 1200
    assert len(made) <= 200_000


@pytest.mark.promise("R20")
def test_a_picture_after_others_is_the_same_as_the_first_of_a_process() -> None:
    first = png(picture(), width=390)
    forget()
    for drawn in (picture(arrow=0), picture(theme="dark"), picture(arrow=PERSEPOLIS)):
        png(drawn, width=390)
    assert png(picture(), width=390) == first


def test_pieces_are_not_cut_off_by_their_boxes() -> None:
    """Piece by piece, the picture has the pixels of the whole one, but for soft edges."""
    drawn = map_in_layers(in_auction("battle", "C4.S"))
    layered, whole = (raster.rasterised(form, width=600).convert("L")
                      for form in (drawn, str(drawn)))
    differing = ImageChops.difference(layered, whole).point([level > 60 for level in range(256)])
    assert sum(differing.tobytes()) <= 20


def test_a_thumbnail_shows_the_pieces_without_ids_in_9_kilobytes() -> None:
    view = settled()
    small = draw_thumbnail(view)
    assert len(small) <= 9_000
    assert 'id="' not in small
    assert len(of_class(small, "cm-standing")) == 1
    built = view.occupied.bit_count()
    assert len(of_class(small, "cm-dot-piece")) == built
    for seat, colour in enumerate(COLOURS):
        lines = [e for e in of_class(small, "cm-road") if f"cm-{colour}" in str(e.get("class"))]
        drawn = sum((line.get("d") or "").count("M") for line in lines)
        assert drawn == view.roads[seat].bit_count()


def test_a_thumbnail_shows_the_way_that_is_left() -> None:
    assert len(of_class(draw_thumbnail(settled(arrow=0)), "cm-route")) == 2
    assert len(of_class(draw_thumbnail(settled(arrow=44)), "cm-route")) == 1
    assert not of_class(draw_thumbnail(settled(arrow=PERSEPOLIS)), "cm-route")


@pytest.mark.parametrize("seat", range(4))
def test_a_badge_says_whose_it_is(seat: int) -> None:
    assert root(draw_badge(seat)).get("aria-label") == COLOURS[seat]
    assert 'id="' not in draw_badge(seat)


@pytest.mark.parametrize("name", SIGNS)
def test_every_sign_can_be_drawn_alone(name: str) -> None:
    assert root(draw_sign(name)).get("aria-hidden") == "true"
    assert root(draw_sign(name, label="Label")).get("aria-label") == "Label"
    assert Image.open(io.BytesIO(png(draw_sign(name), width=36))).getbbox()


def test_the_bots_that_we_know_differ() -> None:
    drawn = {draw_portrait(bot) for bot in (*RULESET.bots, "somebody else")}
    assert len(drawn) >= 3  # a bot without one of its own has the last
    for svg in drawn:
        assert root(svg).get("aria-hidden") == "true"
        assert "class=" not in svg  # no style sheet can change it


def test_a_page_shows_the_same_portrait() -> None:
    assert CampaignPortraits().portrait("counselor") == draw_portrait("counselor")


PICTURES = ("campaign.png", "campaign-dark.png")


def test_the_command_draws_the_position_in_two_themes(tmp_path: Path) -> None:
    told = io.StringIO()
    call_command("campaign_pictures", to=tmp_path, stdout=told)
    assert {path.name for path in tmp_path.iterdir()} == {*PICTURES}
    light, dark = ((tmp_path / name).read_bytes() for name in PICTURES)
    assert light != dark
    assert Image.open(io.BytesIO(light)).size[0] == 900
    assert len(light) <= 150_000
    assert f"campaign.png: {len(light):,} bytes" in told.getvalue()


def test_the_pictures_that_the_documents_show_are_there() -> None:
    for name in PICTURES:
        assert (Path(settings.BASE_DIR) / "docs" / "pictures" / name).stat().st_size > 1000
