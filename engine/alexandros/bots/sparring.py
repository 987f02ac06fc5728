"""Bots for measurements, each of which follows one idea stubbornly.

They show whether a strong bot can be beaten by a trick.  ``first-greedy`` never changes, so that
measurements against it can be compared over the years.
"""

from __future__ import annotations

from engine.alexandros import cards
from engine.alexandros.bots.greedy import FIRST_HABITS, GreedyBot
from engine.alexandros.legal_moves import legal_moves
from engine.alexandros.marches import new_walls
from engine.alexandros.moves import Draw, March, Move, Occupy, Take
from engine.alexandros.provinces import province_of
from engine.alexandros.state import ACT, MARCH, State

ENOUGH = 9  # cards in the hand of a hoarder before it spends any


class FirstGreedyBot(GreedyBot):
    """The first version of the greedy bot."""

    name = "first-greedy"
    title = "the most valuable move, as at first"

    def __init__(self) -> None:
        super().__init__(FIRST_HABITS)


class HoarderBot(FirstGreedyBot):
    """A bot that takes cards until its hand is large, and only then plays like the greedy bot."""

    name = "hoarder"
    title = "hoards cards"

    def choose(self, view: State, *, seat: int, salt: bytes) -> Move:
        if view.phase == ACT and not view.red and cards.total(view.hand) < ENOUGH:
            taken = [move for move in legal_moves(view) if isinstance(move, Take | Draw)]
            if taken:
                return taken[0]
        return super().choose(view, seat=seat, salt=salt)


class BlockerBot(FirstGreedyBot):
    """A bot that takes provinces over whenever it can, and otherwise plays like the greedy bot."""

    name = "blocker"
    title = "takes away what others hold"

    def choose(self, view: State, *, seat: int, salt: bytes) -> Move:
        if view.phase == ACT:
            held = sum(view.guards)
            found = [
                move for move in legal_moves(view) if isinstance(move, Occupy)
                and province_of(view.board, view.walls, move.spaces[0]) & held
            ]
            if found:
                return max(found, key=lambda move: self._rate_action(view, move))
        return super().choose(view, seat=seat, salt=salt)


class WallBurnerBot(FirstGreedyBot):
    """A bot that marches as far as it can, so that the walls run out."""

    name = "wall-burner"
    title = "uses up the walls"

    def choose(self, view: State, *, seat: int, salt: bytes) -> Move:
        if view.phase == MARCH:
            return max(_marches(view), key=lambda march: _walls(view, march))
        return super().choose(view, seat=seat, salt=salt)


class NeverOccupierBot(FirstGreedyBot):
    """A bot that never occupies anything, but only collects cards and spares the walls."""

    name = "never-occupier"
    title = "never occupies a province"

    def choose(self, view: State, *, seat: int, salt: bytes) -> Move:
        if view.phase == MARCH:
            return min(_marches(view), key=lambda march: _walls(view, march))
        if view.phase == ACT:
            moves = [move for move in legal_moves(view) if not isinstance(move, Occupy)]
            return next((move for move in moves if isinstance(move, Take | Draw)), moves[-1])
        return super().choose(view, seat=seat, salt=salt)


def _marches(view: State) -> list[March]:
    return [move for move in legal_moves(view) if isinstance(move, March)]


def _walls(view: State, march: March) -> int:
    """Return the number of walls that a march places."""
    return len(new_walls(view.board, view.alexander, march.steps, view.walls))


SPARRING = {bot.name: bot for bot in (
    FirstGreedyBot(), HoarderBot(), BlockerBot(), WallBurnerBot(), NeverOccupierBot())}
