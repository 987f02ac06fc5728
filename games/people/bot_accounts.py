"""Bot accounts: bots of members, as which programs of theirs play over the API.

A bot has no address and nobody signs in to it, so nobody is sent any email about its games.  Where
bots may sit is the business of ``games.table.seats.seating``.  ``account_deletion`` retires them.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.base import locks, rate_limits
from games.base.refusals import Missing, TableRefusal
from games.models import User
from games.people import api_tokens, handles

MOST = 5  # bots of one member that are not retired


def of(owner: User) -> list[User]:
    """Return a member's bots that are not retired, the oldest first."""
    return list(User.objects.filter(owner=owner, is_active=True).order_by("pk"))


def own(owner: User, number: int) -> User:
    """Return one of the member's bots; refuse (Missing) any other, also one that is retired."""
    found = User.objects.filter(owner=owner, is_active=True, pk=number).first()
    if found is None:
        raise Missing("no-bot", _("There is no such bot any more."))
    return found


@transaction.atomic
def make(owner: User, name: str, *, now: datetime) -> User:
    """Make a bot of a member, who is locked then.

    Refuses (TableRefusal) names that a member could not have, and more bots than ``MOST``.
    """
    locks.lock_person(owner)
    rate_limits.count("bot", owner.pk, now=now)
    if not name.strip():
        raise TableRefusal("name", _("Please give the bot a name."))
    if User.objects.filter(owner=owner, is_active=True).count() >= MOST:
        raise TableRefusal("too-many-bots", _(
            "You have %(most)s bots already. Please retire one of them first.") % {"most": MOST})
    bot = User.objects.create_bot(owner, date_joined=now)
    locks.lock_person(bot)  # before its name
    handles.change(bot, name, now=now)
    return bot


def make_token(owner: User, bot: User, *, now: datetime) -> str:
    """Make a token for a member's bot, and return it; nobody can see it again."""
    return api_tokens.make(bot, name=bot.name, scopes=[api_tokens.BOT], now=now)
