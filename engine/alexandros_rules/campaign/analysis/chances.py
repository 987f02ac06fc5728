"""Everybody's chances of winning at the end of a turn, from facts about the position.

Each seat has a rating, the weighted sum of its features; chances are the softmax of all ratings.
The weights were fitted to the results of games between bots; ``weights.json`` names the command
that made them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from operator import mul
from typing import Any

from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.bots.characters import REGENT
from alexandros_rules.campaign.bots.goals import line_length
from alexandros_rules.campaign.bots.prices import Prices
from alexandros_rules.campaign.bots.prospects import (
    WORTH,
    counselor_hope,
    income,
    roll_chance,
    turns_left,
)
from alexandros_rules.campaign.building import settlement_sites
from alexandros_rules.campaign.state import OVER, State

FILE = "weights.json"
HABITS = REGENT.habits
LATE = 12  # turns before the end in which lasting things have lost half of their worth
MOST_LEAD = 3  # roads or soldiers of a lead that count
LEAST = 0.02  # chances count as at least this in points, and as at most 1 - LEAST
NEAR = 10  # points from which each counts once more
FEATURES = (
    "points", "points late", "points at the end", "points near the goal", "income to come",
    "income", "kinds", "special harbours", "plain harbour", "cards", "crowded hand", "gold",
    "hand", "counselor to come", "lead in roads", "lead in soldiers", "cards to play",
    "sites to build on", "settlements left", "robbed", "no building", "to move", "waits", "chits",
)


def features(state: State) -> list[tuple[float, ...]]:
    """Return the features of each seat; ``state`` is at the end of a turn, nothing is hidden."""
    left = turns_left(state, HABITS)
    lasts, late = left / (left + LATE), 1 / math.sqrt(1 + left)
    route = state.world.route
    ahead = max(0, len(route) - state.arrow) / len(route)
    seats = range(state.players)
    lines = [line_length(state, seat, state.roads[seat]) for seat in seats]
    armies = [state.soldiers[seat] + state.cards[seat][th.SOLDIER] for seat in seats]
    chits = list(map(state.chits_of, seats))
    found = list[tuple[float, ...]]()
    for seat in seats:
        points, hand, gets = state.points(seat), state.hands[seat], income(state, seat)
        often = sum([worth * some for worth, some in zip(WORTH, gets, strict=True)])
        cards, own = th.cards(hand), state.buildings(seat)
        place = (seat - state.seat) % state.players
        masks = state.world.harbour_masks
        found.append((
            points, points * late, points / (1 + left), max(0, points - NEAR),
            often * left / 10, often * lasts,
            lasts * len([kind for kind in th.COMMODITIES if gets[kind]]),
            lasts * sum([gets[kind] for kind in th.COMMODITIES if own & masks[kind]]),
            lasts * often * bool(own & masks[th.UNKNOWN]),
            lasts * cards / 10, max(0, cards - 8) / 10, ahead * hand[th.GOLD] / 10,
            Prices.of(state, seat, HABITS).hand(hand) / 10,
            counselor_hope(state, seat, chits, HABITS) - state.counselor_points(seat),
            lasts * _lead(lines, seat), lasts * _lead(armies, seat),
            lasts * (sum(state.cards[seat]) - state.cards[seat][th.POINT]),
            lasts * min(2, settlement_sites(state, seat).bit_count()),
            lasts * state.settlements_left(seat),
            lasts * _robbed(state, seat), lasts * (not own), late * (place == 0), late * place,
            chits[seat] / (1 + left),
        ))
    return found


def _lead(sizes: Sequence[int], seat: int) -> int:
    """Return by how much a seat's size exceeds all others, within limits."""
    most = max([size for other, size in enumerate(sizes) if other != seat])
    return max(-MOST_LEAD, min(MOST_LEAD, sizes[seat] - most))


def _robbed(state: State, seat: int) -> float:
    """Return how many cards of a roll the robber keeps from a seat."""
    corners = state.world.corners[state.robber]
    buildings = ((state.settlements[seat] & corners).bit_count()
                 + 2 * (state.cities[seat] & corners).bit_count())
    return buildings * roll_chance(state.world.hexes[state.robber].number)


def chances_of(state: State) -> list[float]:
    """Return each seat's chance of winning; after the end, its share of the win."""
    if state.phase == OVER:
        return [(seat in state.winners) / len(state.winners) for seat in range(state.players)]
    weights = weights_for(state.players)
    return softmax([sum(map(mul, weights, row)) for row in features(state)])


def softmax(ratings: Sequence[float]) -> list[float]:
    """Return the chances that belong to these ratings."""
    most = max(ratings)
    odds = [math.exp(rating - most) for rating in ratings]
    return [some / sum(odds) for some in odds]


def log_odds(chance: float) -> float:
    """Return the logarithm of the odds, with chances kept away from 0 and 1."""
    chance = min(max(chance, LEAST), 1 - LEAST)
    return math.log(chance / (1 - chance))


def in_points(chance: float, players: int) -> float:
    """Return a chance of winning in points; only differences have a meaning."""
    factor: float = _data()["points"][str(players)]
    return factor * log_odds(chance)


def weights_for(players: int) -> tuple[float, ...]:
    """Return the weights of the features for a number of players."""
    some = _data()["weights"][str(players)]
    return tuple([some[name] for name in FEATURES])


@lru_cache(maxsize=1)
def _data() -> Mapping[str, Any]:
    text = resources.files(__package__).joinpath(FILE).read_text("utf-8")
    data: Mapping[str, Any] = json.loads(text)
    return data
