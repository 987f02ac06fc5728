"""The content of a what-if board's page: its tree, a position in it, and the choices there.

Owns no permissions: the caller has found a board that the reader may see.  Everything is computed
on the view where the board begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from alexandros_rules import drafts
from alexandros_rules.drafts import Draft
from alexandros_rules.errors import Refusal
from alexandros_rules.orders import EvaluatedMove
from alexandros_rules.translation import translate_orders
from games.base.refusals import possible_instead
from games.features.what_if import open_tree, trees
from games.features.what_if.open_tree import OpenTree
from games.models import Game, WhatIfNode
from games.rulesets import registry
from games.rulesets.registry import Room
from games.table.play import continued_games, history, log_cache
from games.web.access import TableAccess
from games.web.game_page import ZOOMS, DraftStep, has_moves, with_query
from games.web.replay import ReplayAccess, standings

Kind = WhatIfNode.Kind


@dataclass(frozen=True, slots=True)
class WhatIfAccess:
    """An open board, and the URL of its nodes; only its owner (``own``) can change it."""

    table: TableAccess
    board: OpenTree
    own: bool
    token: str = ""

    @property
    def room(self) -> Room:
        return registry.get(self.table.game.ruleset)

    def address(self, node: WhatIfNode, name: str = "") -> str:
        """Return the URL of a node, or of one of its forms."""
        where = {"code": self.table.game.code, "tree": self.board.tree.key, "node": node.number}
        if self.own:
            return reverse(f"what-if-{name or 'node'}", kwargs=where)
        key = {"token": self.token} if self.token else {}
        return reverse("shared-what-if", kwargs={**where, **key})

    def draft_address(self, node: WhatIfNode, seat: int) -> str:
        """Return the URL to which the forms of this seat's choices are sent."""
        where = {"code": self.table.game.code, "tree": self.board.tree.key, "node": node.number}
        return reverse("what-if-draft", kwargs={**where, "seat": seat})


@dataclass(frozen=True, slots=True)
class Entry:
    """A node as the tree shows it.

    ``seat`` and ``who`` are the seat and the name of the player who gives the orders; ``text``
    has the words of both, ``says`` an assumption as a sentence.  ``scores`` are the points of each
    seat, and how many they gained since the start of the board.  ``refusal`` is why the node has
    no position.
    """

    kind: str
    number: int
    href: str
    here: bool
    name: str
    seat: int | None
    who: str
    text: str
    says: str
    scores: Sequence[tuple[int, int]]
    refusal: Refusal | None

    @property
    def label(self) -> str:
        """The name of the node in the path."""
        return self.name or self.says or self.text


def entry(page: WhatIfAccess, node: WhatIfNode, *, here: WhatIfNode) -> Entry:
    """Return a node as the tree and the path show it."""
    board, assumed = page.board, node.kind == Kind.ASSUMPTION
    refusal = board.refusal(node)
    says = " ".join(board.sentences(node)) if assumed and refusal is None else ""
    name = node.name or (_("The start") if node.kind == Kind.ROOT else "")
    who = "" if node.seat is None else board.base.names[node.seat]
    scores = [(now, now - was) for now, was in zip(
        board.scores(node), board.scores(board.root), strict=False)]
    return Entry("node", node.number, page.address(node), node.pk == here.pk, name, node.seat, who,
                 node.text if assumed else translate_orders(node.text), says, scores, refusal)


def context(request: HttpRequest, page: WhatIfAccess, node: WhatIfNode, *,
            typed: str | None = None, refusal: Refusal | None = None) -> dict[str, Any]:
    """Return the context of the page of a node."""
    board, tree = page.board, page.board.tree
    shown = board.nearest(node)
    fault = refusal or board.refusal(node)
    marks = [entry(page, mark.node, here=node) if mark.node else mark
             for mark in open_tree.outline(board)]
    return {
        "access": page.table, "game": page.table.game, "room": page.room, "zooms": ZOOMS,
        "tree": tree, "node": node, "own": page.own, "here": page.address(node),
        "path": [entry(page, one, here=node) for one in board.path(node)],
        "outline": marks, "sentences": board.sentences(node), "use": _use(page, shown),
        "position_address": _address(page, shown), "is_root": node.kind == Kind.ROOT,
        "what_if": True, "standings": _standings(page, shown),
        **_choices(page, shown, request=request, typed=typed, refusal=fault,
                   can_go_on=shown.pk == node.pk),
    }


def _address(page: WhatIfAccess, node: WhatIfNode) -> str:
    """Return the URL of the position at a node as everybody can see it; "" if there is none.

    The position of a game that is not revealed has none.
    """
    game, path = page.table.game, page.board.path(node)
    rows = log_cache.whole(game)[:page.board.tree.number] if game.is_revealed else ()
    if not continued_games.is_offered(game, rows):
        return ""
    is_supposed = any(one.kind == Kind.ASSUMPTION for one in path)
    events = [event for row in rows for event in row.events]
    events += [event for one in path for step in page.board.position(one).steps
               for event in step.events]
    string = continued_games.string_after(
        page.room, events, reached=page.board.position(node).view if is_supposed else None)
    return reverse("given-position", kwargs={"string": string}) if string else ""


def _use(page: WhatIfAccess, node: WhatIfNode) -> dict[str, str] | None:
    """Return links that use the owner's turns on the way to a node in the game, or None.

    The pages that the links lead to show the turns; only their own forms play or save anything.
    """
    game, seat = page.table.game, page.table.seat
    if not page.own or seat is None or game.status != Game.Status.RUNNING:
        return None
    turns = open_tree.own_turns(page.board, node)
    is_present = page.table.on_turn and page.board.tree.number == game.number
    draft = drafts.SEPARATOR.join(turns.get(game.turn, ())) if is_present else ""
    plan = open_tree.as_plan(turns, after=game.turn)
    where = {"code": game.code}
    return {
        "draft_url": with_query(reverse("game", kwargs=where), draft) if draft else "",
        "plan_url": with_query(reverse("game-plan", kwargs=where), "", {"orders": plan})
        if plan else "",
    } if draft or plan else None


def _standings(page: WhatIfAccess, node: WhatIfNode) -> Sequence[Any]:
    """Return the standing of every seat at a node, and its change since the start of the board."""
    board, room = page.board, page.room
    views = [board.base.position.view, board.position(node).view]
    moments = room.replay.moments(views, moves=["", ""])
    return standings(room, board.base.names, moments)


def _choices(page: WhatIfAccess, node: WhatIfNode, *, request: HttpRequest, typed: str | None,
             refusal: Refusal | None, can_go_on: bool) -> dict[str, Any]:
    """Return the board and the table at a node, and the choices of the seat to move there.

    There are no choices if nobody is to move, if the reader is not the owner, or if the line that
    is shown cannot go on from this node (``can_go_on``).
    """
    board, room = page.board, page.room
    view, names = board.position(node).view, board.base.names
    status = board.base.ruleset.status(view)
    moves = [*board.base.moves, *(step.text for one in board.path(node)
                                  for step in board.position(one).steps)]
    if not can_go_on or not page.own or not status.to_move:
        drawn = room.boards.board(view, names=names, moves=moves)
        return {"board": mark_safe(drawn),  # noqa: S308 - our own drawing
                **_table(page, view), "turn": None, "over": status.over,
                "stuck": not status.over and not status.to_move,
                "places": _places(page, view) if can_go_on and page.own else (),
                "refusal": refusal, "allowed": possible_instead(refusal)}
    wanted = request.GET.get("seat") or request.POST.get("seat", "")
    seat = seat_to_move(wanted, status.to_move)
    text = request.GET.get("draft", "") if typed is None else typed
    draft = drafts.evaluate(board.base.ruleset, view, text, seat=seat)
    return _turn(page, node, request=request, draft=draft, seat=seat, moves=moves, typed=text,
                 refusal=refusal or draft.refusal)


def _turn(page: WhatIfAccess, node: WhatIfNode, *, request: HttpRequest, draft: Draft, seat: int,
          moves: Sequence[str], typed: str, refusal: Refusal | None) -> dict[str, Any]:
    """Return the choices that a seat has after a draft."""
    board, room, names = page.board, page.room, page.board.base.names
    to_move = board.base.ruleset.status(draft.start).to_move
    after = board.base.ruleset.status(draft.view)

    def link(draft: str, /, **choices: str | list[str]) -> str:
        return with_query(page.address(node), draft, {"seat": str(seat), **choices})

    def back(number: int) -> str:
        """Return the address before a supposition, with a draft that follows only others."""
        before = page.address(path[number - 1])
        follows = all(one.kind == Kind.ASSUMPTION for one in path[number:])
        return with_query(before, draft.text, {"seat": str(seat)}) if steps and follows else before

    path = board.path(node)
    turn = room.turn.turn(draft, seat=seat, names=names, query=request.GET, link=link, moves=moves)
    steps = [DraftStep(_sentences(page, step), step.text, link(draft.first_moves(i)))
             for i, step in enumerate(draft.steps)]
    return {
        "turn": turn, "draft": draft, "panel": turn.panel, "steps": steps, "seat": seat,
        "mover": names[seat], "own_seat": seat == board.tree.seat,
        "movers": [(names[one], page.address(node) + f"?seat={one}", bool(steps))
                   for one in to_move if one != seat],
        "draft_url": page.draft_address(node, seat), "empty": link(""),
        "board": mark_safe(turn.board),  # noqa: S308 - our own drawing
        **_table(page, draft.view), "places": _places(page, draft.view),
        "supposed": [(" ".join(board.sentences(one)), back(number))
                     for number, one in enumerate(path) if one.kind == Kind.ASSUMPTION],
        "has_moves": has_moves(board.base.ruleset, draft, turn, seat=seat),
        "announcement": " ".join(steps[-1].sentences) if steps else "",
        "over_after": after.over,
        "refusal": refusal, "allowed": possible_instead(refusal),
        "typed": typed if refusal else draft.in_lines,
    }


def seat_to_move(wanted: str, to_move: Sequence[int]) -> int:
    """Return the seat with this number if it is to move, else the first seat to move."""
    return next((seat for seat in to_move if str(seat) == wanted), to_move[0])


def _table(page: WhatIfAccess, view: Any) -> dict[str, Any]:
    tree = page.board.tree
    return {"table": page.room.table.table(view, names=page.board.base.names, seat=tree.seat,
                                           open_hands=tree.seat is None)}


def _places(page: WhatIfAccess, view: Any) -> Sequence[Any]:
    """Return the unknown things that may be supposed, if the game knows assumptions."""
    base, tree = page.board.base, page.board.tree
    if base.assumptions is None:
        return ()
    return base.assumptions.places(view, names=base.names, seat=tree.seat)


def _sentences(page: WhatIfAccess, step: EvaluatedMove) -> list[str]:
    base = page.board.base
    return drafts.describe(Draft(step.before, (step,)), ruleset=base.ruleset, names=base.names,
                           seat=None)


def shared_boards(replay: ReplayAccess) -> list[dict[str, Any]]:
    """Return the what-if boards that are shared with everybody who may see this replay."""
    return [{
        "tree": tree, "turn": history.turn_at(replay.game, tree.number),
        "href": replay.address("shared-what-if", tree=tree.key, node=trees.ROOT),
    } for tree in trees.shared_boards(replay.game)]
