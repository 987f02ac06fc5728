"""What-if boards: the list of one's own, a board at one of its nodes, and shared ones to read.

No page here plays anything: their forms lead to ``games.views.what_if_forms``, which can only
change the tree.
"""

from __future__ import annotations

from typing import Any

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine.drafts import SEPARATOR
from engine.errors import Refusal
from games.base.refusals import status_code
from games.features.what_if import trees as permissions
from games.features.what_if.open_tree import OpenTree
from games.models import WhatIfNode
from games.rulesets import registry
from games.table.play import history
from games.views import what_if_panel
from games.views.access import TableAccess, get_table_or_404, handle_refusals
from games.views.game_page import with_query
from games.views.replay import ReplayAccess, get_replay_or_404, shared_boards
from games.views.turn_forms import choices_of
from games.views.what_if_panel import WhatIfAccess


def open_own(request: HttpRequest, code: str, tree: str) -> WhatIfAccess:
    """The reader's own board.  Everybody else gets a 404, as if there were none (Missing)."""
    table = get_table_or_404(request, code)
    found = permissions.find_own(table.game, table.user, seat=table.seat, key=tree)
    found.game = table.game
    return WhatIfAccess(table, OpenTree(found), own=True)


@require_safe
@handle_refusals
def show_boards(request: HttpRequest, code: str) -> HttpResponse:
    """The reader's own boards of a game, and those that are shared with the replay."""
    table = get_table_or_404(request, code)
    if table.game.number == 0:
        raise Http404(_("This game has not started yet, so there is nothing to try out."))
    boards = _listed(table)
    may_begin = permissions.may_begin(table.game, table.user, seat=table.seat)
    if not may_begin and not boards:
        permissions.check_may_begin(table.game, table.user, seat=table.seat)
    return render(request, "games/what_if/boards.html", {
        "access": table, "game": table.game, "room": registry.get(table.game.ruleset),
        "boards": boards, "may_begin": may_begin, "shared": shared_boards(ReplayAccess(table)),
    })


def _listed(table: TableAccess) -> list[dict[str, Any]]:
    """The reader's boards, with how many entries each has and the turn in which it begins."""
    own = permissions.boards_of(table.game, table.user, seat=table.seat)
    return [{"tree": tree, "count": tree.entries - 1,
             "turn": history.turn_at(table.game, tree.number)}
            for tree in own.annotate(entries=Count("nodes"))]


@require_safe
@handle_refusals
def show_node(request: HttpRequest, code: str, tree: str, node: int) -> HttpResponse:
    """A position of one's own board, with the choices of the seat to move."""
    page = open_own(request, code, tree)
    return render_node(request, page, page.board.node(node))


def render_node(request: HttpRequest, page: WhatIfAccess, node: WhatIfNode, *,
                typed: str | None = None, refusal: Refusal | None = None,
                code: int = 200) -> HttpResponse:
    """The page of a node; refused orders are shown again together with the reason."""
    part = request.headers.get("HX-Request") == "true" and (
        request.headers.get("HX-History-Restore-Request") != "true")
    live = request.headers.get("HX-Trigger") == "typed"
    context = what_if_panel.context(request, page, node, typed=typed, refusal=refusal)
    template = "games/what_if/_fragment.html" if part else "games/what_if/board.html"
    response = render(request, template, {**context, "live": live}, status=code)
    patch_vary_headers(response, ["HX-Request"])
    add_never_cache_headers(response)
    if part:
        response["HX-Replace-Url" if live else "HX-Push-Url"] = (
            request.get_full_path() if code == 200 else "false")
    return response


@require_safe
@handle_refusals
def add_to_draft(request: HttpRequest, code: str, tree: str, node: int,
                 seat: int) -> HttpResponse:
    """Redirects to the node with the fields of a form looked at or added to a seat's draft."""
    page = open_own(request, code, tree)
    here = page.board.node(node)
    fields, draft = request.GET, request.GET.get("draft", "")
    if fields.get("do") != "add":
        query = {**choices_of(fields), "seat": str(seat)}
        return redirect(with_query(page.address(here), draft, **query))
    try:
        order = page.room.turn.order(fields)
    except Refusal as refusal:
        return render_node(request, page, here, refusal=refusal, code=status_code(refusal))
    text = f"{draft}{SEPARATOR}{order}" if draft else order
    return redirect(with_query(page.address(here), text, seat=str(seat)))


@require_safe
@handle_refusals
def show_shared(request: HttpRequest, code: str, tree: str, node: int,
                token: str = "") -> HttpResponse:
    """A board that its owner has shared with the replay; nothing can be changed there."""
    replay = get_replay_or_404(request, code, token)
    found = permissions.find_shared(replay.game, tree)
    found.game = replay.game
    page = WhatIfAccess(replay.table, OpenTree(found), own=False, token=token)
    context = what_if_panel.context(request, page, page.board.node(node))
    return render(request, "games/what_if/board.html", {
        **context, "back": replay.address("position", number=found.number), "shared": bool(token)})
