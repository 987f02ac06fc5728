"""The figures' pictures show what their captions are about."""

from __future__ import annotations

import re

import pytest

from alexandros_rules.alexandros.figures import figures
from games.rulesets.alexandros.drawing.board_geometry import board_geometry
from games.rulesets.alexandros.introduction import figure_pictures
from tests.drawing.sample_positions import of_class, root


def test_each_of_twelve_figures_has_a_picture_with_its_caption_and_no_style_of_its_own() -> None:
    pictures, ids = figure_pictures(), []
    assert list(pictures) == list(figures()) == [f"FIG{i}" for i in range(1, 13)]
    for id_, picture in pictures.items():
        assert root(picture.svg).get("aria-label") == picture.caption == figures()[id_].caption
        assert picture.caption.endswith(".")
        assert "<style" not in picture.svg
        assert "style=" not in picture.svg
        assert len(picture.svg) < 24_000
        ids += [e.get("id") for e in root(picture.svg).iter() if e.get("id")]
    assert len(ids) == len(set(ids))


def test_a_figure_shows_the_way_and_the_guards_that_would_come() -> None:
    pictures = figure_pictures()
    assert len(of_class(pictures["FIG3"].svg, "ax-mark-wall")) == 1
    assert of_class(pictures["FIG6"].svg, "ax-mark-wall") == []
    assert len(of_class(pictures["FIG6"].svg, "ax-mark-way")) == 1
    assert len(of_class(pictures["FIG11"].svg, "ax-emblem")) == 3


@pytest.mark.parametrize("id_", ["FIG1", "FIG4", "FIG8", "FIG10"])
def test_a_figure_shows_only_the_part_of_the_board_that_it_is_about(id_: str) -> None:
    figure, svg = figures()[id_], figure_pictures()[id_].svg
    map_ = board_geometry(figure.state.board)
    width, height = (int(n) for n in str(root(svg).get("viewBox")).split()[2:])
    moved = re.search(r"translate\((-?\d+) (-?\d+)\)", svg)
    left, top = (-int(moved[1]), -int(moved[2])) if moved else (0, 0)
    assert width < map_.width / 1.5
    for point in (*figure.points, figure.state.alexander):
        x, y = map_.points[point]
        assert left < x < left + width
        assert top < y < top + height
