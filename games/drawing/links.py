"""Parts of the picture as links: spaces, points and ways that can be chosen without a script.

Owns what a link looks like and what it may lead to.  Only addresses inside the
site are taken; anything else is a programmer's mistake.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.alexandros.board import Board
from engine.alexandros.lattice import bits
from games.drawing import canvas
from games.drawing.canvas import Element
from games.drawing.chart import Chart, chart

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
Way = tuple[int, str, str]  # sides, address, title


def check_address(href: str) -> str:
    """The address, if it stays on this site: "?..." or "/..." (ValueError otherwise)."""
    if href.startswith("?") or (href.startswith("/") and href[1:2] not in ("/", "\\")):
        return href
    raise ValueError(f"a link of the board must begin with ? or /, not {href!r}")


def links(board: Board, wanted: Mapping[str, Any], titles: Mapping[int, str]) -> Iterator[Element]:
    """The links in reading order: spaces, then ways, then points."""
    map_ = chart(board)
    for space, href in sorted(wanted.get("space", {}).items()):
        yield _link(href, titles[space], canvas.path(map_.triangle(space), class_="ax-mark"))
    ways = list(wanted.get("way", ()))
    for i, (sides, href, title) in enumerate(ways):
        others = [other for k, (other, _, _) in enumerate(ways) if k != i]
        yield _way(map_, sides, others, href, title, LETTERS[i % 26])
    for point, href in sorted(wanted.get("point", {}).items()):
        yield _point(map_, point, href)


def _link(href: str, title: str, *shapes: Any) -> Element:
    return Element(
        "a", canvas.title(title), *shapes, href=check_address(href), class_="ax-link",
        aria_label=title,
    )


def _point(map_: Chart, point: int, href: str) -> Element:
    x, y = map_.points[point]
    return _link(
        href, f"Go to {map_.board.point_name(point)}",
        canvas.circle(x, y, 28, class_="ax-hit"), canvas.circle(x, y, 12, class_="ax-mark-point"),
    )


def _way(
    map_: Chart, sides: int, others: Sequence[int], href: str, title: str, letter: str
) -> Element:
    line = map_.lines(sides)
    x, y = _handle(map_, sides, others)
    return _link(
        href, title,
        canvas.path(line, class_="ax-mark-wall"), canvas.path(line, class_="ax-reach"),
        canvas.circle(x, y, 15, class_="ax-handle"),
        canvas.text(letter, x, y + 6, class_="ax-letter"),
    )


def _handle(map_: Chart, sides: int, others: Sequence[int]) -> tuple[int, int]:
    """The middle of the side that the fewest other ways share: there this one is told apart."""
    side = min(bits(sides), key=lambda s: (sum(other >> s & 1 for other in others), s))
    a, b = map_.board.sides[side]
    (x, y), (u, v) = map_.points[a], map_.points[b]
    return (x + u) // 2, (y + v) // 2
