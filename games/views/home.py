"""The first page, playing at once, and the rules."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_POST, require_safe
from markdown_it import MarkdownIt

from engine import registry
from games import presenting
from games.forms import PlayNowForm
from games.services import tables
from games.views.visits import refusing, user_or_guest

RULES = Path(settings.BASE_DIR) / "docs" / "rules.md"


@require_safe
def show_home(request: HttpRequest) -> HttpResponse:
    """What this is, a picture, and a game at once."""
    return _home(request, PlayNowForm())


def _home(request: HttpRequest, form: PlayNowForm, *, status: int = 200) -> HttpResponse:
    picture = presenting.get(registry.DEFAULT).showpiece()
    return render(request, "pages/home.html", {
        "form": form, "picture": mark_safe(picture),  # noqa: S308 - our own drawing
        "hide_guest_note": True,
    }, status=status)


@require_POST
@refusing
def play_now(request: HttpRequest) -> HttpResponse:
    """Puts whoever asks into a running game against bots."""
    form = PlayNowForm(request.POST)
    if not form.is_valid():
        return _home(request, form, status=400)
    now = timezone.now()
    game = tables.play_now(user_or_guest(request, now=now), now=now, **form.wishes)
    return redirect("game", code=game.code)


@require_safe
def show_rules(request: HttpRequest) -> HttpResponse:
    """The rules, with the ids that tests and refusals name."""
    picture = presenting.get(registry.DEFAULT).showpiece()
    context = {
        "rules": rendered_rules(RULES.stat().st_mtime_ns), "section": "rules",
        "picture": mark_safe(picture),  # noqa: S308 - our own drawing
    }
    return render(request, "pages/rules.html", context)


@lru_cache(maxsize=1)
def rendered_rules(changed: int) -> SafeString:
    """The rules' file as HTML; raw HTML in it stays text.  ``changed`` keeps the cache fresh."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    text = RULES.read_text(encoding="utf-8")
    return mark_safe(str(markdown.render(text)))  # noqa: S308 - ours, HTML in it is escaped
