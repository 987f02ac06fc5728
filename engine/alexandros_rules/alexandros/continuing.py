"""Games that go on from a position of another game, with the hidden cards dealt again (S6).

The module is the game's ``alexandros_rules.positions.Positions``.  The text of a position is
canonical JSON of two parts: the spectators' view as ``state`` writes it, with no shuffle counted,
and the pools of unseen cards (see ``pools``).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from importlib import resources

from alexandros_rules import codec
from alexandros_rules.alexandros import board_file, cards, events, memory, pools
from alexandros_rules.alexandros.cards import Counts
from alexandros_rules.alexandros.evolve import evolve
from alexandros_rules.alexandros.marches import targets
from alexandros_rules.alexandros.pools import Pool, Pools
from alexandros_rules.alexandros.provinces import provinces
from alexandros_rules.alexandros.state import (
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
from alexandros_rules.alexandros.view import view as view_of
from alexandros_rules.chance import Chance
from alexandros_rules.ruleset import Setup

samples: Sequence[str] = (resources.files("alexandros_rules.alexandros")
                          / "typical_positions.txt").read_text("utf-8").splitlines()


def after(log: Sequence[events.Event], since: Setup | None = None, *,
          reached: State | None = None) -> str:
    """Return the text of the position after these events (``Positions.after``).

    The text contains everything that all players have seen, including the known cards of each
    hand even under the ``ORIGINAL`` rules.
    """
    if since is None:
        started, *log = log
        assert isinstance(started, events.Started)
        state = evolve(None, replace(started, rules=events.VERSION))
        rules = started.rules
    else:
        state, rules = view(since), events.VERSION
    if reached is not None and rules != ORIGINAL:
        state = change(reached, rules=events.VERSION)
    else:
        state = reduce(evolve, log, state)
        if reached is not None:  # a view that has no public memory
            state = change(state, face_up=reached.face_up)
    if state.phase == OVER:
        raise ValueError("this game is over")
    if cards.UNKNOWN in (*state.face_up, state.card):
        raise ValueError("this card has not been seen")
    if rules == ORIGINAL:  # no round was counted as a quiet one (E5)
        state = change(state, eventful=state.turn - 1)
    return _text(state, memory.pools(state))


def setup(position: str) -> Setup:
    """Return the setup of a game that goes on from a position (``Positions.setup``)."""
    try:
        parts, __ = json.loads(position)
        board, players, half = parts[:3]
        flags = {"half_of_occupying": half, "balanced_start": parts[26], "finish_round": parts[27]}
    except (TypeError, ValueError, LookupError, RecursionError) as error:
        raise ValueError("this is no position") from error
    text = next((text for text in board_file.shipped().values()
                 if board_file.load(text).id == board), None)
    if text is None:
        raise ValueError("there is no such board")
    found = Setup(text, players, {**{name: True for name, is_set in flags.items() if is_set},
                                  "position": position})
    view(found)
    return found


def read_pools(position: str) -> Pools:
    """Return the pools in the text of a position."""
    __, some = json.loads(position)
    return pools.read(some)


def _text(state: State, some: Pools) -> str:
    parts = json.loads(dump_state(change(view_of(state, None), shuffles=0)))
    return codec.canonical([parts, pools.data(some)])


def view(setup: Setup) -> State:
    """Return the position in a setup as everybody sees it (``Positions.view``).

    Raise ValueError if no game with this setup can get into the position.  That checks everything
    that the rules and the pages rely on, not how the position has come about.
    """
    position = setup.options["position"]
    try:
        state = read_parts(json.loads(position)[0], board_file.load(setup.board))
        some = read_pools(position)
        is_possible = _text(state, some) == position and _is_possible(state, some, setup)
    except (TypeError, LookupError, AttributeError, OverflowError, RecursionError) as error:
        raise ValueError("this is no position") from error
    if not is_possible:
        raise ValueError("there is no such position")
    return change(state, older=some[:-1])


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


def _is_possible(state: State, some: Pools, setup: Setup) -> bool:
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
        and _is_turn(state) and _is_ground(state) and _are_cards(state, some)
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


def _are_cards(state: State, some: Pools) -> bool:
    """Return whether no card is missing and each hand has the cards that it is known to have."""
    hidden = [sum(held) for held in zip(*[pool.held for pool in some], strict=True)]
    seen = [*state.known, cards.counts(state.face_up), state.discard]
    every = reduce(cards.add, [*seen, *[pool.cards for pool in some]])
    return (
        len(state.hands) == state.players
        and every == pools.EVERY_CARD
        and len(state.face_up) <= cards.FACE_UP_CARDS
        and all(map(_is_pool, some)) and all(not pool.left for pool in some[:-1])
        and len(state.supply) == some[-1].left
        and list(state.hands) == [
            _unknown(cards.total(known) + count)
            for known, count in zip(state.known, hidden, strict=True)]
    )


def _is_pool(pool: Pool) -> bool:
    return all(type(held) is int and held >= 0 for held in pool.held)


def _unknown(count: int) -> Counts:
    return (*cards.NONE[:cards.UNKNOWN], count)
