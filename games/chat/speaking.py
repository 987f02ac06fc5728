"""Saying something: the single entry point for messages and comments.

Owns who may speak where.  The caller has checked that the speaker may see the table.  Bots and
closed accounts say nothing.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from engine import codec
from engine.errors import Refusal
from games.base import rate_limits
from games.base.refusals import Closed, Foreign, TableRefusal
from games.chat import announcing, message_text
from games.chat.phrases import PHRASES
from games.models import ChatMessage, Game, Seat, User

Channel = ChatMessage.Channel
Status = Game.Status


@transaction.atomic
def say(game: Game, *, user: User, channel: str, key: str, now: datetime, text: str = "",
        preset: str = "", number: int | None = None) -> ChatMessage:
    """Says ``text`` or a ready-made phrase; saying it again with the same key changes nothing.

    ``number`` is the position that a comment is about.  Refuses what is empty, too long or too
    often, and people who may not speak in this channel.
    """
    locked = Game.objects.select_for_update().get(pk=game.pk)  # so ids follow the order of commits
    seat = Seat.objects.filter(game=game, user=user).first()
    if refusal := why_not(locked, user=user, seat=seat, channel=channel):
        raise refusal
    words = {"preset": preset} if preset in PHRASES else {"text": message_text.clean(text)}
    key = stored_key(channel, key)
    earlier = ChatMessage.objects.filter(game=game, user=user, key=key).first()
    if earlier:
        return earlier
    rate_limits.count("message", user.pk, now=now)
    message = ChatMessage.objects.create(
        game=game, user=user, seat=seat.index if seat else None, channel=channel, key=key,
        number=number if channel == Channel.COMMENTS else None, created_at=now, **words,
    )
    if channel == Channel.TABLE:
        announcing.announce(message, locked, now=now)
    return message


def stored_key(channel: str, key: str) -> str:
    """The key as a message stores it, so that one sender's keys are those of one channel."""
    return codec.text_digest(f"{channel}:{key}")


def why_not(game: Game, *, user: User | None, seat: Seat | None, channel: str) -> Refusal | None:
    """Why this person may not speak in this channel; None if they may."""
    if user is None:
        return Foreign("signed-out", _("Please sign in to say something."))
    if not user.is_active:
        return Foreign("closed-account", _("This account is closed, so it cannot say anything."))
    if channel == Channel.TABLE:
        return _why_not_at_table(game, seat)
    if channel == Channel.SPECTATORS:
        return _why_not_with_spectators(game, seat, user)
    if channel == Channel.COMMENTS:
        return _why_not_about_positions(game, seat, user)
    return TableRefusal("no-channel", _("There is no such conversation. Please open the table and"
                                        " write from there."))


def _why_not_at_table(game: Game, seat: Seat | None) -> Refusal | None:
    if seat is None:
        return Foreign("no-seat", _("Only the players can talk at this table."))
    if game.status == Status.CANCELLED:
        return Closed("cancelled", _("This table was cancelled, so nobody can talk there."))
    return None


def _why_not_with_spectators(game: Game, seat: Seat | None, user: User) -> Refusal | None:
    if seat is not None:
        return Foreign("has-seat", _("This conversation is for spectators. You have a seat, so"
                                     " please talk to the table."))
    if user.is_guest:
        return Foreign("guest", _("Please sign in with your email address to talk to the other"
                                  " spectators."))
    if game.status not in (Status.RUNNING, Status.OVER):
        return Closed("not-running", _("Spectators can talk once the game has started."))
    return None


def _why_not_about_positions(game: Game, seat: Seat | None, user: User) -> Refusal | None:
    if game.status != Status.OVER:
        return Closed("not-over", _("You can comment on positions when the game is over."))
    if user.is_guest and seat is None:
        return Foreign("guest", _("Please sign in with your email address to comment on this"
                                  " game."))
    return None
