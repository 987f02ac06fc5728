"""A second, simple implementation of a whole game, to compare the engine with.

A ``Table`` follows from moves and chance alone: it uses no events of the engine, and no state but
the first.  Provinces, targets and levy gains come from ``reference_rules``.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from alexandros_rules.alexandros.moves import (
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
from alexandros_rules.alexandros.state import State
from alexandros_rules.chance import Chance
from tests.engine import reference_rules


class Table:
    """The position on the table, and whose turn it is."""

    def __init__(self, state: State, chance: Chance):
        self.board, self.players, self.chance = state.board, state.players, chance
        self.half_of_occupying = state.options.half_of_occupying
        self.balanced, self.finish = state.options.balanced_start, state.options.finish_round
        self.newer = state.rules > 1  # with E5 and C5
        self.hands = [Counter(_cards(hand)) for hand in state.hands]
        self.row, self.supply, self.discard = [*state.face_up], [*state.supply], Counter[int]()
        self.seat, self.turn, self.actions, self.shuffles = state.seat, 1, 0, 1
        self.alexander, self.walls, self.red = state.alexander, 0, 0
        self.guards: list[set[int]] = [set() for _ in range(state.players)]
        self.scores = [0] * state.players
        self.marched, self.levied, self.stayed = False, False, 0
        self.reason, self.last_round = "", ""
        self.known = [Counter(_cards(seen)) for seen in state.known]
        assert self.known in (self.hands, [Counter()] * state.players)  # a repeated deal, or not
        self.quiet, self.happened = 0, False
        for seat, held in enumerate(self.hands):  # S1, S5
            place = (seat - self.seat) % self.players  # 0 for the first player
            more = place > 0 if state.rules == 2 else self.players == 4 and place > 1
            assert held.total() == (2 if self.balanced and more else 1)

    def play(self, state: State, move: Move) -> None:
        """Plays a move.  ``state`` is used only for ``reference_rules``."""
        match move:
            case Take(card) if not self.marched:
                self._take_to_march(state, card)
            case Play(card):
                self._pay(Counter([card]))
            case Stay():
                self._stay()
            case March():
                self._march(move)
            case Draw():
                self._use_action()
                self.hands[self.seat][self._top_card()] += 1
            case Take(card):
                self._use_action()
                self._take_face_up(card)
            case Occupy():
                self._use_action()
                self._occupy(state, move)
            case Levy(card):
                self._use_action()
                self._pay(Counter([card]))
                self.levied = True
                gains = reference_rules.levy_gains(state)
                self.scores = [a + b for a, b in zip(self.scores, gains, strict=True)]
                self.happened |= sum(gains) > 0
            case Recall(space):
                self._use_action()
                self.guards[self.seat].remove(space)
            case End():
                self.actions = 0
        self._end_turn_or_game()

    def _take_face_up(self, card: int) -> None:
        self.row.remove(card)
        self.hands[self.seat][card] += 1
        self.known[self.seat][card] += 1  # C5

    def _take_to_march(self, state: State, card: int) -> None:
        self._take_face_up(card)
        if not any(reference_rules.cards_to_march_by(state)):  # A16
            self._stay()
        if self.supply or self.discard.total():  # A3
            self.row.append(self._top_card())

    def _stay(self) -> None:
        self.marched, self.actions, self.stayed = True, self._actions_of_turn(), self.stayed + 1

    def _actions_of_turn(self) -> int:
        return 1 if self.balanced and self.turn == 1 else 2  # S5

    def _march(self, move: March) -> None:
        for step in move.steps:
            self.alexander, side = self.board.links[self.alexander][step]
            if not self.walls >> side & 1:
                if self.walls.bit_count() >= self.board.black_walls:  # E1
                    self.red |= 1 << side
                self.walls |= 1 << side
                self.happened = True
        self.marched, self.actions, self.stayed = True, self._actions_of_turn(), 0

    def _occupy(self, state: State, move: Occupy) -> None:
        (province,) = (p for p in reference_rules.provinces(state) if set(move.spaces) <= p)
        paid = reference_rules.symbols(self.board, province - set(move.spaces))  # O2
        removal, given = Counter[int](), Counter[int]()
        for seat, standing in enumerate(self.guards):
            removed = standing & province
            if removed:
                removal = reference_rules.symbols(self.board, [*removed, *removed])  # K1
            standing -= removed  # K2
            if removed and self.players > 2:  # K3 to K5
                pool = paid if self.half_of_occupying else paid + removal
                given = Counter(_cards(move.give or ()))
                assert given <= pool
                assert given.total() == (pool.total() + 1) // 2
                self.hands[seat] += given
                self.known[seat] += given
        self._pay(paid + removal)
        self.happened = True
        self.discard -= given
        self.guards[self.seat] |= set(move.spaces)

    def _pay(self, price: Counter[int]) -> None:
        assert price <= self.hands[self.seat]
        self.hands[self.seat] -= price
        self.known[self.seat] -= price  # a Counter keeps no negative counts
        self.discard += price

    def _top_card(self) -> int:
        """Takes the top card, shuffling first if the supply is empty (C3)."""
        if not self.supply:
            self.shuffles += 1
            cards = sorted(self.discard.elements())
            self.supply = [*self.chance.shuffle(cards, f"shuffle-{self.shuffles}")]
            self.discard = Counter()
        return self.supply.pop(0)

    def _use_action(self) -> None:
        assert self.marched
        self.actions -= 1
        assert self.actions >= 0

    def _end_turn_or_game(self) -> None:
        if max(self.scores) >= 100 and not self.finish:  # E3
            self.reason = "points"
            return
        if self.finish and not self.last_round:  # E6
            self.last_round = "walls" if self.red else "points" if max(self.scores) >= 100 else ""
        if self.marched and not self.actions:
            self.quiet = 0 if self.happened else self.quiet + 1
            self.reason = self._reason_after_turn()
            if not self.reason:
                self._next_turn()

    def _reason_after_turn(self) -> str:
        if self.last_round:
            return "" if self.turn % self.players else self.last_round
        if self.red:  # E1
            return "walls"
        if self.stayed == self.players:  # A16
            return "stuck"
        return "quiet" if self.newer and self.quiet == 4 * self.players else ""  # E5

    def _next_turn(self) -> None:
        while len(self.row) < 2 and (self.supply or self.discard.total()):  # C2, C4
            self.row.append(self._top_card())
        self.seat, self.turn = (self.seat + 1) % self.players, self.turn + 1  # S4
        self.marched = self.levied = self.happened = False

    def _quiet_now(self) -> int:
        return 0 if self.happened else self.quiet

    def facts(self) -> dict[str, Any]:
        """Returns everything to compare with ``facts`` of a state."""
        best = max(self.scores)
        return {
            "hands": self.hands, "row": self.row, "supply": self.supply, "discard": self.discard,
            "seat": self.seat, "turn": self.turn, "alexander": self.alexander,
            "walls": self.walls, "red": self.red, "guards": self.guards, "scores": self.scores,
            "reason": self.reason, "left": 0 if self.reason else self.actions,
            "levied": self.levied, "last_round": self.last_round,
            "known": self.known if self.newer else [Counter[int]() for _ in range(self.players)],
            "quiet": self._quiet_now() if self.newer and not self.reason else None,
            "winners": [s for s, points in enumerate(self.scores) if points == best]
            if self.reason else [],
        }


def facts(state: State) -> dict[str, Any]:
    """Returns the same facts about a state of the engine."""
    return {
        "hands": [Counter(_cards(hand)) for hand in state.hands], "row": [*state.face_up],
        "supply": [*state.supply], "discard": Counter(_cards(state.discard)),
        "seat": state.seat, "turn": state.turn, "alexander": state.alexander,
        "walls": state.walls, "red": state.red,
        "guards": [{s for s in state.board.spaces if mask >> s & 1} for mask in state.guards],
        "scores": [*state.scores], "reason": state.reason, "left": state.actions,
        "levied": state.levied, "last_round": state.last_round,
        "known": [Counter(_cards(some)) for some in state.known],
        "quiet": None if state.rules == 1 or state.reason else _quiet(state),
        "winners": [*state.winners],
    }


def _quiet(state: State) -> int:
    """The quiet turns in a row that were complete when the current turn began."""
    last = min(state.eventful, state.turn - 1)
    return state.turn - 1 - last


def _cards(counts: tuple[int, ...]) -> list[int]:
    return [card for card, n in enumerate(counts) for _ in range(n)]
