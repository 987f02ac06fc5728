"""Yields of the dice (YI1 to YI3), and sites and victims of the robber (SE2, DE2)."""

from __future__ import annotations

from alexandros_rules.campaign.state import State
from alexandros_rules.campaign.things import COMMODITIES, KIND_NAMES, KINDS, Counts, cards

_KIND_BY_NAME = {name: kind for kind, name in enumerate(KIND_NAMES)}


def yields(state: State, number: int) -> tuple[tuple[Counts, ...], tuple[int, ...]]:
    """Return the yield of each seat, and the kinds that nobody gets because the bank is short."""
    due = [[0] * 7 for _ in range(state.players)]
    for tile in state.world.hexes_by_number.get(number, ()):
        if tile != state.robber:
            kind = _KIND_BY_NAME[state.world.hexes[tile].kind]
            corners = state.world.corners[tile]
            for seat in range(state.players):
                due[seat][kind] += (
                    (state.settlements[seat] & corners).bit_count()
                    + 2 * (state.cities[seat] & corners).bit_count())
    short = [kind for kind in KINDS if _is_short(state, due, kind)]
    return tuple(map(tuple, due)), tuple(short)


def _is_short(state: State, due: list[list[int]], kind: int) -> bool:
    """Check whether nobody gets a kind because the bank has too little of it (YI2).

    Reduce the yields that are ``due`` to the part that the bank can pay.
    """
    left = state.bank[kind]
    if sum([counts[kind] for counts in due]) <= left:
        return False
    claimants = [counts for counts in due if counts[kind]]
    alone = len(claimants) == 1
    for counts in claimants:
        counts[kind] = left if alone else 0
    return not alone or not left


def robber_sites(state: State) -> tuple[int, ...]:
    """Return the hexes to which the robber may be moved: all land but its own."""
    return tuple([tile for tile in state.world.land if tile != state.robber])


def victims(state: State, tile: int, *, seat: int) -> tuple[int, ...]:
    """Return the other seats with a building at this hex and a card to be stolen."""
    corners = state.world.corners[tile]
    return tuple([
        other for other in range(state.players)
        if other != seat and state.buildings(other) & corners and cards(state.hands[other])
    ])


def card_at(hand: Counts, place: int) -> int:
    """Return the kind of the card at this place of a hand, sorted by kind."""
    for kind in COMMODITIES:
        place -= hand[kind]
        if place < 0:
            return kind
    raise IndexError("the hand has fewer cards")


def preferred_discard(hand: Counts, number: int, kinds: tuple[int, ...]) -> Counts:
    """Return the cards that a player gives up who prefers to lose these kinds first.

    After them it is always a card of the kind of which most are left, the first of equal ones.
    """
    left, given = list(hand), [0] * 7
    for _ in range(number):
        first = next((kind for kind in kinds if left[kind]), None)
        kind = max(COMMODITIES, key=left.__getitem__) if first is None else first
        left[kind] -= 1
        given[kind] += 1
    return tuple(given)
