"""Tokens: the keys with which programs of a member use the API, as the member or as their bot.

A token is shown once, when it is made; the database has only its hash.  It opens what its scopes
say, and ends when its owner takes it back or deletes their account.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from alexandros_rules import codec
from games.base import locks, rate_limits
from games.base.plain_text import one_line
from games.base.refusals import Missing, TableRefusal
from games.models import ApiToken, User
from games.models.api import NAME_LENGTH

READ, PLAY, TABLES, BOT = "read", "play", "tables", "bot"
SCOPES = {
    READ: gettext_lazy("read: see what you see"),
    PLAY: gettext_lazy("play: give orders, make plans, talk at your tables, change your hours"),
    TABLES: gettext_lazy("tables: open tables, join them and leave them, enter leagues and cups,"
                         " import games"),
}
OF_BOTS = {BOT: gettext_lazy("bot: all of this, as a bot of yours")}
MOST = 20  # tokens of one person
_BYTES = 20  # 32 letters and digits, which log lines mask
_NOTED = timedelta(minutes=5)  # how exactly we know when a token was last used


def of(user: User) -> list[ApiToken]:
    """Return the user's tokens, the oldest first."""
    return list(ApiToken.objects.filter(user=user))


@transaction.atomic
def make(user: User, *, name: str, scopes: Iterable[str], now: datetime) -> str:
    """Make a token, and return it; nobody can see it again.

    Refuses (TableRefusal) a token without a name or a scope, a scope that is not for this user,
    and more tokens than ``MOST``.
    """
    locks.lock_person(user)  # two requests must not exceed the limit
    rate_limits.count("api token", user.pk, now=now)
    called, wanted = one_line(name)[:NAME_LENGTH].strip(), set(scopes)
    chosen = [scope for scope in (OF_BOTS if user.is_bot else SCOPES) if scope in wanted]
    if not called:
        raise TableRefusal("token-name", _("Please name the program for which the token is, so that"
                                           " you can tell it from others."))
    if not chosen or len(chosen) < len(wanted):
        raise TableRefusal("token-scopes", _("Please choose what the program may do."))
    if ApiToken.objects.filter(user=user).count() >= MOST:
        raise TableRefusal("too-many-tokens", _(
            "You have %(most)s tokens already. Please take one back first.") % {"most": MOST})
    secret = base64.b32encode(secrets.token_bytes(_BYTES)).decode("ascii").lower()
    ApiToken.objects.create(user=user, name=called, secret_hash=codec.text_digest(secret),
                            scopes=" ".join(chosen), created_at=now)
    return secret


def take_back(user: User, number: int) -> None:
    """End the user's token with this id, at once; refuse (Missing) any other."""
    ended, _rows = ApiToken.objects.filter(user=user, pk=number).delete()
    if not ended:
        raise Missing("no-token", _("There is no such token any more."))


def find(secret: str, *, now: datetime) -> ApiToken | None:
    """Return the token with its owner, or None; note, roughly, when it was last used."""
    tokens = ApiToken.objects.select_related("user").filter(user__is_active=True)
    token = tokens.filter(secret_hash=codec.text_digest(secret)).first()
    if token is not None and (token.last_used_at is None or now - token.last_used_at > _NOTED):
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    return token


def is_valid(token: ApiToken) -> bool:
    """Return whether the token still opens anything."""
    return ApiToken.objects.filter(pk=token.pk, user__is_active=True).exists()


def labels(token: ApiToken) -> list[str]:
    """Return what a program with this token may do, in words."""
    return [str(label) for scope, label in (SCOPES | OF_BOTS).items()
            if scope in token.scopes.split()]


def allows(token: ApiToken, scope: str) -> bool:
    """Return whether a program with this token may do what this scope stands for."""
    return not {scope, BOT}.isdisjoint(token.scopes.split())
