"""Parts of the picture as links: what can be chosen on the board without a script.

Owns what a link looks like and what it may lead to.  Only addresses inside the
site are taken; anything else is a programmer's mistake.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from engine.alexandros.state import State
from games.drawing import canvas
from games.drawing.canvas import Element, Stencil, gap
from games.rulesets.alexandros.drawing.board_geometry import BoardGeometry, board_geometry
from games.rulesets.alexandros.drawing.pieces import NARROW
from games.rulesets.alexandros.drawing.route_lines import HANDLE, lines

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
Way = tuple[int, str, str]  # sides, address, title


def check_address(href: str) -> str:
    """The address, if it stays on this site: "?..." or "/..." (ValueError otherwise)."""
    if href.startswith("?") or (href.startswith("/") and href[1:2] not in ("/", "\\")):
        return href
    raise ValueError(f"a link of the board must begin with ? or /, not {href!r}")


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


def _link(href: str, title: str, *shapes: Any) -> Element:
    return Element(
        "a", canvas.title(title), *shapes, href=href, class_="ax-link", aria_label=title,
    )


def _stencil(*shapes: Any) -> Stencil:
    """A link around these shapes: all links of the board but its ways are filled in alike."""
    return Stencil(_link(gap("href"), gap("title"), *shapes))


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
        yield _link(
            check_address(href), title, *walls,
            canvas.path(line.path, class_="ax-route-edge"),
            canvas.path(line.path, class_=f"ax-route ax-kind{line.kind}"),
            canvas.path(line.path, class_="ax-reach"),
            canvas.circle(x, y, HANDLE, class_=f"ax-handle ax-kind{line.kind}"),
            canvas.text(LETTERS[i % 26], x, y + 6, class_="ax-letter"),
        )
