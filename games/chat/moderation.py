"""Muting people and tables, reporting messages, and hiding what was reported."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.utils.translation import gettext as _

from games.base import rate_limits
from games.base.refusals import TableRefusal
from games.models import ChatMessage, ChatMute, ChatReport, Game, User


def mute_person(reader: User, person: User, *, now: datetime) -> None:
    """Hides everything this person says from the reader, at every table."""
    if reader.pk == person.pk:
        raise TableRefusal("yourself", _("You cannot mute yourself."))
    ChatMute.objects.get_or_create(reader=reader, person=person, defaults={"created_at": now})


def unmute_person(reader: User, person: int) -> None:
    """Shows the reader again what the person with this id says."""
    ChatMute.objects.filter(reader=reader, person=person).delete()


def mute_table(reader: User, game: Game, *, now: datetime) -> None:
    """Sends the reader no more emails with what is said at this table."""
    ChatMute.objects.get_or_create(reader=reader, game=game, defaults={"created_at": now})


def unmute_table(reader: User, game: Game) -> None:
    """Emails the reader again what is said at this table."""
    ChatMute.objects.filter(reader=reader, game=game).delete()


def report(message: ChatMessage, *, by: User, now: datetime) -> None:
    """Shows a message to the operators; reporting it again changes nothing."""
    if ChatReport.objects.filter(message=message, reporter=by).exists():
        return
    rate_limits.count("report", by.pk, now=now)
    ChatReport.objects.get_or_create(message=message, reporter=by, defaults={"created_at": now})


def hide(messages: Iterable[int], *, now: datetime) -> int:
    """Hides the messages with these ids; returns how many were not hidden before."""
    shown = ChatMessage.objects.filter(pk__in=list(messages), hidden_at=None)
    return shown.update(hidden_at=now)


def show_again(messages: Iterable[int]) -> int:
    """Shows hidden messages again; returns how many."""
    hidden = ChatMessage.objects.filter(pk__in=list(messages), hidden_at__isnull=False)
    return hidden.update(hidden_at=None)
