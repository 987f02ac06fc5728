"""Luck: what each roll of the dice was worth in points, compared with all rolls.

The position after every total of the dice is rated as one seat sees it, in the same guesses of what
is hidden: everybody gets what the hexes yield or, after a seven, gives up what must be given up.
The luck of a roll is the value of its total minus the average of all totals, each weighted by its
chance.  So luck is 0 on average, however good or bad the ratings are.

Cards of the supply, stolen cards and chits are not counted.  Which development card is drawn is
counted for its buyer alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.analysis.chances import chances_of, in_points
from alexandros_rules.campaign.analysis.guesses import guess
from alexandros_rules.campaign.events import DevelopmentBought, Event, Rolled
from alexandros_rules.campaign.evolve import evolve
from alexandros_rules.campaign.state import LARGEST_HAND, SEVEN, State, change
from alexandros_rules.campaign.yields import preferred_discard, yields
from alexandros_rules.chance import SeededChance
from alexandros_rules.ruleset import HasTime

GUESSES = 2
TOTALS = range(2, 13)


def of_events(steps: Sequence[tuple[State, Event]], *, seat: int, salt: bytes,
              has_time: HasTime) -> list[float]:
    """Return each seat's luck in these events, as the analyst reports it."""
    total = [0.0] * (steps[0][0].players if steps else 0)
    for number, (view, event) in enumerate(steps):
        if isinstance(event, Rolled):
            some = _luck_of_roll(view, sum(event.dice), seat=seat, salt=salt, has_time=has_time)
            total = [a + b for a, b in zip(total, some, strict=True)]
        elif isinstance(event, DevelopmentBought) and event.seat == seat:
            total[seat] += _luck_of_card(view, event, salt=salt + bytes([number]))
    return total


def _guesses(view: State, seat: int, salt: bytes, has_time: HasTime) -> list[State]:
    found = list[State]()
    for number in range(GUESSES):
        if found and not has_time():
            break
        seed = hashlib.sha256(salt + number.to_bytes(2)).digest()
        found.append(guess(view, seat, SeededChance(seed)))
    return found


def _luck_of_roll(view: State, rolled: int, *, seat: int, salt: bytes,
                  has_time: HasTime) -> list[float]:
    guesses = _guesses(view, seat, salt, has_time)
    values = {total: _points([_after_roll(one, total) for one in guesses]) for total in TOTALS}
    return [
        values[rolled][each] - sum((6 - abs(SEVEN - total)) / 36 * values[total][each]
                                   for total in TOTALS)
        for each in range(view.players)
    ]


def _after_roll(state: State, total: int) -> State:
    """Return a guess after a roll: with the yields, or without the cards to be discarded."""
    if total == SEVEN:
        gains = [th.times(-1, preferred_discard(hand, th.cards(hand) // 2, ()))
                 if th.cards(hand) > LARGEST_HAND else th.NOTHING for hand in state.hands]
    else:
        gains = [*yields(state, total)[0]]
    hands = tuple(map(th.add, state.hands, gains))
    return change(state, hands=hands)


def _points(states: Sequence[State]) -> list[float]:
    """Return each seat's chance of winning in points, on average over these positions."""
    players = states[0].players
    found = [[in_points(chance, players) for chance in chances_of(state)] for state in states]
    return [sum(column) / len(found) for column in zip(*found, strict=True)]


def _luck_of_card(view: State, event: DevelopmentBought, *, salt: bytes) -> float:
    """Return the luck of the buyer of a development card, who knows which it is."""
    seat = event.seat
    guessed, = _guesses(view, seat, salt, lambda: False)
    unseen = [*guessed.deck, *(kind for each, cards in enumerate(guessed.cards) if each != seat
                               for kind in th.expand(cards))]
    values = {}
    for kind in {*unseen, event.development}:
        after = evolve(guessed, DevelopmentBought(seat, kind))
        values[kind] = _points([after])[seat]
    return values[event.development] - sum(map(values.__getitem__, unseen)) / len(unseen)
