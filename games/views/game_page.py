"""The page of a game that runs or is over: board, table, what happened, and the turn.

Owns what this page is made of.  It reads the position in the viewer's eyes only, and
changes nothing; what is confirmed goes through ``games.views.turn_forms``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.crypto import salted_hmac
from django.utils.safestring import mark_safe

from engine import drafts
from engine.drafts import Draft
from engine.errors import Refusal
from engine.orders import EvaluatedMove
from games.lobby import rematches
from games.models import Game
from games.play import bots, event_log
from games.play.history import HistoryEntry
from games.play.retrospect import Retrospect, present
from games.refusals import possible_instead
from games.rulesets import registry
from games.views.access import Visit, mark, refuse

LOG_SHOWN = 12
RECENT = 40  # rows that are told again: the log shown, the move to mark, a receipt
ZOOMS = ((1, "1×", "The whole board"), (2, "2×", "A larger board"), (3, "3×", "The largest board"))


@dataclass(frozen=True, slots=True)
class DraftStep:
    """One order of the draft: in words, in notation, and the way back to before it."""

    sentences: Sequence[str]
    text: str
    back: str


def game_url(code: str, draft: str, **choices: str | list[str]) -> str:
    """The address of a table's page with a draft and choices in it."""
    query = {"draft": draft, **choices} if draft else dict(choices)
    path = reverse("game", kwargs={"code": code})
    return f"{path}?{urlencode(query, doseq=True)}" if query else path


def render_game_page(request: HttpRequest, found: Visit, *, text: str | None = None,
            refusal: Refusal | None = None, status: int = 200) -> HttpResponse:
    """The page; with orders that were refused it shows them again beside the reason.

    Before the start there is no position to show: a refusal gets a page of its own.
    """
    if found.game.number == 0:
        code = found.game.code
        return refuse(request, refusal, code=code) if refusal else redirect("game", code=code)
    live, past = _live(request), present(found.game, found.seat, called=found.names)
    context = {**_context(request, found, past), "live": live}
    if found.on_turn and found.game.status == Game.Status.RUNNING:
        context |= _turn(request, found, past, context["moves"], text=text, refusal=refusal)
        context |= _news(found, past, context)
    else:
        context |= {**_position(found, past, context["moves"]), "refusal": refusal}
    part = _asks_part(request)
    template = "games/_game_fragment.html" if part else "games/game.html"
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    if part and request.method == "GET":
        address = request.get_full_path() if status == 200 else "false"
        kept = context.get("kept")  # come back to: no step of its own in the browser's history
        response["HX-Replace-Url" if live or kept else "HX-Push-Url"] = address
    return response


def _asks_part(request: HttpRequest) -> bool:
    """Whether only what changes is asked for; a page come back to is always whole."""
    return request.headers.get("HX-Request") == "true" and (
        request.headers.get("HX-History-Restore-Request") != "true"
    )


def _live(request: HttpRequest) -> bool:
    """Whether somebody is typing orders at this moment, so that faults are said beside them."""
    return request.headers.get("HX-Trigger") == "typed"


def _context(request: HttpRequest, found: Visit, past: Retrospect) -> dict[str, Any]:
    """What the page shows to everybody, but for the board and the table."""
    game, seat = found.game, found.seat
    log = past.log(after=max(0, game.number - RECENT))
    mover = found.mover
    return {
        "visit": found, "game": game, "zooms": ZOOMS,
        "room": registry.get(game.ruleset), "moves": [entry.move for entry in log],
        "log": log[: -LOG_SHOWN - 1 : -1], "receipt": _receipt(request, found, log),
        "company": bots.describe_bots(event_log.ruleset_of(game), found.seats),
        "mark": mark(found),
        "on_turn": found.on_turn, "mover": mover, "turn": None, "running": not game.result,
        "watch": bool(mover) and not found.on_turn, "quick": bool(mover and mover.bot),
        "ended": log[-1].sentences[-1] if game.result and log[-1].sentences else "",
        "asks_address": found.asks_address,
        "alone": all(one.bot for one in found.seats if one.index != seat),
        "rematch": _rematch(found) if game.status == Game.Status.OVER else None,
    }


def _rematch(found: Visit) -> dict[str, Any]:
    """The rematch of a finished game as this viewer sees it: none, one to join, or one to visit."""
    again = rematches.of(found.game)
    sits = again is not None and found.user is not None and again.seats.filter(
        user=found.user).exists()
    waits = again is not None and again.status == Game.Status.OPEN
    return {
        "game": again,
        "ask": found.seat is not None and (again is None or (waits and not sits)),
        "visit": again is not None and (sits or again.listed),
    }


def _position(found: Visit, past: Retrospect, moves: Sequence[str]) -> dict[str, Any]:
    """Board and table for somebody who only looks; whoever is to move gets those of ``_turn``."""
    game, names = found.game, found.names
    room, view, over = registry.get(game.ruleset), past.view(game.number), bool(game.result)
    board = room.boards.board(view, names=names, moves=moves)
    return {
        "board": mark_safe(board),  # noqa: S308 - our own drawing
        "table": room.table.table(view, names=names, seat=found.seat, open_hands=over),
    }


def _news(found: Visit, past: Retrospect, context: dict[str, Any]) -> dict[str, list[HistoryEntry]]:
    """What others did since this seat's last turn, and apart from it what was before.

    Only until the turn is begun: from the first step of a draft on, one's eyes are elsewhere.
    """
    log: list[HistoryEntry] = context["log"]
    begun = bool(log) and log[0].seat == found.seat and log[0].turn == found.game.turn
    if begun or context["steps"]:
        return {}
    new = past.since()
    known = {entry.number for entry in new}
    return {"since": [entry for entry in new if entry.sentences],
            "log": [entry for entry in log if entry.number not in known]}


def _receipt(request: HttpRequest, found: Visit, log: Sequence[HistoryEntry]) -> list[HistoryEntry]:
    """The rows a confirmation has just played, named in the address it led to.

    Until the next turn: the page that loads itself again keeps its address.
    """
    first, _, last = request.GET.get("played", "").partition("-")
    if not (first.isdecimal() and last.isdecimal() and len(first + last) < 12):
        return []
    played = [entry for entry in log if int(first) <= entry.number <= int(last)]
    old = found.game.result or (found.on_turn and played and played[-1].turn < found.game.turn)
    return [] if old else played


def _turn(request: HttpRequest, found: Visit, past: Retrospect, moves: Sequence[str], *,
          text: str | None, refusal: Refusal | None) -> dict[str, Any]:
    """Board, table and choices after the draft, for whoever is to move."""
    game, seat = found.game, found.seat
    assert seat is not None  # the caller has looked
    ruleset, room = event_log.ruleset_of(game), registry.get(game.ruleset)
    typed = request.GET.get("draft", "") if text is None else text
    draft = drafts.evaluate(ruleset, past.view(game.number), typed, seat=seat)
    query = request.GET if text is None else {}

    def link(draft: str, **choices: str | list[str]) -> str:
        return game_url(game.code, draft, **choices)

    turn = room.turn.turn(draft, names=found.names, query=query, link=link, moves=moves)
    refused = refusal or draft.refusal
    return {
        "turn": turn, "draft": draft, "steps": _steps(found, draft),
        "board": mark_safe(turn.board),  # noqa: S308 - our own drawing
        "table": room.table.table(draft.view, names=found.names, seat=seat),
        "panel": turn.panel,
        "say": _say(found, draft), "kept": request.GET.get("kept") == "yes",
        "refusal": refused, "allowed": possible_instead(refused),
        "typed": typed if refused else draft.text.replace(drafts.SEPARATOR, "\n"),
        "key": submission_key(found), "over_after": ruleset.status(draft.view).over,
    }


def _say(found: Visit, draft: Draft) -> str:
    """What a page read aloud says first after a choice: what the last step did."""
    return " ".join(_sentences(found, draft.steps[-1])) if draft.steps else ""


def _steps(found: Visit, draft: Draft) -> list[DraftStep]:
    return [
        DraftStep(_sentences(found, step), step.text,
                  game_url(found.game.code, draft.first_moves(i)))
        for i, step in enumerate(draft.steps)
    ]


def _sentences(found: Visit, step: EvaluatedMove) -> list[str]:
    ruleset = event_log.ruleset_of(found.game)
    return drafts.describe(Draft(step.before, (step,)), ruleset=ruleset, names=found.names)


def submission_key(found: Visit) -> str:
    """The key of what this seat sends from this position.

    Always the same for the same page, so that going back and sending again plays once; the
    orders themselves are added to it when they arrive.
    """
    fact = f"{found.game.code}:{found.seat}:{found.game.number}"
    return salted_hmac("games.submission", fact, algorithm="sha256").hexdigest()[:32]
