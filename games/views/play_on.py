"""The page that starts a new table from a position of a finished game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from engine.errors import Refusal
from engine.ruleset import Status
from games.base import site_clock
from games.base.refusals import status_code
from games.features.play_on import continuing, origins
from games.forms.play_on import PlayOnForm
from games.models import Game
from games.rulesets import registry
from games.table.play import event_log
from games.table.play.bots import default_bot
from games.views import time_facts
from games.views.access import handle_refusals, user_or_new_guest, user_or_none
from games.views.replay import ReplayAccess, get_replay_or_404


@require_http_methods(["GET", "HEAD", "POST"])
@handle_refusals
def play_on(request: HttpRequest, code: str, number: int, token: str = "") -> HttpResponse:
    """The position with the choice of who plays which seat; creates the table."""
    replay = get_replay_or_404(request, code, token, number)
    view = _view(replay.game, number)
    names = replay.past(number).names_at(number)
    form = _form(request, replay, view, names)
    show = partial(_page, request, replay, number, form, view=view, names=names)
    if request.method != "POST":
        return show()
    if not form.is_valid():
        return show(status=400)
    now = site_clock.now()
    try:
        game = continuing.play_on(replay.game, number, by=user_or_new_guest(request, now=now),
                                  now=now, **form.arguments)
    except Refusal as refusal:
        return show(refusal=refusal, status=status_code(refusal))
    return redirect("game", code=game.code)


def _view(game: Game, number: int) -> Any:
    """The position as everybody saw it; refuses one from which no game can go on."""
    setup, positions = origins.setup_at(game, number), registry.get(game.ruleset).positions
    assert positions is not None, "setup_at refuses games without positions"
    return positions.view(setup)


def _form(request: HttpRequest, replay: ReplayAccess, view: Any,
          names: Sequence[str]) -> PlayOnForm:
    rules = event_log.ruleset_of(replay.game)
    status = rules.status(view)
    own = replay.table.seat if replay.table.seat is not None else status.to_move[0]
    bots = [seat.bot if seat.bot in rules.bots else default_bot(rules)
            for seat in replay.table.seats]
    labels = [_label(name, rules.colours[seat], status, seat=seat)
              for seat, name in enumerate(names)]
    return PlayOnForm(request.POST or None, rules=rules, labels=labels, own=own, bots=bots)


def _label(name: str, colour: str, status: Status, *, seat: int) -> str:
    """What a seat is called: who had it, its points, and whether it is its turn."""
    points = status.scores[seat]
    words = {"name": name, "colour": _(colour), "points": points}
    if seat in status.to_move:
        return ngettext("%(name)s (%(colour)s), %(points)s point, to move",
                        "%(name)s (%(colour)s), %(points)s points, to move", points) % words
    return ngettext("%(name)s (%(colour)s), %(points)s point",
                    "%(name)s (%(colour)s), %(points)s points", points) % words


def _page(request: HttpRequest, replay: ReplayAccess, number: int, form: PlayOnForm, *,
          view: Any, names: Sequence[str], refusal: Refusal | None = None,
          status: int = 200) -> HttpResponse:
    game, room = replay.game, registry.get(replay.game.ruleset)
    board = room.boards.board(view, names=names, moves=())
    return render(request, "games/play_on.html", {
        "form": form, "game": game, "refusal": refusal, "room": room,
        "turn": room.ruleset.status(view).turn,
        "address": replay.address("play-on", number=number),
        "back": replay.address("position", number=number),
        "board": mark_safe(board),  # noqa: S308 - our own drawing
        "table": room.table.table(view, names=names, seat=None, open_hands=False),
        **time_facts.about_paces(form, reader=user_or_none(request), now=site_clock.now()),
    }, status=status)
