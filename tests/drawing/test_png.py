"""Pictures as PNG: stable bytes, budgets, and nothing taken that was not drawn here."""

from __future__ import annotations

import io

import pytest
import resvg_py
from PIL import Image

from games.drawing import png as module
from games.drawing.png import LARGE, MAX_WIDTH, png, rasterised, tile
from games.rulesets import registry
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


@pytest.mark.promise("R30")
@pytest.mark.parametrize("game", registry.names())
def test_no_request_waits_until_the_ground_of_a_map_is_drawn(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rasteriser lets no other thread go on, so a process of its own draws what is large."""
    lengths = list[int]()
    here = resvg_py.svg_to_bytes
    monkeypatch.setattr(resvg_py, "svg_to_bytes",
                        lambda **what: (lengths.append(len(what["svg_string"])), here(**what))[1])
    room = registry.get(game)
    drawing = room.boards.standalone_empty_board(next(iter(room.ruleset.boards().values())))
    tile.cache_clear()
    apart = rasterised(drawing, width=700)
    assert lengths
    assert max(lengths) <= LARGE
    tile.cache_clear()
    monkeypatch.setattr(module, "LARGE", 10**6)
    assert rasterised(drawing, width=700).tobytes() == apart.tobytes()
    assert max(lengths) > LARGE


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
