"""Growing a what-if tree: adding turns and assumptions, naming nodes, deleting branches.

Adding never replaces anything: another line becomes another branch, and a line that is there
already is found again.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from engine import drafts
from games.base import rate_limits
from games.base.refusals import TableRefusal
from games.features.what_if import trees
from games.features.what_if.open_tree import OpenTree, suppose
from games.models import WhatIfNode, WhatIfTree

MAX_NODES = 300  # of one tree
MAX_ASSUMPTION = 100  # characters
Kind = WhatIfNode.Kind


def add_orders(board: OpenTree, parent: WhatIfNode, *, seat: int, text: str,
               now: datetime) -> WhatIfNode:
    """The node after these orders of a seat, which need not be a whole turn.

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
    """The node after an assumption.  Refuses one that contradicts what can be seen there."""
    suppose(board.base, board.position(parent).view, text=text)
    return _child(board.tree, parent, kind=Kind.ASSUMPTION, seat=None, text=text, now=now)


def _child(tree: WhatIfTree, parent: WhatIfNode, *, kind: str, seat: int | None, text: str,
           now: datetime) -> WhatIfNode:
    """The child of ``parent`` with this text, which is made unless it is there."""
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


def name(node: WhatIfNode, text: str) -> None:
    """Names a node; an empty name removes it."""
    node.name = trees.clean_name(text)
    node.save(update_fields=["name"])


def delete(node: WhatIfNode) -> int:
    """Deletes a node with everything after it; returns how many nodes these were."""
    return node.delete()[1].get(WhatIfNode._meta.label, 0)
