"""A what-if tree as nested lists: a line stays on one level until it branches.

So a long line does not wander off to the right, and a deep tree needs no recursion.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.models import WhatIfNode
from games.what_if.open_tree import OpenTree

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
    """Yields the nodes of a tree line by line, with the marks of the lists that hold them."""
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
