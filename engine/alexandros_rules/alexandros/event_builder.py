"""The events of a decision, including those that follow automatically.

Shuffling, refilling the face-up row, the last round, and the end of the turn and of the game follow
automatically.  So this module decides when and why a game ends, and who wins.
"""

from __future__ import annotations

from collections.abc import Sequence

from alexandros_rules.alexandros import events
from alexandros_rules.alexandros.cards import FACE_UP_CARDS, expand, total
from alexandros_rules.alexandros.evolve import evolve
from alexandros_rules.alexandros.state import ORIGINAL, WINNING_SCORE, State
from alexandros_rules.chance import Chance

QUIET_ROUNDS = 4  # after which the game ends (E5)
QUIET_ROUNDS_WARNED = 3  # after which everybody is told


def reason_after_action(state: State) -> str:
    """Return "points" if an action has ended the game (E3), otherwise ""."""
    return "points" if _points_reached(state) and not state.options.finish_round else ""


def reason_after_turn(state: State) -> str:
    """Return why the game ends with the current turn, or "".

    The reason is "walls" if a red wall was built (E1), "stuck" if nobody could march (A16), or
    "quiet" if nothing has happened for too long (E5).  A last round ends with the turn of its last
    player and not before, for the reason that it began for (E6).
    """
    if state.last_round:
        return state.last_round if is_last_turn(state) else ""
    if state.red:
        return "walls"
    if state.stayed >= state.players:
        return "stuck"
    return "quiet" if quiet_turns(state) >= QUIET_ROUNDS * state.players else ""


def reason_for_last_round(state: State) -> str:
    """Return why the last round begins now, "walls" or "points" (E6); "" if it does not."""
    if not state.options.finish_round or state.last_round:
        return ""
    if state.red:
        return "walls"
    return "points" if _points_reached(state) else ""


def last_seat(state: State) -> int:
    """Return the seat whose turn completes the current round of turns."""
    return (state.seat - state.turn) % state.players


def is_last_turn(state: State) -> bool:
    """Return whether red walls or points end the game with the current turn (E1, E6)."""
    if state.options.finish_round:
        return bool(state.last_round) and state.turn % state.players == 0
    return bool(state.red)


def quiet_turns(state: State) -> int:
    """Return the number of turns since the last eventful one, the current turn included (E5)."""
    return 0 if state.rules == ORIGINAL else state.turn - state.eventful


def is_time_to_warn(state: State) -> bool:
    """Return whether everybody must be told at the end of this turn how quiet the game is (E5)."""
    return quiet_turns(state) == QUIET_ROUNDS_WARNED * state.players


def winners(scores: Sequence[int]) -> tuple[int, ...]:
    """Return the seats that win with these scores: all seats with the highest one (E4)."""
    best = max(scores)
    return tuple(seat for seat, score in enumerate(scores) if score == best)


def _points_reached(state: State) -> bool:
    return max(state.scores) >= WINNING_SCORE


class EventBuilder:
    """The events of a decision so far, and the state after them."""

    def __init__(self, state: State, chance: Chance):
        self.state = state
        self.events: list[events.Event] = []
        self._chance = chance

    def add(self, event: events.Event) -> None:
        """Append an event and fold it into the state."""
        self.state = evolve(self.state, event)
        self.events.append(event)

    def top_card(self) -> int | None:
        """Return the next card of the supply, shuffling first if it is empty (C3, C4)."""
        self.fill_supply()
        return self.state.supply[0] if self.state.supply else None

    def fill_supply(self) -> None:
        """Shuffle the discard pile, if there are cards in it and none in the supply (C3, C4)."""
        if not self.state.supply and total(self.state.discard):
            label = f"shuffle-{self.state.shuffles + 1}"
            self.add(events.Shuffled(self._chance.shuffle(expand(self.state.discard), label)))

    def reveal_card(self) -> None:
        """Turn up one more card, if there is any."""
        card = self.top_card()
        if card is not None:
            self.add(events.Revealed(card))

    def refill_row(self) -> None:
        """Fill the face-up row up to two cards, if there are enough (C2, C4)."""
        while len(self.state.face_up) < FACE_UP_CARDS and self.top_card() is not None:
            self.reveal_card()

    def begin_last_round(self) -> None:
        """Announce the last round if it begins now (E6)."""
        reason = reason_for_last_round(self.state)
        if reason:
            self.add(events.LastRound(reason, last_seat(self.state)))

    def end_action(self) -> None:
        """End the game if an action has won it by points, or the turn if no action is left."""
        reason = reason_after_action(self.state)
        if reason:
            self.end_game(reason)
        elif not self.state.actions:
            self.end_turn()

    def end_turn(self) -> None:
        """Pass the turn on, unless the game ends with this turn."""
        state = self.state
        reason = reason_after_turn(state)
        if reason:
            self.end_game(reason)
        else:
            if is_time_to_warn(state):
                rounds = QUIET_ROUNDS_WARNED
                self.add(events.QuietRounds(rounds, QUIET_ROUNDS - rounds))
            self.refill_row()
            self.add(events.TurnEnded(state.seat, (state.seat + 1) % state.players))

    def end_game(self, reason: str) -> None:
        """End the game for this reason."""
        self.add(events.Ended(reason, winners(self.state.scores)))
