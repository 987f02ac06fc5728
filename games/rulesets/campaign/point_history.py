"""The points, chits and yields after each row of a game, for charts and replays.

Everything here is public, so views and true states give the same result, except that points after
the end include victory point cards.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.campaign.state import State
from games.rulesets.plain import PlainMoment


@dataclass(frozen=True, slots=True)
class Moment(PlainMoment):
    """A row of a game: each seat's chits after it, and how much it can expect from a roll.

    ``production`` is in 36ths of a card or piece of gold.
    """

    chits: tuple[int, ...]
    production: tuple[int, ...]


ROLLS = 36  # what production is counted in


def production(view: State) -> tuple[int, ...]:
    """Returns what each seat gets on average from 36 rolls of the dice, without the robber."""
    world = view.world
    yields = [0] * view.players
    for number, tiles in world.hexes_by_number.items():
        for tile in tiles:
            corners = world.corners[tile]
            for seat in range(view.players):
                yields[seat] += (6 - abs(7 - number)) * (
                    (view.settlements[seat] & corners).bit_count()
                    + 2 * (view.cities[seat] & corners).bit_count())
    return tuple(yields)
