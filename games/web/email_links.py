"""Pages behind the links in emails, which work without signing in.

They confirm a turn, leave a seat, keep an open table from being closed, and unsubscribe.  Opening a
link changes nothing; only its button does.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from alexandros_rules.errors import Refusal, Stale
from games.base import log_context, site_clock
from games.base.refusals import Closed, Missing, status_code
from games.models import Game, Seat, TurnToken
from games.people import languages
from games.post.inbox import turn_links
from games.post.outbox import unsubscribe_links
from games.rulesets import registry
from games.table.lobby import expiry
from games.table.play import event_log, history
from games.table.play.turns import Receipt
from games.table.seats import leaving
from games.web import game_page, turn_forms
from games.web.access import GAME, SECRET, TableAccess, declare

Page = Callable[..., HttpResponse]

GONE = 410
_FORMS = ("draft_url", "orders_url", "preview_url")  # they are all sent to the link itself


def private(purpose: str) -> Callable[[Page], Page]:
    """Wrap a page with a secret URL, which is for the reader of an email.

    It speaks their language, sends no referrer, is not cached and shows refusals.
    """

    def decorate(page: Page) -> Page:
        @csrf_exempt
        @require_http_methods(["GET", "HEAD", "POST"])
        @wraps(page)
        def wrapper(request: HttpRequest, token: str) -> HttpResponse:
            languages.speak(request, turn_links.reader(token, purpose=purpose))
            try:
                response = page(request, token)
            except Refusal as refusal:
                status = GONE if isinstance(refusal, Closed) else status_code(refusal)
                response = render(
                    request, "email_links/refused.html", {"refusal": refusal}, status=status
                )
            response["Referrer-Policy"] = "no-referrer"
            response["Cache-Control"] = "private, no-store"
            return response

        return wrapper

    return decorate


@declare(SECRET, locks=(GAME,))
@private(TurnToken.Purpose.PLAY)
def show_turn(request: HttpRequest, token: str) -> HttpResponse:
    """Show the turn that an email suggests, the board after it, and a button that plays it."""
    previews = request.POST.get("do") == "preview"
    if request.method == "POST" and not previews:
        return _play(request, token)
    opened = turn_links.open_link(token, purpose=TurnToken.Purpose.PLAY)
    if previews:
        return redirect(turn_forms.with_entered(request, request.path, game=opened.game))
    if "do" not in request.GET:
        return _turn(request, opened)
    game, seat = opened.game, opened.seat.index
    try:
        return redirect(turn_forms.with_fields(
            request, request.path, room=registry.get(game.ruleset),
            read=lambda text: turn_forms.read(game, seat, text)))
    except Refusal as refusal:
        return _turn(request, opened, refusal=refusal)


def _turn(request: HttpRequest, opened: turn_links.OpenedLink, *, text: str | None = None,
          refusal: Refusal | None = None) -> HttpResponse:
    """Render the turn as the game's page does, with nothing else of that page."""
    game, seat = opened.game, opened.seat
    log_context.note(game, log_context.PAGE, seat=seat.index, url="turn-link",
                     draft=request.GET.get("draft", "") if text is None else text)
    turn_links.check_not_past(opened)
    access = TableAccess(game, tuple(game.seats.all()), None, seat.index)
    past = history.read_recent(game, seat.index, names=access.names)
    turn = game_page.turn_context(request, access, past, path=request.path, text=text,
                                  refusal=refusal)
    live, refused = game_page.is_typed(request), turn["refusal"]
    return game_page.render_part(request, "email_links/turn.html", "email_links/_turn.html", {
        "game": game, "room": registry.get(game.ruleset), "zooms": game_page.ZOOMS, "live": live,
        "on_turn": seat.to_move, **dict.fromkeys(_FORMS, request.path), **turn,
    }, status=status_code(refused) if refused else 200, replaces=live)


def _play(request: HttpRequest, token: str) -> HttpResponse:
    text = request.POST.get("orders", "")
    try:
        game, seat, receipt = turn_links.play(token, text, now=site_clock.now())
    except (Missing, Closed, Stale):
        raise
    except Refusal as refusal:
        opened = turn_links.open_link(token, purpose=TurnToken.Purpose.PLAY)
        return _turn(request, opened, text=text, refusal=refusal)
    return _receipt(request, game, seat, receipt)


def _receipt(request: HttpRequest, game: Game, seat: Seat, receipt: Receipt) -> HttpResponse:
    log_context.note(game, log_context.PAGE, seat=seat.index, url="turn-link")
    names = history.seat_names(game)
    past = history.read_recent(game, seat.index, names=names, number=receipt.last)
    entries, view = past.entries(after=receipt.first - 1), past.view(receipt.last)
    on_turn = seat.index in event_log.ruleset_of(game).status(view).to_move
    return render(request, "email_links/played.html", {
        "rest": turn_links.action_url(game, seat, "", now=site_clock.now(), number=receipt.last)
        if on_turn else "",
        **_table(game, seat, view, [entry.move for entry in entries], names=names),
        "done": [sentence for entry in entries for sentence in entry.sentences],
    })


def _table(game: Game, seat: Seat, view: Any, moves: list[str], *,
           names: list[str]) -> dict[str, Any]:
    room = registry.get(game.ruleset)
    board = room.boards.board(view, names=names, moves=moves)
    return {
        "game": game, "seat": seat, "board": mark_safe(board),  # noqa: S308 - our own drawing
        "room": room, "zooms": game_page.ZOOMS,
        "table": room.table.table(view, names=names, seat=seat.index),
    }


@declare(SECRET, locks=(GAME,))
@private(TurnToken.Purpose.RESIGN)
def resign(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether a bot should take over the seat; the button does it."""
    if request.method == "POST":
        game = turn_links.resign(token, now=site_clock.now())
        return render(request, "email_links/left.html", {"game": game})
    opened = turn_links.open_link(token, purpose=TurnToken.Purpose.RESIGN)
    return render(request, "email_links/resign.html", {
        "game": opened.game, "consequence": leaving.consequence(opened.game)})


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@declare(SECRET, locks=(GAME,))
def show_keep(request: HttpRequest, token: str) -> HttpResponse:
    """Show the table with a button that keeps it open; a POST keeps it open."""
    context, status = _handle(request, token)
    response = render(request, "email_links/keep.html", context, status=status)
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "private, no-store"
    return response


def _handle(request: HttpRequest, token: str) -> tuple[dict[str, object], int]:
    try:
        game = expiry.table_of_key(token)
        languages.speak(request, game.created_by)
        if request.method == "POST":
            expiry.keep_open(game, now=site_clock.now())
    except Refusal as refusal:
        return {"refusal": refusal}, status_code(refusal)
    return {
        "game": game, "closes_at": expiry.closes_at(game), "days": expiry.CLOSE_AFTER.days,
        "waits": game.status == Game.Status.OPEN, "done": request.method == "POST",
    }, 200


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@declare(SECRET)
def show_unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Show the emails that this link can stop; a POST stops them and confirms it."""
    try:
        unsubscribe_request = unsubscribe_links.read_link(token)
    except Missing as refusal:
        return _unsubscribe_page(request, {"refusal": refusal}, status=status_code(refusal))
    languages.speak(request, unsubscribe_request.user)
    done = ""
    if request.method == "POST":
        done = unsubscribe_links.unsubscribe(
            unsubscribe_request, request.POST.get("scope", ""), now=site_clock.now()
        )
    return _unsubscribe_page(request, {"link": unsubscribe_request, "done": done})


def _unsubscribe_page(
    request: HttpRequest, context: dict[str, object], *, status: int = 200
) -> HttpResponse:
    response = render(request, "email_settings/unsubscribe.html", context, status=status)
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "private, no-store"
    return response
