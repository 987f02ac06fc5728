"""Games that go on from a position of another game, with the hidden cards dealt again (S6).

The text of a position is canonical JSON of two parts: the spectators' view as ``state`` writes it,
with no shuffle counted, and the pools of unseen cards.

Pools hold what everybody can tell about hidden cards from the shuffles.  When the discard pile is
shuffled, everybody knows which cards it contains, and so which cards the hidden part of all hands
consists of.  Cards drawn later come from the new supply.  So every hidden card belongs to a pool:
there is one for each shuffle of which cards are still hidden, the last with the supply.  Within a
pool, every deal is equally probable.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from engine import codec
from engine.alexandros import board_file, cards, events
from engine.alexandros.cards import Counts
from engine.alexandros.evolve import evolve
from engine.alexandros.marches import targets
from engine.alexandros.provinces import provinces
from engine.alexandros.state import (
    ACT,
    ACTIONS,
    GUARDS,
    MARCH,
    ORIGINAL,
    OVER,
    SECOND,
    TAKE,
    State,
    change,
    dump_state,
    read_parts,
)
from engine.alexandros.view import view
from engine.chance import Chance
from engine.immutable import with_item
from engine.ruleset import Setup


def position_after(log: Sequence[events.Event]) -> str:
    """Return the text of the position after these events, all from the start of a game.

    The text contains everything that all players have seen, including the known cards of each
    hand even under the ``ORIGINAL`` rules.  Raise ValueError if the game is over.
    """
    started = log[0]
    assert isinstance(started, events.Started)
    state, pools = evolve(None, replace(started, rules=events.VERSION)), Pools()
    for event in log[1:]:
        pools = pools_after(pools, event, state)
        state = evolve(state, event)
    if state.phase == OVER:
        raise ValueError("this game is over")
    if started.rules == ORIGINAL:  # no round was counted as a quiet one (E5)
        state = change(state, eventful=state.turn - 1)
    return _text(state, pools)


def _text(state: State, pools: Pools) -> str:
    parts = json.loads(dump_state(change(view(state, None), shuffles=0)))
    return codec.canonical([parts, pools_data(pools)])


def view_of(position: str, setup: Setup) -> State:
    """Return the position as everybody sees it.

    Raise ValueError if no game with this setup can get into the position.  That checks everything
    that the rules and the pages rely on, not how the position has come about.
    """
    try:
        state = read_parts(json.loads(position)[0], board_file.load(setup.board))
        pools = read_pools(position)
        is_possible = _text(state, pools) == position and _is_possible(state, pools, setup)
    except (TypeError, LookupError, AttributeError, OverflowError, RecursionError) as error:
        raise ValueError("this is no position") from error
    if not is_possible:
        raise ValueError("there is no such position")
    return state


def first_seat(state: State) -> int:
    """Return the seat that took the first turn."""
    return (state.seat - state.turn + 1) % state.players


def continued(position: str, chance: Chance) -> events.Continued:
    """Return the event that deals the hidden cards of a position again.

    Each pool is shuffled and dealt seat by seat; the rest of the last pool is the supply.
    """
    parts, __ = json.loads(position)
    hands = [cards.read_code(known) for known in parts[-1]]
    supply: tuple[int, ...] = ()
    for number, pool in enumerate(read_pools(position), 1):
        supply = chance.shuffle(cards.expand(pool.cards), f"shuffle-{number}")
        for seat, held in enumerate(pool.held):
            hands[seat] = cards.add(hands[seat], cards.counts(supply[:held]))
            supply = supply[held:]
    return events.Continued(position, tuple(hands), supply)


def _is_possible(state: State, pools: Pools, setup: Setup) -> bool:
    """Return whether a game with this setup may get into this position."""
    options = (state.options.half_of_occupying, state.options.balanced_start,
               state.options.finish_round)
    names = ("half_of_occupying", "balanced_start", "finish_round")
    numbers = (state.players, state.rules, state.seat, state.turn, state.actions, state.alexander,
               state.black_left, state.red_left, state.stayed, state.eventful, *state.scores)
    return (
        all(type(number) is int and 0 <= number < 10_000 for number in numbers)
        and all(type(flag) is bool for flag in (*options, state.levied, state.joker))
        and state.players == setup.players
        and options == tuple([setup.options.get(name, False) for name in names])
        and state.rules in range(SECOND + 1, events.VERSION + 1)
        and _is_turn(state) and _is_ground(state) and _are_cards(state, pools)
    )


def _is_turn(state: State) -> bool:
    return (
        state.seat < state.players == len(state.scores) and state.turn > 0
        and state.eventful <= state.turn and state.stayed <= state.players
        and (state.winners, state.reason) == ((), "")
        and state.last_round in ("", "walls", "points")
        and state.phase in (TAKE, MARCH, ACT)
        and (0 < state.actions <= ACTIONS if state.phase == ACT else not state.actions)
    )


def _is_ground(state: State) -> bool:
    """Return whether Alexander, the walls and the guards stand where they can."""
    board = state.board
    sides, symbols = sum(1 << side for side in board.sides), sum(board.symbols)
    guards = state.guards
    return (
        state.alexander < len(board.coordinates)
        and state.walls & ~sides == 0 and state.red & ~state.walls == 0  # nor are they below 0
        and state.black_left == board.black_walls - (state.walls & ~state.red).bit_count()
        and state.red_left == board.red_walls - state.red.bit_count()
        and len(guards) == state.players
        and all(mask & ~symbols == 0 and mask.bit_count() <= GUARDS for mask in guards)
        and all(sum(bool(province & mask) for mask in guards) <= 1  # P3
                for province in provinces(board, state.walls))
        and _is_card(state)
    )


def _is_card(state: State) -> bool:
    """Return whether there is a card to march by if, and only if, Alexander is to march."""
    if state.phase != MARCH:
        return state.card is None and not state.joker
    return type(state.card) is int and state.card in cards.KINDS and bool(targets(state))


def _are_cards(state: State, pools: Pools) -> bool:
    """Return whether no card is missing and each hand has the cards that it is known to have."""
    hidden = [sum(held) for held in zip(*[pool.held for pool in pools], strict=True)]
    seen = [*state.known, cards.counts(state.face_up), state.discard]
    every = reduce(cards.add, [*seen, *[pool.cards for pool in pools]])
    return (
        len(state.hands) == state.players
        and every == (*(cards.CARDS_PER_SYMBOL for __ in cards.KINDS), 0)
        and len(state.face_up) <= cards.FACE_UP_CARDS
        and all(map(_is_pool, pools)) and all(not pool.left for pool in pools[:-1])
        and len(state.supply) == pools[-1].left
        and list(state.hands) == [
            _unknown(cards.total(known) + count)
            for known, count in zip(state.known, hidden, strict=True)]
    )


def _is_pool(pool: Pool) -> bool:
    return all(type(held) is int and held >= 0 for held in pool.held)


def _unknown(count: int) -> Counts:
    return (*cards.NONE[:cards.UNKNOWN], count)


@dataclass(frozen=True, slots=True)
class Pool:
    """Cards that were shuffled together and that nobody but their holder has seen since.

    ``held`` is the number of these cards in the hand of each seat.  The others are the supply,
    which only the last pool has.
    """

    cards: Counts
    held: tuple[int, ...]

    @property
    def left(self) -> int:
        """The number of cards that are in no hand."""
        return cards.total(self.cards) - sum(self.held)


Pools = tuple[Pool, ...]


def pools_data(pools: Pools) -> list[Any]:
    """Return the pools as JSON data: the cards of each and the numbers in the hands."""
    return [[cards.code(pool.cards), list(pool.held)] for pool in pools]


def read_pools(position: str) -> Pools:
    """Return the pools in the text of a position."""
    __, pools = json.loads(position)
    return tuple([Pool(cards.read_code(code), tuple(held)) for code, held in pools])


def pools_after(pools: Pools, event: events.Event, before: State) -> Pools:
    """Return the pools after an event; ``before`` is the true state before it."""
    match event:
        case events.Continued():
            return read_pools(event.position)
        case events.Shuffled():
            new = Pool(cards.counts(event.supply), (0,) * before.players)
            return (*(pool for pool in pools if any(pool.held)), new)
        case events.Dealt() | events.Drew():
            return (*pools[:-1], _drawn(pools[-1], event.seat))
        case events.Revealed():
            return (*pools[:-1], _without(pools[-1], event.card))
        case events.Played() | events.Levied():
            return _left_hand(pools, before, event.seat, cards.single(event.card))
        case events.Occupied():
            return _left_hand(pools, before, event.seat, event.paid)
        case events.TookOver():
            spent = cards.add(event.removal, event.paid)
            return _left_hand(pools, before, event.seat, spent)
    return pools


def _drawn(pool: Pool, seat: int) -> Pool:
    return Pool(pool.cards, with_item(pool.held, seat, pool.held[seat] + 1))


def _without(pool: Pool, card: int) -> Pool:
    return Pool(cards.subtract(pool.cards, cards.single(card)), pool.held)


def _left_hand(pools: Pools, before: State, seat: int, some: Counts) -> Pools:
    """Return the pools after cards have left a hand, of which known cards went first."""
    hidden = cards.missing(before.known[seat], some)
    return reduce(lambda left, card: _shown(left, seat, card), cards.expand(hidden), pools)


def _shown(pools: Pools, seat: int, card: int) -> Pools:
    """Return the pools after a seat has shown one of its hidden cards."""
    # The card may come from several pools; we assume the oldest.  If no pool fits, an earlier
    # assumption was wrong, so we no longer tell the pools apart.
    for i, pool in enumerate(pools):
        if pool.held[seat] and pool.cards[card]:
            held = with_item(pool.held, seat, pool.held[seat] - 1)
            return with_item(pools, i, _without(Pool(pool.cards, held), card))
    return _shown((_merged(pools),), seat, card)


def _merged(pools: Sequence[Pool]) -> Pool:
    held = tuple(sum(counts) for counts in zip(*[pool.held for pool in pools], strict=True))
    return Pool(reduce(cards.add, [pool.cards for pool in pools]), held)
