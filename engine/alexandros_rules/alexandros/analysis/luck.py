"""Luck: the value of each random draw in points, compared with the expected value.

For every card that might have come, the position is rated on the view of one seat: the player to
move plays the best turn with that card, and the chances of winning are estimated.  The luck of a
draw is the value of its card minus the average over all cards, weighted by the chances that they
have as far as the seat knows.  So luck is 0 on average, however good or bad the ratings are.

Chances are converted into points with factors that were fitted to games between bots;
``points.json`` names the command that made them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib import resources
from math import log

from alexandros_rules.alexandros.bots.characters import STRATEGIST
from alexandros_rules.alexandros.bots.search.deals import guess, next_cards, position_of
from alexandros_rules.alexandros.bots.search.evaluation import rate, rate_end
from alexandros_rules.alexandros.bots.search.thinker import Effort, for_all
from alexandros_rules.alexandros.bots.search.turns import best_turn, play_turn
from alexandros_rules.alexandros.events import Dealt, Drew, Event, Revealed, TurnEnded
from alexandros_rules.alexandros.evolve import evolve
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import ACT, State, change
from alexandros_rules.bot_games import play_out
from alexandros_rules.ruleset import Bot, HasTime, Setup, lead

FILE = "points.json"
LEAST = 0.02  # chances count as at least this, and as at most 1 - LEAST
DEALS = 2  # guesses of the hidden cards for each card that might have come
Draw = Dealt | Drew | Revealed
QUICK = replace(STRATEGIST, efforts=for_all(Effort(beam=3, width=2)))


def of_events(steps: Sequence[tuple[State, Event]], *, seat: int, salt: bytes,
              has_time: HasTime) -> list[float]:
    """Return each seat's luck, in points, in the draws that count for this seat.

    ``steps`` are this seat's views and the events that followed.
    """
    total = [0.0] * steps[0][0].players if steps else []
    for number, (view, event) in enumerate(steps):
        if isinstance(event, Draw) and _counts_for(view, event, seat) and has_time():
            lucky = _luck(view, event, seat=seat, salt=salt + number.to_bytes(2))
            total = [some + more for some, more in zip(total, lucky, strict=True)]
    return total


def _counts_for(view: State, draw: Draw, seat: int) -> bool:
    """Return whether the luck of a draw is measured by the knowledge of this seat."""
    return (draw.seat if isinstance(draw, Dealt) else view.seat) == seat


def _luck(view: State, event: Draw, *, seat: int, salt: bytes) -> list[float]:
    likely = next_cards(view, seat)
    if event.card not in likely:  # somebody has shown a card of another shuffle than assumed
        likely = next_cards(change(view, older=()), seat)
    values = {
        card: _points(evolve(view, replace(event, card=card)), seat=seat, salt=salt)
        for card in likely
    }
    return [
        values[event.card][each]
        - sum(float(chance) * values[card][each] for card, chance in likely.items())
        for each in range(view.players)
    ]


def _points(view: State, *, seat: int, salt: bytes) -> list[float]:
    """Return each seat's chance of winning in points, on average over some guesses."""
    if view.phase == ACT and view.actions == 0:  # the row is filled up at the end of the turn
        view = evolve(view, TurnEnded(view.seat, (view.seat + 1) % view.players))
    sums = [0.0] * view.players
    for deal in range(DEALS):
        found = chances(view, seat=seat, salt=salt + deal.to_bytes(2))
        sums = [a + in_points(b, view.players) for a, b in zip(sums, found, strict=True)]
    return [some / DEALS for some in sums]


def chances(view: State, *, seat: int, salt: bytes) -> list[float]:
    """Return each seat's chance of winning after the best turn of the player to move."""
    position = position_of(view, guess(view, seat, salt=salt))
    search = QUICK.search_for(view)
    QUICK.find_turns(search, view, position)
    play_turn(search, best_turn(search), position)
    if position.over:
        rate_end(search.evaluation, position)
    else:
        rate(search.evaluation, position, position.seat)
    return list(search.evaluation.chance[:position.players])


def log_odds(chance: float) -> float:
    """Return the logarithm of the odds, with chances kept away from 0 and 1."""
    chance = min(max(chance, LEAST), 1 - LEAST)
    return log(chance / (1 - chance))


def in_points(chance: float, players: int) -> float:
    """Return a chance of winning in points; only differences have a meaning."""
    return factors()[players] * log_odds(chance)


@lru_cache(maxsize=1)
def factors() -> Mapping[int, float]:
    """Return the points of one unit of log-odds, by the number of players."""
    text = resources.files(__package__).joinpath(FILE).read_text("utf-8")
    return {int(players): float(some) for players, some in json.loads(text)["factors"].items()}


def fit_factor(samples: Sequence[tuple[float, int]]) -> float:
    """Return the slope of the margin over the log-odds, for pairs of a chance and a margin."""
    odds = [log_odds(chance) for chance, _ in samples]
    mean = sum(odds) / len(odds)
    middle = sum(margin for _, margin in samples) / len(samples)
    above = sum((x - mean) * (margin - middle)
                for x, (_, margin) in zip(odds, samples, strict=True))
    return above / sum((x - mean) ** 2 for x in odds)


def play_for_margins(setup: Setup, *, seed: bytes,
                     bots: Sequence[Bot]) -> list[tuple[float, int]]:
    """Play a game and return pairs of a chance and the final margin, of all seats in each turn.

    The margin is the final score minus that of the best rival.  The chances are estimated on the
    view of the player to move.
    """
    found, turn = list[list[float]](), 0
    for state, move, _ in play_out(RULESET, setup, seed=seed, bots=bots):
        if move is None:
            margins = _margins(state)
        elif state.turn != turn:
            turn = state.turn
            view = RULESET.view(state, state.seat)
            found.append(chances(view, seat=state.seat, salt=seed + turn.to_bytes(2)))
    return [pair for some in found for pair in zip(some, margins, strict=True)]


def _margins(state: State) -> list[int]:
    return [lead(state.scores, seat) for seat in range(state.players)]
