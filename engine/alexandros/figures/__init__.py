"""The figures in the rules, with their positions from ``figures.toml``.

The tests check that the rules agree with the figures.
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
from engine.alexandros.events import VERSION
from engine.alexandros.evolve import evolve
from engine.alexandros.lattice import STEP_BY_NAME
from engine.alexandros.marches import walk
from engine.alexandros.notation import parse
from engine.alexandros.order_words import ORDER_WORDS
from engine.alexandros.state import ACT, ACTIONS, TAKE, Options, State
from engine.chance import SeededChance
from engine.orders import split

SUPPLY = "tahlstahls"  # for cards drawn by the orders of a figure
SEED = bytes(32)


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the rules: its position and what its picture highlights.

    ``spaces``      mask of the highlighted spaces; ``points`` are numbers of points.
    ``route``       mask of the sides walked to the point ``target``.
    ``new_guards``  mask of the spaces where the current player would put guards.
    """

    id: str
    caption: str
    state: State
    spaces: int = 0
    points: tuple[int, ...] = ()
    route: int = 0
    target: int | None = None
    new_guards: int = 0


@lru_cache(maxsize=1)
def figures() -> Mapping[str, Figure]:
    """Return all figures by id, FIG1 first."""
    text = (resources.files("engine.alexandros.figures") / "figures.toml").read_text("utf-8")
    data = tomllib.loads(text)
    boards = {name: _board(name, board) for name, board in data.pop("boards").items()}
    return {id_: _figure(id_, boards[entry["board"]], entry) for id_, entry in data.items()}


def _board(name: str, data: Mapping[str, str]) -> Board:
    """Return the board of a figure, with the full number of walls (T3)."""
    return board_file.load("\n".join([
        f'name = "{name}"', f'title = "A board of the figures: {name}"',
        f'start = "{data["start"]}"', f'map = """\n{data["map"]}"""',
        f"black_walls = {BLACK_WALLS}", f"red_walls = {RED_WALLS}", "",
    ]))


def _figure(id_: str, board: Board, data: Mapping[str, Any]) -> Figure:
    state = _play(_position(board, data), data.get("orders", ""))
    target, _, steps = data.get("route", "").partition(" via ")
    return Figure(
        id=id_, caption=data["caption"], state=state,
        spaces=_spaces(board, data.get("spaces", "")),
        points=tuple(_point(board, name) for name in data.get("points", ())),
        route=_route(board, state.alexander, steps),
        target=_point(board, target) if target else None,
        new_guards=_spaces(board, data.get("new_guards", "")),
    )


def _position(board: Board, data: Mapping[str, Any]) -> State:
    players, phase = data.get("players", 2), data.get("phase", TAKE)
    walls = _walls(board, data.get("routes", ()), data.get("closed", ()))
    return State(
        board=board, players=players, options=Options(), phase=phase, seat=data.get("seat", 0),
        turn=1, actions=ACTIONS if phase == ACT else 0, levied=False, card=None, joker=False,
        alexander=_point(board, data["alexander"]) if "alexander" in data else board.start,
        walls=walls, red=0, black_left=board.black_walls - walls.bit_count(),
        red_left=board.red_walls,
        guards=_padded([_spaces(board, g) for g in data.get("guards", ())], 0, players),
        hands=_padded([cards.read_code(h) for h in data.get("hands", ())], cards.NONE, players),
        face_up=cards.read_row(data.get("face_up", "hl")), supply=cards.read_row(SUPPLY),
        discard=cards.NONE, scores=(0,) * players, stayed=0, shuffles=1, winners=(), reason="",
        rules=VERSION, last_round="", eventful=0, known=(cards.NONE,) * players,
    )


def _padded(given: Sequence[Any], rest: Any, players: int) -> tuple[Any, ...]:
    return (*given, *(rest for _ in range(players - len(given))))


def _play(state: State, orders: str) -> State:
    """Return the state after orders.  Raise their refusal if the file is wrong."""
    for order in split(orders, ORDER_WORDS):
        for event in decide(state, parse(order, state), SeededChance(SEED)):
            state = evolve(state, event)
    return state


def _walls(board: Board, routes: Iterable[str], closed: Iterable[str]) -> int:
    walls = 0
    for text in routes:
        start, _, steps = text.partition(":")
        walls |= _route(board, _point(board, start), steps)
    for names in closed:
        walls |= _boundary(board, _spaces(board, names))
    return walls


def _route(board: Board, start: int, steps: str) -> int:
    """Return the mask of the sides walked.  Raise ValueError if the steps leave the board."""
    numbers = tuple(STEP_BY_NAME[step] for step in steps.split())
    sides = [side for _, side in walk(board, start, numbers)]
    if len(sides) != len(numbers):
        raise ValueError(f"the route {steps} leaves the board {board.name}")
    return sum(1 << side for side in sides)


def _boundary(board: Board, inside: int) -> int:
    """Return the mask of the sides between these spaces and the rest of the board."""
    sides = 0
    for side in board.sides:
        a, b = board.lattice.cells_of(side)
        if board.land >> a & board.land >> b & 1 and (inside >> a ^ inside >> b) & 1:
            sides |= 1 << side
    return sides


def _spaces(board: Board, names: str) -> int:
    return sum(1 << board.space_by_name[name] for name in names.split())


def _point(board: Board, name: str) -> int:
    space, _, corner = name.partition(".")
    return board.point(board.space_by_name[space], corner)
