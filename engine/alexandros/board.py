"""A board: read from its file, checked, and everything that follows from it computed once.

A board file is TOML that a person can draw in any editor::

    name = "delta"                  # lower case, for commands and links
    title = "The Nile delta"
    start = "A3.NW"                 # a point on the rim: a space and one of its corners
    map = '''
    ~..th~
    ~l.s.#
    '''
    regions = '''                   # optional: the same shape, one letter a space
    ~eeee~
    ~eess#
    '''
    black_walls = 30                # optional: 65 and 10 when left out (T3)
    red_walls = 5
    [region_names]
    e = "Egypt"
    s = "Sinai"

Characters of the map: ``.`` an open space, ``t a h l s`` a space with temple,
amphora, horse, lyre or soldier, ``~`` sea, ``#`` or a blank other land outside
the playing area.  Row 1 of the map is row A; the first character of a row is
number 1.  The triangle at row A, number 1 points up, its neighbours down, and
so on in turns.

Spaces, points and sides are whole numbers here; sets of them are bit masks.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import Any

from engine import codec
from engine.alexandros import lattice as lat
from engine.alexandros.lattice import Lattice, bits
from engine.errors import Illegal

SYMBOLS = ("temple", "amphora", "horse", "lyre", "soldier")
LETTERS = "tahls"
ROW_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MAX_COLUMNS = 60
MAX_FILE = 20_000
OUTSIDE = "~# "
WAYS_KEPT = 256  # far points have ten thousands of ways; keeping them all would fill the memory
NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
BLACK_WALLS = 65
RED_WALLS = 10


class BoardFault(Illegal):
    """A board file that cannot be played on."""

    def __init__(self, code: str, sentence: str, **more: Any):
        super().__init__(code, f"This board cannot be used: {sentence}", **more)


@dataclass(frozen=True, slots=True)
class Way:
    """A shortest way between two points: its steps (indices of ``lattice.STEPS``) and sides."""

    steps: tuple[int, ...]
    sides: int


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A checked board (T4, T5).  Compared by identity: one object for one text.

    ``spaces``    space numbers in reading order; ``names`` their names ("K7").
    ``symbols``   mask of the spaces of each symbol; ``open`` mask of those without.
    ``places``    (y, x) of each point; points are numbered in reading order.
    ``corners``   space -> its three points, in the order of its corner names.
    ``around``    point -> mask of the spaces it is a corner of.
    ``distance``  point -> point -> number of sides on a shortest way (A5).
    ``rings``     point -> distance -> mask of the spaces so far away.
    ``sides``     side -> its two points; ``rim`` mask of sides with one space;
                  ``coast`` those of the rim with sea behind them.
    ``black_walls``, ``red_walls``  how many lie beside the board (T3).
    """

    text: str
    id: str
    name: str
    title: str
    lattice: Lattice
    spaces: tuple[int, ...]
    names: dict[int, str]
    numbers: dict[str, int]
    land: int
    symbols: tuple[int, ...]
    open: int
    symbol_of: dict[int, int]
    region_of: dict[int, str]
    places: tuple[tuple[int, int], ...]
    corners: dict[int, tuple[int, int, int]]
    around: tuple[int, ...]
    links: tuple[dict[int, tuple[int, int]], ...]
    distance: tuple[tuple[int, ...], ...]
    rings: tuple[tuple[int, ...], ...]
    sides: dict[int, tuple[int, int]]
    rim: int
    coast: int
    start: int
    black_walls: int
    red_walls: int
    _ways: dict[tuple[int, int], tuple[Way, ...]] = field(default_factory=dict)

    def ways(self, start: int, goal: int) -> tuple[Way, ...]:
        """All shortest ways between two points (A10), in the order of their steps."""
        found = self._ways.get((start, goal))
        if found is None:
            found = tuple(self._walk(start, goal))
            if len(found) <= WAYS_KEPT:
                self._ways[start, goal] = found
        return found

    def _walk(self, start: int, goal: int) -> Iterable[Way]:
        left = self.distance[start][goal]
        if left == 0:
            yield Way((), 0)
            return
        for step, (there, side) in self.links[start].items():
            if self.distance[there][goal] == left - 1:
                for way in self.ways(there, goal):
                    yield Way((step, *way.steps), way.sides | 1 << side)

    def corner_names(self, space: int) -> tuple[str, str, str]:
        return lat.corner_names(*self.lattice.place(space))

    def point_name(self, point: int, space: int | None = None) -> str:
        """ "K7.SE": a point by this space, or by the first that has it as a corner."""
        if space is None:
            space = bits(self.around[point])[0]
        corner = self.corner_names(space)[self.corners[space].index(point)]
        return f"{self.names[space]}.{corner}"

    def walled(self, walls: int) -> int:
        """Mask of the spaces with a wall on any side (A6); ``walls`` is a mask of sides."""
        grid = self.lattice
        slants = walls & ((1 << grid.size) - 1)
        flats = walls >> grid.size
        return (slants | slants << 1 | flats | flats << grid.width) & self.land

    def sides_of(self, space: int) -> tuple[int, int, int]:
        """The three sides of a space: left, right, and the flat one."""
        grid = self.lattice
        flat = space if lat.points_up(*grid.place(space)) else space - grid.width
        return space - 1, space, grid.size + flat


def load(text: str) -> Board:
    """The board in a file's text; raises BoardFault with a clear sentence.  Cached by text."""
    if len(text) > MAX_FILE:
        raise BoardFault("board-size", f"its file has more than {MAX_FILE} characters.")
    return _load(text)


@lru_cache(maxsize=64)
def _load(text: str) -> Board:
    data = _read(text)
    rows = data["map"]
    grid = Lattice(len(rows), max(map(len, rows)))
    kind = {grid.cell(r, c): ch for r, row in enumerate(rows) for c, ch in enumerate(row)}
    spaces = tuple(cell for cell, ch in kind.items() if ch not in OUTSIDE)
    names = {s: f"{ROW_LETTERS[grid.place(s)[0]]}{grid.place(s)[1] + 1}" for s in spaces}
    land = sum(1 << s for s in spaces)
    _check_connected(grid, spaces, names)
    places, corners, around = _points(grid, spaces)
    links, sides = _links(grid, places, land)
    rim = sum(1 << s for s in sides if _inside(grid, s, land) == 1)
    coast = sum(
        1 << s for s in bits(rim) if any(kind.get(c, "#") == "~" for c in grid.cells_of(s))
    )
    distance = tuple(_distances(links, p) for p in range(len(places)))
    numbers = {name: s for s, name in names.items()}
    return Board(
        text=text, id=codec.fingerprint(_tidy(text)), name=data["name"], title=data["title"],
        lattice=grid, spaces=spaces, names=names, numbers=numbers, land=land,
        symbols=tuple(sum(1 << s for s in spaces if kind[s] == ch) for ch in LETTERS),
        open=sum(1 << s for s in spaces if kind[s] == "."),
        symbol_of={s: LETTERS.index(kind[s]) for s in spaces if kind[s] != "."},
        region_of=_regions(data, grid, spaces, names),
        places=places, corners=corners, around=around, links=links, distance=distance,
        rings=tuple(_rings(row, spaces, corners) for row in distance),
        sides=sides, rim=rim, coast=coast,
        start=_start(data["start"], numbers, corners, around, grid),
        black_walls=_count(data, "black_walls", BLACK_WALLS),
        red_walls=_count(data, "red_walls", RED_WALLS),
    )


def _read(text: str) -> dict[str, Any]:
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also numbers too long, brackets too deep
        raise BoardFault("board-file", f"its file is no valid TOML ({error}).") from None
    for key in ("name", "title", "start", "map"):
        if not isinstance(data.get(key), str) or not data[key].strip():
            raise BoardFault("board-key", f'its file needs a line {key} = "...".')
    if not NAME.fullmatch(data["name"]):
        raise BoardFault(
            "board-name",
            f"name = {data['name']!r}; use up to 40 lower-case letters, digits and hyphens,"
            " beginning with a letter.",
        )
    data["map"] = _grid(data["map"])
    rows = data["map"]
    if len(rows) > len(ROW_LETTERS) or max(map(len, rows)) > MAX_COLUMNS:
        raise BoardFault(
            "board-size", f"a map has at most {len(ROW_LETTERS)} rows of {MAX_COLUMNS} spaces."
        )
    for r, row in enumerate(rows):
        for c, ch in enumerate(row):
            if ch not in LETTERS + "." + OUTSIDE:
                raise BoardFault(
                    "board-character",
                    f"row {ROW_LETTERS[r]}, number {c + 1} is {ch!r}; use . for open, one of"
                    f" {' '.join(LETTERS)} for a symbol, ~ for sea and # for the outside.",
                )
    if not any(ch in LETTERS for row in rows for ch in row):
        raise BoardFault("board-symbols", "no space bears a symbol, so Alexander could never move.")
    return data


def _count(data: dict[str, Any], key: str, default: int) -> int:
    value = data.get(key, default)
    if type(value) is not int or not 1 <= value <= 200:  # true is an int, too
        raise BoardFault("board-walls", f"{key} must be a whole number from 1 to 200.")
    return value


def _tidy(text: str) -> str:
    """The text without blanks at the ends of its lines, which no reader can see."""
    return "\n".join(line.rstrip() for line in text.rstrip().split("\n")) + "\n"


def _grid(text: str) -> list[str]:
    return [row.rstrip() for row in text.strip("\n").split("\n")]


def _check_connected(grid: Lattice, spaces: tuple[int, ...], names: dict[int, str]) -> None:
    todo, seen = [spaces[0]], {spaces[0]}
    inside = set(spaces)
    while todo:
        here = todo.pop()
        for there in _neighbours(grid, here):
            if there in inside and there not in seen:
                seen.add(there)
                todo.append(there)
    for space in spaces:
        if space not in seen:
            raise BoardFault(
                "board-connected",
                f"space {names[space]} cannot be reached from {names[spaces[0]]} across sides;"
                " all spaces must hang together.",
            )


def _neighbours(grid: Lattice, cell: int) -> tuple[int, int, int]:
    step = grid.width if lat.points_up(*grid.place(cell)) else -grid.width
    return cell - 1, cell + 1, cell + step


def _points(
    grid: Lattice, spaces: tuple[int, ...]
) -> tuple[tuple[tuple[int, int], ...], dict[int, tuple[int, int, int]], tuple[int, ...]]:
    corner_places = {s: lat.corners(*grid.place(s)) for s in spaces}
    places = tuple(sorted({place for three in corner_places.values() for place in three}))
    number = {place: p for p, place in enumerate(places)}
    around = [0] * len(places)
    corners = {}
    for space, (a, b, c) in corner_places.items():
        corners[space] = (number[a], number[b], number[c])
        for point in corners[space]:
            around[point] |= 1 << space
    return places, corners, tuple(around)


def _inside(grid: Lattice, side: int, land: int) -> int:
    return sum(land >> cell & 1 for cell in grid.cells_of(side))


def _links(
    grid: Lattice, places: tuple[tuple[int, int], ...], land: int
) -> tuple[tuple[dict[int, tuple[int, int]], ...], dict[int, tuple[int, int]]]:
    number = {place: p for p, place in enumerate(places)}
    sides: dict[int, tuple[int, int]] = {}
    links: list[dict[int, tuple[int, int]]] = []
    for p, (y, x) in enumerate(places):
        link = {}
        for step, (dy, dx) in enumerate(lat.MOVES):
            q = number.get((y + dy, x + dx))
            if q is None:
                continue
            side = grid.side(y, x, step)
            if _inside(grid, side, land):
                link[step] = (q, side)
                sides[side] = (min(p, q), max(p, q))
        links.append(link)
    return tuple(links), sides


def _distances(links: tuple[dict[int, tuple[int, int]], ...], start: int) -> tuple[int, ...]:
    far = [-1] * len(links)
    far[start] = 0
    queue = [start]
    for here in queue:
        for there, _ in links[here].values():
            if far[there] < 0:
                far[there] = far[here] + 1
                queue.append(there)
    return tuple(far)


def _rings(
    row: tuple[int, ...], spaces: tuple[int, ...], corners: dict[int, tuple[int, int, int]]
) -> tuple[int, ...]:
    rings = [0] * (max(row) + 1)
    for space in spaces:
        rings[min(row[p] for p in corners[space])] |= 1 << space
    return tuple(rings)


def _region_rows(data: dict[str, Any]) -> list[str]:
    text, titles = data["regions"], data.get("region_names", {})
    named = isinstance(titles, dict) and all(isinstance(t, str) and t for t in titles.values())
    if not isinstance(text, str) or not named:
        raise BoardFault(
            "board-regions",
            "regions must be a map like the other, and [region_names] give each letter a name.",
        )
    return _grid(text)


def _regions(
    data: dict[str, Any], grid: Lattice, spaces: tuple[int, ...], names: dict[int, str]
) -> dict[int, str]:
    if "regions" not in data:
        return {}
    rows, titles = _region_rows(data), data.get("region_names", {})
    if len(set(titles.values())) != len(titles):
        raise BoardFault("board-names", "two regions have the same name; give each its own.")
    found = {}
    for space in spaces:
        r, c = grid.place(space)
        letter = rows[r][c] if r < len(rows) and c < len(rows[r]) else " "
        if letter not in titles:
            raise BoardFault(
                "board-regions",
                f"space {names[space]} has region {letter!r}, which [region_names] does not name.",
            )
        found[space] = titles[letter]
    return found


def _start(
    name: str, numbers: dict[str, int], corners: dict[int, tuple[int, int, int]],
    around: tuple[int, ...], grid: Lattice,
) -> int:
    space_name, _, corner = name.partition(".")
    space = numbers.get(space_name)
    if space is None or corner not in lat.corner_names(*grid.place(space)):
        raise BoardFault(
            "board-start", f"start = {name!r} is no point; write a space and a corner, as in A3.NW."
        )
    point = corners[space][lat.corner_names(*grid.place(space)).index(corner)]
    if around[point].bit_count() == 6:
        raise BoardFault("board-start", f"the start {name} must lie on the rim of the map.")
    return point


@lru_cache(maxsize=1)
def shipped() -> dict[str, str]:
    """The texts of the boards that come with the game, by name, the default first."""
    folder = resources.files("engine.alexandros") / "boards"
    texts = [f.read_text(encoding="utf-8") for f in folder.iterdir() if f.name.endswith(".toml")]
    boards = {load(text).name: text for text in texts}
    return dict(sorted(boards.items(), key=lambda item: (item[0] != "persia", item[0])))


def named(name: str) -> Board:
    """A board that comes with the game; raises KeyError for others."""
    return load(shipped()[name])
