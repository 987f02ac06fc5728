"""Bots for measurements.

``first-greedy`` and ``first-strategist`` never change, so that measurements against them can be
compared over the years.  ``beginner`` plays as somebody who has just read the rules.  The others
play like ``planner``, but each follows one idea stubbornly, to see whether a trick beats a strong
bot.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace

from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.bots.characters import PLANNER, STRATEGIST
from alexandros_rules.alexandros.bots.greedy import FIRST_HABITS, GreedyBot
from alexandros_rules.alexandros.bots.search import weights
from alexandros_rules.alexandros.bots.search.thinker import Effort, for_all
from alexandros_rules.alexandros.legal_moves import legal_moves
from alexandros_rules.alexandros.marches import new_walls
from alexandros_rules.alexandros.moves import Draw, End, Levy, March, Move, Occupy, Take
from alexandros_rules.alexandros.provinces import levy_gains, province_of, value
from alexandros_rules.alexandros.state import ACT, MARCH, State
from alexandros_rules.bot_plans import MoveByMove, next_move
from alexandros_rules.ruleset import Bot, lead

ENOUGH = 9  # cards in the hand of a hoarder before it spends any


class FirstGreedyBot(GreedyBot):
    """The first version of the greedy bot."""

    name = "first-greedy"
    title = "the most valuable move, as at first"

    def __init__(self) -> None:
        super().__init__(FIRST_HABITS)


FIRST_STRATEGIST = replace(
    STRATEGIST, name="first-strategist", title="plans whole turns, as at first",
    weights=weights.first(), at_home={},
    efforts=for_all(Effort(beam=12, width=6, keep=1, alike=3, turns=5, deals=3, narrow=0,
                           reply_beam=3, reply_width=2, whim=0.0)),
)


class Trickster(MoveByMove):
    """A bot that makes the move that its trick finds, and otherwise plays like the planner."""

    about = ""
    seat_names = PLANNER.seat_names

    def __init__(self, name: str, title: str, trick: Callable[[State], Move | None]) -> None:
        self.name, self.title, self.trick = name, title, trick

    def choose(self, view: State, *, seat: int, salt: bytes) -> Move:
        found = self.trick(view)
        return next_move(PLANNER, view, seat=seat, salt=salt) if found is None else found


def hoard(view: State) -> Move | None:
    """Take cards until the hand is large, and only then begin to play."""
    begun = view.scores[view.seat] or view.guards[view.seat]
    if view.phase != ACT or begun or view.red or cards.total(view.hand) >= ENOUGH:
        return None
    return _card(view)


def block(view: State) -> Move | None:
    """Take the most valuable province over that can be taken over."""
    held = sum(view.guards)
    return _most_valuable(view, [
        move for move in _occupations(view) if _province(view, move) & held])


def burn_walls(view: State) -> Move | None:
    """March as far as possible."""
    return max(_marches(view), key=lambda march: _walls(view, march), default=None)


def protect_the_lead(view: State) -> Move | None:
    """March as far as possible while ahead, so that the game ends soon."""
    return burn_walls(view) if lead(view.scores, view.seat) > 0 else None


def levy_in_the_lead(view: State) -> Move | None:
    """Levy taxes whenever they pay something and leave the seat ahead."""
    gains = levy_gains(view)
    after = tuple(a + b for a, b in zip(view.scores, gains, strict=True))
    if not gains[view.seat] or lead(after, view.seat) <= 0:
        return None
    return _levy(view)


def occupy_nothing(view: State) -> Move | None:
    """Collect cards, spare the walls and never occupy anything."""
    if view.phase == MARCH:
        return min(_marches(view), key=lambda march: _walls(view, march))
    if view.phase == ACT:
        return _card(view) or End()
    return None


def copy_the_leader(view: State) -> Move | None:
    """Get what the others have more of: guards on the board, else points, else cards."""
    def behind(counts: list[int]) -> bool:
        return lead(counts, view.seat) < 0

    if behind([mask.bit_count() for mask in view.guards]) and (found := _occupations(view)):
        return _most_valuable(view, found)
    if behind([*view.scores]) and levy_gains(view)[view.seat] and (levy := _levy(view)):
        return levy
    return _card(view) if behind([cards.total(hand) for hand in view.hands]) else None


class BeginnerBot(MoveByMove):
    """A made-up beginner: any card and march, then whatever looks best of what is possible.

    It occupies the most valuable province that it can pay for with one guard, levies taxes when
    nobody else gains as much, and otherwise takes a card.
    """

    name = "beginner"
    title = "has just read the rules"
    about = ""
    seat_names = PLANNER.seat_names

    def choose(self, view: State, *, seat: int, salt: bytes) -> Move:
        if view.phase == ACT:
            return self._action(view)
        some: list[Move] = [*legal_moves(view)]
        return some[int.from_bytes(hashlib.sha256(salt).digest()[:4]) % len(some)]

    def _action(self, view: State) -> Move:
        gains = levy_gains(view)
        levy = _levy(view)
        if levy is not None and lead(gains, view.seat) > 0:
            return levy
        single = [move for move in _occupations(view) if len(move.spaces) == 1]
        return _most_valuable(view, single) or _card(view) or End()


def _marches(view: State) -> list[March]:
    return [move for move in legal_moves(view) if isinstance(move, March)]


def _walls(view: State, march: March) -> int:
    """Return the number of walls that a march places."""
    return len(new_walls(view.board, view.alexander, march.steps, view.walls))


def _occupations(view: State) -> list[Occupy]:
    return [move for move in legal_moves(view) if isinstance(move, Occupy)]


def _province(view: State, move: Occupy) -> int:
    return province_of(view.board, view.walls, move.spaces[0])


def _most_valuable(view: State, some: list[Occupy]) -> Occupy | None:
    """Return the occupation of the most valuable province, with as few guards as possible."""
    return max(some, default=None, key=lambda move: (
        value(view.board, _province(view, move)), -len(move.spaces)))


def _levy(view: State) -> Levy | None:
    return next((move for move in legal_moves(view) if isinstance(move, Levy)), None)


def _card(view: State) -> Move | None:
    """Return the action that takes a face-up card or draws one, None before the actions."""
    if view.phase != ACT:
        return None
    return next((move for move in legal_moves(view) if isinstance(move, Take | Draw)), None)


SPARRING: dict[str, Bot] = {bot.name: bot for bot in (
    FirstGreedyBot(),
    FIRST_STRATEGIST,
    BeginnerBot(),
    Trickster("hoarder", "hoards cards before it begins", hoard),
    Trickster("blocker", "takes away what others hold", block),
    Trickster("wall-burner", "uses up the walls", burn_walls),
    Trickster("lead-protector", "uses up the walls once it leads", protect_the_lead),
    Trickster("lead-levier", "levies taxes whenever it leads", levy_in_the_lead),
    Trickster("never-occupier", "never occupies a province", occupy_nothing),
    Trickster("copycat", "wants what the others have", copy_the_leader),
)}
