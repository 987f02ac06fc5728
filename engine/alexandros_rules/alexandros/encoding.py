"""Positions of Alexandros as numbers, and its moves as paths (``alexandros_rules.encoding``).

A march is the point it leads to, then its steps.  An occupation is the spaces of its guards in
ascending order, then "done", then how many cards of each symbol the loser gets, if any (K3).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from alexandros_rules.alexandros import board_file, moves
from alexandros_rules.alexandros.cards import CARDS_PER_SYMBOL, FACE_UP_CARDS, KINDS, UNKNOWN
from alexandros_rules.alexandros.lattice import STEPS
from alexandros_rules.alexandros.legal_moves import legal_moves
from alexandros_rules.alexandros.moves import Move
from alexandros_rules.alexandros.occupying import ProvinceOccupations
from alexandros_rules.alexandros.state import (
    ACT,
    ACTIONS,
    GUARDS,
    MARCH,
    OVER,
    TAKE,
    WINNING_SCORE,
    State,
)
from alexandros_rules.encoding import (
    Choices,
    Path,
    branch,
    flags,
    grouped,
    in_turn,
    one_hot,
    shared_out,
    shares,
)
from alexandros_rules.ruleset import Setup

_PHASES = (TAKE, MARCH, ACT, OVER)
_ENDINGS = ("walls", "points")  # of E6
_SYMBOLS = len(KINDS)
_CARDS = CARDS_PER_SYMBOL * _SYMBOLS
_MOST_TURNS = 200
_MOST_POINTS = 2 * WINNING_SCORE
_QUIET_ROUNDS = 4  # E5


class Encoding:
    """The numbers and actions of Alexandros on one board."""

    def __init__(self, setup: Setup) -> None:
        self._board = board = board_file.load(setup.board)
        self._sides = sorted(board.sides)
        self._points = range(len(board.coordinates))
        self.groups: Mapping[str, range] = grouped(
            draw=1, stay=1, end=1, recall=1, occupy=1, done=1, take=_SYMBOLS, play=_SYMBOLS,
            levy=_SYMBOLS, number=CARDS_PER_SYMBOL + 1, step=len(STEPS),
            point=len(self._points), space=len(board.spaces))
        self._space = dict(zip(board.spaces, self.groups["space"], strict=True))
        # A march, or a takeover with a gift.
        self.longest = max(1 + max(map(max, board.distance)), 1 + GUARDS + 1 + _SYMBOLS)

    def features(self, view: State, *, seat: int) -> dict[str, list[float]]:
        """Return what the seat sees; hands end with the number of unknown cards."""
        board, players = self._board, view.players
        order = in_turn(seat, players)
        return {
            "phase": one_hot(_PHASES.index(view.phase), len(_PHASES)),
            "turn_of": one_hot(order.index(view.seat), players),
            "turn": shares([view.turn], _MOST_TURNS),
            "actions": shares([view.actions], ACTIONS),
            "levied": [float(view.levied)],
            "card": one_hot(view.card, _SYMBOLS),
            "joker": [float(view.joker)],
            "alexander": one_hot(view.alexander, len(self._points)),
            "walls": flags(view.walls, self._sides),
            "walls_left": [view.black_left / (board.black_walls or 1),
                           view.red_left / (board.red_walls or 1)],
            "guards": [flag for i in order for flag in flags(view.guards[i], board.spaces)],
            "hands": [
                *(share for i in order for share in shares(view.hands[i][:UNKNOWN],
                                                           CARDS_PER_SYMBOL)),
                *shares([view.hands[i][UNKNOWN] for i in order], _CARDS)],
            "known": [share for i in order
                      for share in shares(view.known[i][:UNKNOWN], CARDS_PER_SYMBOL)],
            "face_up": shares([view.face_up.count(kind) for kind in KINDS], FACE_UP_CARDS),
            "supply": shares([len(view.supply)], _CARDS),
            "discard": shares(view.discard[:UNKNOWN], CARDS_PER_SYMBOL),
            "scores": shares([view.scores[i] for i in order], _MOST_POINTS),
            "stayed": shares([view.stayed], players),
            "last_round": [float(view.last_round == ending) for ending in _ENDINGS],
            "quiet_turns": shares([view.turn - view.eventful], _QUIET_ROUNDS * players),
        }

    def choices(self, view: State, *, seat: int) -> Choices:
        """Return the first actions of the legal moves; occupations are found as they are walked."""
        provinces, others = [], []
        for part in legal_moves(view).parts:
            if isinstance(part, ProvinceOccupations):
                provinces.append(part)
            else:
                others += [(self.path(move, view, seat=seat), move) for move in part]
        found: Choices = branch(others) if others else {}
        if provinces:
            found[self.groups["occupy"][0]] = partial(self._first_guards, provinces)
        return found

    def _first_guards(self, provinces: Sequence[ProvinceOccupations]) -> Choices:
        return {action: follow for province in provinces
                for action, follow in self._guards(province, ()).items()}

    def _guards(self, province: ProvinceOccupations, chosen: tuple[int, ...]) -> Choices:
        spaces, complete = province.extensions(chosen)
        found: Choices = {self._space[space]: partial(self._guards, province, (*chosen, space))
                          for space in spaces}
        if complete:
            found[self.groups["done"][0]] = partial(self._gift, province, chosen)
        return found

    def _gift(self, province: ProvinceOccupations, guards: tuple[int, ...]) -> Choices | Move:
        cost = province.cost(guards)
        if not cost.given:
            return moves.Occupy(guards)
        gift: Choices = shared_out(cost.pool[:UNKNOWN], cost.given, self.groups["number"],
                                   lambda give: moves.Occupy(guards, (*give, 0)))
        return gift

    def path(self, move: Move, view: State, *, seat: int) -> Path:
        """Return the actions of a legal move."""
        groups, space = self.groups, self._space
        match move:
            case moves.March():
                return groups["point"][move.point], *[groups["step"][i] for i in move.steps]
            case moves.Occupy():
                return (groups["occupy"][0], *[space[i] for i in move.spaces], groups["done"][0],
                        *[groups["number"][n] for n in (move.give or ())[:UNKNOWN]])
            case moves.Recall():
                return groups["recall"][0], space[move.space]
            case moves.Take() | moves.Play() | moves.Levy():
                return (groups[_name(move)][move.card],)
        return (groups[_name(move)][0],)


def _name(move: Move) -> str:
    return type(move).__name__.lower()
