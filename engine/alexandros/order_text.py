"""Moves as orders in notation: how they are written, and which ones refusals suggest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.alexandros import cards, moves
from engine.alexandros.board import SYMBOLS
from engine.alexandros.lattice import STEPS
from engine.alexandros.state import State


def format_move(move: moves.Move, state: State) -> str:
    """Return a move in notation."""
    return _WRITERS[type(move)](move, state)


def route_text(point: str, steps: tuple[int, ...]) -> str:
    """Return the order to march to a point, such as "K7.SE", by these steps."""
    return f"march {point} via {' '.join(STEPS[step] for step in steps)}"


def _write_march(move: moves.March, state: State) -> str:
    return route_text(state.board.point_name(move.point, move.space), move.steps)


def _write_occupy(move: moves.Occupy, state: State) -> str:
    text = "occupy " + " ".join(state.board.names[s] for s in move.spaces)
    if move.give is not None:
        text += " give " + " ".join(SYMBOLS[card] for card in cards.expand(move.give))
    return text


_WRITERS: dict[type[Any], Callable[[Any, State], str]] = {
    moves.Take: lambda move, state: f"take {SYMBOLS[move.card]}",
    moves.Play: lambda move, state: f"play {SYMBOLS[move.card]}",
    moves.March: _write_march,
    moves.Stay: lambda move, state: "stay",
    moves.Draw: lambda move, state: "draw",
    moves.Occupy: _write_occupy,
    moves.Levy: lambda move, state: f"levy {SYMBOLS[move.card]}",
    moves.Recall: lambda move, state: f"recall {state.board.names[move.space]}",
    moves.End: lambda move, state: "end",
}
