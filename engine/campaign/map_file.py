"""Reads map files and explains every mistake in them, with its line."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path as FilePath

from engine.campaign.world import (
    BLANK,
    CHIT,
    DESERT,
    ROW_LETTERS,
    SEA,
    TEMPLE,
    Harbour,
    Hex,
    Stop,
    World,
    build_places,
)
from engine.codec import fingerprint
from engine.errors import Unreadable
from engine.translation import gettext as _

MOST_HEXES = 200
_MAPS = FilePath(__file__).with_name("maps")
_KINDS = {"~": SEA, "L": "lumber", "B": "brick", "G": "wheat", "W": "wool", "O": "ore",
          "$": "gold", "D": DESERT}
_STOPS = {"T": TEMPLE, "?": CHIT, ".": BLANK}
_HEX = re.compile(r"(-?\d{1,2}) +(\S.*?) +(\S)(\d*)")
_JUNCTION = re.compile(r"(-?\d{1,2}),(-?\d{1,2}),([NS])")


@lru_cache(maxsize=1)
def shipped() -> Mapping[str, str]:
    """Returns the texts of the maps that come with the game, by name."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(_MAPS.glob("*.txt"))}


@lru_cache(maxsize=64)
def load(text: str) -> World:
    """Reads a map.  Raises Unreadable, with the line of the first mistake."""
    return _Reader(text).read()


class _Reader:
    """Reads the lines of one map file."""

    def __init__(self, text: str):
        self._text = text
        self._line = 0
        self._row: int | None = None
        self._title = ""
        self._hexes: list[Hex] = []
        self._places: list[tuple[int, str, list[str]]] = []  # line, word, rest

    def read(self) -> World:
        for number, line in enumerate(self._text.splitlines(), 1):
            self._line = number
            words = line.split("#")[0].split()
            if words:
                self._read_line(words, line.split("#")[0].strip())
        return self._built()

    def _read_line(self, words: Sequence[str], line: str) -> None:
        if words[0] == "title":
            self._title = line.partition(" ")[2].strip()
        elif words[0] == "row":
            self._row = self._number(words[-1])
        elif words[0] in ("start", "stop", "goal", "violet", "harbour"):
            self._places.append((self._line, words[0], list(words[1:])))
        else:
            self._read_hex(line)

    def _refused(self, sentence: str) -> Unreadable:
        refusal = Unreadable("map", _("Line %(line)s of the map: %(mistake)s") % {
            "line": self._line, "mistake": sentence})
        refusal.at(self._line)
        return refusal

    def _number(self, word: str) -> int:
        try:
            return int(word)
        except ValueError:
            raise self._refused(_("%(word)s is not a number.") % {"word": word}) from None

    def _read_hex(self, line: str) -> None:
        match = _HEX.fullmatch(line)
        if match is None or match[3] not in _KINDS:
            raise self._refused(_(
                "A hex has a column, a name and a kind with its number, such as '4 Colchis L8'."))
        if self._row is None:
            raise self._refused(_("A line 'row 0' must come before the first hex."))
        kind, number = _KINDS[match[3]], int(match[4] or 0)
        self._check_number(kind, number)
        self._check_place(int(match[1]), match[2])
        column = sum(tile.r == self._row for tile in self._hexes) + 1
        label = f"{ROW_LETTERS[self._row]}{column}"
        self._hexes.append(Hex(match[2], label, int(match[1]), self._row, kind, number))

    def _check_number(self, kind: str, number: int) -> None:
        if kind in (SEA, DESERT) and number:
            raise self._refused(_("Sea and deserts have no number. Leave it out."))
        if kind not in (SEA, DESERT) and number not in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12):
            raise self._refused(_("Give this hex a number from 2 to 12, but not 7."))

    def _check_place(self, q: int, name: str) -> None:
        if self._row is None or not 0 <= self._row < len(ROW_LETTERS):
            raise self._refused(_("Rows are numbered from 0 to %(last)s.") % {
                "last": len(ROW_LETTERS) - 1})
        if len(self._hexes) >= MOST_HEXES:
            raise self._refused(_("A map has at most %(most)s hexes.") % {"most": MOST_HEXES})
        for tile in self._hexes:
            if (tile.q, tile.r) == (q, self._row):
                raise self._refused(_("%(name)s is in this place already.") % {"name": tile.name})
            if tile.name == name:
                raise self._refused(_("There is another hex with the name %(name)s.") % {
                    "name": name})

    def _built(self) -> World:
        hexes = tuple(self._hexes)
        junctions, paths, junction_by_label, path_by_label = build_places(hexes)
        self._number_of = {junction.place: i for i, junction in enumerate(junctions)}
        self._starts: list[int] = []
        self._goals: list[tuple[int, str]] = []
        self._violet: list[int] = []
        self._stops: list[Stop] = []
        self._harbours: list[Harbour] = []
        for number, word, rest in self._places:
            self._line = number
            _READERS[word](self, rest)
        self._line = len(self._text.splitlines()) + 1
        if len(self._starts) != 1 or len(self._goals) != 1 or len(self._violet) != 1:
            raise self._refused(_("A map has one start, one goal and one line 'violet'."))
        goal, goal_name = self._goals[0]
        return World(
            fingerprint(self._text), self._title, hexes, junctions, paths, tuple(self._harbours),
            self._starts[0], tuple(self._stops), goal, goal_name, self._violet[0],
            junction_by_label, path_by_label)

    def _junction(self, word: str) -> int:
        match = _JUNCTION.fullmatch(word)
        if match is None:
            raise self._refused(_("%(word)s is not a junction. Write it like '4,4,S'.") % {
                "word": word})
        place = Hex("", "", int(match[1]), int(match[2]), SEA, 0).corner(match[3])
        if place not in self._number_of:
            raise self._refused(_("The junction %(word)s does not touch land.") % {"word": word})
        return self._number_of[place]

    def _read_start(self, rest: Sequence[str]) -> None:
        self._starts.append(self._junction(" ".join(rest)))

    def _read_goal(self, rest: Sequence[str]) -> None:
        self._goals.append((self._junction(rest[0] if rest else ""), " ".join(rest[1:])))

    def _read_violet(self, rest: Sequence[str]) -> None:
        self._violet.append(self._number(" ".join(rest)))

    def _read_stop(self, rest: Sequence[str]) -> None:
        if len(rest) < 3 or rest[0] not in _STOPS:
            raise self._refused(_("A stop has a kind (T, ? or .), a junction and a name, such as"
                                  " 'stop T 0,1,N Philippi'."))
        self._stops.append(Stop(" ".join(rest[2:]), _STOPS[rest[0]], self._junction(rest[1])))

    def _read_harbour(self, rest: Sequence[str]) -> None:
        if len(rest) < 5 or rest[0] not in ("2", "3") or (rest[0] == "3") != (rest[1] == "any"):
            raise self._refused(_(
                "A harbour has a rate, a commodity, two junctions and a name, such as 'harbour 2"
                " ore 4,-1,S 3,1,N Phasis' or 'harbour 3 any 0,0,S 0,1,N Aegean'."))
        kind = "" if rest[1] == "any" else rest[1]
        if kind and kind not in ("brick", "lumber", "wheat", "wool", "ore"):
            raise self._refused(_("%(word)s is not a commodity.") % {"word": kind})
        self._harbours.append(Harbour(" ".join(rest[4:]), int(rest[0]), kind, (
            self._junction(rest[2]), self._junction(rest[3]))))


_READERS: dict[str, Callable[[_Reader, Sequence[str]], None]] = {
    "start": _Reader._read_start, "goal": _Reader._read_goal, "violet": _Reader._read_violet,
    "stop": _Reader._read_stop, "harbour": _Reader._read_harbour,
}
