"""Positions made by hand: small boards drawn in a test, with walls, guards and cards put where
the test wants them.

``position`` gives a state that no game need ever have reached; ``play`` carries orders out on
it; ``refused`` gives the refusal they meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from engine import registry
from engine.alexandros import board_file as boards
from engine.alexandros import cards
from engine.alexandros.board import ROW_LETTERS, Board
from engine.alexandros.events import Event
from engine.alexandros.lattice import STEP_BY_NAME, bits
from engine.alexandros.marches import walk
from engine.alexandros.moves import Move
from engine.alexandros.provinces import province_of
from engine.alexandros.state import ACT, ACTIONS, TAKE, Options, State
from engine.chance import Chance, SeededChance
from engine.errors import Refusal
from engine.orders import split
from engine.replay import fold
from engine.ruleset import Setup

RULESET = registry.get("alexandros")
ALICE, BOB, CAROL, DAVE = range(4)
NAMES = ("Alice", "Bob", "Carol", "Dave")
TEMPLE, AMPHORA, HORSE, LYRE, SOLDIER = range(5)
SEED = bytes(range(32))


def draw_board(drawing: str, *, start: str = "", black: int = 65, red: int = 10) -> str:
    """The text of a board file.

    A drawing's rows may be indented; without a ``start`` it is the first space's first point.
    """
    rows = [line.strip() for line in drawing.strip().splitlines()]
    if not start:
        r, c = next(
            (r, c) for r, line in enumerate(rows) for c, ch in enumerate(line) if ch not in "~#"
        )
        start = f"{ROW_LETTERS[r]}{c + 1}.{'NW' if (r + c) % 2 else 'N'}"
    return "\n".join([
        'name = "test"', 'title = "A board of this test"', f'start = "{start}"',
        f"black_walls = {black}", f"red_walls = {red}", 'map = """', *rows, '"""', "",
    ])


def board_of(text: str) -> Board:
    """A board by its file's text, or by name when it comes with the game."""
    return boards.load(boards.shipped().get(text, text))


def point(board: Board, name: str) -> int:
    """The point called "K7.SE"."""
    space, _, corner = name.partition(".")
    return board.point(board.space_by_name[space], corner)


def spaces(board: Board, names: str) -> int:
    """The mask of the spaces in "K7 L9"."""
    return sum(1 << board.space_by_name[name] for name in names.split())


def named(board: Board, mask: int) -> str:
    """The spaces of a mask by their names."""
    return " ".join(board.names[space] for space in bits(mask))


def way(board: Board, text: str) -> int:
    """The mask of the sides walked by "K7.SE: E SE": a point, then steps."""
    name, _, steps = text.partition(":")
    numbers = tuple(STEP_BY_NAME[step] for step in steps.split())
    sides = [side for _, side in walk(board, point(board, name), numbers)]
    assert len(sides) == len(numbers), f"{text} leaves the board"
    return sum(1 << side for side in sides)


def ring(board: Board, names: str) -> int:
    """The mask of the sides that part these spaces from the rest of the board."""
    inside = spaces(board, names)
    found = 0
    for side in board.sides:
        a, b = board.lattice.cells_of(side)
        if (inside >> a & 1) != (inside >> b & 1) and board.land >> a & board.land >> b & 1:
            found |= 1 << side
    return found


def position(
    board: str, *, players: int = 2, alexander: str = "", seat: int = ALICE, phase: str = TAKE,
    ways: Iterable[str] = (), closed: Iterable[str] = (), red: Iterable[str] = (),
    guards: Sequence[str] = (), hands: Sequence[str] = (), face_up: str = "hl",
    supply: str = "tahlstahls", discard: str = "", scores: Sequence[int] = (),
    black_left: int | None = None, red_left: int | None = None, **more: Any,
) -> State:
    """A state.

    ``board``    a board file's text, or the name of one that comes with the game.
    ``ways``     black walls along ways, as in "K7.SE: E SE"; ``red`` the same in red.
    ``closed``   groups of spaces with black walls all round, as in "K7 K8 K9".
    ``guards``   for each seat the spaces its guards stand on, as in "K7 L9".
    ``hands``    for each seat its cards as letters; so ``face_up``, ``supply``, ``discard``.
    Where ``black_left`` or ``red_left`` is not given, no more walls are missing than lie.
    """
    read = board_of(board)
    black = 0
    for text in ways:
        black |= way(read, text)
    for names in closed:
        black |= ring(read, names)
    reds = sum(way(read, text) for text in red)
    posts = [spaces(read, names) for names in guards]
    values: dict[str, Any] = {
        "levied": False, "card": None, "joker": False, "stayed": 0, "shuffles": 1, "turn": 1,
        "winners": (), "reason": "", "options": Options(),
        "actions": ACTIONS if phase == ACT else 0, **more,
    }
    return State(
        board=read, players=players, phase=phase, seat=seat,
        alexander=point(read, alexander) if alexander else read.start,
        walls=black | reds, red=reds,
        black_left=read.black_walls - black.bit_count() if black_left is None else black_left,
        red_left=read.red_walls - reds.bit_count() if red_left is None else red_left,
        guards=(*posts, *(0 for _ in range(players - len(posts)))),
        hands=tuple(cards.read_code(hand) for hand in hands)
        + (cards.NONE,) * (players - len(hands)),
        face_up=cards.read_row(face_up), supply=cards.read_row(supply),
        discard=cards.read_code(discard),
        scores=tuple(scores) or (0,) * players, **values,
    )


def decide(state: State, text: str, chance: Chance | None = None) -> tuple[Event, ...]:
    """The events of one order; raises its refusal."""
    events: tuple[Event, ...] = RULESET.decide(
        state, RULESET.parse(text, state), chance or SeededChance(SEED)
    )
    return events


def play(state: State, text: str, chance: Chance | None = None) -> State:
    """The state after orders, one after the other."""
    for order in split(text, RULESET.verbs):
        state = fold(RULESET, state, decide(state, order, chance))
    return state


def refused(state: State, text: str) -> Refusal:
    """The refusal an order meets."""
    with pytest.raises(Refusal) as caught:
        decide(state, text)
    assert caught.value.sentence.endswith("."), caught.value.sentence
    return caught.value


def answer(state: State, text: str) -> str:
    """The sentence of the refusal an order meets, "Accepted." where it meets none."""
    try:
        decide(state, text)
    except Refusal as refusal:
        return refusal.sentence
    return "Accepted."


def started(*, board: str = "delta", players: int = 2, seed: bytes = SEED, **options: Any) -> State:
    """The state in which a game begins."""
    return fold(RULESET, None, RULESET.start(setup(board, players, **options), SeededChance(seed)))


def setup(board: str = "delta", players: int = 2, **options: Any) -> Setup:
    """The setup of a table; ``board`` as in ``position``."""
    return Setup(boards.shipped().get(board, board), players, options)


def moves(state: State) -> list[str]:
    """The legal moves as notation."""
    return [RULESET.format(move, state) for move in RULESET.legal_moves(state)]


def of_kind(state: State, kind: type[Any]) -> list[Move]:
    """The legal moves of one class."""
    return [move for move in RULESET.legal_moves(state) if isinstance(move, kind)]


def goals(state: State) -> str:
    """The spaces the marches of a state lead to, by name in the board's order."""
    found = {move.space for move in RULESET.legal_moves(state)}
    return " ".join(state.board.names[space] for space in sorted(found))


def province(state: State, space: str) -> int:
    """The mask of the province a space lies in."""
    return province_of(state.board, state.walls, state.board.space_by_name[space])


def hand(state: State, seat: int) -> str:
    """A seat's cards as letters."""
    return cards.code(state.hands[seat])


def row(state: State) -> str:
    """The face-up cards as letters, oldest first."""
    return cards.row_code(state.face_up)


def pile(state: State) -> str:
    """The discard stack as letters."""
    return cards.code(state.discard)


def count_cards(state: State) -> int:
    """How many cards there are anywhere."""
    return sum(map(sum, state.hands)) + len(state.face_up) + len(state.supply) + sum(state.discard)


def count_guards(state: State) -> int:
    """How many guards there are on the board and beside it."""
    return sum(mask.bit_count() for mask in state.guards) + sum(
        state.guards_left(seat) for seat in range(state.players)
    )


