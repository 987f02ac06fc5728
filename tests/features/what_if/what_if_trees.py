"""What tests do with what-if boards without a page: adding, supposing, reading positions."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.features.what_if import open_tree
from games.features.what_if.open_tree import OpenTree
from games.models import WhatIfNode, WhatIfTree
from tests.pages.page_reader import Browser, Page


def add(parent: WhatIfNode, text: str, *, seat: int = 0, now: datetime) -> WhatIfNode:
    return open_tree.add_orders(OpenTree(parent.tree), parent, seat=seat, text=text, now=now)


def suppose(parent: WhatIfNode, text: str, *, now: datetime) -> WhatIfNode:
    return open_tree.add_assumption(OpenTree(parent.tree), parent, text=text, now=now)


def address(node: WhatIfNode) -> str:
    return f"/games/{node.tree.game.code}/what-if/{node.tree.key}/{node.number}/"


def sent(browser: Browser, path: str, **fields: str) -> Page:
    """The page that answers a form with these fields."""
    return Page(browser.client.post(path, fields, follow=True), path)


def view_of(node: WhatIfNode) -> Any:
    return OpenTree(WhatIfTree.objects.get(pk=node.tree_id)).position(node).view


def legal_turn(node: WhatIfNode, *kinds: str) -> str:
    """A turn of whoever is to move at a node, made of the first legal order of each kind."""
    board = OpenTree(node.tree)
    rules, view, orders = board.base.ruleset, board.position(node).view, []
    for kind in kinds:
        seat = rules.status(view).to_move[0]
        moves = rules.legal_moves(view, seat=seat)
        move = next(one for one in moves if rules.format(one, view).startswith(kind))
        orders.append(rules.format(move, view))
        for event in rules.decide(view, move, rules.unknown_chance(), seat=seat):
            view = rules.evolve(view, event)
    return "; ".join(orders)
