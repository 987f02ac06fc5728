"""The what-if boards of one person: for their data export, and when accounts are merged.

Deleting an account deletes all of them, shared or not, together with the user.
"""

from __future__ import annotations

from typing import Any

from games.models import Seat, User, WhatIfNode, WhatIfTree


def exported(user: User) -> list[dict[str, Any]]:
    """All boards of this person as JSON values and times."""
    trees = WhatIfTree.objects.filter(owner=user).select_related("game").prefetch_related("nodes")
    return [{
        "game": tree.game.code, "position": tree.number, "seat": tree.seat, "title": tree.title,
        "created_at": tree.created_at, "changed_at": tree.changed_at,
        "shared_at": tree.shared_at, "entries": _entries(list(tree.nodes.all())),
    } for tree in trees.order_by("pk")]


def _entries(nodes: list[WhatIfNode]) -> list[dict[str, Any]]:
    numbers = {node.pk: node.number for node in nodes}
    return [{
        "number": node.number, "after": numbers.get(node.parent_id or 0), "kind": node.kind,
        "seat": node.seat, "text": node.text, "name": node.name,
    } for node in nodes]


def move(guest: User, *, to: User) -> None:
    """Gives a guest's boards to an account, except those of games where the guest keeps a seat."""
    kept = Seat.objects.filter(user=guest).values("game_id")
    WhatIfTree.objects.filter(owner=guest).exclude(game__in=kept).update(owner=to)
