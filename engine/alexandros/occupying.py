"""Occupying and taking over: what a province costs and how it can be paid for (O, K)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from engine.alexandros import cards
from engine.alexandros.cards import KINDS, Counts
from engine.alexandros.lattice import bits
from engine.alexandros.moves import Occupy
from engine.alexandros.provinces import owner, price, province_of, provinces
from engine.alexandros.state import State
from engine.errors import Illegal
from engine.translation import gettext as _
from engine.translation import list_with_and, ngettext


@dataclass(frozen=True, slots=True)
class OccupationCost:
    """The cards it costs to occupy or take over a province with given guards.

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
        """The number of cards the loser gets: half of the pool, rounded up."""
        return (cards.total(self.pool) + 1) // 2


def symbol_spaces(state: State, province: int) -> int:
    return province & ~state.board.open


def occupation_cost(state: State, province: int, guards: int) -> OccupationCost:
    """Returns the cost of a province for a mask of new guards on its symbol spaces."""
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
    """Returns the cost for guards on these spaces.

    Raises Illegal if guards may not be put there (O1 to O5); does not check the hand.
    """
    board = state.board
    if not spaces or len(set(spaces)) != len(spaces) or any(s not in board.names for s in spaces):
        raise Illegal(
            "no-guard",
            _("Name the spaces for your guards, each only once, as in %(example)s.")
            % {"example": "occupy K7 L9"},
        )
    if len(spaces) > state.guards_left(state.seat):
        raise _too_few_guards(state.guards_left(state.seat), len(spaces))
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


def _too_few_guards(left: int, wanted: int) -> Illegal:
    if not left:
        return Illegal(
            "no-guards-left",
            _("You have no guards left in your supply. Take one back first, as in %(example)s.")
            % {"example": "recall K7"},
        )
    return Illegal(
        "no-guards-left",
        ngettext(
            "You have %(count)s guard in your supply, not %(wanted)s. Take one back or use fewer.",
            "You have %(count)s guards in your supply, not %(wanted)s. Take one back or use fewer.",
            left,
        ) % {"count": left, "wanted": wanted},
    )


def possible_gifts(cost: OccupationCost) -> list[Counts | None]:
    """Returns the choices of cards for the loser, or [None] if they get nothing (K3)."""
    return list(cards.choices(cost.pool, cost.given)) if cost.given else [None]


def occupations(state: State) -> Iterator[Occupy]:
    """Yields all legal occupations and takeovers (O1 to O5, K1) by province, guards and gift."""
    supply = state.guards_left(state.seat)
    if not supply:
        return
    for province in provinces(state.board, state.walls):
        if province & state.guards[state.seat]:
            continue
        for guards in guard_placements(state, province, supply):
            cost = occupation_cost(state, province, sum(1 << s for s in guards))
            for gift in possible_gifts(cost):
                yield Occupy(guards, gift)


def guard_placements(state: State, province: int, supply: int) -> Iterator[tuple[int, ...]]:
    """Yields the sets of up to ``supply`` spaces for guards for which the hand can pay the rest.

    Smaller sets come first.
    """
    board, hand = state.board, state.hand
    base = occupation_cost(state, province, 0)
    lacking = cards.missing(hand, base.total)
    if sum(lacking) > supply:
        return
    groups = [(bits(province & board.symbols[kind]), lacking[kind]) for kind in KINDS]
    sets = [tuple(sorted(some)) for some in _choose_spaces(groups, supply - sum(lacking)) if some]
    sets.sort(key=lambda spaces: (len(spaces), spaces))
    yield from sets


def _choose_spaces(groups: list[tuple[list[int], int]], spare: int) -> Iterator[tuple[int, ...]]:
    """Yields all choices of the spaces each group needs, plus up to ``spare`` more in total.

    There are none if a group needs more spaces than it has: then the hand cannot pay for the
    loser's guards (K1).  A big province has too many sets to generate them all and filter, so
    each group takes no more than ``spare`` allows.
    """
    if not groups:
        yield ()
        return
    (spaces, need), *rest = groups
    for extra in range(min(spare, len(spaces) - need) + 1):
        for others in _choose_spaces(rest, spare - extra):
            for some in combinations(spaces, need + extra):
                yield (*some, *others)
