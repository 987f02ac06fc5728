"""Parts of the picture as links: what can be chosen on the board without a script.

Routes to choose from are lines beside each other that differ in colour and dashes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import Any

from django.utils.translation import gettext as _

from alexandros_rules.alexandros.board import Board
from alexandros_rules.alexandros.state import State
from games.drawing import canvas
from games.drawing.canvas import Element, Stencil, check_address, gap, link
from games.drawing.outlines import Spot
from games.rulesets.alexandros.drawing.board_geometry import BoardGeometry, board_geometry
from games.rulesets.alexandros.drawing.pieces import NARROW, figure_at

KINDS = 6  # colours and dashes there are; further ways begin again
ABREAST = 8  # between two lines, where there are few
BAND = 22  # how broad all of them together may be
HANDLE = 15  # radius of a letter's disc
CROWDED = 4  # how far two of them may lie on each other
BESIDE = 24  # a letter that has no room on its line stands on a stem so long
TRIED = 20  # places for a letter looked at closely
PARTS = (0.5, 0.35, 0.65, 0.2, 0.8)  # of a side, where a letter may stand
ROOM = (-22 - HANDLE, -66 - HANDLE, 26 + HANDLE, 12 + HANDLE)  # of Alexander, round his point


@dataclass(frozen=True, slots=True)
class _Place:
    """A letter's spot, and the spot on its line to which it belongs.

    ``others`` ways share the side, ``off`` is how far the letter is from the best place there,
    ``under`` whether a line drawn later runs over it.
    """

    spot: Spot
    foot: Spot
    others: int
    off: float
    under: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One way drawn: its path, the walls it would place, its kind and its letter's spot."""

    path: str
    walls: str
    kind: int
    handle: Spot


def lines(
    board: Board, ways: Sequence[int], *, start: int, walls: int, others: Iterable[int] = ()
) -> Iterator[Line]:
    """Yield a line for each mask of sides walked from ``start``, where Alexander stands.

    ``others`` are points from which the letters keep off.
    """
    map_ = board_geometry(board)
    apart = min(ABREAST, BAND / max(1, len(ways) - 1))
    taken = [map_.points[point] for point in others]  # something else is to be tapped there
    drawn = [
        _abreast([map_.points[p] for p in _walked(board, sides, start)],
                 (i - (len(ways) - 1) / 2) * apart)
        for i, sides in enumerate(ways)
    ]
    for i, (sides, spots) in enumerate(zip(ways, drawn, strict=True)):
        places = _ranked(spots, _shared(board, ways, i, start), taken, map_.points[start])
        handle, foot = _clear(places, drawn[i + 1:])
        taken.append(handle)
        path = "M" + "L".join(f"{x} {y}" for x, y in spots)
        if foot != handle:
            path += f"M{foot[0]} {foot[1]}L{handle[0]} {handle[1]}"
        yield Line(path, map_.lines(sides & ~walls), i % KINDS + 1, handle)


def _walked(board: Board, sides: int, start: int) -> list[int]:
    """Return the points of a way in the order of the walk, without sides apart from it."""
    points, left = [start], sides
    while left:
        step = next(((p, s) for p, s in board.links[points[-1]].values() if left >> s & 1), None)
        if step is None:
            break
        points.append(step[0])
        left &= ~(1 << step[1])
    return points


def _shared(board: Board, ways: Sequence[int], i: int, start: int) -> list[tuple[int, int]]:
    """Return for each side of a way how many ways before and after it walk there, too."""
    links = board.links
    counts = []
    for here, there in pairwise(_walked(board, ways[i], start)):
        side = next(s for p, s in links[here].values() if p == there)
        walk = [other >> side & 1 for other in ways]
        counts.append((sum(walk[:i]), sum(walk[i + 1:])))
    return counts


def _abreast(spots: Sequence[Spot], aside: float) -> list[Spot]:
    """Return the line moved to its right by this distance; bends stay where both edges meet."""
    normals = [_normal(a, b) for a, b in pairwise(spots)]
    moved = []
    for k, (x, y) in enumerate(spots):
        (ax, ay) = normals[max(0, k - 1)] if normals else (0.0, 0.0)
        (bx, by) = normals[min(k, len(normals) - 1)] if normals else (0.0, 0.0)
        stretch = aside / max(0.5, 1 + ax * bx + ay * by)
        moved.append((round(x + (ax + bx) * stretch), round(y + (ay + by) * stretch)))
    return moved


def _normal(a: Spot, b: Spot) -> tuple[float, float]:
    x, y = b[0] - a[0], b[1] - a[1]
    long = max(1.0, hypot(x, y))
    return -y / long, x / long


def _ranked(
    spots: Sequence[Spot], shared: Sequence[tuple[int, int]], taken: Sequence[Spot], start: Spot
) -> list[_Place]:
    """Return places for a letter, the best first.

    Best is the side that the fewest other ways share, off Alexander, off the other letters and out
    from under lines that are drawn later; where no place on the line is free, beside it.
    """
    x, y = start

    def unfit(place: _Place) -> tuple[bool, bool, bool, float]:
        u, v = place.spot
        covers = ROOM[0] < u - x < ROOM[2] and ROOM[1] < v - y < ROOM[3]
        near = min((hypot(u - a, v - b) for a, b in taken), default=2.0 * HANDLE)
        crowd = max(0.0, 2 * HANDLE - near)
        return covers, crowd > CROWDED, place.under, place.others * HANDLE + crowd + place.off

    return sorted(_places(spots, shared), key=unfit)


def _clear(places: Sequence[_Place], later: Sequence[Sequence[Spot]]) -> tuple[Spot, Spot]:
    """Return the first of the best places through which no later line runs, and its line."""
    free = (
        place for place in places[:TRIED]
        if not any(_through(place.spot, a, b) for line in later for a, b in pairwise(line))
    )
    best = next(free, places[0])
    return best.spot, best.foot


def _through(spot: Spot, a: Spot, b: Spot) -> bool:
    """Return whether the line from a to b runs through a letter's disc."""
    (x, y), (u, v) = a, (b[0] - a[0], b[1] - a[1])
    along = ((spot[0] - x) * u + (spot[1] - y) * v) / (u * u + v * v or 1)
    part = min(1.0, max(0.0, along))
    return hypot(spot[0] - x - u * part, spot[1] - y - v * part) < HANDLE - 2


def _places(spots: Sequence[Spot], shared: Sequence[tuple[int, int]]) -> Iterator[_Place]:
    """Yield places for a letter: along the line, and on both sides of it."""
    yield _Place(spots[-1], spots[-1], 99, 1.0, under=True)
    for (a, b), (before, after) in zip(pairwise(spots), shared, strict=True):
        nx, ny = _normal(a, b)
        for part in PARTS:
            x, y = a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
            foot = round(x), round(y)
            for aside in (0, -BESIDE, BESIDE):
                spot = round(x + nx * aside), round(y + ny * aside)
                yield _Place(spot, foot, before + after, abs(part - 0.5) + abs(aside),
                             # Later lines run at its right.
                             under=after > 0 and aside >= 0)


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
Way = tuple[int, str, str]  # sides, address, title


def links(
    view: State, wanted: Mapping[str, Any], titles: Mapping[int, str], *, ids: str
) -> Iterator[Element | str]:
    """Draw the links in reading order: areas, spaces, ways, points."""
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
        # Alexander is drawn again over the ways, which all begin at his feet.
        x, y = map_.points[view.alexander]
        name, _room = figure_at(view.board, view.alexander)
        yield canvas.use(f"{ids}-alexander{name}", x, y, class_="ax-over")
    for point, aim in sorted(wanted.get("point", {}).items()):
        plain = _("Go to %(point)s") % {"point": map_.board.point_name(point)}
        yield _point(map_, point, *((aim, plain) if isinstance(aim, str) else aim))


def _stencil(*shapes: Any) -> Stencil:
    """Return a link around these shapes, with gaps for its address and title."""
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
    """Draw each way in its own colour and dash; pointed at, it shows its new walls."""
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
