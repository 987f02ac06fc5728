"""The home page, starting a game against bots, and the rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.base import site_clock
from games.base.rate_limits import client_network
from games.models import Game
from games.people import languages
from games.rulesets import addresses, registry, rulebook
from games.rulesets.registry import Room
from games.table import picture_cache
from games.table.lobby import game_lists, open_tables, opponent_advice
from games.web import panels
from games.web.access import (
    ANYBODY,
    PROVED,
    READER,
    declare,
    user_or_new_guest,
    user_or_none,
)
from games.web.game_choice import game_cards, requested_room, room_or_404
from games.web.link_previews import PHOTO_WIDTH, link_preview
from games.web.lobby_pages import deadline_words, delays_of, listed
from games.web.table_forms import PlayNowForm

SHOWN = 4  # of the visitor's own games
DAY = 24 * 3600
THEMES = ("light", "dark", "contrast", "print")
KEPT = 365 * 24 * 3600  # seconds; an address with another version is another picture


@require_safe
@declare(ANYBODY)
def show_home(request: HttpRequest) -> HttpResponse:
    """Show the purpose of this site, with a form to start a game and a picture of one."""
    room = requested_room(request) or registry.default()
    against = request.GET.get(addresses.BOT, "")
    proposal = opponent_advice.proposed_game(room, user_or_none(request))
    return _home(request, room, PlayNowForm(proposal=proposal, against=against))


def _home(request: HttpRequest, room: Room, form: PlayNowForm, *,
          status: int = 200) -> HttpResponse:
    introduction = room.introduction
    reader = user_or_none(request)
    mine = game_lists.my_games(reader)
    now = site_clock.now()
    running = [entry for entry in mine if entry.game.status == Game.Status.RUNNING][:SHOWN]
    return render(request, "pages/home.html", {
        "mine": listed([(entry.game, entry.seat, entry.is_my_turn) for entry in running],
                       words=deadline_words(reader, now=now) if running else None,
                       delays=delays_of(running, reader, now=now)),
        "form": form, "example": introduction.email_turn(),
        "film": _measured(room, "film"), "still": _measured(room, "game"),
        "room": room, "rooms": registry.rooms().values(), "hide_guest_note": True,
        "cards": game_cards(addresses.home_path, room), "canonical": addresses.home_path(room),
        **panels.context("home", request=request, room=room),
        **panels.context("lists", games=[entry.game for entry in running],
                         request=request, now=now),
        "new_table": addresses.new_table_path(room),
        "preview": link_preview(request, introduction.title, introduction.about, room=room),
    }, status=status)


@require_POST
@declare(PROVED, locks=(READER,))
def play_now(request: HttpRequest) -> HttpResponse:
    """Start a game against bots and redirect to it."""
    room = requested_room(request) or registry.default()
    form = PlayNowForm(request.POST, proposal=opponent_advice.proposed_game(room, None))
    if not form.is_valid():
        return _home(request, room, form, status=400)
    now = site_clock.now()
    game = open_tables.play_now(user_or_new_guest(request, now=now), now=now, **form.arguments)
    return redirect("game", code=game.code)


@require_safe
@declare(ANYBODY)
def show_rules(request: HttpRequest, game: str = "") -> HttpResponse:
    """Show the rules of a game, with the ids that tests and refusals name, and figures."""
    room = room_or_404(game)
    return render(request, "pages/rules.html", {
        "rules": _rules(room, room.introduction.rules.stat().st_mtime_ns, languages.active()),
        "section": "learn",
        "room": room, "cards": game_cards(addresses.rules_path, room),
        "game": _measured(room, "game"),
        "preview": link_preview(request, _("The rules of %(game)s") % {"game": room.title},
                                room.introduction.about_rules, room=room),
    })


@require_safe
@declare(ANYBODY)
def show_preview(request: HttpRequest, game: str = "") -> HttpResponseBase:
    """Return the picture for links to pages without a position of their own."""
    poster = room_or_404(game).introduction.poster()
    picture = picture_cache.photo(poster, width=PHOTO_WIDTH, network=client_network(request),
                                  counted=False, now=site_clock.now())
    response = HttpResponse(picture, content_type="image/png")
    response["Cache-Control"] = f"public, max-age={DAY}"
    return response


@require_safe
@declare(ANYBODY)
def show_figure(request: HttpRequest, theme: str, name: str, game: str = "") -> HttpResponse:
    """Return one picture of a game's rules in one theme, for browsers to keep."""
    room = room_or_404(game)
    svg = _figures(room, theme, get_language()).get(name) if theme in THEMES else None
    if svg is None:
        raise Http404(_("The rules have no such figure."))
    response = HttpResponse(svg, content_type="image/svg+xml")
    response["Cache-Control"] = f"public, max-age={KEPT}, immutable"
    # Opened on its own, the file may use its own styles and nothing else.
    styled = f"default-src 'none'; style-src {rulebook.style_source(svg)}; sandbox"
    response["Content-Security-Policy"] = styled
    return response


def _measured(room: Room, name: str) -> dict[str, Any] | None:
    """Return the size and version of one of the game's pictures; None if it has none."""
    svg = _figures(room, "light", get_language()).get(name)
    return {"size": rulebook.size(svg), "version": rulebook.version(svg)} if svg else None


@lru_cache(maxsize=32 * len(THEMES))
def _figures(room: Room, theme: str, language: str | None) -> Mapping[str, str]:
    """Return the figures, described in the reader's ``language``."""
    return room.introduction.figures(theme)


@lru_cache(maxsize=32)
def _rules(room: Room, changed: int, language: str) -> rulebook.Rulebook:
    """Return the rules' file as a page; ``changed`` keeps the cache fresh."""
    text = room.introduction.rules.read_text(encoding="utf-8")
    return rulebook.rulebook(text, _figures(room, "light", language),
                             rulebook.translation(language))
