"""What emails show of the talk at a table, as text that is no link (R19)."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.base import web_addresses
from games.emails.content import harmless
from games.inbox import table_talk
from games.models import Game, IncomingEmail, OutgoingEmail
from games.table.talk import conversations, in_emails
from games.table.talk.conversations import Said


def talk_section(email: OutgoingEmail, game: Game) -> dict[str, Any]:
    """The context of the section "What was said", and whether there is anybody to talk to."""
    heard = in_emails.heard(email, game)
    return {
        "said": [_shown(one) for one in heard.messages], "said_earlier": heard.earlier,
        "talks": any(seat.user_id not in (None, email.user_id) for seat in game.seats.all()),
    }


def said_below(game: Game, message: IncomingEmail) -> dict[str, Any] | None:
    """What the incoming email has said to the table; None if it has said nothing."""
    said = table_talk.said_by(game, identity=message.identity or "")
    if said is None:
        return None
    return _shown(conversations.told(said, seats=(), reader=said.user, as_written=True))


def _shown(one: Said) -> dict[str, Any]:
    name = _("You") if one.own else harmless(one.name)
    return {"name": name, "text": web_addresses.broken(one.text), "typed": one.typed}
