"""The pages of what-if boards: the list of one's own, a board at one of its nodes, its forms.

Owners create, extend, name, share and delete boards here; other people can read shared boards.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from alexandros_rules.drafts import SEPARATOR
from alexandros_rules.errors import Refusal
from games.base import site_clock
from games.base.refusals import Missing, status_code
from games.features.what_if import open_tree, panel, trees
from games.features.what_if.open_tree import OpenTree
from games.features.what_if.panel import WhatIfAccess, seat_to_move
from games.models import WhatIfNode
from games.rulesets import registry
from games.table.play import history
from games.web.access import GAME, READER, REPLAY, TABLE, TableAccess, declare, get_table_or_404
from games.web.game_page import is_typed, render_part, with_query
from games.web.replay import ReplayAccess, get_replay_or_404
from games.web.turn_forms import choices_of


def open_own(request: HttpRequest, code: str, tree: str) -> WhatIfAccess:
    """Return the reader's own board; refuse (Missing) all others as if there were none."""
    table = get_table_or_404(request, code)
    found = trees.find_own(table.game, table.user, seat=table.seat, key=tree)
    found.game = table.game
    return WhatIfAccess(table, OpenTree(found), own=True)


@require_safe
@declare(TABLE)
def show_boards(request: HttpRequest, code: str) -> HttpResponse:
    """Show the reader's own boards of a game, and those that are shared with the replay."""
    table = get_table_or_404(request, code)
    if table.game.number == 0:
        raise Http404(_("This game has not started yet, so there is nothing to try out."))
    boards = _listed(table)
    may_begin = trees.may_begin(table.game, table.user, seat=table.seat)
    if not may_begin and not boards:
        trees.check_may_begin(table.game, table.user, seat=table.seat)
    return render(
        request,
        "what_if/boards.html",
        {
            "access": table,
            "game": table.game,
            "room": registry.get(table.game.ruleset),
            "boards": boards,
            "may_begin": may_begin,
            "shared": panel.shared_boards(ReplayAccess(table)),
        },
    )


def _listed(table: TableAccess) -> list[dict[str, Any]]:
    """Return the reader's boards, each with its number of entries and the turn of its start."""
    own = trees.boards_of(table.game, table.user, seat=table.seat)
    return [{"tree": tree, "count": tree.entries - 1,
             "turn": history.turn_at(table.game, tree.number)}
            for tree in own.annotate(entries=Count("nodes"))]


@require_safe
@declare(TABLE)
def show_node(request: HttpRequest, code: str, tree: str, node: int) -> HttpResponse:
    """Show a position of one's own board, with the choices of the seat to move."""
    page = open_own(request, code, tree)
    return render_node(request, page, page.board.node(node))


def render_node(request: HttpRequest, page: WhatIfAccess, node: WhatIfNode, *,
                typed: str | None = None, refusal: Refusal | None = None,
                code: int = 200) -> HttpResponse:
    """Render the page of a node; show refused orders again, together with the reason."""
    live = is_typed(request)
    context = panel.context(request, page, node, typed=typed, refusal=refusal)
    response = render_part(request, "what_if/board.html", "what_if/_fragment.html",
                           {**context, "live": live}, status=code, replaces=live)
    add_never_cache_headers(response)
    return response


@require_safe
@declare(TABLE)
def add_to_draft(request: HttpRequest, code: str, tree: str, node: int,
                 seat: int) -> HttpResponse:
    """Redirect to the node, with the fields of a form previewed or added to a seat's draft."""
    page = open_own(request, code, tree)
    here = page.board.node(node)
    fields, draft = request.GET, request.GET.get("draft", "")
    if fields.get("do") != "add":
        query = {**choices_of(fields), "seat": str(seat)}
        return redirect(with_query(page.address(here), draft, query))
    try:
        order = page.room.turn.order(fields)
    except Refusal as refusal:
        return render_node(request, page, here, refusal=refusal, code=status_code(refusal))
    text = f"{draft}{SEPARATOR}{order}" if draft else order
    return redirect(with_query(page.address(here), text, {"seat": str(seat)}))


@require_safe
@declare(REPLAY)
def show_shared(request: HttpRequest, code: str, tree: str, node: int,
                token: str = "") -> HttpResponse:
    """Show a board that its owner has shared with the replay; nothing can be changed there."""
    replay = get_replay_or_404(request, code, token)
    found = trees.find_shared(replay.game, tree)
    found.game = replay.game
    page = WhatIfAccess(replay.table, OpenTree(found), own=False, token=token)
    context = panel.context(request, page, page.board.node(node))
    return render(request, "what_if/board.html", {
        **context, "back": replay.address("position", number=found.number), "shared": bool(token)})


@require_POST
@declare(TABLE, locks=(GAME, READER))
def begin(request: HttpRequest, code: str) -> HttpResponse:
    """Begin a board at the position in the form."""
    table = get_table_or_404(request, code)
    number = request.POST.get("number", "")
    tree = trees.begin(table.game, user=table.user, seat=table.seat, now=site_clock.now(),
                       number=int(number) if number.isdecimal() and len(number) < 9 else 0)
    return redirect("what-if-node", code=code, tree=tree.key, node=trees.ROOT)


@require_POST
@declare(TABLE, locks=(GAME, READER))
def add(request: HttpRequest, code: str, tree: str, node: int) -> HttpResponse:
    """Add the draft to the tree and open the node after it; show refused orders again."""
    page = open_own(request, code, tree)
    here = page.board.node(node)
    try:
        added = _add_draft(request, page, here=here)
    except Refusal as refusal:
        return _again(request, page, here=here, refusal=refusal)
    return redirect(page.address(added))


@require_POST
@declare(TABLE, locks=(GAME, READER))
def suppose(request: HttpRequest, code: str, tree: str, node: int) -> HttpResponse:
    """Add the draft, if there is one, and after it an assumption."""
    page = open_own(request, code, tree)
    here, text = page.board.node(node), request.POST.get("text", "")[:open_tree.MAX_ASSUMPTION]
    try:
        if request.POST.get("draft", "").strip():
            here = _add_draft(request, page, here=here)
            page = open_own(request, code, tree)
            here = page.board.node(here.number)
        added = open_tree.add_assumption(page.board, here, text=text, now=site_clock.now())
    except Refusal as refusal:
        return _again(request, page, here=here, refusal=refusal)
    return redirect(page.address(added))


def _add_draft(request: HttpRequest, page: WhatIfAccess, *, here: WhatIfNode) -> WhatIfNode:
    view = page.board.position(here).view
    to_move = page.board.base.ruleset.status(view).to_move
    if not to_move:
        raise Missing("nobody-to-move", _("Nobody is to move here, so no turn can be added."))
    return open_tree.add_orders(page.board, here, text=request.POST.get("draft", ""),
                                seat=seat_to_move(request.POST.get("seat", ""), to_move),
                                now=site_clock.now())


def _again(request: HttpRequest, page: WhatIfAccess, *, here: WhatIfNode,
           refusal: Refusal) -> HttpResponse:
    return render_node(request, page, here, typed=request.POST.get("draft", ""), refusal=refusal,
                       code=status_code(refusal))


@require_POST
@declare(TABLE, locks=(GAME, READER))
def name(request: HttpRequest, code: str, tree: str, node: int) -> HttpResponse:
    """Name a node, or the whole board at its root; an empty name removes it."""
    page = open_own(request, code, tree)
    here, text = page.board.node(node), request.POST.get("name", "")
    if here.kind == WhatIfNode.Kind.ROOT:
        trees.rename(page.board.tree, text, now=site_clock.now())
    else:
        open_tree.name_node(here, text)
    return redirect(page.address(here))


@require_http_methods(["GET", "HEAD", "POST"])
@declare(TABLE, locks=(GAME, READER))
def delete(request: HttpRequest, code: str, tree: str, node: int) -> HttpResponse:
    """Delete a node with everything after it, or the whole board at its root, on POST."""
    page = open_own(request, code, tree)
    here = page.board.node(node)
    after = page.board.after(here)
    if request.method != "POST":
        return render(request, "what_if/delete.html", {
            "access": page.table, "game": page.table.game, "room": page.room,
            "tree": page.board.tree, "entry": panel.entry(page, here, here=here),
            "is_root": here.kind == WhatIfNode.Kind.ROOT, "after": len(after),
            "here": page.address(here), "delete": page.address(here, "delete"),
        })
    if here.kind == WhatIfNode.Kind.ROOT:
        page.board.tree.delete()
        messages.success(request, _("The what-if board has been deleted."))
        return redirect("what-if", code=code)
    parent = page.board.path(here)[-2]
    here.delete()
    messages.success(request, ngettext("%(count)s entry has been deleted.",
                                       "%(count)s entries have been deleted.", len(after) + 1)
                     % {"count": len(after) + 1})
    return redirect(page.address(parent))


@require_POST
@declare(TABLE, locks=(GAME, READER))
def share(request: HttpRequest, code: str, tree: str, node: int) -> HttpResponse:
    """Share a board with the replay of a game that is over, or make it private again."""
    page = open_own(request, code, tree)
    if request.POST.get("do") == "end":
        trees.end_sharing(page.board.tree)
        messages.success(request, _("Nobody else can see this board any more."))
    else:
        trees.share(page.board.tree, now=site_clock.now())
        messages.success(request, _("Everybody who can see the replay can see this board,"
                                    " too."))
    return redirect(page.address(page.board.node(node)))
