"""Films: several pictures in one that moves by itself."""

from __future__ import annotations

import gzip
import re
from xml.etree import ElementTree

import pytest

from games.drawing.film import film
from games.drawing.layers import Picture
from games.rulesets import registry
from games.rulesets.alexandros.drawing import board_in_layers
from tests.drawing.sample_positions import walled

FRAMES = [board_in_layers(walled(guards=guards), titles=False, size=640)
          for guards in (["", ""], ["C4", ""], ["", "C4"])]


def runs(svg: str) -> set[str]:
    """The times of the parts that are not always there, as "first frame-first frame without"."""
    return set(re.findall(r'class="run r(\d+-\d+)"', svg))


def test_what_changes_has_its_time_and_what_stays_is_there_once() -> None:
    svg = film(FRAMES)
    assert {"1-2", "2-3"} <= runs(svg)
    assert "0-3" not in runs(svg)
    assert svg.count('class="ax-sea"') == 1
    assert len(svg) < 2 * len(str(FRAMES[0]))


def test_every_time_has_its_rule_and_the_last_one_stays_where_nothing_moves() -> None:
    svg = film(FRAMES)
    assert set(re.findall(r"@keyframes r(\d+-\d+)", svg)) == runs(svg)
    assert ".r2-3{visibility:visible;" in svg
    assert ".r1-2{visibility:visible;" not in svg


def test_positions_that_look_the_same_are_one_frame() -> None:
    assert film([*FRAMES[:1], *FRAMES]) == film(FRAMES)


def test_a_film_of_one_picture_does_not_move() -> None:
    assert runs(film(FRAMES[:1])) == set()


@pytest.mark.parametrize("frames", [FRAMES, FRAMES[:1]], ids=["three", "one"])
def test_a_film_is_svg_with_one_style_and_ids_used_once(frames: list[Picture]) -> None:
    svg = film(frames)
    ElementTree.fromstring(svg)  # noqa: S314 - our own drawing
    assert svg.count("<style>") == 1
    ids = re.findall(r' id="([^"]+)"', svg)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("room", registry.rooms().values(), ids=lambda room: room.name)
def test_the_film_of_the_home_page_is_small_and_nothing_in_it_is_missing(
    room: registry.Room,
) -> None:
    svg = room.introduction.figures("light")["film"]
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', svg))
    assert used <= set(re.findall(r' id="([^"]+)"', svg))
    assert len(runs(svg)) > 5
    assert len(gzip.compress(svg.encode())) < 25_000  # as it is sent
