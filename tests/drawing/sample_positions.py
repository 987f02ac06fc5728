"""Positions to be drawn, and ways to look into a picture."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from functools import lru_cache
from itertools import islice
from typing import Any

from alexandros_rules.alexandros.state import State
from tests.engine.positions import draw_board, position
from tests.engine.random_games import played, seed, setup

BOARD = draw_board(
    """
    ~~.h.l.~~
    ~a..t.s.~
    .s.l..a.h
    t..h.t..l
    ~~.a.s.##
    """,
    start="A3.N",
)
SVG = "{http://www.w3.org/2000/svg}"


def walled(**more: Any) -> State:
    """Two players on the small board: Alice and Bob hold a province each, one is free."""
    values: dict[str, Any] = {
        "players": 2, "closed": ["C3 C4", "D6 D7"], "guards": ["C4", ""], "scores": (12, 7),
        "alexander": "B6.N", "hands": ["tt", "hls"],
    }
    return position(BOARD, **{**values, **more})


@lru_cache(maxsize=1)
def late() -> State:
    """A position late in a game of four on the great board."""
    game = played(setup("persia", players=4), seed=seed(2), bots=["greedy"] * 4)
    return [state for state, _, _ in islice(game, 120)][-1]


def root(svg: str) -> ET.Element:
    """The picture read by a strict reader."""
    return ET.fromstring(svg)  # noqa: S314 - our own drawing


def of_class(svg: str, name: str) -> list[ET.Element]:
    """The elements that bear this class."""
    return [e for e in root(svg).iter() if name in (e.get("class") or "").split()]


def within(svg: str, name: str) -> list[ET.Element]:
    """The elements in the groups that bear this class."""
    return [e for group in of_class(svg, name) for e in group]


def uses(svg: str, target: str) -> int:
    """How often a definition is used."""
    return sum(e.get("href") == f"#{target}" for e in root(svg).iter(f"{SVG}use"))


def at_points(svg: str, marker: str) -> int:
    """At how many points a path draws this marker."""
    paths = [e for e in root(svg).iter(f"{SVG}path") if e.get("marker-mid") == f"url(#{marker})"]
    return sum(len((path.get("d") or "").split()) // 2 - 2 for path in paths)


def title_of(svg: str, space: str) -> str:
    """What is said of a space."""
    found = re.search(rf"<title>({space}[,.] [^<]*)</title>", svg)
    assert found, f"{space} has no title"
    return found[1]
