"""A what-if tree that is open: its nodes and the positions at them.

Loading takes the queries for the base and one for all nodes; everything else is computed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from engine.errors import Refusal
from games.models import WhatIfNode, WhatIfTree
from games.what_if import access, positions
from games.what_if.positions import Base, Position


class OpenTree:
    """The nodes of a tree in the order of their numbers, with what they show."""

    def __init__(self, tree: WhatIfTree):
        self.tree = tree
        self.base: Base = positions.base_of(tree)
        self.nodes: Sequence[WhatIfNode] = list(tree.nodes.all())
        self._by_pk = {node.pk: node for node in self.nodes}
        self._found = positions.evaluate(self.base, self.nodes)

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
        """The node with this number; refuses (Missing) if there is none."""
        node = next((node for node in self.nodes if node.number == number), None)
        if node is None:
            raise access.no_board()
        return node

    def path(self, node: WhatIfNode) -> list[WhatIfNode]:
        """The nodes from the root to this one."""
        path = [node]
        while (parent := path[-1].parent_id) is not None:
            path.append(self._by_pk[parent])
        return path[::-1]

    def after(self, node: WhatIfNode) -> list[WhatIfNode]:
        """All nodes that follow from this one, in any line."""
        found, todo = [], [node]
        while todo:
            below = self.children[todo.pop().pk]
            found += below
            todo += below
        return found

    def position(self, node: WhatIfNode) -> Position:
        """The position at a node; raises the Refusal of a line that cannot be played."""
        found = self._found[node.pk]
        if isinstance(found, Refusal):
            raise found
        return found

    def refusal(self, node: WhatIfNode) -> Refusal | None:
        """Why there is no position at a node; None if there is one."""
        found = self._found[node.pk]
        return found if isinstance(found, Refusal) else None

    def nearest(self, node: WhatIfNode) -> WhatIfNode:
        """The last node on the way to this one that has a position."""
        return next(one for one in reversed(self.path(node)) if self.refusal(one) is None)

    def sentences(self, node: WhatIfNode) -> list[str]:
        """What happens on the way from its parent to a node; empty where it has no position."""
        found = self._found[node.pk]
        if isinstance(found, Refusal):
            return []
        return positions.describe(self.base, node, position=found)

    def scores(self, node: WhatIfNode) -> Sequence[int]:
        """The points of each seat at a node; empty where it has no position."""
        found = self._found[node.pk]
        return () if isinstance(found, Refusal) else self.base.ruleset.status(found.view).scores
