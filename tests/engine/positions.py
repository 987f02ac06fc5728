"""Builds positions for tests: small boards, with walls, guards and cards where a test needs them.

``position`` gives a state that no game need ever have reached; ``play`` carries orders out on
it; ``refused`` gives the refusal they meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, TypeVar

import pytest

from alexandros_rules.alexandros import board_file as boards
from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.board import ROW_LETTERS, Board
from alexandros_rules.alexandros.events import Event
from alexandros_rules.alexandros.lattice import STEP_BY_NAME, bits
from alexandros_rules.alexandros.marches import walk
from alexandros_rules.alexandros.moves import Move
from alexandros_rules.alexandros.provinces import province_of
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import ACT, ACTIONS, TAKE, Options, State, change
from alexandros_rules.chance import Chance, SeededChance
from alexandros_rules.errors import Refusal
from alexandros_rules.orders import split
from alexandros_rules.replay import fold
from alexandros_rules.ruleset import Setup

ALICE, BOB, CAROL, DAVE = range(4)
NAMES = ("Alice", "Bob", "Carol", "Dave")
TEMPLE, AMPHORA, HORSE, LYRE, SOLDIER = range(5)
SEED = bytes(range(32))
M = TypeVar("M", bound=Move)


def draw_board(drawing: str, *, start: str = "", black: int = 65, red: int = 10) -> str:
    """Returns the text of a board file.

    The rows of the drawing may be indented.  The default start is the first space's first point.
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
    """Returns a board from the text of its file, or by name if it comes with the game."""
    return boards.load(boards.shipped().get(text, text))


def point(board: Board, name: str) -> int:
    """Returns the point with this name, such as "K7.SE"."""
    space, _, corner = name.partition(".")
    return board.point(board.space_by_name[space], corner)


def spaces(board: Board, names: str) -> int:
    """Returns the mask of these spaces, such as "K7 L9"."""
    return sum(1 << board.space_by_name[name] for name in names.split())


def named(board: Board, mask: int) -> str:
    """Returns the names of the spaces of a mask."""
    return " ".join(board.names[space] for space in bits(mask))


def route_sides(board: Board, text: str) -> int:
    """Returns the mask of the sides walked by a point and steps, such as "K7.SE: E SE"."""
    name, _, steps = text.partition(":")
    numbers = tuple(STEP_BY_NAME[step] for step in steps.split())
    sides = [side for _, side in walk(board, point(board, name), numbers)]
    assert len(sides) == len(numbers), f"{text} leaves the board"
    return sum(1 << side for side in sides)


def boundary(board: Board, names: str) -> int:
    """Returns the mask of the sides between these spaces and the rest of the board."""
    inside = spaces(board, names)
    sides = 0
    for side in board.sides:
        a, b = board.lattice.cells_of(side)
        if (inside >> a & 1) != (inside >> b & 1) and board.land >> a & board.land >> b & 1:
            sides |= 1 << side
    return sides


def position(
    board: str, *, players: int = 2, alexander: str = "", seat: int = ALICE, phase: str = TAKE,
    routes: Iterable[str] = (), closed: Iterable[str] = (), red: Iterable[str] = (),
    guards: Sequence[str] = (), hands: Sequence[str] = (), face_up: str = "hl",
    supply: str = "tahlstahls", discard: str = "", scores: Sequence[int] = (),
    black_left: int | None = None, red_left: int | None = None, **more: Any,
) -> State:
    """Returns a state.

    ``board``    a board file's text, or the name of one that comes with the game.
    ``routes``   black walls along routes, as in "K7.SE: E SE"; ``red`` the same in red.
    ``closed``   groups of spaces with black walls all round, as in "K7 K8 K9".
    ``guards``   for each seat the spaces its guards stand on, as in "K7 L9".
    ``hands``    for each seat its cards as letters; so ``face_up``, ``supply``, ``discard``.
    By default, ``black_left`` and ``red_left`` are the walls that are not on the board.
    """
    read = board_of(board)
    black = 0
    for text in routes:
        black |= route_sides(read, text)
    for names in closed:
        black |= boundary(read, names)
    reds = sum(route_sides(read, text) for text in red)
    guard_masks = [spaces(read, names) for names in guards]
    values: dict[str, Any] = {
        "levied": False, "card": None, "joker": False, "stayed": 0, "shuffles": 1, "turn": 1,
        "winners": (), "reason": "", "options": Options(), "rules": RULESET.version,
        "last_round": "", "eventful": 0, "known": (cards.NONE,) * players,
        "actions": ACTIONS if phase == ACT else 0, **more,
    }
    return State(
        board=read, players=players, phase=phase, seat=seat,
        alexander=point(read, alexander) if alexander else read.start,
        walls=black | reds, red=reds,
        black_left=read.black_walls - black.bit_count() if black_left is None else black_left,
        red_left=read.red_walls - reds.bit_count() if red_left is None else red_left,
        guards=(*guard_masks, *(0 for _ in range(players - len(guard_masks)))),
        hands=tuple(cards.read_code(hand) for hand in hands)
        + (cards.NONE,) * (players - len(hands)),
        face_up=cards.read_row(face_up), supply=cards.read_row(supply),
        discard=cards.read_code(discard),
        scores=tuple(scores) or (0,) * players, **values,
    )


def decide(state: State, text: str, chance: Chance | None = None) -> tuple[Event, ...]:
    """Returns the events of an order.  Raises its refusal."""
    move = RULESET.parse(text, state, seat=state.seat)
    events: tuple[Event, ...] = RULESET.decide(state, move, chance or SeededChance(SEED),
                                               seat=state.seat)
    return events


def play(state: State, text: str, chance: Chance | None = None) -> State:
    """Returns the state after orders."""
    for order in split(text, RULESET.verbs):
        state = fold(RULESET, state, decide(state, order, chance))
    return state


def refused(state: State, text: str) -> Refusal:
    """Returns the refusal of an order."""
    with pytest.raises(Refusal) as caught:
        decide(state, text)
    assert caught.value.sentence.endswith("."), caught.value.sentence
    return caught.value


def answer(state: State, text: str) -> str:
    """Returns the sentence that refuses an order, or "Accepted." if none does."""
    try:
        decide(state, text)
    except Refusal as refusal:
        return refusal.sentence
    return "Accepted."


def started(*, board: str = "delta", players: int = 2, seed: bytes = SEED, **options: Any) -> State:
    """Returns the state in which a game begins."""
    return fold(RULESET, None, RULESET.start(setup(board, players, **options), SeededChance(seed)))


def setup(board: str = "delta", players: int = 2, **options: Any) -> Setup:
    """Returns the setup of a game; ``board`` as in ``position``."""
    return Setup(boards.shipped().get(board, board), players, options)


def moves(state: State) -> list[str]:
    """Returns the legal moves in notation."""
    return [RULESET.format(move, state) for move in RULESET.legal_moves(state, seat=state.seat)]


def of_kind(state: State, kind: type[M]) -> list[M]:
    """Returns the legal moves of one class."""
    return [move for move in RULESET.legal_moves(state, seat=state.seat) if isinstance(move, kind)]


def target_names(state: State) -> str:
    """Returns the names of the spaces that Alexander may march to."""
    found = {move.space for move in RULESET.legal_moves(state, seat=state.seat)}
    return " ".join(state.board.names[space] for space in sorted(found))


def province(state: State, space: str) -> int:
    """Returns the province of a space."""
    return province_of(state.board, state.walls, state.board.space_by_name[space])


def hand(state: State, seat: int) -> str:
    """Returns a seat's cards as letters."""
    return cards.code(state.hands[seat])


def row(state: State) -> str:
    """Returns the face-up cards as letters, oldest first."""
    return cards.row_code(state.face_up)


def discard_pile(state: State) -> str:
    """Returns the discard pile as letters."""
    return cards.code(state.discard)


def hidden_cards_shuffled(
    state: State, seat: int | None, rng: Random, *, known_stay: bool = False
) -> State:
    """Returns a state that differs only in what a seat may not see (C1).

    Cards that are known to be in a hand (C5) stay there if ``known_stay`` is set.
    """
    others = [other for other in range(state.players) if other != seat]
    kept = {other: state.known[other] if known_stay else cards.NONE for other in others}
    free = {other: cards.subtract(state.hands[other], kept[other]) for other in others}
    pool = [*state.supply, *(card for some in free.values() for card in cards.expand(some))]
    rng.shuffle(pool)
    hands = list(state.hands)
    for other in others:
        size = cards.total(free[other])
        hands[other], pool = cards.add(kept[other], cards.counts(pool[:size])), pool[size:]
    return change(state, hands=tuple(hands), supply=tuple(pool))


def count_cards(state: State) -> int:
    """Returns the total number of cards."""
    return sum(map(sum, state.hands)) + len(state.face_up) + len(state.supply) + sum(state.discard)


def count_guards(state: State) -> int:
    """Returns the number of guards on the board and in the supplies."""
    return sum(mask.bit_count() for mask in state.guards) + sum(
        state.guards_left(seat) for seat in range(state.players)
    )
