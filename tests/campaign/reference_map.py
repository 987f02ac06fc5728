"""A second, simple reading of a map file, to compare the engine with.

Places have the names that the rules give them (TH7): a junction is "q,r,N" or "q,r,S".  A path is
the sorted pair of its ends.  The marks of the engine, such as "B2.SW", are only looked up.
"""

from __future__ import annotations

import re
from typing import NamedTuple

Junction = str
Path = tuple[Junction, Junction]

AROUND = ("N", "NE", "SE", "S", "SW", "NW")  # the corners of a hex, clockwise
SIDES = {"NE": ("N", "NE"), "E": ("NE", "SE"), "SE": ("SE", "S"),
         "SW": ("S", "SW"), "W": ("SW", "NW"), "NW": ("NW", "N")}


class Hex(NamedTuple):
    q: int
    r: int
    kind: str
    number: int


class Stop(NamedTuple):
    mark: str  # "T" for a temple, "?" for a chit, "." for neither
    junction: Junction


def corner(q: int, r: int, name: str) -> Junction:
    """Returns a corner of a hex as the north or south corner of this hex or of a neighbour."""
    q, r, end = {
        "N": (q, r, "N"), "S": (q, r, "S"), "NE": (q + 1, r - 1, "S"), "NW": (q, r - 1, "S"),
        "SE": (q, r + 1, "N"), "SW": (q - 1, r + 1, "N"),
    }[name]
    return f"{q},{r},{end}"


def path(a: Junction, b: Junction) -> Path:
    return (a, b) if a < b else (b, a)


class Land:
    """What is on a map: ``hexes`` by label, ``paths``, what is ``beside`` what, the route."""

    def __init__(self, text: str):
        self.hexes: dict[str, Hex] = {}
        self.route: list[Stop] = []
        self.harbours: list[tuple[str, set[Junction]]] = []  # "3:1" or the commodity
        self.violet = 0  # the number of stops before the first violet arrow (AL2)
        lines = [re.split(r"\s{2,}", line.strip()) for line in text.splitlines()
                 if line.strip() and not line.startswith("#")]
        for columns in lines:
            self._read(columns)
        self.land = {label for label, hexagon in self.hexes.items() if hexagon.kind != "sea"}
        self.paths = {self.side(label, side) for label in self.land for side in SIDES}
        self.beside: dict[Junction, set[Junction]] = {}
        for a, b in self.paths:
            self.beside.setdefault(a, set()).add(b)
            self.beside.setdefault(b, set()).add(a)

    def __deepcopy__(self, memo: object) -> Land:
        return self  # nothing on it changes

    def _read(self, columns: list[str]) -> None:
        match columns:
            case ["T" | "?" | "." as mark, _, label]:
                self.route.append(Stop(mark, self.junction(label)))
            case ["violet"]:
                self.violet = len(self.route)
            case ["goal", _, label]:
                self.goal = self.junction(label)
            case [_, "3:1" | "2:1 brick" | "2:1 lumber" | "2:1 wheat" | "2:1 wool" | "2:1 ore" as
                  rate, one, other]:
                self.harbours.append((rate.removeprefix("2:1 "),
                                      {self.junction(one), self.junction(other)}))
            case [label, q, _, kind, *number] if re.fullmatch("[A-Z][0-9]+", label):
                self.hexes[label] = Hex(int(q), ord(label[0]) - ord("A"), kind,
                                        int(number[0]) if number else 0)

    def corners(self, label: str) -> set[Junction]:
        q, r, *_ = self.hexes[label]
        return {corner(q, r, name) for name in AROUND}

    def junction(self, label: str) -> Junction:
        """Finds the junction that the engine calls "B2.SW"."""
        hexagon, name = label.split(".")
        q, r, *_ = self.hexes[hexagon]
        return corner(q, r, name)

    def side(self, hexagon: str, name: str) -> Path:
        q, r, *_ = self.hexes[hexagon]
        a, b = SIDES[name]
        return path(corner(q, r, a), corner(q, r, b))

    def path(self, label: str) -> Path:
        """Finds the path that the engine calls "B2.SW"."""
        return self.side(*label.split("."))
