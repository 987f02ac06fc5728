"""An open what-if tree: its nodes, the positions at them, and how lines are added.

Everything is evaluated on one seat's view of the position where the tree begins, so what a board
shows cannot depend on anything that its owner could not see there.  Loading takes the queries for
the base and one for all nodes; positions are computed and never stored.  Adding never replaces
anything: another line becomes another branch, and a line that is there already is found again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from alexandros_rules import codec, drafts, orders, plans
from alexandros_rules.drafts import Draft
from alexandros_rules.errors import Refusal
from alexandros_rules.orders import EvaluatedMove
from alexandros_rules.ruleset import Ruleset
from games.base import rate_limits
from games.base.refusals import TableRefusal
from games.features.what_if import trees
from games.models import WhatIfNode, WhatIfTree
from games.rulesets import registry
from games.rulesets.protocols import Assumptions
from games.table.play import event_log, history

CACHED = 3000  # positions, of about two kilobytes
MAX_NODES = 300  # of one tree
MAX_ASSUMPTION = 100  # characters

Kind = WhatIfNode.Kind


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
    """The beginning of a tree: the position as its seat sees it, the names and the moves before."""

    ruleset: Ruleset
    assumptions: Assumptions | None
    position: Position
    names: Sequence[str]
    moves: Sequence[str]


def base_of(tree: WhatIfTree) -> Base:
    """Return the base of a tree; refuse (Missing) a base that would show too much to its seat."""
    game = tree.game
    if tree.seat is None and not game.is_revealed:
        raise trees.no_board()
    past = history.read(game, tree.seat, number=tree.number)
    ruleset, part = event_log.ruleset_of(game), registry.get(game.ruleset).assumptions
    true_state = history.state(game, tree.number)
    view = true_state if tree.seat is None else ruleset.view(
        true_state, tree.seat, sealed=game.sealed)
    key = codec.text_digest(f"{game.code}:{past.last_hash.hash}:{tree.seat}")
    return Base(ruleset, part, Position(key, part.opened(view) if part else view),
                past.names_at(tree.number), past.moves)


def evaluate(base: Base, nodes: Iterable[WhatIfNode]) -> Mapping[int, Position | Refusal]:
    """Return, by the ids of nodes, the position at each or the refusal of its orders.

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
    """Return the view after an assumption; refuse what is impossible or not known in this game."""
    return _after(base.assumptions, view, text)


def _after(assumptions: Assumptions | None, view: Any, text: str) -> Any:
    if assumptions is None:
        raise trees.nothing_to_suppose()
    return assumptions.suppose(view, text)


def describe(base: Base, node: WhatIfNode, *, position: Position) -> list[str]:
    """Return sentences about what happens between the parent of a node and the node."""
    if node.kind == WhatIfNode.Kind.ASSUMPTION and base.assumptions is not None:
        return [base.assumptions.describe(node.text, names=base.names)]
    if not position.steps:
        return []
    draft = Draft(position.steps[0].before, position.steps)
    return drafts.describe(draft, ruleset=base.ruleset, names=base.names, seat=None)


class OpenTree:
    """The nodes of a tree in the order of their numbers, with the positions at them."""

    def __init__(self, tree: WhatIfTree):
        self.tree = tree
        self.base: Base = base_of(tree)
        self.nodes: Sequence[WhatIfNode] = list(tree.nodes.all())
        self._by_pk = {node.pk: node for node in self.nodes}
        self._found = evaluate(self.base, self.nodes)

    @cached_property
    def children(self) -> dict[int, list[WhatIfNode]]:
        """The children of each node by its id, the oldest first."""
        found: dict[int, list[WhatIfNode]] = {node.pk: [] for node in self.nodes}
        for node in self.nodes:
            if node.parent_id is not None:
                found[node.parent_id].append(node)
        return found

    @property
    def root(self) -> WhatIfNode:
        return self.nodes[0]

    def node(self, number: int) -> WhatIfNode:
        """Return the node with this number; refuse (Missing) if there is none."""
        node = next((node for node in self.nodes if node.number == number), None)
        if node is None:
            raise trees.no_board()
        return node

    def path(self, node: WhatIfNode) -> list[WhatIfNode]:
        """Return the nodes from the root to this one."""
        path = [node]
        while (parent := path[-1].parent_id) is not None:
            path.append(self._by_pk[parent])
        return path[::-1]

    def after(self, node: WhatIfNode) -> list[WhatIfNode]:
        """Return all nodes that follow from this one, in any line."""
        found, todo = [], [node]
        while todo:
            below = self.children[todo.pop().pk]
            found += below
            todo += below
        return found

    def position(self, node: WhatIfNode) -> Position:
        """Return the position at a node, or raise the Refusal of a line that cannot be played."""
        found = self._found[node.pk]
        if isinstance(found, Refusal):
            raise found
        return found

    def refusal(self, node: WhatIfNode) -> Refusal | None:
        """Return the reason why no position exists at a node; None if one does."""
        found = self._found[node.pk]
        return found if isinstance(found, Refusal) else None

    def nearest(self, node: WhatIfNode) -> WhatIfNode:
        """Return the last node on the way to this one that has a position."""
        return next(one for one in reversed(self.path(node)) if self.refusal(one) is None)

    def sentences(self, node: WhatIfNode) -> list[str]:
        """Return sentences on what happens at a node, if the node has a position."""
        found = self._found[node.pk]
        if isinstance(found, Refusal):
            return []
        return describe(self.base, node, position=found)

    def scores(self, node: WhatIfNode) -> Sequence[int]:
        """Return the points of each seat at a node, if the node has a position."""
        found = self._found[node.pk]
        return () if isinstance(found, Refusal) else self.base.ruleset.status(found.view).scores


LINE, FORK, JOIN, END = "line", "fork", "join", "end"


@dataclass(frozen=True, slots=True)
class Mark:
    """A node of the outline, or where a list begins or ends.

    ``kind``  "line" begins a line, "fork" a list of lines that branch off after its last node;
              "join" ends a line with such a list, and "end" one without; "node" is a node.
    """

    kind: str
    node: WhatIfNode | None = None


def outline(board: OpenTree) -> Iterator[Mark]:
    """Yield the nodes of a tree line by line, with the marks of the lists that hold them."""
    todo: list[Mark] = [Mark(LINE, board.root)]
    while todo:
        mark = todo.pop()
        if mark.kind != LINE or mark.node is None:
            yield mark
            continue
        yield Mark(LINE)
        here = mark.node
        yield Mark("node", here)
        while len(children := board.children[here.pk]) == 1:
            here = children[0]
            yield Mark("node", here)
        if children:
            yield Mark(FORK)
            todo.append(Mark(JOIN))
            todo += [Mark(LINE, child) for child in reversed(children)]
        else:
            yield Mark(END)


def own_turns(board: OpenTree, node: WhatIfNode) -> Mapping[int, Sequence[str]]:
    """Return the orders of the board's seat on the way to a node, by the number of the turn.

    The result is empty for a tree that shows no seat's view.  ``node`` must have a position.
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
    """Return the text of a plan for those of these turns that come after turn ``after``, or ""."""
    planned = [plans.PlannedTurn((plans.Branch(None, tuple(orders)),))
               for turn, orders in sorted(turns.items()) if turn > after]
    return plans.write(plans.Plan(tuple(planned)), ()) if planned else ""


def add_orders(board: OpenTree, parent: WhatIfNode, *, seat: int, text: str,
               now: datetime) -> WhatIfNode:
    """Add and return the node after these orders of a seat, which need not be a whole turn.

    Refuses orders that cannot be played there, and no orders at all.
    """
    draft = drafts.evaluate(board.base.ruleset, board.position(parent).view, text, seat=seat)
    if draft.refusal is not None:
        raise draft.refusal
    if not draft.steps:
        raise TableRefusal("empty", _("There is nothing to add yet. Please choose a move first."))
    return _child(board.tree, parent, kind=Kind.ORDERS, seat=seat, text=draft.text, now=now)


def add_assumption(board: OpenTree, parent: WhatIfNode, *, text: str,
                   now: datetime) -> WhatIfNode:
    """Add and return the node after an assumption; refuse what contradicts the view there."""
    suppose(board.base, board.position(parent).view, text=text)
    return _child(board.tree, parent, kind=Kind.ASSUMPTION, seat=None, text=text, now=now)


def _child(tree: WhatIfTree, parent: WhatIfNode, *, kind: str, seat: int | None, text: str,
           now: datetime) -> WhatIfNode:
    """Get or create the child of ``parent`` with this text."""
    with transaction.atomic():
        locked = WhatIfTree.objects.select_for_update().filter(pk=tree.pk).first()
        if locked is None or not WhatIfNode.objects.filter(pk=parent.pk).exists():
            raise trees.no_board()
        nodes = WhatIfNode.objects.filter(tree=locked)
        there = nodes.filter(parent=parent, kind=kind, seat=seat, text=text).first()
        if there is not None:
            return there
        rate_limits.count("what if", tree.owner_id, now=now)
        if nodes.count() >= MAX_NODES:
            raise TableRefusal("too-many-nodes", _(
                "This what-if board has %(count)s entries, which is as many as we keep. Please"
                " delete a line that you no longer need, or begin another board."
            ) % {"count": MAX_NODES})
        locked.last, locked.changed_at = locked.last + 1, now
        locked.save(update_fields=["last", "changed_at"])
        return WhatIfNode.objects.create(tree=locked, number=locked.last, parent=parent, kind=kind,
                                         seat=seat, text=text)


def name_node(node: WhatIfNode, text: str) -> None:
    """Name a node; an empty name removes it."""
    node.name = trees.clean_name(text)
    node.save(update_fields=["name"])
