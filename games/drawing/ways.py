"""The ways on offer: lines beside each other, told apart by colour and dash all along.

Owns where each line runs and where its letter stands.  Ways that share a side run abreast
there, as lines do on the plan of a city's trains.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from engine.alexandros.board import Board
from games.drawing.chart import Chart, chart
from games.drawing.coast import Spot

KINDS = 6  # colours and dashes there are; further ways begin again
ABREAST = 8  # between two lines, where there are few
BAND = 22  # how broad all of them together may be
HANDLE = 15  # radius of a letter's disc
ROOM = (-22 - HANDLE, -66 - HANDLE, 26 + HANDLE, 12 + HANDLE)  # of Alexander, round his point


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
    """A line for each mask of sides walked from ``start``, where Alexander stands.

    ``others`` are points the letters keep off, because something else is to be tapped there.
    """
    map_ = chart(board)
    apart = min(ABREAST, BAND / max(1, len(ways) - 1))
    taken = [map_.points[point] for point in others]
    for i, sides in enumerate(ways):
        aside = (i - (len(ways) - 1) / 2) * apart
        spots = _abreast([map_.points[p] for p in _walked(board, sides, start)], aside)
        handle = _handle(map_, spots, _shared(board, ways, i, start), taken, start)
        taken.append(handle)
        path = "M" + "L".join(f"{x} {y}" for x, y in spots)
        yield Line(path, map_.lines(sides & ~walls), i % KINDS + 1, handle)


def _walked(board: Board, sides: int, start: int) -> list[int]:
    """The points of a way in the order they are walked; sides apart from it are left out."""
    points, left = [start], sides
    while left:
        step = next(((p, s) for p, s in board.links[points[-1]].values() if left >> s & 1), None)
        if step is None:
            break
        points.append(step[0])
        left &= ~(1 << step[1])
    return points


def _shared(board: Board, ways: Sequence[int], i: int, start: int) -> list[int]:
    """For each side of a way in its order, how many other ways walk it too."""
    links = board.links
    found = []
    for here, there in pairwise(_walked(board, ways[i], start)):
        side = next(s for p, s in links[here].values() if p == there)
        found.append(sum(other >> side & 1 for k, other in enumerate(ways) if k != i))
    return found


def _abreast(spots: Sequence[Spot], aside: float) -> list[Spot]:
    """The line moved to its right by so much; at a bend it turns where both edges meet."""
    normals = [_normal(a, b) for a, b in pairwise(spots)]
    found = []
    for k, (x, y) in enumerate(spots):
        (ax, ay) = normals[max(0, k - 1)] if normals else (0.0, 0.0)
        (bx, by) = normals[min(k, len(normals) - 1)] if normals else (0.0, 0.0)
        stretch = aside / max(0.5, 1 + ax * bx + ay * by)
        found.append((round(x + (ax + bx) * stretch), round(y + (ay + by) * stretch)))
    return found


def _normal(a: Spot, b: Spot) -> tuple[float, float]:
    x, y = b[0] - a[0], b[1] - a[1]
    long = max(1.0, hypot(x, y))
    return -y / long, x / long


def _handle(
    map_: Chart, spots: Sequence[Spot], shared: Sequence[int], taken: Sequence[Spot], start: int
) -> Spot:
    """On the side the fewest other ways share, off Alexander and off the other letters."""
    x, y = map_.points[start]

    def unfit(found: tuple[Spot, int, float]) -> tuple[bool, bool, float, float]:
        (u, v), others, off = found
        covers = ROOM[0] < u - x < ROOM[2] and ROOM[1] < v - y < ROOM[3]
        crowd = sum(max(0.0, 2 * HANDLE - hypot(u - a, v - b)) for a, b in taken)
        return covers, crowd > HANDLE / 2, others * HANDLE + crowd, off

    return min(_handle_spots(spots, shared), key=unfit)[0]


def _handle_spots(
    spots: Sequence[Spot], shared: Sequence[int]
) -> list[tuple[Spot, int, float]]:
    """Places along the line: where, how many ways share it, how far from a side's middle."""
    found: list[tuple[Spot, int, float]] = [(spots[-1], 99, 1.0)]
    for ((x, y), (u, v)), others in zip(pairwise(spots), shared, strict=True):
        for part in (0.5, 0.35, 0.65, 0.2, 0.8):
            place = round(x + (u - x) * part), round(y + (v - y) * part)
            found.append((place, others, abs(part - 0.5)))
    return found
