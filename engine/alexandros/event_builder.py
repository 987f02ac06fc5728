"""Events in the making: each is folded as it is written, so that the next can build on it.

Owns what follows of itself: drawing, filling up the row, the end of a turn and of the game.
"""

from __future__ import annotations

from engine.alexandros import events
from engine.alexandros.cards import FACE_UP, expand, total
from engine.alexandros.evolve import evolve
from engine.alexandros.state import GOAL, State
from engine.chance import Chance


class Unfolding:
    """The events a decision makes so far and the state after them."""

    def __init__(self, state: State, chance: Chance):
        self.state = state
        self.events: list[events.Event] = []
        self._chance = chance

    def add(self, event: events.Event) -> None:
        self.state = evolve(self.state, event)
        self.events.append(event)

    def top_card(self) -> int | None:
        """The next card of the supply, after a shuffle when it has run out (C3, C4)."""
        if not self.state.supply and total(self.state.discard):
            label = f"shuffle-{self.state.shuffles + 1}"
            self.add(events.Shuffled(self._chance.shuffle(expand(self.state.discard), label)))
        return self.state.supply[0] if self.state.supply else None

    def reveal(self) -> None:
        """One more face-up card, if there is any."""
        card = self.top_card()
        if card is not None:
            self.add(events.Revealed(card))

    def fill_row(self) -> None:
        """The row is filled up to two as far as there are cards (C2, C4)."""
        while len(self.state.face_up) < FACE_UP and self.top_card() is not None:
            self.reveal()

    def end_action(self) -> None:
        """After an action: the game's end by points, or the turn's when none is left."""
        if max(self.state.scores) >= GOAL:  # E3
            self.end_game("points")
        elif not self.state.actions:
            self.end_turn()

    def end_turn(self) -> None:
        """The next seat, unless red walls lie (E1) or nobody could march for a round (A16)."""
        state = self.state
        if state.red:
            self.end_game("walls")
        elif state.stayed >= state.players:
            self.end_game("stuck")
        else:
            self.fill_row()
            self.add(events.TurnEnded(state.seat, (state.seat + 1) % state.players))

    def end_game(self, reason: str) -> None:
        best = max(self.state.scores)
        winners = tuple([i for i, score in enumerate(self.state.scores) if score == best])  # E4
        self.add(events.Ended(reason, winners))
