"""The turns of a board's own seat on the way to a position, for use in the game itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine import plans
from games.models import WhatIfNode
from games.what_if.open_tree import OpenTree


def own_turns(board: OpenTree, node: WhatIfNode) -> Mapping[int, Sequence[str]]:
    """The orders of the board's seat on the way to a node, in notation, by the turn's number.

    Empty for a tree that shows no seat's view.  ``node`` must have a position.
    """
    turns: dict[int, list[str]] = {}
    for one in board.path(node):
        if one.seat is None or one.seat != board.tree.seat:
            continue
        for step in board.position(one).steps:
            turn = board.base.ruleset.status(step.before).turn
            turns.setdefault(turn, []).append(step.text)
    return turns


def as_plan(turns: Mapping[int, Sequence[str]], *, after: int) -> str:
    """The text of a plan for those of these turns that come after turn ``after``; "" for none."""
    planned = [plans.PlannedTurn((plans.Branch(None, tuple(orders)),))
               for turn, orders in sorted(turns.items()) if turn > after]
    return plans.write(plans.Plan(tuple(planned)), ()) if planned else ""
