"""The home page, starting a game against bots, and the rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_POST, require_safe

from games import picture_cache, rulebook
from games.forms.tables import PlayNowForm
from games.lobby import queries, tables
from games.models import Game
from games.rulesets import registry
from games.views.access import handle_refusals, user_or_new_guest, user_or_none
from games.views.downloads import PHOTO_WIDTH
from games.views.link_previews import link_preview
from games.views.lobby import listed

SHOWN = 4  # of the visitor's own games
DAY = 24 * 3600
THEMES = ("light", "dark", "contrast", "print")
KEPT = 365 * 24 * 3600  # seconds; an address with another version is another picture


@require_safe
def show_home(request: HttpRequest) -> HttpResponse:
    """The home page: what this site is, a picture, and a form to start a game."""
    return _home(request, PlayNowForm())


def _home(request: HttpRequest, form: PlayNowForm, *, status: int = 200) -> HttpResponse:
    room = registry.default()
    introduction = room.introduction
    mine = queries.my_games(user_or_none(request))
    running = [entry for entry in mine if entry.game.status == Game.Status.RUNNING]
    return render(request, "pages/home.html", {
        "mine": listed([(entry.game, entry.seat, entry.is_my_turn) for entry in running[:SHOWN]]),
        "form": form, "example": introduction.email_turn(),
        "picture": mark_safe(introduction.demo_board()),  # noqa: S308 - our own drawing
        "room": room, "rooms": registry.rooms().values(), "hide_guest_note": True,
        "preview": link_preview(request, introduction.title, introduction.about),
    }, status=status)


@require_POST
@handle_refusals
def play_now(request: HttpRequest) -> HttpResponse:
    """Starts a game against bots and redirects to it."""
    form = PlayNowForm(request.POST)
    if not form.is_valid():
        return _home(request, form, status=400)
    now = timezone.now()
    game = tables.play_now(user_or_new_guest(request, now=now), now=now, **form.arguments)
    return redirect("game", code=game.code)


@require_safe
def show_rules(request: HttpRequest) -> HttpResponse:
    """The rules, with the ids that tests and refusals name, and their figures."""
    room, game = registry.default(), _figures("light")["game"]
    return render(request, "pages/rules.html", {
        "rules": _rules(room.introduction.rules.stat().st_mtime_ns), "section": "rules",
        "room": room,
        "game": {"size": rulebook.size(game), "version": rulebook.version(game)},
        "preview": link_preview(request, f"The rules of {room.title}",
                                room.introduction.about_rules),
    })


@require_safe
def show_preview(request: HttpRequest) -> HttpResponse:
    """The picture other sites show beside a link to a page without a position of its own."""
    poster = registry.default().introduction.poster()
    picture = picture_cache.photo(poster, width=PHOTO_WIDTH)
    response = HttpResponse(picture, content_type="image/png")
    response["Cache-Control"] = f"public, max-age={DAY}"
    return response


@require_safe
def show_figure(request: HttpRequest, theme: str, name: str) -> HttpResponse:
    """One picture of the rules in one theme, for browsers to keep."""
    svg = _figures(theme).get(name) if theme in THEMES else None
    if svg is None:
        raise Http404("The rules have no such figure.")
    response = HttpResponse(svg, content_type="image/svg+xml")
    response["Cache-Control"] = f"public, max-age={KEPT}, immutable"
    # Opened on its own, the file may use its own styles and nothing else.
    styled = f"default-src 'none'; style-src {rulebook.style_source(svg)}; sandbox"
    response["Content-Security-Policy"] = styled
    return response


@lru_cache(maxsize=len(THEMES))
def _figures(theme: str) -> Mapping[str, str]:
    return registry.default().introduction.figures(theme)


@lru_cache(maxsize=1)
def _rules(changed: int) -> rulebook.Rulebook:
    """The rules' file as a page; ``changed`` keeps the cache fresh."""
    text = registry.default().introduction.rules.read_text(encoding="utf-8")
    return rulebook.rulebook(text, _figures("light"))
