"""Provinces: connected groups of spaces, with their values, owners and levies (P, L2, L3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from alexandros_rules.alexandros.board import Board
from alexandros_rules.alexandros.cards import Counts, total
from alexandros_rules.alexandros.state import GUARDS, State


@lru_cache(maxsize=8192)
def provinces(board: Board, walls: int) -> tuple[int, ...]:
    """Return the provinces as masks of spaces, ordered by their first spaces (P1)."""
    found = []
    left = board.land
    passages = _passages(board, walls)
    while left:
        province = _flood(left & -left, board.lattice.width, passages)
        found.append(province)
        left &= ~province
    return tuple(found)


def _passages(board: Board, walls: int) -> tuple[int, int, int, int]:
    """Return masks of the spaces with an open side to the right, left, below and above."""
    land, width, size = board.land, board.lattice.width, board.lattice.size
    right = land & land >> 1 & ~walls
    down = _down(board) & ~(walls >> size)
    return right, right << 1, down, down << width


@lru_cache(maxsize=64)
def _down(board: Board) -> int:
    """Return the mask of the spaces that point up and have a space below."""
    land, grid = board.land, board.lattice
    up = sum(1 << s for s in board.spaces if board.corner_names(s)[0] == "N")
    return up & land & land >> grid.width


def _flood(start: int, width: int, passages: tuple[int, int, int, int]) -> int:
    right, left, down, up = passages
    province = grown = start
    while grown:
        grown = (
            (grown & right) << 1
            | (grown & left) >> 1
            | (grown & down) << width
            | (grown & up) >> width
        ) & ~province
        province |= grown
    return province


def province_of(board: Board, walls: int, space: int) -> int:
    """Return the province of a space."""
    bit = 1 << space
    return next(p for p in provinces(board, walls) if p & bit)


def value(board: Board, province: int) -> int:
    """Return the value of a province: its number of open spaces (P2)."""
    return (province & board.open).bit_count()


def owner(state: State, province: int) -> int | None:
    """Return the seat whose guards are in a province (P3), or None if it is free."""
    for seat, mask in enumerate(state.guards):
        if mask & province:
            return seat
    return None


def price(board: Board, spaces: int) -> Counts:
    """Return the cards that pay for the symbol spaces of a mask (O2)."""
    a, b, c, d, e = board.symbols
    return (
        (spaces & a).bit_count(), (spaces & b).bit_count(), (spaces & c).bit_count(),
        (spaces & d).bit_count(), (spaces & e).bit_count(), 0,
    )


def is_open_land(state: State, province: int) -> bool:
    """Check if a province is open land: a part of the board that is not closed off yet.

    Open land is a free province with more than a quarter of all spaces, and with more symbol
    spaces than any player has cards and guards together, so nobody can pay for it now (O2, O3).
    At most three provinces are open land, mostly one, and none once the board is cut into smaller
    parts.  Every view gives the same answer.
    """
    if 4 * province.bit_count() <= len(state.board.spaces) or owner(state, province) is not None:
        return False
    symbols = (province & ~state.board.open).bit_count()
    for hand, guards in zip(state.hands, state.guards, strict=True):
        if total(hand) + GUARDS - guards.bit_count() >= symbols:
            return False
    return True


def open_land(state: State) -> int:
    """Return the mask of all spaces of open land; 0 without open land."""
    return sum(p for p in provinces(state.board, state.walls) if is_open_land(state, p))


def closed_provinces(state: State) -> list[int]:
    """Return all provinces except open land, held or free, in reading order."""
    return [p for p in provinces(state.board, state.walls) if not is_open_land(state, p)]


def closed_off(state: State, province: int, parts: Sequence[int]) -> Sequence[int]:
    """Return the free parts that are newly closed off when walls divide a province.

    ``parts`` must be ordered, the largest first.  Of open land, these are all parts that are no
    longer open land.  Of a free province that was closed already, they are all parts but the
    largest, which counts as the old province.  Of a held province, they are the parts without a
    guard (A15).
    """
    if owner(state, province) is not None:
        return [part for part in parts if owner(state, part) is None]
    if is_open_land(state, province):
        return [part for part in parts if not is_open_land(state, part)]
    return parts[1:]


def levy_pays(worth: int, guards: int) -> int:
    """Return the points that a province of this value scores in a levy (L2)."""
    return worth if guards == 1 else 0


def levy_gains(state: State) -> tuple[int, ...]:
    """Return the points that each seat would score in a levy now (L2, L3)."""
    gains = [0] * state.players
    for province in provinces(state.board, state.walls):
        for seat, mask in enumerate(state.guards):
            if mask & province:
                worth = value(state.board, province)
                gains[seat] += levy_pays(worth, (mask & province).bit_count())
                break  # no province holds guards of two players (P3)
    return tuple(gains)
