"""The owners of counselor cards, longest road and largest army, and the winners."""

from __future__ import annotations

from alexandros_rules.campaign.building import longest_line
from alexandros_rules.campaign.state import (
    ENOUGH_CHITS,
    ENOUGH_ROADS,
    ENOUGH_SOLDIERS,
    WINNING_SCORE,
    State,
)


def counselors(state: State) -> tuple[int | None, ...]:
    """Return the owners of the counselor cards after somebody has won a chit (CO1, CO2)."""
    owners = list(state.counselors)
    _hand_out(state, owners)
    while _swap(state, owners):  # whoever loses a card may have a claim to another one
        pass
    return tuple(owners)


def _hand_out(state: State, owners: list[int | None]) -> None:
    """Give the next card to the player who has just reached three chits (CO1)."""
    for seat in range(state.players):
        if state.chits_of(seat) >= ENOUGH_CHITS and seat not in owners and None in owners:
            owners[owners.index(None)] = seat


def _swap(state: State, owners: list[int | None]) -> bool:
    """Let a player with more chits than the owner of a better card take it (CO2)."""
    for place, owner in enumerate(owners):
        if owner is None:
            continue
        for seat in range(state.players):
            if state.chits_of(seat) > state.chits_of(owner) and seat not in owners[:place]:
                if seat in owners:
                    owners[owners.index(seat)] = owner
                owners[place] = seat
                return True
    return False


def road_lengths(state: State) -> list[int]:
    """Return the length of each seat's longest line of roads (LR1)."""
    occupied = state.occupied
    return [longest_line(state.world, roads, occupied & ~state.buildings(seat))
            for seat, roads in enumerate(state.roads)]


def longest_road(state: State, lengths: list[int]) -> int | None:
    """Return the owner of the longest road (LR1); ``lengths`` are those of ``road_lengths``."""
    return _owner(state.longest, lengths, enough=ENOUGH_ROADS)


def largest_army(state: State) -> int | None:
    """Return the owner of the largest army (LA1)."""
    return _owner(state.army, state.soldiers, enough=ENOUGH_SOLDIERS)


def _owner(owner: int | None, sizes: list[int] | tuple[int, ...], *, enough: int) -> int | None:
    """Return the seat with the largest size, which must be at least ``enough``.

    If several seats have this size, the present owner keeps the award; if they are not among them,
    nobody has it.
    """
    most = max(sizes)
    if most < enough:
        return None
    if owner is not None and sizes[owner] == most:
        return owner
    return sizes.index(most) if list(sizes).count(most) == 1 else None


def reached(state: State) -> list[int]:
    """Return the seats with enough points to win (EN2)."""
    return [seat for seat in range(state.players) if state.points(seat) >= WINNING_SCORE]


def best_of(state: State, seats: list[int]) -> tuple[int, ...]:
    """Return the winners among these seats, by points, then by chits (EN3, EN4)."""
    rank = {seat: (state.points(seat), state.chits_of(seat)) for seat in seats}
    return tuple([seat for seat in seats if rank[seat] == max(rank.values())])
