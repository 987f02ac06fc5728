"""The positions of a what-if board, computed from the texts in its tree.

Everything is evaluated on one seat's view of the position where the tree begins, so what a board
shows cannot depend on anything that its owner could not see there.  Nothing is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from engine import codec, drafts, orders
from engine.drafts import Draft
from engine.errors import Refusal
from engine.orders import EvaluatedMove
from engine.ruleset import Ruleset
from games.models import Game, WhatIfNode, WhatIfTree
from games.rulesets import registry
from games.rulesets.protocols import Assumptions
from games.table.play import event_log, history
from games.what_if import access

CACHED = 3000  # positions, of about two kilobytes


@dataclass(frozen=True, slots=True)
class Position:
    """The position at a node, and the moves that led to it from its parent.

    ``key`` identifies the base and all texts on the way.
    """

    key: str
    view: Any = field(compare=False)
    steps: tuple[EvaluatedMove, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Base:
    """Where a tree begins: the position as its seat sees it, the names and the moves before."""

    ruleset: Ruleset
    assumptions: Assumptions | None
    position: Position
    names: Sequence[str]
    moves: Sequence[str]


def base_of(tree: WhatIfTree) -> Base:
    """The base of a tree; refuses (Missing) one that would show more than its seat may see."""
    game = tree.game
    if tree.seat is None and game.status != Game.Status.OVER:
        raise access.no_board()
    past = history.read(game, tree.seat, number=tree.number)
    ruleset, part = event_log.ruleset_of(game), registry.get(game.ruleset).assumptions
    true_state = history.state(game, tree.number)
    view = true_state if tree.seat is None else ruleset.view(true_state, tree.seat)
    key = codec.text_digest(f"{game.code}:{past.last_hash.hash}:{tree.seat}")
    return Base(ruleset, part, Position(key, part.opened(view) if part else view),
                past.names_at(tree.number), past.moves)


def evaluate(base: Base, nodes: Iterable[WhatIfNode]) -> Mapping[int, Position | Refusal]:
    """The position at each node by its id, or the refusal that says why there is none.

    ``nodes`` are in the order of their numbers, so that parents come first.
    """
    found: dict[int, Position | Refusal] = {}
    for node in nodes:
        before = base.position if node.parent_id is None else found[node.parent_id]
        found[node.pk] = (
            before if isinstance(before, Refusal) else _follow(base, before, node=node))
    return found


def _follow(base: Base, before: Position, *, node: WhatIfNode) -> Position | Refusal:
    if node.kind == WhatIfNode.Kind.ROOT:
        return before
    try:
        if node.kind == WhatIfNode.Kind.ASSUMPTION:
            return _supposed(base.assumptions, before, text=node.text)
        assert node.seat is not None  # of orders
        return _played(base.ruleset, before, text=node.text, seat=node.seat)
    except Refusal as refusal:
        return refusal


@lru_cache(maxsize=CACHED)
def _supposed(assumptions: Assumptions | None, before: Position, *, text: str) -> Position:
    key = codec.text_digest(f"{before.key}\nsuppose\n{text}")
    return Position(key, _after(assumptions, before.view, text))


@lru_cache(maxsize=CACHED)
def _played(ruleset: Ruleset, before: Position, *, text: str, seat: int) -> Position:
    steps = orders.evaluate(ruleset, before.view, text, seat=seat)
    key = codec.text_digest(f"{before.key}\nplay\n{seat}\n{text}")
    return Position(key, steps[-1].after if steps else before.view, steps)


def suppose(base: Base, view: Any, *, text: str) -> Any:
    """The view after an assumption; refuses one that is impossible or not in this game."""
    return _after(base.assumptions, view, text)


def _after(assumptions: Assumptions | None, view: Any, text: str) -> Any:
    if assumptions is None:
        raise access.nothing_to_suppose()
    return assumptions.suppose(view, text)


def describe(base: Base, node: WhatIfNode, *, position: Position) -> list[str]:
    """Full sentences that say what happens between the parent of a node and the node."""
    if node.kind == WhatIfNode.Kind.ASSUMPTION and base.assumptions is not None:
        return [base.assumptions.describe(node.text, names=base.names)]
    if not position.steps:
        return []
    draft = Draft(position.steps[0].before, position.steps)
    return drafts.describe(draft, ruleset=base.ruleset, names=base.names)
