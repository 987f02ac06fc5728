"""The temples and harbours that are settled in games between bots, and the awards won."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache, reduce
from operator import or_

from alexandros_rules.campaign import map_file
from alexandros_rules.campaign.state import State
from alexandros_rules.campaign.world import World
from alexandros_rules.translation import gettext_noop

LONGEST_ROAD, LARGEST_ARMY = "longest road", "largest army"


class SettledPlaces:
    """See ``games.rulesets.protocols.Landmarks``.  Counts temples, harbours and awards.

    A place is settled if anybody ever has a building there, from an auction or not.
    """

    title = "ever settled or won"

    def names(self, board: str) -> Sequence[str]:
        return [*_places(map_file.load(board)), LONGEST_ROAD, LARGEST_ARMY]

    def reached(self, state: State) -> Collection[str]:
        settled = _settled(state.world, reduce(or_, (*state.settlements, *state.cities)))
        awards = {LONGEST_ROAD: state.longest, LARGEST_ARMY: state.army}
        return settled.union(name for name, owner in awards.items() if owner is not None)


class HeldTemples:
    """See ``games.rulesets.protocols.Regions``.  A temple is held by a building beside it."""

    title = gettext_noop("Temples of the winner at the end")

    def held(self, state: State, *, seat: int) -> Collection[str]:
        buildings = state.settlements[seat] | state.cities[seat]
        return [stop.name for stop in state.world.route
                if stop.kind == "temple" and buildings >> stop.junction & 1]


@lru_cache(maxsize=8)
def _places(world: World) -> dict[str, int]:
    """Return the junctions of each temple, in the order of the route, and harbour, as masks."""
    temples = {f"temple of {stop.name}": 1 << stop.junction
               for stop in world.route if stop.kind == "temple"}
    harbours = {f"harbour {harbour.name}": sum(1 << j for j in harbour.junctions)
                for harbour in world.harbours}
    return temples | harbours


@lru_cache(maxsize=1024)  # most moves build no settlement
def _settled(world: World, buildings: int) -> frozenset[str]:
    return frozenset(name for name, junctions in _places(world).items() if junctions & buildings)
