"""Tags of pages: the site, the game that a page is about, and the status that every page shows."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django import template
from django.conf import settings
from django.db.models import Model, QuerySet, Value
from django.template import Context
from django.template.loader import get_template
from django.urls import NoReverseMatch
from django.utils import timezone
from django.utils.encoding import escape_uri_path
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import pgettext

from alexandros_rules import translation
from games.base import sealing
from games.base.features import features, kept_from_the_page
from games.models import AddressStatus, Game, PushDevice, User
from games.people import api_tokens, browsers, legal
from games.post.inbox import addressees
from games.post.push import devices, keys
from games.rulesets import addresses, registry
from games.rulesets.registry import Room
from games.table.lobby import game_lists

register = template.Library()


@register.simple_tag
def site_name() -> str:
    """Return the name of this site."""
    return str(settings.SITE_NAME)


@register.simple_tag
def colon() -> str:
    """Return the colon after a name or number; French puts a space before it."""
    return pgettext("after a name", ":")


@register.simple_tag(takes_context=True)
def canonical_address(context: Context) -> str:
    """Return the address by which search engines are to know this page: without parameters."""
    path = context.get("canonical") or escape_uri_path(getattr(context.get("request"), "path", ""))
    return f"{settings.BASE_URL}{path}"


@register.simple_tag
def described_game(room: Room) -> SafeString:
    """Return what a game is for programs, in the words of schema.org: data that nothing runs."""
    facts = {
        "@context": "https://schema.org", "@type": ["VideoGame", "Game"], "name": str(room.title),
        "description": str(room.introduction.about),
        "url": f"{settings.BASE_URL}{addresses.home_path(room)}",
        "image": f"{settings.BASE_URL}{addresses.preview_path(room)}",
        "gamePlatform": "Web browser, email", "applicationCategory": "Game",
        "isAccessibleForFree": True,
    }
    escaped = json.dumps(facts).translate({ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&"})
    return mark_safe(f'<script type="application/ld+json">{escaped}</script>')  # noqa: S308


@register.simple_tag
def desk_address() -> str:
    """Return the address to which anybody can write commands; "" if there is none."""
    return addressees.desk_address()


register.filter("scopes", api_tokens.labels)


@register.filter
def token(row: Model) -> str:
    """Return the token that names a row in forms and links, where its number must not stand."""
    return sealing.row_token(row)


@register.simple_tag
def offered_languages() -> Sequence[tuple[str, str]]:
    """Return the languages of the site: the code of each, and what it calls itself."""
    return list(settings.LANGUAGES)


@register.filter
def moment(value: datetime, form: str) -> SafeString:
    """Return a moment in the page's time zone; UTC is named, and scripts show the browser's."""
    words = date_format(timezone.localtime(value), form)
    if timezone.get_current_timezone_name() != "UTC":
        return format_html('<time datetime="{}">{}</time>', value.isoformat(), words)
    return format_html('<time datetime="{}" data-local>{} UTC</time>', value.isoformat(), words)


@register.simple_tag
def site_slug() -> str:
    """Return the site's name as one word, for names of files and keys."""
    return slugify(settings.SITE_NAME)


@register.simple_tag
def credits_of_games(room: Room | None = None) -> list[str]:
    """Return whose game this is in a sentence; those of all games on a page about none."""
    about = [room] if room else registry.rooms().values()
    return [one.introduction.credits for one in about if one.introduction.credits]


@register.simple_tag
def legal_subjects() -> dict[str, str]:
    """Return the titles of the legal pages that this site has, by the names in their addresses."""
    return legal.subjects()


@register.filter
def list_with_and(names: Iterable[str]) -> str:
    """Return the names as part of a sentence: "Alice, Bob and Carol"."""
    return translation.list_with_and(names)


@register.simple_tag(takes_context=True)
def game_sheets(context: dict[str, Any]) -> list[str]:
    """Return the style sheets of the games on this page, each once.

    ``rooms`` in the context are the games of which the page has pictures, ``room`` the game that
    the page is about.  Sheets for pictures come last, so that the page's own styles do not change
    them.
    """
    own: list[Room] = [context["room"]] if "room" in context else []
    sheets = [sheet for room in own for sheet in room.assets.page_sheets]
    for room in [*own, *context.get("rooms", ())]:
        sheets += room.assets.picture_sheets
    return list(dict.fromkeys(sheets))


@register.simple_tag(takes_context=True)
def slot(context: template.Context, name: str) -> SafeString:
    """Render the templates of features in this place of a page (``games.web.panels``)."""
    parts = []
    for feature in features():
        if name in feature.slots:
            with kept_from_the_page(feature, name):
                found = get_template(feature.slots[name])
                parts.append(found.template.render(context))  # type: ignore[attr-defined]
    return mark_safe("".join(parts))  # noqa: S308 - templates of ours


@register.inclusion_tag("push/section.html", takes_context=True)
def notifications_section(context: dict[str, Any]) -> dict[str, Any]:
    """Return the reader's devices, and the data with which their browser can become one."""
    request = context["request"]
    here = browsers.id_of(request)
    return {
        "request": request, "csrf_token": context.get("csrf_token"), "user": request.user,
        "devices": devices.of(request.user), "here": here and sealing.id_token(here, PushDevice),
        "most": devices.MAX_DEVICES, "key": keys.public_key(),
    }


@register.simple_tag(takes_context=True)
def waiting_count(context: dict[str, Any]) -> int:
    """Return how many games wait for the reader of the page."""
    return len(_status(context)[0])


@register.simple_tag(takes_context=True)
def next_game(context: dict[str, Any]) -> dict[str, Any] | None:
    """Return the ``name`` of the reader's game to go to after this one; None if no other waits.

    ``more`` is how many wait besides it.
    """
    here = context["game"].code
    names = [name for code, name in _status(context)[0] if code != here]
    return {"name": names[0], "more": len(names) - 1} if names else None


@register.simple_tag(takes_context=True)
def mail_bounced(context: dict[str, Any]) -> bool:
    """Return whether an email to the reader of the page bounced."""
    return _status(context)[1]


def _status(context: dict[str, Any]) -> tuple[list[tuple[str, str]], bool]:
    """Return what waits for the reader, and whether their email bounced, found in one query.

    Each game is its code and its name, the longest wait first.
    """
    user = context.get("user")
    if not isinstance(user, User):
        return [], False
    shared = context.dicts[0]  # type: ignore[attr-defined]  # a Context is like a dict
    if _FOUND not in shared:
        waiting = game_lists.waiting_seats(user).order_by().values_list(
            "since", "pk", "game__code", "game__name")
        rows = list(waiting.union(_bounced(user), all=True).order_by())
        seats = sorted(row for row in rows if row[1] != BOUNCED)
        shared[_FOUND] = [(code, name) for *_, code, name in seats], len(seats) < len(rows)
    found: tuple[list[tuple[str, str]], bool] = shared[_FOUND]
    return found


def _bounced(user: User) -> QuerySet[AddressStatus, Any]:
    """Return a row with ``BOUNCED`` if an email to the reader bounced."""
    address = AddressStatus.normalize(user.email or "")
    bounced = AddressStatus.objects.filter(address=address, bounced_at__isnull=False)
    return bounced.values_list("bounced_at", Value(BOUNCED), Value(""), Value(""))


BOUNCED = 0  # stands in the place of a seat's id, which is never 0
_FOUND = "what waits for the reader"  # no name that a template could use


@register.simple_tag
def game_title(game: Game) -> str:
    """Return the title of the game that a table plays; "" if there is only one game to choose."""
    return registry.get(game.ruleset).title if registry.several() else ""


@register.simple_tag
def home_url(room: Room) -> str:
    """Return the home page with this game's introduction."""
    return addresses.home_path(room)


@register.simple_tag
def preview_url(room: Room) -> str:
    """Return the URL of the picture that introduces this game."""
    return addresses.preview_path(room)


@register.simple_tag
def rules_url(room: Room | str) -> str:
    """Return the rules of this game, a room or the name of one; of the default game for ""."""
    return addresses.rules_path(registry.named(room))


@register.simple_tag
def learn_url(room: Room | str) -> str:
    """Return the page from which to learn this game: its course, or else its rules.

    ``room`` is the game, its name, or "" for the default game.
    """
    found = registry.named(room)
    try:
        return addresses.course_path(found) if found.course else addresses.rules_path(found)
    except NoReverseMatch:  # without the feature
        return addresses.rules_path(found)


@register.simple_tag
def opponents_url(room: Room | str) -> str:
    """Return the page about the bots of this game: a room, a name, or "" for the default game."""
    return addresses.opponents_path(registry.named(room))


@register.simple_tag
def figure_url(room: Room, theme: str, name: str) -> str:
    """Return the URL of a picture of this game's rules in one theme."""
    return addresses.figure_path(room, theme=theme, name=name)
