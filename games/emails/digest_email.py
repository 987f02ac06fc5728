"""What a digest says: the news of several games in one email."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.base import log_context
from games.emails.clock_content import clock
from games.emails.content import (
    EmailContent,
    Picture,
    about_match,
    as_named,
    harmless,
    link_to,
    names_at,
    paragraphs,
    past_of,
    repliable,
    sentences,
    sentences_of_orders,
)
from games.emails.plan_section import plan_section
from games.emails.talk_section import talk_section
from games.inbox import turn_tokens
from games.models import Game, OutgoingEmail
from games.outbox import digest as digests
from games.outbox.delivery import Obsolete
from games.rulesets import registry
from games.table.play import history

SMALL_WIDTH = 640  # pixels
MAX_PICTURES = 6  # further games are described in words only


def digest(email: OutgoingEmail) -> EmailContent:
    """Several emails in one: first the games where it is your turn, then all other news.

    If it is your turn in one game only, a reply with orders can mean no other.
    """
    items = digests.digest_items(email)
    if not items:
        raise Obsolete("nothing in it is true any more")
    shown = [{**_item(item, f"board{i}", now=email.created_at), **talk_section(email, item.game)}
             for i, item in enumerate(items)]
    pictures = [_small(item, entry["picture"])
                for item, entry in zip(items, shown, strict=True)][:MAX_PICTURES]
    for entry in shown[MAX_PICTURES:]:
        entry["picture"] = ""
    waiting = [entry for entry in shown if entry["your_turn"]]
    content = EmailContent(None, {
        "waiting": waiting,
        "others": [entry for entry in shown if not entry["your_turn"]],
        "link": link_to("my-games"),
    }, pictures=tuple(pictures))
    address = waiting[0]["reply_to"] if len(waiting) == 1 else ""
    if not address:
        return repliable(email, content)
    return replace(content, reply_to=address, takes_orders=True)


def _about(item: digests.DigestItem) -> AbstractContextManager[None]:
    """Says which of the digest's games an exception is about."""
    return log_context.about(item.game, log_context.EMAIL, seat=item.seat.index, kind="digest")


def _item(item: digests.DigestItem, picture: str, *, now: datetime) -> dict[str, Any]:
    """An item of a digest, as its templates take it."""
    with _about(item):
        return _described(item, picture, now=now)


def _described(item: digests.DigestItem, picture: str, *, now: datetime) -> dict[str, Any]:
    game, seat, kind = item.game, item.seat, item.email.kind
    past = past_of(game, seat)
    news = (paragraphs(past.since_last_turn()) if item.is_turn
            else sentences_of_orders(game, seat, item.email.number) if kind == "asked"
            else sentences(game, seat, item.email.number))
    if kind in ("started", "over"):
        news = [*news, *about_match(game, over=kind == "over")]
    return {
        "game": as_named(game),
        "title": registry.get(game.ruleset).title if registry.several() else "",
        "kind": kind,
        "your_turn": item.is_turn,
        "sentences": news,
        "picture": picture,
        "clock": clock(item.email) if item.is_turn else None,
        **(plan_section(item.email, game, seat) if item.is_turn else {}),
        "log": past.last_hash if item.is_turn else None,
        "scores": _scores(game),
        "won": seat.index in (game.result or {}).get("winners", ()),
        "link": link_to("replay" if kind == "over" else "game", game.code),
        "reply_to": turn_tokens.reply_address(seat, number=game.number, now=now)
        if item.is_turn or kind == "asked"
        else "",
    }


def _scores(game: Game) -> list[Mapping[str, Any]]:
    return [{"name": name, "score": seat.score}
            for name, seat in zip(names_at(game), game.seats.all(), strict=True)]


def _small(item: digests.DigestItem, name: str) -> Picture:
    with _about(item):
        view = history.view(item.game, item.seat.index)
        svg = registry.get(item.game.ruleset).boards.standalone_thumbnail(view)
    says = _("The board of %(name)s.") % {"name": harmless(item.game.name)}
    return Picture(name, svg, SMALL_WIDTH, says)

