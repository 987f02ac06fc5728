"""Lines of a map file; ``map_checks`` checks whether they fit together.

A map file is plain text.  Its columns are separated by two or more spaces, and a line that begins
with ``#`` is a comment::

    name   campaign
    title  From Macedonia to Persepolis

    [hexes]
    # Row by row from the north, each row from the west.
    A1  0  Macedonia  lumber  4
    A2  1  Black Sea  sea

    [route]
    # T is a temple, ? a chit, and . a stop with neither.
    start  A1.S
    T  Philippi  B1.N
    # From the arrow at this stop onwards, only a seven moves Alexander (AL2).
    .  Ora  F5.SE
    violet
    goal  Persepolis  E7.S

    [harbours]
    # Each lies on the path between two junctions.
    Sinope  3:1      A3.S  B3.N
    Phasis  2:1 ore  A5.NW  A5.SW

The map's name is for commands and links.  A hex has a label, its place in the row (the q of
``world``), a name, a kind and, unless it is sea or desert, a number.  A junction is written as
any hex beside it and the corner where it lies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn

from alexandros_rules.campaign.world import COMMODITIES, KINDS, ROW_LETTERS, Hex
from alexandros_rules.errors import Unreadable
from alexandros_rules.translation import gettext as _
from alexandros_rules.translation import list_with_and, list_with_or

MAX_FILE = 20_000
NUMBERLESS = ("sea", "desert")
STOP_KINDS = {"T": "temple", "?": "chit", ".": "blank"}
PARTS = ("[hexes]", "[route]", "[harbours]")
NUMBERS = tuple(str(n) for n in range(2, 13) if n != 7)
_COLUMNS = re.compile(r"\s{2,}|\t+")
_PLACE = re.compile(r"-?[0-9]{1,2}")
_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")

Columns = list[str]


@dataclass(frozen=True, slots=True)
class StopLine:
    """A line of the route: ``label`` is its junction as written in the file."""

    line: int
    kind: str
    name: str
    label: str


@dataclass(frozen=True, slots=True)
class HarbourLine:
    """A line of a harbour: ``kind`` is "" at a 3:1 harbour."""

    line: int
    name: str
    rate: int
    kind: str
    labels: tuple[str, str]


@dataclass(slots=True)
class MapText:
    """The parts of a map file, with the numbers of their lines.

    ``single`` has the lines that must be there once: name, title, start, goal and violet.
    ``violet`` is the number of stops above the line of that name.
    """

    single: dict[str, tuple[int, Columns]] = field(default_factory=dict)
    hexes: list[Hex] = field(default_factory=list)
    hex_lines: list[int] = field(default_factory=list)
    stops: list[StopLine] = field(default_factory=list)
    violet: int = 0
    harbours: list[HarbourLine] = field(default_factory=list)


def refuse(code: str, line: int, fault: str) -> NoReturn:
    """Raise Unreadable for a fault on this line; the line is 0 if the fault is on none."""
    sentence = _("We cannot use this map. %(fault)s")
    if line:
        sentence = _("We cannot use this map. Line %(line)s: %(fault)s")
    raise Unreadable(code, sentence % {"line": line, "fault": fault}, line=line)


def read(text: str) -> MapText:
    """Read the text of a map file.  Raise Unreadable for a line that cannot be understood."""
    if len(text) > MAX_FILE:
        refuse("map-size", 0, _("It has more than %(most)s characters. Shorten it.")
               % {"most": MAX_FILE})
    data, part = MapText(), ""
    for line, columns in _lines(text):
        if columns[0].startswith("["):
            part = _part(line, columns)
        elif part == "[hexes]":
            _read_hex(data, line, columns)
        elif part == "[route]":
            _read_route(data, line, columns)
        elif part == "[harbours]":
            _read_harbour(data, line, columns)
        else:
            _read_heading(data, line, columns)
    _check_complete(data)
    return data


def _lines(text: str) -> Iterator[tuple[int, Columns]]:
    """Yield the number and the columns of each line that is neither empty nor a comment."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, _COLUMNS.split(line.strip())


def _part(line: int, columns: Columns) -> str:
    part = "  ".join(columns)
    if part not in PARTS:
        refuse("map-part", line, _("There is no part %(part)s. The parts are %(parts)s.")
               % {"part": part, "parts": list_with_and(PARTS)})
    return part


def _read_heading(data: MapText, line: int, columns: Columns) -> None:
    if len(columns) != 2 or columns[0] not in ("name", "title"):
        refuse("map-heading", line, _(
            "Only the name and the title stand above %(part)s. Write %(example)s, with two spaces"
            " between the columns.") % {"part": PARTS[0], "example": "name  campaign"})
    if columns[0] == "name" and not _NAME.fullmatch(columns[1]):
        refuse("map-name", line, _(
            "The map's name cannot be %(name)s. Use up to 40 lower-case letters, digits and"
            " hyphens, beginning with a letter.") % {"name": repr(columns[1])})
    _keep_single(data, line, columns)


def _keep_single(data: MapText, line: int, columns: Columns) -> None:
    key = columns[0]
    if key in data.single:
        refuse("map-twice", line, _(
            "The line %(key)s is also on line %(first)s. Remove one of them.")
            % {"key": key, "first": data.single[key][0]})
    data.single[key] = line, columns[1:]


def _read_hex(data: MapText, line: int, columns: Columns) -> None:
    if not 4 <= len(columns) <= 5 or not _PLACE.fullmatch(columns[1]):
        refuse("map-hex", line, _(
            "Write a hex as its label, its place in the row, its name, its kind and its number,"
            " with two spaces between them, as in %(example)s.")
            % {"example": "A1  0  Macedonia  lumber  4"})
    label, place, name, kind = columns[:4]
    _check_label(data, line, label)
    new = Hex(name, label, int(place), ROW_LETTERS.index(label[0]), kind,
              _number(line, name, kind, "".join(columns[4:])))
    last = data.hexes[-1] if data.hexes else None
    if last and last.r == new.r and last.q >= new.q:
        refuse("map-place", line, _(
            "%(name)s is at place %(place)s, but the hex before it is at place %(before)s. List"
            " the hexes of a row from west to east, each at a place of its own.")
            % {"name": name, "place": new.q, "before": last.q})
    data.hexes.append(new)
    data.hex_lines.append(line)


def _check_label(data: MapText, line: int, label: str) -> None:
    last = data.hexes[-1].label if data.hexes else ""
    letter = label[0]
    same_row = letter == last[:1]
    expected = f"{letter}{int(last[1:]) + 1}" if same_row else f"{letter}1"
    if letter not in ROW_LETTERS or letter < last[:1]:
        expected = f"{last[:1] or 'A'}{int(last[1:] or 0) + 1}"
    if label != expected:
        refuse("map-label", line, _(
            "The hex %(label)s must have the label %(expected)s: rows have the letters A, B, C and"
            " so on from the north, and their hexes are numbered from the west.")
            % {"label": label, "expected": expected})


def _number(line: int, name: str, kind: str, number: str) -> int:
    about = {"name": name, "kind": kind, "number": number}
    if kind not in KINDS:
        refuse("map-kind", line, _(
            "%(name)s is of the kind %(kind)s, which does not exist. Use %(kinds)s.")
            % (about | {"kinds": list_with_or(KINDS)}))
    if kind in NUMBERLESS:
        if number:
            refuse("map-number", line, _(
                "%(name)s is %(kind)s and yields nothing. Remove its number.") % about)
        return 0
    if not number:
        refuse("map-number", line, _(
            "%(name)s has no number. Add one from 2 to 12, but not 7.") % about)
    if number not in NUMBERS:
        refuse("map-number", line, _(
            "%(name)s has the number %(number)s. Use one from 2 to 12, but not 7.") % about)
    return int(number)


def _read_route(data: MapText, line: int, columns: Columns) -> None:
    key = columns[0]
    if (key, len(columns)) in (("start", 2), ("goal", 3), ("violet", 1)):
        _keep_single(data, line, columns)
        if key == "violet":
            data.violet = len(data.stops)
    elif key in STOP_KINDS and len(columns) == 3:
        data.stops.append(StopLine(line, STOP_KINDS[key], columns[1], columns[2]))
    else:
        refuse("map-route", line, _(
            "Write a stop as %(kinds)s, its name and its junction, with two spaces between them,"
            " as in %(example)s. The other lines of the route are %(start)s, %(violet)s and"
            " %(goal)s.") % {
                "kinds": list_with_or(STOP_KINDS), "example": "T  Philippi  B1.N",
                "start": "start  A1.S", "violet": "violet", "goal": "goal  Persepolis  E7.S"})


def _read_harbour(data: MapText, line: int, columns: Columns) -> None:
    trade = columns[1].split() if len(columns) == 4 else []
    if trade == ["3:1"]:
        rate, kind = 3, ""
    elif len(trade) == 2 and trade[0] == "2:1" and trade[1] in COMMODITIES:
        rate, kind = 2, trade[1]
    else:
        refuse("map-harbour", line, _(
            "Write a harbour as its name, its rate and its two junctions, with two spaces between"
            " them, as in %(example)s. The rate is %(three)s, or %(two)s and %(kinds)s.") % {
                "example": "Phasis  2:1 ore  A5.NW  A5.SW", "three": "3:1", "two": "2:1",
                "kinds": list_with_or(COMMODITIES)})
    data.harbours.append(HarbourLine(line, columns[0], rate, kind, (columns[2], columns[3])))


def _check_complete(data: MapText) -> None:
    examples = {"name": "name  campaign", "title": "title  To Persepolis", "start": "start  A1.S",
                "violet": "violet", "goal": "goal  Persepolis  E7.S"}
    for key, example in examples.items():
        if key not in data.single:
            refuse("map-missing", 0, _("It needs a line like %(example)s.")
                   % {"example": example})
    for part, found in zip(PARTS, (data.hexes, data.stops, data.harbours), strict=True):
        if not found:
            refuse("map-missing", 0, _("The part %(part)s is missing or empty. Fill it.")
                   % {"part": part})
