"""Parts of the picture as links: what can be chosen on the board without a script.

Owns what a link looks like.  Only addresses inside the site are taken; anything else is a
programmer's mistake.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from engine.alexandros.state import State
from games.drawing import canvas
from games.drawing.canvas import Element, Stencil, check_address, gap, link
from games.rulesets.alexandros.drawing.board_geometry import BoardGeometry, board_geometry
from games.rulesets.alexandros.drawing.pieces import NARROW
from games.rulesets.alexandros.drawing.route_lines import HANDLE, lines

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
Way = tuple[int, str, str]  # sides, address, title


def links(
    view: State, wanted: Mapping[str, Any], titles: Mapping[int, str], *, ids: str
) -> Iterator[Element | str]:
    """The links in reading order: areas, spaces, ways, points.

    Alexander is drawn again over the ways, which all begin at his feet.
    """
    map_ = board_geometry(view.board)
    for area, href, title in wanted.get("area", ()):
        outline = map_.area(area, inset=NARROW)
        yield _AREA.fill(href=check_address(href), title=title, outline=outline)
    for space, href in sorted(wanted.get("space", {}).items()):
        yield _SPACE.fill(href=check_address(href), title=titles[space],
                          outline=map_.triangle(space))
    ways = list(wanted.get("way", ()))
    if ways:
        yield canvas.group(*_ways(view, ways, wanted.get("point", {})), class_="ax-ways")
        x, y = map_.points[view.alexander]
        yield canvas.use(f"{ids}-alexander", x, y, class_="ax-over")
    for point, aim in sorted(wanted.get("point", {}).items()):
        plain = _("Go to %(point)s") % {"point": map_.board.point_name(point)}
        yield _point(map_, point, *((aim, plain) if isinstance(aim, str) else aim))


def _stencil(*shapes: Any) -> Stencil:
    """A link around these shapes: all links of the board but its ways are filled in alike."""
    return Stencil(link(gap("href"), gap("title"), *shapes, class_="ax-link"))


_AREA = _stencil(canvas.path(gap("outline"), class_="ax-mark ax-mark-area"))
_SPACE = _stencil(canvas.path(gap("outline"), class_="ax-mark"))
_POINT = _stencil(
    Element("circle", cx=gap("x"), cy=gap("y"), r=28, class_="ax-hit"),
    Element("circle", cx=gap("x"), cy=gap("y"), r=12, class_="ax-mark-point"),
)


def _point(map_: BoardGeometry, point: int, href: str, title: str) -> str:
    x, y = map_.points[point]
    return _POINT.fill(href=check_address(href), title=title, x=x, y=y)


def _ways(view: State, ways: Sequence[Way], points: Iterable[int]) -> Iterator[Element]:
    """Each way as a line of its own colour and dash; pointed at, it shows its new walls."""
    drawn = lines(
        view.board, [sides for sides, __, __ in ways], start=view.alexander, walls=view.walls,
        others=points,
    )
    for i, ((__, href, title), line) in enumerate(zip(ways, drawn, strict=True)):
        x, y = line.handle
        walls = [canvas.path(line.walls, class_="ax-new-wall")] if line.walls else []
        yield link(
            check_address(href), title, *walls,
            canvas.path(line.path, class_="ax-route-edge"),
            canvas.path(line.path, class_=f"ax-route ax-kind{line.kind}"),
            canvas.path(line.path, class_="ax-reach"),
            canvas.circle(x, y, HANDLE, class_=f"ax-handle ax-kind{line.kind}"),
            canvas.text(LETTERS[i % 26], x, y + 6, class_="ax-letter"),
            class_="ax-link",
        )
