"""The positions of the rules' figures: read from ``figures.toml``, as states.

Owns the figures' data and how they become positions; whether the rules give on them what
the figures say is for tests, how they look for the drawing.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

from engine.alexandros import board_file, cards
from engine.alexandros.board import Board
from engine.alexandros.board_file import BLACK_WALLS, RED_WALLS
from engine.alexandros.decide import decide
from engine.alexandros.evolve import evolve
from engine.alexandros.lattice import STEP_BY_NAME
from engine.alexandros.marches import walk
from engine.alexandros.notation import parse
from engine.alexandros.state import ACT, ACTIONS, TAKE, Options, State
from engine.alexandros.vocabulary import ORDER_WORDS
from engine.chance import Seeded
from engine.orders import split

SUPPLY = "tahlstahls"  # for the cards that orders bring to light
CHANCE = bytes(32)


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: its position, and what a picture of it points at.

    ``spaces``  a mask; ``points`` numbers; ``way`` the mask of sides walked to ``goal``.
    ``coming``  a mask of spaces where the seat on turn would put guards.
    """

    id: str
    caption: str
    state: State
    spaces: int = 0
    points: tuple[int, ...] = ()
    way: int = 0
    goal: int | None = None
    coming: int = 0


@lru_cache(maxsize=1)
def figures() -> Mapping[str, Figure]:
    """All figures by id, FIG1 first."""
    text = (resources.files("engine.alexandros.figures") / "figures.toml").read_text("utf-8")
    data = tomllib.loads(text)
    drawn = {name: _board(name, board) for name, board in data.pop("boards").items()}
    return {id_: _figure(id_, drawn[entry["board"]], entry) for id_, entry in data.items()}


def _board(name: str, data: Mapping[str, str]) -> Board:
    """A figure's board, with as many walls as the rules know (T3)."""
    return board_file.load("\n".join([
        f'name = "{name}"', f'title = "A board of the figures: {name}"',
        f'start = "{data["start"]}"', f'map = """\n{data["map"]}"""',
        f"black_walls = {BLACK_WALLS}", f"red_walls = {RED_WALLS}", "",
    ]))


def _figure(id_: str, board: Board, data: Mapping[str, Any]) -> Figure:
    state = _played(_position(board, data), data.get("orders", ""))
    goal, _, steps = data.get("way", "").partition(" via ")
    return Figure(
        id=id_, caption=data["caption"], state=state,
        spaces=_spaces(board, data.get("spaces", "")),
        points=tuple(_point(board, name) for name in data.get("points", ())),
        way=_way(board, state.alexander, steps), goal=_point(board, goal) if goal else None,
        coming=_spaces(board, data.get("coming", "")),
    )


def _position(board: Board, data: Mapping[str, Any]) -> State:
    players, phase = data.get("players", 2), data.get("phase", TAKE)
    walls = _walls(board, data.get("ways", ()), data.get("closed", ()))
    return State(
        board=board, players=players, options=Options(), phase=phase, seat=data.get("seat", 0),
        turn=1, actions=ACTIONS if phase == ACT else 0, levied=False, card=None, joker=False,
        alexander=_point(board, data["alexander"]) if "alexander" in data else board.start,
        walls=walls, red=0, black_left=board.black_walls - walls.bit_count(),
        red_left=board.red_walls,
        guards=_filled([_spaces(board, g) for g in data.get("guards", ())], 0, players),
        hands=_filled([cards.read_code(h) for h in data.get("hands", ())], cards.NONE, players),
        face_up=cards.read_row(data.get("face_up", "hl")), supply=cards.read_row(SUPPLY),
        discard=cards.NONE, scores=(0,) * players, stayed=0, shuffles=1, winners=(), reason="",
    )


def _filled(given: Sequence[Any], rest: Any, players: int) -> tuple[Any, ...]:
    return (*given, *(rest for _ in range(players - len(given))))


def _played(state: State, orders: str) -> State:
    """The state after orders; a refused one is a fault of the file."""
    for order in split(orders, ORDER_WORDS):
        for event in decide(state, parse(order, state), Seeded(CHANCE)):
            state = evolve(state, event)
    return state


def _walls(board: Board, ways: Iterable[str], closed: Iterable[str]) -> int:
    found = 0
    for text in ways:
        start, _, steps = text.partition(":")
        found |= _way(board, _point(board, start), steps)
    for names in closed:
        found |= _ring(board, _spaces(board, names))
    return found


def _way(board: Board, start: int, steps: str) -> int:
    """The mask of the sides walked; raises ValueError for a way that leaves the board."""
    numbers = tuple(STEP_BY_NAME[step] for step in steps.split())
    sides = [side for _, side in walk(board, start, numbers)]
    if len(sides) != len(numbers):
        raise ValueError(f"the way {steps} leaves the board {board.name}")
    return sum(1 << side for side in sides)


def _ring(board: Board, inside: int) -> int:
    """The mask of the sides that part these spaces from the rest of the board."""
    found = 0
    for side in board.sides:
        a, b = board.lattice.cells_of(side)
        if board.land >> a & board.land >> b & 1 and (inside >> a ^ inside >> b) & 1:
            found |= 1 << side
    return found


def _spaces(board: Board, names: str) -> int:
    return sum(1 << board.numbers[name] for name in names.split())


def _point(board: Board, name: str) -> int:
    space, _, corner = name.partition(".")
    return board.point(board.numbers[space], corner)
