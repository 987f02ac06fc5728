"""Collects the events of a decision and folds each into the state, so the next can build on it.

Also adds the events that follow automatically: shuffling, refilling the face-up row, the last
round, and the end of the turn and of the game.
"""

from __future__ import annotations

from engine.alexandros import ending, events
from engine.alexandros.cards import FACE_UP_CARDS, expand, total
from engine.alexandros.evolve import evolve
from engine.alexandros.state import State
from engine.chance import Chance


class EventBuilder:
    """The events of a decision so far, and the state after them."""

    def __init__(self, state: State, chance: Chance):
        self.state = state
        self.events: list[events.Event] = []
        self._chance = chance

    def add(self, event: events.Event) -> None:
        """Appends an event and folds it into the state."""
        self.state = evolve(self.state, event)
        self.events.append(event)

    def top_card(self) -> int | None:
        """Returns the next card of the supply, shuffling first if it is empty (C3, C4)."""
        self.fill_supply()
        return self.state.supply[0] if self.state.supply else None

    def fill_supply(self) -> None:
        """Shuffles the discard pile, if there are cards in it and none in the supply (C3, C4)."""
        if not self.state.supply and total(self.state.discard):
            label = f"shuffle-{self.state.shuffles + 1}"
            self.add(events.Shuffled(self._chance.shuffle(expand(self.state.discard), label)))

    def reveal_card(self) -> None:
        """Turns up one more card, if there is any."""
        card = self.top_card()
        if card is not None:
            self.add(events.Revealed(card))

    def refill_row(self) -> None:
        """Fills the face-up row up to two cards, if there are enough (C2, C4)."""
        while len(self.state.face_up) < FACE_UP_CARDS and self.top_card() is not None:
            self.reveal_card()

    def begin_last_round(self) -> None:
        """Tells everybody of the last round if it begins now (E6)."""
        reason = ending.reason_for_last_round(self.state)
        if reason:
            self.add(events.LastRound(reason, ending.last_seat(self.state)))

    def end_action(self) -> None:
        """Ends the game if it is won by points, or the turn if no action is left."""
        reason = ending.reason_after_action(self.state)
        if reason:
            self.end_game(reason)
        elif not self.state.actions:
            self.end_turn()

    def end_turn(self) -> None:
        """Passes the turn on, unless the game ends with it."""
        state = self.state
        reason = ending.reason_after_turn(state)
        if reason:
            self.end_game(reason)
        else:
            self._warn_of_quiet_rounds()
            self.refill_row()
            self.add(events.TurnEnded(state.seat, (state.seat + 1) % state.players))

    def _warn_of_quiet_rounds(self) -> None:
        if ending.is_time_to_warn(self.state):
            rounds = ending.QUIET_ROUNDS_WARNED
            self.add(events.QuietRounds(rounds, ending.QUIET_ROUNDS - rounds))

    def end_game(self, reason: str) -> None:
        """Ends the game for this reason."""
        self.add(events.Ended(reason, ending.winners(self.state.scores)))
