"""The section of emails with the talk at a table, as text without links (R19).

An email contains the messages since its reader's last email.  The messages are chosen when the
email is first rendered, and stored, because rendering it again must give the same: an email may be
sent twice (R2), and a reply that quotes it is compared with it (R18).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from games.base import retention, web_addresses
from games.models import (
    ChatInEmail,
    ChatMessage,
    ChatMute,
    Game,
    IncomingEmail,
    OutgoingEmail,
    User,
)
from games.post.emails.content import harmless
from games.post.inbox import table_talk
from games.post.outbox import preferences
from games.table.talk import conversations
from games.table.talk.conversations import Said

MOST = 12  # messages in an email; earlier messages are on the page

_TABLE = ChatMessage.Channel.TABLE


@dataclass(frozen=True, slots=True)
class Heard:
    """The messages in an email, and how many earlier messages it leaves out."""

    messages: tuple[Said, ...] = ()
    earlier: int = 0


def news_of_talk(email: OutgoingEmail, game: Game) -> Heard:
    """Return the messages at a table that this email tells its reader, who has a seat there."""
    if email.user is None:
        return Heard()
    row = ChatInEmail.objects.filter(email=email, game=game).first()
    if row is None:
        row = _decided(email, game, email.user)
        row.save(force_insert=True)
    if not row.messages:
        return Heard()
    seats = list(game.seats.all())
    messages = ChatMessage.objects.filter(pk__in=row.messages).select_related("user")
    return Heard(
        tuple(
            conversations.told(
                message, seats=seats, reader=email.user, as_written=_was_sent(email, message)
            )
            for message in messages.order_by("pk")
        ),
        row.earlier,
    )


def _decided(email: OutgoingEmail, game: Game, reader: User) -> ChatInEmail:
    before = _last_heard(reader, game)
    said = ChatMessage.objects.filter(game=game, channel=_TABLE, pk__gt=before)
    if not said.exists():
        return ChatInEmail(email=email, game=game, last=before)
    deaf_to = ChatMute.objects.filter(reader=reader, person__isnull=False).values("person")
    if game.finished_at is not None:  # earlier emails about it may have been forgotten since
        said = said.filter(created_at__gte=email.created_at - retention.ENDED_GAMES)
    facts = list(said.order_by("pk").values_list("pk", "user_id"))
    audible = list(said.filter(hidden_at=None).exclude(user__in=deaf_to).order_by("pk")
                   .values_list("pk", "user_id")) if facts else []
    if not preferences.wants_talk(reader, game):
        return ChatInEmail(email=email, game=game, last=facts[-1][0] if facts else before)
    if all(speaker == reader.pk for _, speaker in audible):  # nothing but their own words
        return ChatInEmail(email=email, game=game, last=before)
    ids = [pk for pk, _ in audible]
    return ChatInEmail(email=email, game=game, messages=ids[-MOST:],
                       earlier=max(0, len(ids) - MOST), last=facts[-1][0])


def _last_heard(reader: User, game: Game) -> int:
    """Return the id of the last message at the time of the reader's latest email; 0 if none."""
    told = ChatInEmail.objects.filter(game=game, email__user=reader).exclude(
        email__status=OutgoingEmail.Status.FAILED)
    latest: int | None = told.aggregate(latest=Max("last"))["latest"]
    return latest or 0


def _was_sent(email: OutgoingEmail, message: ChatMessage) -> bool:
    """Return whether the email was sent, with this message, before the message was hidden."""
    return (email.status == OutgoingEmail.Status.SENT and email.sent_at is not None
            and message.hidden_at is not None and message.hidden_at > email.sent_at)


def talk_section(email: OutgoingEmail, game: Game) -> dict[str, Any]:
    """Return the context of "What was said", and whether there is anybody to talk to."""
    heard = news_of_talk(email, game)
    return {
        "said": [_shown(one) for one in heard.messages], "said_earlier": heard.earlier,
        "talks": any(seat.user_id not in (None, email.user_id) for seat in game.seats.all()),
    }


def said_below(game: Game, message: IncomingEmail) -> dict[str, Any] | None:
    """Return what the incoming email has said to the table; None if it has said nothing."""
    said = table_talk.said_by(game, identity=message.identity or "")
    if said is None:
        return None
    return _shown(conversations.told(said, seats=(), reader=said.user, as_written=True))


def _shown(one: Said) -> dict[str, Any]:
    name = _("You") if one.own else harmless(one.name)
    return {"name": name, "text": web_addresses.broken(one.text), "typed": one.typed}
