"""Players of the golden games: each has one habit, so that together they show all situations."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from alexandros_rules.alexandros.marches import new_walls
from alexandros_rules.alexandros.moves import Draw, End, Levy, March, Occupy, Play, Recall, Take
from alexandros_rules.alexandros.provinces import owner, province_of
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import MARCH, State
from alexandros_rules.bot_plans import MoveByMove
from alexandros_rules.move_list import MoveList
from alexandros_rules.replay import fold
from alexandros_rules.ruleset import Bot
from tests.engine.random_games import BOTS

TAKE_OVER = "take over"
MOST_COMPARED = 400  # marches of which the one with the fewest or most walls is chosen


class HabitualBot(MoveByMove):
    """Prefers some kinds of moves, and marches with few, many or any number of new walls.

    ``wanted`` are the preferred kinds, the best first; in one turn of three it plays any kind.
    """

    title = "follows a habit"
    about = "Always prefers the same kinds of moves."
    seat_names: tuple[str, ...] = ("Habit",)

    def __init__(self, name: str, wanted: Sequence[Any], *, walls: int = 0):
        self.name, self.wanted, self.walls = name, tuple(wanted), walls

    def choose(self, view: State, *, seat: int, salt: bytes) -> Any:
        digest = hashlib.sha256(self.name.encode() + salt).digest()
        first, second = int.from_bytes(digest[:4]), int.from_bytes(digest[4:12])
        legal = RULESET.legal_moves(view, seat=seat)
        if isinstance(legal[0], March) and self.walls:
            return self._march(view, legal, second)
        by_kind = _by_kind(view, legal)
        kinds = [kind for kind in self.wanted if kind in by_kind] if first % 3 else []
        kind = kinds[0] if kinds else list(by_kind)[first % len(by_kind)]
        some = by_kind[kind]
        return some[second % len(some)]

    def _march(self, view: State, legal: Sequence[March], chance: int) -> March:
        some = legal[:MOST_COMPARED]
        counts = [len(new_walls(view.board, view.alexander, m.steps, view.walls)) for m in some]
        best = min(counts) if self.walls < 0 else max(counts)
        equal = [march for march, count in zip(some, counts, strict=True) if count == best]
        return equal[chance % len(equal)]


class IdlingBot(MoveByMove):
    """Avoids whatever keeps a game going (E5): it marches along walls and gathers cards."""

    name = "idler"
    title = "keeps quiet"
    about = "Does as little as it may."
    seat_names: tuple[str, ...] = ("Idler",)

    def choose(self, view: State, *, seat: int, salt: bytes) -> Any:
        chance = int.from_bytes(hashlib.sha256(self.name.encode() + salt).digest()[:8])
        legal = RULESET.legal_moves(view, seat=seat)
        idle = [move for move in legal[:MOST_COMPARED] if isinstance(move, Draw)]
        if idle or any(isinstance(move, End) for move in legal):
            return idle[0] if idle else End()
        costs = [_fewest_walls(view, move) for move in legal[:MOST_COMPARED]]
        cheapest = [i for i, cost in enumerate(costs) if cost == min(costs)]
        return legal[cheapest[chance % len(cheapest)]]


def _fewest_walls(view: State, move: Any) -> int:
    """The new walls of a march, or the fewest new walls of a march by a card."""
    if isinstance(move, March):
        return len(new_walls(view.board, view.alexander, move.steps, view.walls))
    events = RULESET.decide(view, move, RULESET.unknown_chance(), seat=view.seat)
    after = fold(RULESET, view, events)
    if after.phase != MARCH:
        return 0
    legal = RULESET.legal_moves(after, seat=view.seat)
    return min(_fewest_walls(after, march) for march in legal[:MOST_COMPARED])


def _by_kind(view: State, legal: MoveList) -> dict[Any, MoveList]:
    """The moves by kind; all occupations of a part are in the same province."""
    parts: dict[Any, list[Sequence[Any]]] = {}
    for part in legal.parts:
        parts.setdefault(_kind(view, part[0]), []).append(part)
    return {kind: MoveList(some) for kind, some in parts.items()}


def _kind(view: State, move: Any) -> Any:
    if isinstance(move, Occupy):
        province = province_of(view.board, view.walls, move.spaces[0])
        return Occupy if owner(view, province) is None else TAKE_OVER
    return type(move)


PLAYERS: dict[str, Bot] = {**BOTS, "idler": IdlingBot(), **{bot.name: bot for bot in (
    HabitualBot("taxman", [Levy, Occupy, Take, Draw], walls=-1),
    HabitualBot("settler", [Occupy, Levy, Recall, Draw], walls=-1),
    HabitualBot("raider", [TAKE_OVER, Occupy, Draw, Levy]),
    HabitualBot("builder", [Occupy, Levy, Draw], walls=1),
    HabitualBot("wanderer", [Play, End, Occupy], walls=-1),
    HabitualBot("nomad", [Play, Recall, Occupy, Levy, Take]),
)}}
