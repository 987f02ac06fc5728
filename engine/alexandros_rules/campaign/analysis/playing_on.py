"""Games that go on from a guess: everybody plays like the strongest bot for some turns.

The dice and everything else that is drawn depend only on the guess, so turns that are compared in
the same guess have the same luck.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from alexandros_rules.campaign import moves
from alexandros_rules.campaign.bots.characters import REGENT
from alexandros_rules.campaign.decide import decide
from alexandros_rules.campaign.events import Event, TurnEnded
from alexandros_rules.campaign.evolve import evolve
from alexandros_rules.campaign.rules import UnknownDraws, to_move
from alexandros_rules.campaign.state import CHANCE, OVER, State
from alexandros_rules.campaign.view import view as view_of
from alexandros_rules.chance import Chance
from alexandros_rules.errors import Refusal

MOST_MOVES = 300  # after which a position is rated as it is
REVEALING = (moves.Roll, moves.MoveRobber, moves.PlaySoldier, moves.PlayMonopoly,
             moves.BuyDevelopment)
OFFERS = (moves.MakeOffer, moves.Withdraw)


def bots_move(view: State, seat: int) -> moves.Move:
    """Return what the strongest bot does on its view; it bids at no whim."""
    return REGENT.choose(view, seat=seat, salt=b"")


def played_on(state: State, some: Sequence[moves.Move], *, seat: int, chance: Chance,
              turns: int) -> State:
    """Return the position at the end of so many turns; the seat begins with these moves.

    ``state`` is a guess.  A move that is not legal in it ends what the seat plays by itself.
    """
    ended = 0
    for events in _events(state, some, seat, chance):
        for event in events:
            state = evolve(state, event)
            if isinstance(event, TurnEnded):
                ended += 1
                if ended == turns:
                    return state
    return state


def _events(state: State, some: Sequence[moves.Move], seat: int,
            chance: Chance) -> Iterator[Sequence[Event]]:
    for move in some:
        try:
            events = decide(state, move, chance, seat=seat)
        except Refusal:
            break
        yield events
        state = _after(state, events)
    for _ in range(MOST_MOVES):
        waiting = to_move(state)
        if not waiting:
            return
        first = waiting[0]
        events = decide(state, bots_move(view_of(state, first), first), chance, seat=first)
        yield events
        state = _after(state, events)


def _after(state: State, events: Sequence[Event]) -> State:
    for event in events:
        state = evolve(state, event)
    return state


def after(view: State, some: Sequence[moves.Move], *, seat: int) -> State:
    """Return the view after legal moves; what they reveal is unknown."""
    for move in some:
        view = _after(view, decide(view, move, UnknownDraws(), seat=seat))
    return view


def firm(view: State, some: Sequence[moves.Move]) -> int:
    """Return the number of moves up to the first that reveals something."""
    return next((i for i, move in enumerate(some, 1) if isinstance(move, REVEALING)), len(some))


def completed(view: State, some: Sequence[moves.Move], *, seat: int) -> tuple[moves.Move, ...]:
    """Return these moves and the rest of the turn as the strongest bot would play it.

    It makes no offers, whose worth nobody knows before somebody takes them.
    """
    whole, now = [*some], after(view, some, seat=seat)
    while (now.phase not in (OVER, CHANCE) and now.turn == view.turn and seat in to_move(now)
           and len(whole) < MOST_MOVES):
        move = bots_move(now, seat)
        if isinstance(move, OFFERS):
            move = moves.End()
        whole.append(move)
        now = after(now, [move], seat=seat)
    return tuple(whole)
