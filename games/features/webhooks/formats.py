"""The bodies of posts in each format (docs/webhooks.md).

Names are chosen by people, so no name may notify anybody or change how a post looks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from alexandros_rules.translation import list_with_and
from games.features.webhooks import telling
from games.models import Delivery, Game
from games.people import languages
from games.web.api import shapes

VERSION = 1  # of the plain JSON; it is raised when a field changes its meaning or goes
PLAIN, DISCORD, SLACK, MATRIX = "json", "discord", "slack", "matrix"
TITLES = {
    PLAIN: gettext_lazy("Plain JSON, for programs"), DISCORD: gettext_lazy("Discord"),
    SLACK: gettext_lazy("Slack"), MATRIX: gettext_lazy("Matrix, through its bridge Hookshot"),
}
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
_NO_BREAK = "\u200b"  # a space without a width, with which "@name" notifies nobody

Escape = Callable[[str], str]


def _plain(delivery: Delivery) -> dict[str, Any]:
    game, facts = delivery.game, delivery.facts
    names = _names(delivery)
    return {
        "v": VERSION, "id": str(delivery.identity), "event": facts["event"],
        "at": delivery.created_at.isoformat(timespec="seconds"),
        "game": game and {"code": game.code, "name": game.name, "url": _url(delivery)},
        "seats": [{"seat": about["seat"] + 1, "name": names[about["seat"]],
                   **({"deadline": about["deadline"]} if "deadline" in about else {})}
                  for about in facts["seats"]],
        **({"result": _result(game)} if facts["event"] == telling.OVER else {}),
        "text": _line(delivery, str),
    }


def _result(game: Game | None) -> dict[str, Any] | None:
    """Return how a game has ended, with seats from 1; None as long as others may not know it."""
    found = shapes.result(game) if game and not game.sealed else None
    return found and {**found, "winners": [seat + 1 for seat in found["winners"]]}


def _discord(delivery: Delivery) -> dict[str, Any]:
    def harmless(text: str) -> str:
        return _PUNCTUATION.sub(r"\\\1", text)

    text = _line(delivery, harmless)
    return {"content": f"{text} <{_url(delivery)}>", "allowed_mentions": {"parse": []}}


def _slack(delivery: Delivery) -> dict[str, Any]:
    def harmless(text: str) -> str:
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

    text = _line(delivery, harmless)
    return {"text": f"{text} {_url(delivery)}", "mrkdwn": False, "link_names": False,
            "unfurl_links": False}


def _matrix(delivery: Delivery) -> dict[str, Any]:
    def harmless(text: str) -> str:
        return text.replace("@", f"@{_NO_BREAK}")

    text, url = _line(delivery, harmless), _url(delivery)
    return {"text": f"{text} {url}",
            "html": f'{escape(text)} <a href="{escape(url)}">{escape(url)}</a>'}


def _names(delivery: Delivery) -> Mapping[int, str]:
    seats = delivery.game.seats.all() if delivery.game and delivery.facts["seats"] else ()
    return {seat.index: seat.called for seat in seats}


def _url(delivery: Delivery) -> str:
    game = delivery.game
    path = reverse("game", kwargs={"code": game.code}) if game else reverse("webhooks")
    return f"{settings.BASE_URL}{path}"


def _line(delivery: Delivery, harmless: Escape) -> str:
    """Return the event as a line of text, in which names are made ``harmless``."""
    with translation.override(languages.of(delivery.hook.owner)):
        said = _sentence(delivery, harmless)
        if delivery.game is None:
            return said
        return _("%(table)s: %(news)s") % {"table": harmless(delivery.game.name), "news": said}


def _sentence(delivery: Delivery, harmless: Escape) -> str:
    event, names = delivery.facts["event"], _names(delivery)
    called = [harmless(names[about["seat"]]) for about in delivery.facts["seats"]]
    words = {"names": list_with_and(called), "site": settings.SITE_NAME}
    if event == telling.TEST:
        return _("This is a test from %(site)s. The webhook works.") % words
    if event == telling.OVER:
        return _("The game is over.")
    if event == telling.ASKED:
        return _("Somebody makes an offer to %(names)s.") % words
    turn = ngettext("It is the turn of %(names)s.", "It is the turn of %(names)s, who decide at"
                    " the same time.", len(called)) % words
    if event == telling.BEGUN:
        return _("The game has begun. %(turn)s") % {"turn": turn}
    return turn


_WRITERS = {PLAIN: _plain, DISCORD: _discord, SLACK: _slack, MATRIX: _matrix}


def _body(write: Callable[[Delivery], dict[str, Any]]) -> Callable[[Delivery], bytes]:
    return lambda delivery: json.dumps(write(delivery), ensure_ascii=False).encode()


POSTS = {name: _body(write) for name, write in _WRITERS.items()}
