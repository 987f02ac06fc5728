"""A whole game told once more: what every move does to the table, in plain words and loops.

A ``Table`` is advanced by moves and chance alone; it never sees an event or a state of the
engine after the first.  Provinces, goals and yields come from ``reference_rules``.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.alexandros.moves import (
    Draw,
    End,
    Levy,
    March,
    Move,
    Occupy,
    Play,
    Recall,
    Stay,
    Take,
)
from engine.alexandros.state import State
from engine.chance import Chance
from tests.engine import reference_rules


class Table:
    """What lies on the table, and whose turn it is."""

    def __init__(self, state: State, chance: Chance):
        self.board, self.players, self.chance = state.board, state.players, chance
        self.half_of_occupying = state.options.half_of_occupying
        self.hands = [Counter(_cards(hand)) for hand in state.hands]
        self.row, self.supply, self.discard = [*state.face_up], [*state.supply], Counter[int]()
        self.seat, self.turn, self.left, self.shuffles = state.seat, 1, 0, 1
        self.alexander, self.walls, self.red = state.alexander, 0, 0
        self.guards: list[set[int]] = [set() for _ in range(state.players)]
        self.scores = [0] * state.players
        self.marched, self.levied, self.still = False, False, 0
        self.reason = ""

    def play(self, state: State, move: Move) -> None:
        """One move; ``state`` is only asked for what ``reference_rules`` has to say of it."""
        match move:
            case Take(card) if not self.marched:
                self._take_to_march(state, card)
            case Play(card):
                self.hands[self.seat][card] -= 1
                self.discard[card] += 1
            case Stay():
                self._stand_still()
            case March():
                self._march(move)
            case Draw():
                self._act()
                self.hands[self.seat][self._top()] += 1
            case Take(card):
                self._act()
                self.row.remove(card)
                self.hands[self.seat][card] += 1
            case Occupy():
                self._act()
                self._occupy(state, move)
            case Levy(card):
                self._act()
                self._pay(Counter([card]))
                self.levied = True
                self.scores = [
                    a + b for a, b in zip(self.scores, reference_rules.yields(state), strict=True)
                ]
            case Recall(space):
                self._act()
                self.guards[self.seat].remove(space)
            case End():
                self.left = 0
        self._look_for_the_end()

    def _take_to_march(self, state: State, card: int) -> None:
        self.row.remove(card)
        self.hands[self.seat][card] += 1
        if not any(reference_rules.cards_to_march_by(state)):  # A16
            self._stand_still()
        if self.supply or self.discard.total():  # A3
            self.row.append(self._top())

    def _stand_still(self) -> None:
        self.marched, self.left, self.still = True, 2, self.still + 1

    def _march(self, move: March) -> None:
        for step in move.steps:
            self.alexander, side = self.board.links[self.alexander][step]
            if not self.walls >> side & 1:
                if self.walls.bit_count() >= self.board.black_walls:  # E1
                    self.red |= 1 << side
                self.walls |= 1 << side
        self.marched, self.left, self.still = True, 2, 0

    def _occupy(self, state: State, move: Occupy) -> None:
        (province,) = (p for p in reference_rules.provinces(state) if set(move.spaces) <= p)
        paid = reference_rules.symbols(self.board, province - set(move.spaces))  # O2
        removal, given = Counter[int](), Counter[int]()
        for seat, standing in enumerate(self.guards):
            met = standing & province
            removal = reference_rules.symbols(self.board, [*met, *met]) if met else removal  # K1
            standing -= met  # K2
            if met and self.players > 2:  # K3 to K5
                pool = paid if self.half_of_occupying else paid + removal
                given = Counter(_cards(move.give or ()))
                assert given <= pool
                assert given.total() == (pool.total() + 1) // 2
                self.hands[seat] += given
        self._pay(paid + removal)
        self.discard -= given
        self.guards[self.seat] |= set(move.spaces)

    def _pay(self, price: Counter[int]) -> None:
        assert price <= self.hands[self.seat]
        self.hands[self.seat] -= price
        self.discard += price

    def _top(self) -> int:
        """C3."""
        if not self.supply:
            self.shuffles += 1
            cards = sorted(self.discard.elements())
            self.supply = [*self.chance.shuffle(cards, f"shuffle-{self.shuffles}")]
            self.discard = Counter()
        return self.supply.pop(0)

    def _act(self) -> None:
        assert self.marched
        self.left -= 1
        assert self.left >= 0

    def _look_for_the_end(self) -> None:
        if max(self.scores) >= 100:  # E3
            self.reason = "points"
        elif self.marched and not self.left:
            if self.red:  # E1
                self.reason = "walls"
            elif self.still == self.players:  # A16
                self.reason = "stuck"
            else:
                self._next_turn()

    def _next_turn(self) -> None:
        while len(self.row) < 2 and (self.supply or self.discard.total()):  # C2, C4
            self.row.append(self._top())
        self.seat, self.turn = (self.seat + 1) % self.players, self.turn + 1  # S4
        self.marched = self.levied = False

    def seen(self) -> dict[str, Any]:
        """Everything there is to compare."""
        best = max(self.scores)
        return {
            "hands": self.hands, "row": self.row, "supply": self.supply, "discard": self.discard,
            "seat": self.seat, "turn": self.turn, "alexander": self.alexander,
            "walls": self.walls, "red": self.red, "guards": self.guards, "scores": self.scores,
            "reason": self.reason, "left": 0 if self.reason else self.left,
            "levied": self.levied,
            "winners": [s for s, points in enumerate(self.scores) if points == best]
            if self.reason else [],
        }


def seen(state: State) -> dict[str, Any]:
    """The same of a state of the engine."""
    return {
        "hands": [Counter(_cards(hand)) for hand in state.hands], "row": [*state.face_up],
        "supply": [*state.supply], "discard": Counter(_cards(state.discard)),
        "seat": state.seat, "turn": state.turn, "alexander": state.alexander,
        "walls": state.walls, "red": state.red,
        "guards": [{s for s in state.board.spaces if mask >> s & 1} for mask in state.guards],
        "scores": [*state.scores], "reason": state.reason, "left": state.actions,
        "levied": state.levied, "winners": [*state.winners],
    }


def _cards(counts: tuple[int, ...]) -> list[int]:
    return [card for card, n in enumerate(counts) for _ in range(n)]
