"""What may follow a turn: everybody's replies to it in several guesses of the hidden cards.

The same guesses are used for all turns that are compared, so that their luck is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.alexandros import cards
from engine.alexandros.bots.characters import STRATEGIST
from engine.alexandros.bots.search.actions import END
from engine.alexandros.bots.search.deals import Hands, guess, position_of
from engine.alexandros.bots.search.ground import ground_of, numbers
from engine.alexandros.bots.search.position import CARDS, Position, copy_all
from engine.alexandros.bots.search.replies import follow
from engine.alexandros.bots.search.turns import STAY
from engine.alexandros.decide import decide
from engine.alexandros.evolve import evolve
from engine.alexandros.moves import Move
from engine.alexandros.state import OVER, State
from engine.chance import UnknownChance


def after(view: State, moves: Sequence[Move]) -> State:
    """Return the view after legal moves; cards that they reveal are unknown."""
    for move in moves:
        for event in decide(view, move, UnknownChance(cards.UNKNOWN)):
            view = evolve(view, event)
    return view


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a turn on its player's view; ``position`` is None if the game is over."""

    view: State
    position: Position | None


class Outlook:
    """Estimates of a seat's chance of winning after turns from one view."""

    def __init__(self, view: State, seat: int, salt: bytes) -> None:
        self._view, self._seat, self._salt = view, seat, salt
        self._replies = STRATEGIST.search_for(view)
        self._scratch = Position(ground_of(view.board), view.players)
        self._guessed = Position(ground_of(view.board), view.players)
        self._ended = STRATEGIST.search_for(view)  # holds the turn in which nothing more is done
        self._ended.march[0], self._ended.turns = STAY, 1
        self._ended.first[0] = self._ended.second[0] = END

    def ending(self, moves: Sequence[Move]) -> Ending:
        """Return the end of a turn with these moves."""
        view = after(self._view, moves)
        if view.phase == OVER:
            return Ending(view, None)
        position = position_of(view, view.hands)
        position.seat, position.actions = self._seat, 0
        return Ending(view, position)

    def chance(self, ending: Ending, deal: int) -> float:
        """Return the seat's chance of winning after the replies in guess number ``deal``."""
        if ending.position is None:
            winners = ending.view.winners
            return (self._seat in winners) / len(winners)
        effort = STRATEGIST.effort
        hands, supply = guess(self._view, self._seat, salt=self._salt + deal.to_bytes(2))
        copy_all(self._guessed, ending.position)
        self._deal(hands, ending.view)
        return float(follow(
            self._ended, 0, self._replies, self._scratch, self._guessed, numbers(supply),
            effort.reply_beam, effort.reply_width, effort.deep))

    def _deal(self, hands: Hands, now: State) -> None:
        """Give the others the guessed hands and the cards that they got in this turn (K3)."""
        for seat, hand in enumerate(hands):
            if seat != self._seat:
                given = cards.subtract(now.hands[seat], self._view.hands[seat])
                for card, count in enumerate(cards.add(hand, given)):
                    self._guessed.purse[seat * CARDS + card] = count
