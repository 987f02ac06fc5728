"""Where a player sends the robber, whom they rob, and what they give up themselves."""

from __future__ import annotations

from engine.campaign import robbing
from engine.campaign import things as th
from engine.campaign.bots.sites import chance
from engine.campaign.state import ENOUGH_SOLDIERS, State

OWN_LOSS = 1.5
STOLEN = 0.07  # a stolen card, in cards for each roll
AHEAD = 0.1  # how much more a player's loss counts for each point they have


def best_robbery(view: State, seat: int) -> tuple[int, int | None]:
    """Returns the hex where the robber harms the leaders most, and who is robbed there."""
    tile = max(robbing.robber_sites(view), key=lambda site: _harm(view, seat, site))
    victim = max(robbing.victims(view, tile, seat=seat), default=None, key=lambda other: (
        view.public_points(other), th.cards(view.hands[other])))
    return tile, victim


def _harm(view: State, seat: int, tile: int) -> float:
    """Returns how much the robber on a hex takes from the others, more from those ahead."""
    corners, loss = view.world.corners[tile], 0.0
    for other in range(view.players):
        buildings = ((view.settlements[other] & corners).bit_count()
                     + 2 * (view.cities[other] & corners).bit_count())
        loss += buildings * (
            -OWN_LOSS if other == seat else 0.5 + AHEAD * view.public_points(other))
    robbed = robbing.victims(view, tile, seat=seat)
    return loss * chance(view.world.hexes[tile].number) + (STOLEN if robbed else 0.0)


def is_robbed(view: State, seat: int) -> bool:
    """Checks if the robber stands on a hex that would yield something to the seat."""
    return bool(view.world.corners[view.robber] & view.buildings(seat)
                and view.world.hexes[view.robber].number)


def wins_army(view: State, seat: int) -> bool:
    """Checks if one more soldier takes the largest army (LA1)."""
    most = max(view.soldiers[other] for other in range(view.players) if other != seat)
    return view.army != seat and view.soldiers[seat] + 1 >= max(ENOUGH_SOLDIERS, most + 1)


def choose_discards(hand: th.Counts, number: int, price: th.Counts) -> th.Counts:
    """Returns the cards to give up: first those that a price does not need, of the most."""
    left, given = list(hand), [0] * 7
    for _ in range(number):
        kind = max(th.COMMODITIES, key=lambda k: (left[k] > 0, left[k] - price[k], left[k]))
        left[kind] -= 1
        given[kind] += 1
    return tuple(given)
