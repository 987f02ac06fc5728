"""Where the robber may go and who can be robbed there (SE2, DE2)."""

from __future__ import annotations

from engine.campaign.state import State
from engine.campaign.things import COMMODITIES, Counts, cards


def robber_sites(state: State) -> tuple[int, ...]:
    """Returns the hexes to which the robber may be moved: all land but its own."""
    return tuple([tile for tile in state.world.land if tile != state.robber])


def victims(state: State, tile: int, *, seat: int) -> tuple[int, ...]:
    """Returns the other seats with a building at this hex and a card to be stolen."""
    corners = state.world.corners[tile]
    return tuple([
        other for other in range(state.players)
        if other != seat and state.buildings(other) & corners and cards(state.hands[other])
    ])


def card_at(hand: Counts, place: int) -> int:
    """Returns the kind of the card at this place of a hand, sorted by kind."""
    for kind in COMMODITIES:
        place -= hand[kind]
        if place < 0:
            return kind
    raise IndexError("the hand has fewer cards")


def preferred_discard(hand: Counts, number: int, kinds: tuple[int, ...]) -> Counts:
    """Returns which cards a player gives up who prefers to lose these kinds first.

    After them it is always a card of the kind of which most are left, the first of equal ones.
    """
    left, given = list(hand), [0] * 7
    for _ in range(number):
        first = next((kind for kind in kinds if left[kind]), None)
        kind = max(COMMODITIES, key=left.__getitem__) if first is None else first
        left[kind] -= 1
        given[kind] += 1
    return tuple(given)
