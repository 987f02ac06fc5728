"""Pictures as PNG: stable bytes, budgets, and nothing taken that was not drawn here."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from games.drawing.png import MAX_WIDTH, png
from games.rulesets.alexandros.drawing import draw_badge, draw_board, draw_card
from tests.drawing.sample_positions import late, walled


def size(picture: bytes) -> tuple[int, int]:
    return Image.open(io.BytesIO(picture)).size


@pytest.mark.promise("R20")
def test_the_same_view_gives_the_same_png() -> None:
    assert png(draw_board(walled()), width=400) == png(draw_board(walled()), width=400)


@pytest.mark.promise("R15")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_1200_pixels_take_at_most_150_kilobytes(theme: str) -> None:
    picture = png(draw_board(late(), theme=theme, frame=True, coordinates=True, heading="Late"),
                  width=1200)
    assert size(picture)[0] == 1200
    assert len(picture) <= 150_000


def test_text_is_drawn_with_the_font_that_comes_along() -> None:
    framed = draw_board(walled(), frame=True, names=["Αλέξανδρος", "Борис"], heading="Ἰσσός")
    assert png(framed, width=600) != png(framed.replace("Αλέξανδρος", ""), width=600)


@pytest.mark.promise("R20")
def test_a_picture_is_never_wider_or_taller_than_4000_pixels() -> None:
    assert size(png(draw_badge(0), width=10**9)) == (MAX_WIDTH, MAX_WIDTH)
    assert max(size(png(draw_card("horse"), width=10**9))) <= MAX_WIDTH
    assert size(png(draw_badge(0), width=-5)) == (1, 1)


def test_a_card_keeps_its_see_through_corners() -> None:
    with Image.open(io.BytesIO(png(draw_card("lyre"), width=60))) as picture:
        assert picture.convert("RGBA").getpixel((0, 0))[3] == 0  # type: ignore[index]


@pytest.mark.promise("R20")
@pytest.mark.parametrize("inside", [
    '<image href="/etc/passwd"/>', '<use href="file:///etc/passwd"/>', "<script/>",
    '<use xlink:href="http://example.org/a.svg"/>', "<style>@import 'x';</style>",
    '<rect fill="url(http://example.org)"/>', "<foreignObject/>", "<!DOCTYPE svg>",
    '<a href="?x"/>',
])
def test_nothing_that_refers_elsewhere_is_rasterised(inside: str) -> None:
    svg = draw_badge(0).replace("</svg>", f"{inside}</svg>")
    with pytest.raises(ValueError, match="must not contain"):
        png(svg, width=100)


@pytest.mark.promise("R20")
@pytest.mark.parametrize("svg", ["", "<svg></svg>", "<html>", "x" * 500_000])
def test_what_was_not_drawn_here_is_not_rasterised(svg: str) -> None:
    with pytest.raises(ValueError, match="was not drawn by"):
        png(svg, width=100)
