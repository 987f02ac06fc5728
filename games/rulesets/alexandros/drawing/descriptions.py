"""The words of the picture for those who hear it: a label, a text board and titles.

Reads the view only and draws nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from alexandros_rules.alexandros import display_names
from alexandros_rules.alexandros.board import Board
from alexandros_rules.alexandros.cards import KINDS
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.provinces import is_open_land, levy_pays, owner, provinces, value
from alexandros_rules.alexandros.state import COLOURS, OVER, State
from alexandros_rules.alexandros.text_board import text_map


def label(view: State, names: Sequence[str] = ()) -> str:
    """Return a few sentences that describe the picture, with colours for want of names."""
    walls = view.walls.bit_count()
    called = [*names, *_colours(get_language())[len(names):]]
    scores = ", ".join(f"{called[seat]} {score}" for seat, score in enumerate(view.scores))
    return " ".join([
        _("%(board)s: Alexander stands at %(point)s.")
        % {"board": display_names.title(view.board),
           "point": view.board.point_name(view.alexander)},
        ngettext("%(count)s wall is built.", "%(count)s walls are built.", walls)
        % {"count": walls},
        _("The game is over.") if view.phase == OVER
        else _("It is %(name)s's turn.") % {"name": called[view.seat]},
        _("Scores: %(scores)s.") % {"scores": scores},
    ])


def description(view: State) -> str:
    """Return the board as text."""
    return text_map(view)


@dataclass(frozen=True, slots=True)
class Province:
    """The facts on which the titles of a province's spaces depend.

    ``says``    the end of the title of every space in it.
    ``guards``  by seat, those in it.
    """

    mask: int
    says: str
    guards: tuple[int, ...]
    language: str

    def ends(self) -> Iterator[tuple[int, str]]:
        """Yield each space with the end of its title: its province, and whose guard it has."""
        guards = _guards(self.language)
        guarded = {s: guards[seat] for seat, mask in enumerate(self.guards) for s in bits(mask)}
        for space in bits(self.mask):
            yield space, f"{self.says}{guarded[space]}" if space in guarded else self.says

    def titles(self, board: Board) -> Iterator[tuple[int, str]]:
        """Yield each space with its whole title."""
        begins = beginnings(board, self.language)
        for space, end in self.ends():
            yield space, begins[space] + end


def described_provinces(view: State) -> list[Province]:
    """Return all provinces with the words about them, in reading order."""
    language = get_language()
    return [
        Province(mask, _province(view, mask, language), tuple([g & mask for g in view.guards]),
                 language)
        for mask in provinces(view.board, view.walls)
    ]


@lru_cache(maxsize=16)
def _colours(language: str) -> list[str]:
    return [display_names.colour(seat) for seat in range(len(COLOURS))]


@lru_cache(maxsize=16)
def _guards(language: str) -> list[str]:
    """Return the sentence about a guard in this language, by seat."""
    return [
        " " + _("%(name)s's guard stands here.") % {"name": name} for name in _colours(language)
    ]


@lru_cache(maxsize=16)
def beginnings(board: Board, language: str) -> dict[int, str]:
    """Return the beginning of the title of each space: "K7, horse, Persis. "."""
    kinds: dict[int | None, str] = {card: f", {display_names.card_name(card)}" for card in KINDS}
    regions = {space: f", {display_names.region_name(board, region)}"
               for space, region in board.region_of.items() if region}
    return {
        space: f"{name}{kinds.get(board.symbol_of.get(space), '')}{regions.get(space, '')}. "
        for space, name in board.names.items()
    }


def _province(view: State, mask: int, language: str) -> str:
    open_land, free, held, crowded = _sentences(language)
    if is_open_land(view, mask):
        return open_land
    seat, worth = owner(view, mask), value(view.board, mask)
    if seat is None:
        return free % {"worth": worth}
    pays = levy_pays(worth, (view.guards[seat] & mask).bit_count())
    text = crowded if worth and not pays else held
    return text % {"name": _colours(language)[seat], "worth": worth}


@lru_cache(maxsize=16)
def _sentences(language: str) -> tuple[str, str, str, str]:
    """Return the sentences about open land, and a free, a paying and a crowded province (L2)."""
    return (
        _("Open land."), _("Free province worth %(worth)s."),
        _("%(name)s's province worth %(worth)s."),
        _("%(name)s's province worth %(worth)s, but it pays nothing: it has more than one guard."),
    )
