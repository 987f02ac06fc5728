"""Board files: how boards are written, read and checked.

A board file is TOML, which anyone can draw in a text editor::

    name = "delta"                  # lower case, for commands and links
    title = "The Nile delta"
    start = "A3.NW"                 # a point on the rim: a space and a corner
    map = '''
    ~..th~
    ~l.s.#
    '''
    regions = '''                   # optional: same shape, one letter per space
    ~eeee~
    ~eess#
    '''
    black_walls = 30                # optional: 65 and 10 by default (T3)
    red_walls = 5
    [region_names]
    e = "Egypt"
    s = "Sinai"

Characters of the map: ``.`` is an open space; ``t a h l s`` a space with a temple, amphora,
horse, lyre or soldier; ``~`` sea; ``#`` or a blank is land outside the playing area.  The first
row of the map is row A, and the first character of a row is number 1.  The triangle A1 points up,
its neighbours point down, and so on alternately.
"""

from __future__ import annotations

import copyreg
import re
import tomllib
from collections.abc import Callable
from functools import lru_cache
from importlib import resources
from typing import Any

from alexandros_rules import codec
from alexandros_rules.alexandros import lattice as lat
from alexandros_rules.alexandros.board import LETTERS, ROW_LETTERS, Board, Corners, Links
from alexandros_rules.alexandros.lattice import Lattice, bits
from alexandros_rules.errors import Illegal
from alexandros_rules.translation import gettext as _

MAX_COLUMNS = 60
MAX_FILE = 20_000
OUTSIDE = "~# "
DEFAULT = "empire"  # the board of new tables, unless somebody chooses another
NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
BLACK_WALLS = 65
RED_WALLS = 10


class BoardFault(Illegal):
    """A refusal of a board file that cannot be used; ``fault`` is a whole sentence."""

    def __init__(self, code: str, fault: str, **more: Any):
        beginning = _("We cannot use this board.")
        super().__init__(code, f"{beginning} {fault}", **more)


def load(text: str) -> Board:
    """Return the board that a file describes, from a cache if possible.  Raise BoardFault."""
    if len(text) > MAX_FILE:
        raise BoardFault(
            "board-size",
            _("Its file has more than %(most)s characters.") % {"most": MAX_FILE},
        )
    return _load(text)


def _reduce(board: Board) -> tuple[Callable[[str], Board], tuple[str]]:
    """Reduce a board to its text, so that unpickling also gives one object for each text."""
    return load, (board.text,)


copyreg.pickle(Board, _reduce)


@lru_cache(maxsize=64)
def _load(text: str) -> Board:
    data = _read(text)
    rows = data["map"]
    grid = Lattice(len(rows), max(map(len, rows)))
    kind = {grid.cell(r, c): ch for r, row in enumerate(rows) for c, ch in enumerate(row)}
    spaces = tuple(cell for cell, ch in kind.items() if ch not in OUTSIDE)
    names = {s: _space_name(*grid.row_and_column(s)) for s in spaces}
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
        lattice=grid, spaces=spaces, names=names, space_by_name=numbers, land=land,
        symbols=tuple(sum(1 << s for s in spaces if kind[s] == ch) for ch in LETTERS),
        open=sum(1 << s for s in spaces if kind[s] == "."),
        symbol_of={s: LETTERS.index(kind[s]) for s in spaces if kind[s] != "."},
        region_of=_regions(data, grid, spaces, names),
        coordinates=places, corners=corners, spaces_at=around, links=links, distance=distance,
        spaces_by_distance=tuple(_by_distance(row, spaces, corners) for row in distance),
        sides=sides, rim=rim, coast=coast,
        start=_start(data["start"], numbers, corners, around, grid),
        black_walls=_count(data, "black_walls", BLACK_WALLS),
        red_walls=_count(data, "red_walls", RED_WALLS),
    )


def _space_name(row: int, column: int) -> str:
    return f"{ROW_LETTERS[row]}{column + 1}"


def _read(text: str) -> dict[str, Any]:
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError also covers over-long numbers
        raise BoardFault(
            "board-file", _("Its file is not valid TOML (%(error)s).") % {"error": error}
        ) from None
    for key in ("name", "title", "start", "map"):
        if not isinstance(data.get(key), str) or not data[key].strip():
            raise BoardFault(
                "board-key", _("Its file needs a line %(line)s.") % {"line": f'{key} = "..."'}
            )
    if not NAME.fullmatch(data["name"]):
        raise BoardFault(
            "board-name",
            _("Its name cannot be %(name)s. Use up to 40 lower-case letters, digits and hyphens,"
              " beginning with a letter.") % {"name": repr(data["name"])},
        )
    data["map"] = _grid(data["map"])
    rows = data["map"]
    if len(rows) > len(ROW_LETTERS) or max(map(len, rows)) > MAX_COLUMNS:
        raise BoardFault(
            "board-size",
            _("A map has at most %(rows)s rows of %(spaces)s spaces.")
            % {"rows": len(ROW_LETTERS), "spaces": MAX_COLUMNS},
        )
    for r, row in enumerate(rows):
        for c, ch in enumerate(row):
            if ch not in LETTERS + "." + OUTSIDE:
                raise BoardFault(
                    "board-character",
                    _("Character %(number)s of row %(row)s is %(character)s. Use . for an open"
                      " space, one of %(letters)s for a symbol, ~ for sea and # for the outside.")
                    % {"row": ROW_LETTERS[r], "number": c + 1, "character": repr(ch),
                       "letters": " ".join(LETTERS)},
                )
    if not any(ch in LETTERS for row in rows for ch in row):
        raise BoardFault(
            "board-symbols", _("No space bears a symbol, so Alexander could never move.")
        )
    return data


def _count(data: dict[str, Any], key: str, default: int) -> int:
    value = data.get(key, default)
    if type(value) is not int or not 1 <= value <= 200:  # not isinstance: True is an int
        raise BoardFault(
            "board-walls",
            _("%(key)s must be a whole number from 1 to 200.") % {"key": key},
        )
    return value


def _tidy(text: str) -> str:
    """Return the text without blanks at the ends of lines, for the fingerprint."""
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
                _("%(space)s cannot be reached from %(start)s across sides. All spaces must be"
                  " connected.") % {"space": names[space], "start": names[spaces[0]]},
            )


def _neighbours(grid: Lattice, cell: int) -> tuple[int, int, int]:
    step = grid.width if lat.points_up(*grid.row_and_column(cell)) else -grid.width
    return cell - 1, cell + 1, cell + step


def _points(
    grid: Lattice, spaces: tuple[int, ...]
) -> tuple[tuple[tuple[int, int], ...], dict[int, Corners], tuple[int, ...]]:
    corner_places = {s: lat.corners(*grid.row_and_column(s)) for s in spaces}
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
) -> tuple[tuple[Links, ...], dict[int, tuple[int, int]]]:
    number = {place: p for p, place in enumerate(places)}
    sides: dict[int, tuple[int, int]] = {}
    links: list[Links] = []
    for p, (y, x) in enumerate(places):
        link: Links = {}
        for step, (dy, dx) in enumerate(lat.STEP_VECTORS):
            q = number.get((y + dy, x + dx))
            if q is None:
                continue
            side = grid.side(y, x, step)
            if _inside(grid, side, land):
                link[step] = (q, side)
                sides[side] = (min(p, q), max(p, q))
        links.append(link)
    return tuple(links), sides


def _distances(links: tuple[Links, ...], start: int) -> tuple[int, ...]:
    distances = [-1] * len(links)
    distances[start] = 0
    queue = [start]
    for here in queue:
        for there, __ in links[here].values():
            if distances[there] < 0:
                distances[there] = distances[here] + 1
                queue.append(there)
    return tuple(distances)


def _by_distance(
    row: tuple[int, ...], spaces: tuple[int, ...], corners: dict[int, Corners]
) -> tuple[int, ...]:
    masks = [0] * (max(row) + 1)
    for space in spaces:
        masks[min(row[p] for p in corners[space])] |= 1 << space
    return tuple(masks)


def _region_rows(data: dict[str, Any]) -> list[str]:
    text, titles = data["regions"], data.get("region_names", {})
    named = isinstance(titles, dict) and all(isinstance(t, str) and t for t in titles.values())
    if not isinstance(text, str) or not named:
        raise BoardFault(
            "board-regions",
            _("%(regions)s must be a second map of the board, and %(names)s must give each letter"
              " a name.") % {"regions": "regions", "names": "[region_names]"},
        )
    return _grid(text)


def _regions(
    data: dict[str, Any], grid: Lattice, spaces: tuple[int, ...], names: dict[int, str]
) -> dict[int, str]:
    if "regions" not in data:
        return {}
    rows, titles = _region_rows(data), data.get("region_names", {})
    if len(set(titles.values())) != len(titles):
        raise BoardFault(
            "board-names", _("Two regions have the same name. Give each its own.")
        )
    regions = {}
    for space in spaces:
        r, c = grid.row_and_column(space)
        letter = rows[r][c] if r < len(rows) and c < len(rows[r]) else " "
        if letter not in titles:
            raise BoardFault(
                "board-regions",
                _("%(space)s has the region %(letter)s, which %(names)s does not name.")
                % {"space": names[space], "letter": repr(letter), "names": "[region_names]"},
            )
        regions[space] = titles[letter]
    return regions


def _start(
    name: str, numbers: dict[str, int], corners: dict[int, Corners],
    around: tuple[int, ...], grid: Lattice,
) -> int:
    space_name, __, corner = name.partition(".")
    # Whatever is wrong with it, the example is a point of this board.
    meant = space_name if space_name in numbers else next(iter(numbers))
    space = numbers[meant]
    names = lat.corner_names(*grid.row_and_column(space))
    if meant != space_name or corner not in names:
        raise BoardFault(
            "board-start",
            _("The start %(name)s is not a point. Write a space and a corner, as in %(example)s.")
            % {"name": repr(name), "example": f"{meant}.{names[0]}"},
        )
    point = corners[space][names.index(corner)]
    if around[point].bit_count() == 6:
        raise BoardFault(
            "board-start",
            _("The start %(name)s must lie on the rim of the map.") % {"name": name},
        )
    return point


@lru_cache(maxsize=1)
def shipped() -> dict[str, str]:
    """Return the texts of the boards that come with the game, by name, the default first."""
    folder = resources.files("alexandros_rules.alexandros") / "boards"
    texts = [f.read_text(encoding="utf-8") for f in folder.iterdir() if f.name.endswith(".toml")]
    boards = {load(text).name: text for text in texts}
    return dict(sorted(boards.items(), key=lambda item: (item[0] != DEFAULT, item[0])))


def named(name: str) -> Board:
    """Return a board that comes with the game.  Raise KeyError for other names."""
    return load(shipped()[name])
