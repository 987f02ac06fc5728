"""Legal moves as choices on a page: links with words, links on the map, number fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from django.utils.translation import gettext as _

from alexandros_rules.campaign import display_names, moves, things
from alexandros_rules.campaign.legal_moves import legal_moves
from alexandros_rules.campaign.order_text import format_move
from alexandros_rules.campaign.state import State
from alexandros_rules.drafts import Draft
from alexandros_rules.move_list import parts_of
from games.drawing.canvas import Target
from games.rulesets.protocols import Link


@dataclass(frozen=True, slots=True)
class Marks:
    """The parts of the map that are links; ``chosen`` is a mask of junctions to point out."""

    hexes: Mapping[int, Target] = field(default_factory=dict)
    junctions: Mapping[int, Target] = field(default_factory=dict)
    paths: Mapping[int, Target] = field(default_factory=dict)
    chosen: int = 0


M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Choice:
    """A move as a link: its order, its text, and a note for the reader."""

    order: str
    href: str
    label: str
    note: str = ""

    @property
    def target(self) -> Target:
        """The link on a part of the map."""
        return Target(self.href, self.label)


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices of one seat on the view of a draft, made from its legal moves, ``parts``."""

    draft: Draft
    seat: int
    names: Sequence[str]
    link: Link
    parts: tuple[Sequence[moves.Move], ...]

    @classmethod
    def after(cls, draft: Draft, *, seat: int, names: Sequence[str], link: Link) -> Choices:
        """Return the choices of a seat after a draft."""
        return cls(draft, seat, names, link, tuple(parts_of(legal_moves(draft.view, seat))))

    @property
    def view(self) -> State:
        return cast(State, self.draft.view)

    def choice(self, move: moves.Move, label: str, note: str = "") -> Choice:
        order = format_move(move, self.view)
        return Choice(order, self.link(self.draft.with_added(order)), label, note)

    def of_kind(self, kind: type[M], label: Callable[[M], str]) -> list[Choice]:
        """Return all legal moves of a kind as choices."""
        return [self.choice(cast(Any, move), label(move)) for move in self.moves(kind)]

    def places(self, kind: type[M], place: Callable[[M], int],
               label: Callable[[int], str]) -> dict[int, Choice]:
        """Return the legal moves of a kind by the part of the map that they are for."""
        return {place(move): self.choice(cast(Any, move), label(place(move)))
                for move in self.moves(kind)}

    def moves(self, kind: type[M]) -> Iterable[M]:
        for part in self.parts:
            if isinstance(part[0], kind):
                return cast(Sequence[M], part)
        return ()

    def tile_text(self, tile: int) -> str:
        """Return a hex in words: "Babylonia (D5), wheat on 9"."""
        place = self.view.world.hexes[tile]
        name = display_names.hex_name(self.view, tile)
        if not place.number:
            return _("%(place)s, desert") % {"place": name}
        kind = things.KIND_NAMES.index(place.kind)
        return _("%(place)s, %(kind)s on %(number)s") % {
            "place": name, "kind": display_names.kind_name(kind), "number": place.number}

    def robbing_text(self, tile: int, victim: int | None) -> str:
        """Return in words the effect of moving the robber to a hex."""
        if victim is None:
            return self.tile_text(tile)
        return _("%(place)s: rob %(name)s") % {
            "place": self.tile_text(tile), "name": self.names[victim]}

    def path_text(self, path: int) -> str:
        """Return a path with where it leads: "C4.E, between C4.NE and C4.SE"."""
        world = self.view.world
        first, second = (
            display_names.junction_name(self.view, end) for end in world.path_ends[path]
        )
        return _("%(path)s, between %(first)s and %(second)s") % {
            "path": world.paths[path].label, "first": first, "second": second}

    def junction_text(self, junction: int) -> str:
        """Return a junction with what its hexes yield: "C4.N: wheat 9, ore 4"."""
        return _("%(place)s: %(hexes)s") % {
            "place": display_names.junction_name(self.view, junction),
            "hexes": junction_yields(self.view, junction)}


def junction_yields(view: State, junction: int) -> str:
    """Return the yields of the hexes around a junction, and its harbour: "wheat 9, ore 4"."""
    world = view.world
    around = []
    for tile in world.junctions[junction].hexes:
        place = world.hexes[tile]
        if place.number:
            kind = things.KIND_NAMES.index(place.kind)
            around.append(_("%(kind)s %(number)s") % {
                "kind": display_names.kind_name(kind), "number": place.number})
    around += [harbour_text(harbour.kind, harbour.rate) for harbour in world.harbours
               if junction in harbour.junctions]
    return ", ".join(around) or _("yields nothing")


def harbour_text(kind: str, rate: int) -> str:
    """Return a harbour in words; ``kind`` is "" if it takes everything."""
    if not kind:
        return _("harbour %(rate)s:1") % {"rate": rate}
    return _("harbour %(rate)s:1 for %(kind)s") % {
        "rate": rate, "kind": display_names.kind_name(things.KIND_NAMES.index(kind))}


@dataclass(frozen=True, slots=True)
class NumberField:
    """A field for a number of things.

    ``held`` is how many the reader has of them, and ``value`` what they have chosen by their cards
    or entered in a form that was refused, "" if they have not.
    """

    name: str
    label: str
    held: int
    value: str = ""


def number_fields(query: Mapping[str, Any], prefix: str,
                  items: Iterable[tuple[str, str, int]]) -> list[NumberField]:
    """Return a field for each item: its word, its label, and how many the reader has."""
    return [NumberField(name, label, held, str(query.get(name, "")))
            for word, label, held in items for name in (f"{prefix}-{word}",)]


def number_in(query: Mapping[str, Any], name: str) -> int:
    """Return the number in a field of the query, 0 if it has none that fits on a page."""
    text = str(query.get(name, ""))
    return int(text) if text.isdecimal() and len(text) < 3 else 0
