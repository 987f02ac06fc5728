"""Estimates of each player's chance of winning, from features of the position.

The weights are learned from games that bots play (see ``weights``).  A feature counts differently
early and late in the game: each stage has its own weights, and between two stages their weights are
mixed by the share of the walls that are left.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Any

from alexandros_rules.alexandros.bots.search.ground import NONE, WAYS, Ground, decimals, zeros
from alexandros_rules.alexandros.bots.search.position import (
    CARDS,
    GOAL,
    LEFT,
    SCORE,
    SEATS,
    UNKNOWN,
    Position,
)

FEATURES = (
    "score", "income", "income to levy", "crowded", "hand", "large hand", "kinds", "guards left",
    "best free", "second free", "free later", "best takeover", "takeover later", "exposed",
    "exposed later", "cards on guards", "next", "next income", "next free", "next takeover",
    "next levy wins", "levy wins", "close to goal", "unknown cards",
    "beside Alexander", "income squared", "largest",
)
(
    F_SCORE, F_INCOME, F_LEVY, F_CROWDED, F_HAND, F_LARGE, F_KINDS, F_LEFT,
    F_FREE, F_SECOND, F_FREE_LATER, F_TAKE, F_TAKE_LATER, F_EXPOSED,
    F_EXPOSED_LATER, F_POSTS, F_NEXT, F_NEXT_INCOME, F_NEXT_FREE, F_NEXT_TAKE,
    F_NEXT_WINS, F_WINS, F_CLOSE, F_UNKNOWN,
    F_BESIDE, F_SQUARED, F_LARGEST,
) = range(len(FEATURES))
WIDTH = 27  # the number of features
STAGES = (0.0, 0.16, 0.4, 1.0)  # the shares of walls left for which weights are learned
LARGE = 5  # a hand with more cards is large; as many further ones count in full
REST = 0.25  # the worth of each card beyond, compared with those
MOST_MISSING = 2  # cards that may be missing for a province that counts
POINTS = 20.0  # a province or an income of this many points counts as 1


class Evaluation:
    """The features of a position and the chances of winning, for all seats.

    ``weights``  for each number of walls left, the weight of each feature.
    ``chance``   for each seat, the chance of winning, after ``rate``.
    """

    def __init__(self, ground: Ground, weights: Any):
        self.weights = weights_by_walls(tuple(weights), ground.walls)
        self.features = decimals([0.0] * (SEATS * WIDTH))
        self.chance = decimals([0.0] * SEATS)
        self.kinds = zeros(SEATS * 5)  # 1 if a seat has a guard on such a symbol
        self.total = zeros(SEATS)


@lru_cache(maxsize=32)
def weights_by_walls(weights: tuple[float, ...], walls: int) -> Any:
    """Return the weights of all features for 0 to ``walls`` walls left, one after the other.

    ``weights`` are given feature by feature, one for each stage.
    """
    found = list[float]()
    for left in range(walls + 1):
        shares = stage_shares(left / walls)
        for i in range(WIDTH):
            some = weights[len(STAGES) * i:len(STAGES) * (i + 1)]
            found.append(sum(share * one for share, one in zip(shares, some, strict=True)))
    return decimals(found)


def stage_shares(left: float) -> list[float]:
    """Return the shares of all stages in the weights, for this share of walls left; sum 1."""
    shares = [0.0] * len(STAGES)
    later = 1
    while later < len(STAGES) - 1 and STAGES[later] < left:
        later += 1
    shares[later] = (left - STAGES[later - 1]) / (STAGES[later] - STAGES[later - 1])
    shares[later - 1] = 1 - shares[later]
    return shares


def rate(evaluation: Evaluation, position: Position, mover: int) -> None:
    """Set each seat's chance of winning if ``mover`` begins the next turn."""
    find_features(evaluation, position, mover)
    row = (position.black + position.red) * WIDTH
    top = -1e9
    for seat in range(position.players):
        score = 0.0
        for i in range(WIDTH):
            x = evaluation.features[seat * WIDTH + i]
            if x != 0.0:
                score += x * evaluation.weights[row + i]
        evaluation.chance[seat] = score
        top = max(top, score)
    total = 0.0
    for seat in range(position.players):
        evaluation.chance[seat] = exp(evaluation.chance[seat] - top)
        total += evaluation.chance[seat]
    for seat in range(position.players):
        evaluation.chance[seat] /= total


def rate_end(evaluation: Evaluation, position: Position) -> None:
    """Give the winners of a finished game their shares of the win (E4)."""
    purse = position.purse
    best = winners = 0
    for seat in range(position.players):
        best = max(best, purse[SCORE + seat])
    for seat in range(position.players):
        winners += purse[SCORE + seat] == best
    for seat in range(position.players):
        evaluation.chance[seat] = 1.0 / winners if purse[SCORE + seat] == best else 0.0


def find_features(evaluation: Evaluation, position: Position, mover: int) -> None:
    """Set the features of all seats if ``mover`` begins the next turn."""
    x, players = evaluation.features, position.players
    for i in range(players * WIDTH):
        x[i] = 0.0
    for i in range(players * 5):
        evaluation.kinds[i] = 0
    most = 0
    for seat in range(players):
        total = 0
        for k in range(CARDS):
            total += position.purse[seat * CARDS + k]
        evaluation.total[seat] = total
        most = max(most, total)
    for province in range(position.provinces):
        if position.owner[province]:
            _add_held(evaluation, position, province)
        elif 0 < position.terrain.bearing[province] <= most + MOST_MISSING + 1:
            _add_free(evaluation, position, province)
    _add_neighbours(evaluation, position)
    for seat in range(players):
        _add_seat(evaluation, position, seat)
    _add_mover(evaluation, position, mover)


def _add_held(evaluation: Evaluation, position: Position, province: int) -> None:
    """Add the features of a province for its owner and for rivals who may take it over."""
    x = evaluation.features
    holder = position.owner[province] - 1
    guards = position.guards[province]
    value = position.terrain.value[province] / POINTS
    if guards == 1:
        x[holder * WIDTH + F_INCOME] += value
        x[holder * WIDTH + F_SQUARED] += value * value
        x[holder * WIDTH + F_LARGEST] = max(x[holder * WIDTH + F_LARGEST], value)
    else:
        x[holder * WIDTH + F_CROWDED] += value
    for k in range(5):
        if position.posts[5 * province + k]:
            evaluation.kinds[holder * 5 + k] = 1
    if value == 0.0:
        return
    worst = 9
    for seat in range(position.players):
        if seat != holder and position.purse[LEFT + seat] > 0:
            lacking = missing_cards(evaluation, position, province, seat)
            worst = min(worst, lacking)
            if lacking == 0:
                x[seat * WIDTH + F_TAKE] = max(x[seat * WIDTH + F_TAKE], value)
            elif lacking == 1:
                x[seat * WIDTH + F_TAKE_LATER] = max(x[seat * WIDTH + F_TAKE_LATER], value)
    if worst == 0:
        x[holder * WIDTH + F_EXPOSED] += value
    elif worst <= MOST_MISSING:
        x[holder * WIDTH + F_EXPOSED_LATER] += value / worst


def _add_free(evaluation: Evaluation, position: Position, province: int) -> None:
    """Add the features of a free province for players who may occupy it."""
    x = evaluation.features
    value = position.terrain.value[province] / POINTS
    for seat in range(position.players):
        if position.purse[LEFT + seat] == 0:
            continue
        lacking = missing_cards(evaluation, position, province, seat)
        base = seat * WIDTH
        if lacking == 0:
            if value > x[base + F_FREE]:
                x[base + F_SECOND] = x[base + F_FREE]
                x[base + F_FREE] = value
            elif value > x[base + F_SECOND]:
                x[base + F_SECOND] = value
        elif lacking <= MOST_MISSING and value / lacking > x[base + F_FREE_LATER]:
            x[base + F_FREE_LATER] = value / lacking


def _add_neighbours(evaluation: Evaluation, position: Position) -> None:
    """Add the provinces at Alexander's point, which the next march may divide."""
    ground = position.ground
    first = WAYS * position.alexander
    for i in range(first, first + WAYS):
        space = ground.meeting[i]
        if space == NONE:
            continue
        province = position.terrain.province[space]
        if position.guards[province] != 1:
            continue
        met = 0
        for j in range(first, i):
            other = ground.meeting[j]
            if other != NONE and position.terrain.province[other] == province:
                met = 1
        if not met:
            place = (position.owner[province] - 1) * WIDTH + F_BESIDE
            evaluation.features[place] += position.terrain.value[province] / POINTS


def missing_cards(evaluation: Evaluation, position: Position, province: int, seat: int) -> int:
    """Return the number of cards a seat lacks to hold a province with one guard, 9 for many."""
    purse, held = position.purse, position.guards[province]
    if position.terrain.bearing[province] + 2 * held - evaluation.total[seat] - 1 > MOST_MISSING:
        return 9
    removal = occupation = 0
    for k in range(5 * province, 5 * province + 5):
        left = purse[seat * CARDS + k - 5 * province]
        if held:
            left -= 2 * position.posts[k]
            if left < 0:
                removal -= left
                left = 0
        if position.terrain.price[k] > left:
            occupation += position.terrain.price[k] - left
    lacking = removal + (occupation - 1 if occupation > 0 else 0)
    return lacking if lacking <= MOST_MISSING else 9


def _add_seat(evaluation: Evaluation, position: Position, seat: int) -> None:
    x, purse, base = evaluation.features, position.purse, seat * WIDTH
    total, kinds, posts = evaluation.total[seat], 0, 0
    for k in range(5):
        held = purse[seat * CARDS + k]
        if held:
            kinds += 1
            if evaluation.kinds[seat * 5 + k]:
                posts += held
    score = purse[SCORE + seat]
    income = x[base + F_INCOME]
    x[base + F_SCORE] = score / 50.0
    x[base + F_CLOSE] = max(0.0, (score + POINTS * income - 70.0) / 30.0)
    x[base + F_HAND] = min(total, LARGE) / 5.0
    if total > LARGE:
        more = total - LARGE
        x[base + F_LARGE] = (min(more, LARGE) + REST * max(0, more - LARGE)) / 5.0
    x[base + F_KINDS] = kinds / 5.0
    x[base + F_UNKNOWN] = purse[seat * CARDS + UNKNOWN] / 5.0
    x[base + F_POSTS] = min(posts, 4) / 4.0
    left = purse[LEFT + seat]
    x[base + F_LEFT] = min(left, 2) / 2.0
    if posts:
        x[base + F_LEVY] = income
        if score + POINTS * income >= GOAL:
            x[base + F_WINS] = 1.0


def _add_mover(evaluation: Evaluation, position: Position, mover: int) -> None:
    x, base = evaluation.features, mover * WIDTH
    if mover == NONE:
        return
    x[base + F_NEXT] = 1.0
    x[base + F_NEXT_INCOME] = x[base + F_LEVY]
    x[base + F_NEXT_FREE] = x[base + F_FREE] + 0.5 * x[base + F_SECOND]
    x[base + F_NEXT_TAKE] = x[base + F_TAKE]
    x[base + F_NEXT_WINS] = x[base + F_WINS]
