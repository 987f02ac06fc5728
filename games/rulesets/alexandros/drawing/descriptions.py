"""What the picture says to those who hear it: a label, a text board, a name for each space.

Reads the view only and draws nothing.
"""

from __future__ import annotations

from functools import lru_cache

from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from engine.alexandros import terms
from engine.alexandros.board import Board
from engine.alexandros.cards import KINDS
from engine.alexandros.lattice import bits
from engine.alexandros.provinces import is_open_land, owner, provinces, value
from engine.alexandros.state import COLOURS, OVER, State
from engine.alexandros.text_board import text_board


def label(view: State) -> str:
    """A few sentences that say what is to be seen."""
    walls, names = view.walls.bit_count(), _colours(get_language())
    scores = ", ".join(f"{names[seat]} {score}" for seat, score in enumerate(view.scores))
    return " ".join([
        _("%(board)s: Alexander stands at %(point)s.")
        % {"board": view.board.title, "point": view.board.point_name(view.alexander)},
        ngettext("%(count)s wall is built.", "%(count)s walls are built.", walls)
        % {"count": walls},
        _("The game is over.") if view.phase == OVER
        else _("It is %(name)s's turn.") % {"name": names[view.seat]},
        _("Scores: %(scores)s.") % {"scores": scores},
    ])


def description(view: State) -> str:
    """The position as a text board."""
    return text_board(view)


def space_titles(view: State) -> list[tuple[tuple[int, str], ...]]:
    """By province, each space with its name, symbol, region, guard and what it belongs to."""
    language = get_language()
    grounds, guards = _grounds(view.board, language), _guards(language)
    guarded = {space: guards[seat] for seat, mask in enumerate(view.guards) for space in bits(mask)}
    titles = []
    for mask in provinces(view.board, view.walls):
        province = _province(view, mask, language)
        titles.append(tuple(
            (space, f"{grounds[space]} {province}{guarded.get(space, '')}") for space in bits(mask)
        ))
    return titles


@lru_cache(maxsize=16)
def _colours(language: str) -> list[str]:
    """The names of the players in this language, by seat."""
    return [terms.colour(seat) for seat in range(len(COLOURS))]


@lru_cache(maxsize=16)
def _guards(language: str) -> list[str]:
    """What a space with a guard says about it in this language, by seat."""
    return [
        " " + _("%(name)s's guard stands here.") % {"name": name} for name in _colours(language)
    ]


@lru_cache(maxsize=16)
def _grounds(board: Board, language: str) -> dict[int, str]:
    """Each space with its name, symbol and region in this language: "K7, horse, Persis."."""
    kinds: dict[int | None, str] = {card: terms.card_name(card) for card in KINDS}
    kinds[None] = pgettext("a space without a symbol", "open")
    return {
        space: ", ".join(filter(None, (
            board.names[space], kinds[board.symbol_of.get(space)], board.region_of.get(space),
        ))) + "."
        for space in board.spaces
    }


def _province(view: State, mask: int, language: str) -> str:
    if is_open_land(view, mask):
        return _land(language, None, None)
    return _land(language, owner(view, mask), value(view.board, mask))


@lru_cache(maxsize=1024)
def _land(language: str, seat: int | None, worth: int | None) -> str:
    """What every space of a province says about it; open land is worth None."""
    if worth is None:
        return _("Open land.")
    if seat is None:
        return _("Free province worth %(worth)s.") % {"worth": worth}
    return _("%(name)s's province worth %(worth)s.") % {
        "name": _colours(language)[seat], "worth": worth,
    }
