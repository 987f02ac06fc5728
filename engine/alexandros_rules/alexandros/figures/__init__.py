"""The figures in the rules, with their positions from ``figures.toml``.

All of them are positions on the board "empire" that Alexander reached by marches from the start.
The tests check that the rules agree with the figures.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from typing import Any

from alexandros_rules.alexandros import board_file, cards
from alexandros_rules.alexandros.board import SYMBOLS, Board
from alexandros_rules.alexandros.decide import decide
from alexandros_rules.alexandros.events import VERSION
from alexandros_rules.alexandros.evolve import evolve
from alexandros_rules.alexandros.lattice import STEP_BY_NAME
from alexandros_rules.alexandros.marches import walk
from alexandros_rules.alexandros.notation import parse
from alexandros_rules.alexandros.order_words import ORDER_WORDS
from alexandros_rules.alexandros.state import ACT, ACTIONS, MARCH, TAKE, Options, State
from alexandros_rules.chance import SeededChance
from alexandros_rules.orders import split

BOARD = "empire"
SUPPLY = "tahlstahls"  # for cards drawn by the orders of a figure
SEED = bytes(32)


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the rules: its position and what its picture highlights.

    ``marches``     those that led to it from the start, such as "lyre D7.S via SE SE SW": the
                    card, then the march as in an order.
    ``spaces``      mask of the highlighted spaces; ``points`` are numbers of points.
    ``route``       mask of the sides walked to the point ``target``.
    ``new_guards``  mask of the spaces where the current player would put guards.
    """

    id: str
    caption: str
    state: State
    marches: tuple[str, ...] = ()
    spaces: int = 0
    points: tuple[int, ...] = ()
    route: int = 0
    target: int | None = None
    new_guards: int = 0


@lru_cache(maxsize=1)
def figures() -> Mapping[str, Figure]:
    """Return all figures by id, FIG1 first."""
    text = (resources.files(__name__) / "figures.toml").read_text("utf-8")
    data = tomllib.loads(text)
    marches = {name: tuple(lines.split("\n")[:-1]) for name, lines in data.pop("marches").items()}
    return {
        id_: _figure(id_, marches[entry["marches"]] if "marches" in entry else (), entry)
        for id_, entry in data.items()
    }


def _figure(id_: str, marches: tuple[str, ...], data: Mapping[str, Any]) -> Figure:
    board = board_file.named(BOARD)
    state = _play(_position(_march(_start(board), marches), data), data.get("orders", ""))
    target, _, steps = data.get("route", "").partition(" via ")
    return Figure(
        id=id_, caption=data["caption"], state=state, marches=marches,
        spaces=_spaces(board, data.get("spaces", "")),
        points=tuple(_point(board, name) for name in data.get("points", ())),
        route=_route(board, state.alexander, steps),
        target=_point(board, target) if target else None,
        new_guards=_spaces(board, data.get("new_guards", "")),
    )


def _start(board: Board) -> State:
    return State(
        board=board, players=2, options=Options(), phase=TAKE, seat=0, turn=1, actions=0,
        levied=False, card=None, joker=False, alexander=board.start, walls=0, red=0,
        black_left=board.black_walls, red_left=board.red_walls, guards=(0, 0),
        hands=(cards.NONE, cards.NONE), face_up=cards.read_row("hl"),
        supply=cards.read_row(SUPPLY), discard=cards.NONE, scores=(0, 0), stayed=0, shuffles=1,
        winners=(), reason="", rules=VERSION, last_round="", eventful=0,
        known=(cards.NONE, cards.NONE),
    )


def _march(state: State, marches: Sequence[str]) -> State:
    """Return the state after marches.  Raise the refusal of the first that is not legal."""
    for text in marches:
        card, _, march = text.partition(" ")
        state = _play(replace(state, phase=MARCH, card=SYMBOLS.index(card)), f"march {march}")
    return state


def _position(state: State, data: Mapping[str, Any]) -> State:
    """Return the state with the players, guards and cards of a figure."""
    players, phase = data.get("players", 2), data.get("phase", TAKE)
    guards = [_spaces(state.board, names) for names in data.get("guards", ())]
    return replace(
        state, players=players, phase=phase, seat=data.get("seat", 0), card=None,
        actions=ACTIONS if phase == ACT else 0, eventful=0, scores=(0,) * players,
        known=(cards.NONE,) * players, guards=_padded(guards, 0, players),
        hands=_padded([cards.read_code(h) for h in data.get("hands", ())], cards.NONE, players),
        face_up=cards.read_row(data.get("face_up", "hl")),
    )


def _padded(given: Sequence[Any], rest: Any, players: int) -> tuple[Any, ...]:
    return (*given, *(rest for _ in range(players - len(given))))


def _play(state: State, orders: str) -> State:
    """Return the state after orders.  Raise their refusal if the file is wrong."""
    for order in split(orders, ORDER_WORDS):
        for event in decide(state, parse(order, state), SeededChance(SEED)):
            state = evolve(state, event)
    return state


def _route(board: Board, start: int, steps: str) -> int:
    """Return the mask of the sides walked.  Raise ValueError if the steps leave the board."""
    numbers = tuple(STEP_BY_NAME[step] for step in steps.split())
    sides = [side for _, side in walk(board, start, numbers)]
    if len(sides) != len(numbers):
        raise ValueError(f"the route {steps} leaves the board {board.name}")
    return sum(1 << side for side in sides)


def _spaces(board: Board, names: str) -> int:
    return sum(1 << board.space_by_name[name] for name in names.split())


def _point(board: Board, name: str) -> int:
    space, _, corner = name.partition(".")
    return board.point(board.space_by_name[space], corner)
