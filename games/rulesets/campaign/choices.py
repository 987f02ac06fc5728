"""Legal moves as choices on a page: links with words, in groups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.campaign import moves, terms, things
from engine.campaign.legal_moves import legal_moves
from engine.campaign.order_text import format_move
from engine.campaign.state import State
from engine.drafts import Draft
from engine.move_list import parts_of
from games.rulesets.turn import Link


@dataclass(frozen=True, slots=True)
class Choice:
    """A move as a link: its order, what it says, and what the reader should know about it."""

    order: str
    href: str
    label: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """Makes the choices of one seat on the view of a draft."""

    draft: Draft
    seat: int
    names: Sequence[str]
    link: Link

    @property
    def view(self) -> State:
        view: State = self.draft.view
        return view

    def choice(self, move: moves.Move, label: str, note: str = "") -> Choice:
        """Returns a move as a choice."""
        order = format_move(move, self.view)
        return Choice(order, self.link(self.draft.with_added(order)), label, note)

    def of_kind(self, kind: type[moves.Move],
                label: Callable[[moves.Move], str]) -> list[Choice]:
        """Returns all legal moves of a kind as choices."""
        return [self.choice(move, label(move)) for move in self.moves(kind)]

    def moves(self, kind: type[moves.Move]) -> Iterable[moves.Move]:
        """Returns the legal moves of a kind."""
        for part in parts_of(legal_moves(self.view, self.seat)):
            if type(part[0]) is kind:
                return part
        return ()

    def has(self, kind: type[moves.Move]) -> bool:
        """Checks if any move of this kind is legal."""
        return any(True for _move in self.moves(kind))

    def tile_text(self, tile: int) -> str:
        """Returns a hex in words: "Babylonia (D5), wheat on 9"."""
        place = self.view.world.hexes[tile]
        name = terms.hex_name(self.view, tile)
        if not place.number:
            return _("%(place)s, desert") % {"place": name}
        kind = things.KIND_NAMES.index(place.kind)
        return _("%(place)s, %(kind)s on %(number)s") % {
            "place": name, "kind": terms.kind_name(kind), "number": place.number}

    def robbing_text(self, tile: int, victim: int | None) -> str:
        """Returns what moving the robber to a hex does."""
        if victim is None:
            return self.tile_text(tile)
        return _("%(place)s: rob %(name)s") % {
            "place": self.tile_text(tile), "name": self.names[victim]}

    def path_text(self, path: int) -> str:
        """Returns a path with where it leads: "C4.E, between C4.NE and C4.SE"."""
        world = self.view.world
        first, second = (terms.junction_name(self.view, end) for end in world.path_ends[path])
        return _("%(path)s, from %(first)s to %(second)s") % {
            "path": world.paths[path].label, "first": first, "second": second}

    def junction_text(self, junction: int) -> str:
        """Returns a junction with the hexes around it: "C4.N: wheat 9, ore 4, sea"."""
        world = self.view.world
        around = []
        for tile in world.junctions[junction].hexes:
            place = world.hexes[tile]
            if place.number:
                kind = things.KIND_NAMES.index(place.kind)
                around.append(f"{terms.kind_name(kind)} {place.number}")
        return _("%(place)s: %(hexes)s") % {
            "place": terms.junction_name(self.view, junction),
            "hexes": ", ".join(around) or _("yields nothing")}
