"""The forms of what-if boards: beginning one, growing its tree, naming, sharing and deleting.

None of them can play anything: they change only the tree, which belongs to whoever sends them.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from engine.errors import Refusal
from games.base import site_clock
from games.base.refusals import Missing, status_code
from games.features.what_if import branches, trees
from games.models import WhatIfNode
from games.views import what_if_panel
from games.views.access import get_table_or_404, handle_refusals
from games.views.what_if import open_own, render_node
from games.views.what_if_panel import WhatIfAccess, seat_to_move


@require_POST
@handle_refusals
def begin(request: HttpRequest, code: str) -> HttpResponse:
    """A new board at the position that the form names."""
    table = get_table_or_404(request, code)
    number = request.POST.get("number", "")
    tree = trees.begin(table.game, user=table.user, seat=table.seat, now=site_clock.now(),
                       number=int(number) if number.isdecimal() and len(number) < 9 else 0)
    return redirect("what-if-node", code=code, tree=tree.key, node=trees.ROOT)


@require_POST
@handle_refusals
def add(request: HttpRequest, code: str, tree: str, node: int) -> HttpResponse:
    """Adds the draft to the tree and opens the node after it; refused orders are shown again."""
    page = open_own(request, code, tree)
    here = page.board.node(node)
    try:
        added = _add_draft(request, page, here=here)
    except Refusal as refusal:
        return _again(request, page, here=here, refusal=refusal)
    return redirect(page.address(added))


@require_POST
@handle_refusals
def suppose(request: HttpRequest, code: str, tree: str, node: int) -> HttpResponse:
    """Adds the draft, if there is one, and after it an assumption."""
    page = open_own(request, code, tree)
    here, text = page.board.node(node), request.POST.get("text", "")[:branches.MAX_ASSUMPTION]
    try:
        if request.POST.get("draft", "").strip():
            here = _add_draft(request, page, here=here)
            page = open_own(request, code, tree)
            here = page.board.node(here.number)
        added = branches.add_assumption(page.board, here, text=text, now=site_clock.now())
    except Refusal as refusal:
        return _again(request, page, here=here, refusal=refusal)
    return redirect(page.address(added))


def _add_draft(request: HttpRequest, page: WhatIfAccess, *, here: WhatIfNode) -> WhatIfNode:
    view = page.board.position(here).view
    to_move = page.board.base.ruleset.status(view).to_move
    if not to_move:
        raise Missing("nobody-to-move", _("Nobody is to move here, so no turn can be added."))
    return branches.add_orders(page.board, here, text=request.POST.get("draft", ""),
                               seat=seat_to_move(request.POST.get("seat", ""), to_move),
                               now=site_clock.now())


def _again(request: HttpRequest, page: WhatIfAccess, *, here: WhatIfNode,
           refusal: Refusal) -> HttpResponse:
    return render_node(request, page, here, typed=request.POST.get("draft", ""), refusal=refusal,
                       code=status_code(refusal))


@require_POST
@handle_refusals
def name(request: HttpRequest, code: str, tree: str, node: int) -> HttpResponse:
    """Names a node, or the whole board at its root; an empty name removes it."""
    page = open_own(request, code, tree)
    here, text = page.board.node(node), request.POST.get("name", "")
    if here.kind == WhatIfNode.Kind.ROOT:
        trees.rename(page.board.tree, text, now=site_clock.now())
    else:
        branches.name(here, text)
    return redirect(page.address(here))


@require_http_methods(["GET", "HEAD", "POST"])
@handle_refusals
def delete(request: HttpRequest, code: str, tree: str, node: int) -> HttpResponse:
    """Asks, and then deletes a node with everything after it, or the whole board at its root."""
    page = open_own(request, code, tree)
    here = page.board.node(node)
    after = page.board.after(here)
    if request.method != "POST":
        return render(request, "games/what_if/delete.html", {
            "access": page.table, "game": page.table.game, "room": page.room,
            "tree": page.board.tree, "entry": what_if_panel.entry(page, here, here=here),
            "is_root": here.kind == WhatIfNode.Kind.ROOT, "after": len(after),
            "here": page.address(here), "delete": page.address(here, "delete"),
        })
    if here.kind == WhatIfNode.Kind.ROOT:
        trees.delete(page.board.tree)
        messages.success(request, _("The what-if board has been deleted."))
        return redirect("what-if", code=code)
    parent = page.board.path(here)[-2]
    branches.delete(here)
    messages.success(request, ngettext("%(count)s entry has been deleted.",
                                       "%(count)s entries have been deleted.", len(after) + 1)
                     % {"count": len(after) + 1})
    return redirect(page.address(parent))


@require_POST
@handle_refusals
def share(request: HttpRequest, code: str, tree: str, node: int) -> HttpResponse:
    """Shares a board with the replay of a game that is over, or makes it private again."""
    page = open_own(request, code, tree)
    if request.POST.get("do") == "end":
        trees.end_sharing(page.board.tree)
        messages.success(request, _("Nobody else can see this board any more."))
    else:
        trees.share(page.board.tree, now=site_clock.now())
        messages.success(request, _("Everybody who can see the replay can see this board,"
                                    " too."))
    return redirect(page.address(page.board.node(node)))
