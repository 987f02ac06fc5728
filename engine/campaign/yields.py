"""What settlements and cities get for a roll of the dice (YI1 to YI3)."""

from __future__ import annotations

from engine.campaign.state import State
from engine.campaign.things import KIND_NAMES, KINDS, Counts

_KIND_BY_NAME = {name: kind for kind, name in enumerate(KIND_NAMES)}


def yields(state: State, number: int) -> tuple[tuple[Counts, ...], tuple[int, ...]]:
    """Returns what each seat gets, and the kinds that nobody gets because the bank is short."""
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
    """Whether nobody gets a kind of which the bank has too little; reduces what is due (YI2)."""
    left = state.bank[kind]
    if sum([counts[kind] for counts in due]) <= left:
        return False
    claimants = [counts for counts in due if counts[kind]]
    alone = len(claimants) == 1
    for counts in claimants:
        counts[kind] = left if alone else 0
    return not alone or not left
