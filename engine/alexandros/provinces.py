"""Provinces: connected groups of spaces, what they are worth and whose they are (P1 to P5)."""

from __future__ import annotations

from functools import lru_cache

from engine.alexandros.board import Board
from engine.alexandros.cards import Counts
from engine.alexandros.state import State


@lru_cache(maxsize=8192)
def provinces(board: Board, walls: int) -> tuple[int, ...]:
    """The provinces as masks of spaces, in reading order of their first spaces (P1)."""
    found = []
    left = board.land
    passages = _passages(board, walls)
    while left:
        province = _flood(left & -left, board.lattice.width, passages)
        found.append(province)
        left &= ~province
    return tuple(found)


def _passages(board: Board, walls: int) -> tuple[int, int, int, int]:
    """Masks of the spaces one can leave to the right, left, below and above."""
    land, width, size = board.land, board.lattice.width, board.lattice.size
    right = land & land >> 1 & ~walls
    down = _down(board) & ~(walls >> size)
    return right, right << 1, down, down << width


@lru_cache(maxsize=64)
def _down(board: Board) -> int:
    """The upward spaces with a space below."""
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
    """The mask of the province a space lies in."""
    bit = 1 << space
    return next(p for p in provinces(board, walls) if p & bit)


def value(board: Board, province: int) -> int:
    """The number of open spaces (P2)."""
    return (province & board.open).bit_count()


def owner(state: State, province: int) -> int | None:
    """The seat whose guards stand in it (P3), None when it is free."""
    for seat, mask in enumerate(state.guards):
        if mask & province:
            return seat
    return None


def price(board: Board, spaces: int) -> Counts:
    """The cards that pay for the symbol spaces of a mask (O2)."""
    a, b, c, d, e = board.symbols
    return (
        (spaces & a).bit_count(), (spaces & b).bit_count(), (spaces & c).bit_count(),
        (spaces & d).bit_count(), (spaces & e).bit_count(), 0,
    )


def gains(state: State) -> tuple[int, ...]:
    """What each seat scores in a levy now: its provinces with exactly one guard (L2)."""
    found = [0] * state.players
    for province in provinces(state.board, state.walls):
        for seat, mask in enumerate(state.guards):
            if (mask & province).bit_count() == 1:
                found[seat] += value(state.board, province)
    return tuple(found)
