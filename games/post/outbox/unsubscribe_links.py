"""Unsubscribe links, which work with one click and without signing in (R12, R15).

A link's token is sealed, not stored, and stays the same whenever an email is rendered (R2).  The
token can stop emails and do nothing else.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse
from django.utils.translation import gettext as _

from games.base import sealing
from games.base.refusals import Missing
from games.models import EmailTiming, Game, GameEmailPreference, OutgoingEmail, User
from games.post import email_kinds
from games.post.email_kinds import Subscription
from games.post.outbox import bounces, preferences

GAME, TURNS, ALL = "game", "turns", "all"  # scopes; others are names of subscriptions

LABEL = "games.unsubscribe"


@dataclass(frozen=True, slots=True)
class UnsubscribeRequest:
    """The emails that a link can stop: a user's, or those to an address without an account."""

    scope: str
    user: User | None
    address: str
    game: Game | None

    @property
    def scopes(self) -> tuple[str, ...]:
        """The scopes that the link can stop: emails like its own, about all games, or all."""
        if self.user is None:
            return (ALL,)
        own = () if self.scope in (TURNS, ALL) else (self.scope,)
        return (*own, TURNS, ALL)

    @property
    def subscription(self) -> Subscription | None:
        """The subscription that the link is about; None if it is about games."""
        return _subscriptions().get(self.scope)


def url(email: OutgoingEmail) -> str:
    """Return the unsubscribe link of an email, which stops emails like this one by default."""
    own = email.user is not None and email.to.lower() == (email.user.email or "").lower()
    # The reader of a former address must not be able to stop the user's emails.
    subject = email.user_id if own else email.to.lower()
    code = email.game.code if email.game else ""
    scope = ALL if not own else _scope(email)
    token = sealing.seal(json.dumps([subject, scope, code]), label=LABEL)
    return f"{settings.BASE_URL}{reverse('unsubscribe', kwargs={'token': token})}"


def _scope(email: OutgoingEmail) -> str:
    """Return the scope that stops emails like this one."""
    if subscription := email_kinds.kind_of(email.kind).subscription:
        return subscription.name
    return GAME if email.game else TURNS


def read_link(token: str) -> UnsubscribeRequest:
    """Return the request that a link stands for; refuse (Missing) a link that is not ours."""
    try:
        subject, scope, code = _opened(token)
    except (BadSignature, ValueError):
        raise _missing() from None
    game = Game.objects.filter(code=code).first() if code else None
    if isinstance(subject, str):
        return UnsubscribeRequest(scope, None, subject, game)
    user = User.objects.filter(pk=subject).first()
    if user is None:
        raise _missing()
    is_known = scope in (TURNS, ALL, *_subscriptions()) or (scope == GAME and game)
    return UnsubscribeRequest(scope if is_known else TURNS, user, user.email or "", game)


def _opened(token: str) -> Any:
    if ":" in token:  # a link in an older email, which is signed, but not sealed
        return Signer(salt=LABEL).unsign_object(token)
    return json.loads(sealing.unseal(token, label=LABEL))


def _subscriptions() -> dict[str, Subscription]:
    return {kind.subscription.name: kind.subscription for kind in email_kinds.every().values()
            if kind.subscription}


def _missing() -> Missing:
    return Missing("no-link", _("This link does not lead anywhere. Please use the link in a newer"
                                " email, or sign in and change your email settings."))


def unsubscribe(request: UnsubscribeRequest, scope: str, *, now: datetime) -> str:
    """Stop the emails in a scope, and return that scope.

    A ``scope`` that the link does not allow, such as "", means the link's own scope.
    """
    chosen = scope if scope in request.scopes else request.scope
    user, game = request.user, request.game
    subscription = _subscriptions().get(chosen)
    if subscription and user:
        subscription.stop(user)
    elif chosen == GAME and user and game:
        preferences.set_for_game(user, game, EmailTiming.NEVER)
    elif chosen == TURNS and user:
        preferences.set_for_all(user, EmailTiming.NEVER)
        GameEmailPreference.objects.filter(user=user).exclude(when=EmailTiming.NEVER).delete()
    elif request.address:
        bounces.stop_all(request.address, now=now)
    return chosen
