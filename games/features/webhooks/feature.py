"""Webhooks, as one of the features of this service."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.features import Feature
from games.features.webhooks import formats, telling
from games.models import OutgoingEmail, User
from games.post.deliveries import hooks
from games.post.email_kinds import EmailKind
from games.post.emails.content import EmailContent, link_to
from games.post.outbox.queue import queue_email
from games.table.events import Begun, Ended, Offered, TurnBegan

OFF = "webhook-off"  # the kind of email that tells that a webhook was turned off


def _turned_off(event: hooks.TurnedOff) -> None:
    owner = event.hook.owner.owner or event.hook.owner  # a bot has no address
    queue_email(OFF, to=owner.email or "", user=owner, now=event.now)


def _off(email: OutgoingEmail) -> EmailContent:
    """Write the email that a webhook was turned off; the page says which."""
    return EmailContent(None, {"link": link_to("webhooks")},
                        subject=_("A webhook of yours was turned off"))


def _exported(user: User) -> Iterable[dict[str, Any]]:
    """Return a person's webhooks and what was posted to them, as JSON values and times."""
    return [{"address": hooks.address_of(hook), "format": hook.format,
             "game": hook.game.code if hook.game else None, "created_at": hook.created_at,
             "bot": hook.owner.name if hook.owner.is_bot else None,
             "failing_since": hook.failing_since, "turned_off_at": hook.disabled_at,
             "deliveries": [
                 {"event": one.facts["event"], "game": one.game.code if one.game else None,
                  "at": one.created_at, "status": one.status, "answer": one.status_code}
                 for one in hook.deliveries.select_related("game")]}
            for hook in hooks.of(user)]


FEATURE = Feature(
    name="webhooks",
    listeners={Begun: telling.begun, TurnBegan: telling.turn_began, Offered: telling.offered,
               Ended: telling.ended, hooks.TurnedOff: _turned_off},
    email_kinds=(EmailKind(name=OFF, content=_off,
                           description=gettext_lazy("a webhook was turned off")),),
    posts=formats.POSTS,
    slots={"email-settings": "webhooks/_settings.html", "game-more": "webhooks/_table.html",
           "open-table": "webhooks/_table.html"},
    exported={"webhooks": _exported},
)
