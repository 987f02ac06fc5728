"""Occupying and taking over provinces: costs, payments and all legal occupations (O, K)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.alexandros import cards
from engine.alexandros.cards import Counts
from engine.alexandros.lattice import bits
from engine.alexandros.provinces import owner, price, province_of
from engine.alexandros.state import State
from engine.errors import Illegal
from engine.translation import gettext as _
from engine.translation import list_with_and, ngettext


@dataclass(frozen=True, slots=True)
class OccupationCost:
    """The cards that an occupation or a takeover with given guards costs.

    ``loser``    the seat that holds the province now, None if it is free.
    ``removed``  mask of the loser's guards there; ``removal`` are the cards they cost (K1).
    ``paid``     the cards for the symbol spaces left without a guard (O2).
    ``pool``     the cards of which the loser gets half (K3).
    """

    province: int
    loser: int | None
    removed: int
    removal: Counts
    paid: Counts
    pool: Counts

    @property
    def total(self) -> Counts:
        return cards.add(self.removal, self.paid)

    @property
    def given(self) -> int:
        """The number of cards that the loser gets: half of the pool, rounded up."""
        return (cards.total(self.pool) + 1) // 2


def symbol_spaces(state: State, province: int) -> int:
    """Return the mask of the spaces of a province that bear a symbol."""
    return province & ~state.board.open


def occupation_cost(state: State, province: int, guards: int) -> OccupationCost:
    """Return the cost of a province for a mask of new guards on its symbol spaces."""
    loser = owner(state, province)
    removed = 0 if loser is None else state.guards[loser] & province
    once = price(state.board, removed)
    removal = cards.add(once, once)
    paid = price(state.board, symbol_spaces(state, province) & ~guards)
    pool = _pool(state, loser, removal, paid)
    return OccupationCost(province, loser, removed, removal, paid, pool)


def _pool(state: State, loser: int | None, removal: Counts, paid: Counts) -> Counts:
    if loser is None or state.players == 2:  # K4
        return cards.NONE
    return paid if state.options.half_of_occupying else cards.add(removal, paid)  # K5, K3


def checked_cost(state: State, spaces: tuple[int, ...]) -> OccupationCost:
    """Return the cost for guards on these spaces, which the hand may not be able to pay.

    Raise Illegal if guards may not be put there (O1 to O5).
    """
    board = state.board
    if not spaces or len(set(spaces)) != len(spaces) or any(s not in board.names for s in spaces):
        raise Illegal(
            "no-guard",
            _("Name the spaces for your guards, each only once."),
        )
    if len(spaces) > state.guards_left(state.seat):
        raise _too_few_guards(state, len(spaces))
    for space in spaces:
        if space not in board.symbol_of:
            raise Illegal(
                "open-space",
                _("%(space)s bears no symbol. Guards can only stand on symbol spaces.")
                % {"space": board.names[space]},
            )
    province = province_of(board, state.walls, spaces[0])
    mask = sum(1 << s for s in spaces)
    if mask & ~province:
        raise Illegal(
            "two-provinces",
            _("%(spaces)s are not in the same province. Occupy one province at a time.")
            % {"spaces": list_with_and(board.names[s] for s in spaces)},
        )
    if owner(state, province) == state.seat:
        raise Illegal(
            "already-yours",
            _("You already hold the province that contains %(space)s.")
            % {"space": board.names[spaces[0]]},
        )
    return occupation_cost(state, province, mask)


def _too_few_guards(state: State, wanted: int) -> Illegal:
    left = state.guards_left(state.seat)
    recalls = [f"recall {state.board.names[s]}" for s in bits(state.guards[state.seat])]
    if not left:
        return Illegal(
            "no-guards-left",
            _("You have no guards left in your supply. Take one back first, as in %(example)s.")
            % {"example": recalls[0]},
            allowed=recalls,
        )
    return Illegal(
        "no-guards-left",
        ngettext(
            "You have %(count)s guard in your supply, not %(wanted)s. Take one back or use fewer.",
            "You have %(count)s guards in your supply, not %(wanted)s. Take one back or use fewer.",
            left,
        ) % {"count": left, "wanted": wanted},
        allowed=recalls,
    )


def possible_gifts(cost: OccupationCost) -> Iterator[Counts | None]:
    """Yield the choices of cards for the loser, or None alone if they get nothing (K3)."""
    return cards.choices(cost.pool, cost.given) if cost.given else iter([None])


def count_gifts(cost: OccupationCost) -> int:
    """Return the number of ``possible_gifts``, of which there can be thousands."""
    return cards.count_choices(cost.pool, cost.given) if cost.given else 1


def is_possible_gift(cost: OccupationCost, give: Counts | None) -> bool:
    """Check if the loser may be given these cards (K3)."""
    if give is None or not cost.given:
        return give is None and not cost.given
    return cards.total(give) == cost.given and cards.covers(cost.pool, give)
