"""Links that end mail: one click, no login, as far as their reader wants (R12, R15).

Owns what such a link stands for and what it does.  Its key is signed, not stored, and is
the same whenever a mail is rendered (R2).  It can end mail and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from games.models import EmailTiming, Game, GameEmailPreference, OutgoingEmail, User
from games.outbox import bounces, preferences
from games.refusals import Missing

GAME, TURNS, ALL = "game", "turns", "all"
SCOPES = (GAME, TURNS, ALL)

_signer = Signer(salt="games.unsubscribe")


@dataclass(frozen=True, slots=True)
class UnsubscribeRequest:
    """Whose mail may be ended: a person's, or that to an address without one."""

    scope: str
    user: User | None
    address: str
    game: Game | None

    @property
    def scopes(self) -> tuple[str, ...]:
        """What can be ended by it."""
        if self.user is None:
            return (ALL,)
        return SCOPES if self.game else SCOPES[1:]


def url(mail: OutgoingEmail) -> str:
    """The link in a mail's header: it ends what this mail belongs to and no more."""
    own = mail.user is not None and mail.to.lower() == (mail.user.email or "").lower()
    who = mail.user_id if own else mail.to.lower()  # another's address must not end their emails
    code = mail.game.code if mail.game else ""
    scope = ALL if not own else GAME if code else TURNS
    token = _signer.sign_object([who, scope, code])
    return f"{settings.BASE_URL}{reverse('unsubscribe', kwargs={'token': token})}"


def read_link(token: str) -> UnsubscribeRequest:
    """What a link stands for; refuses (Missing) one that was not made here."""
    try:
        who, scope, code = _signer.unsign_object(token)
    except (BadSignature, ValueError):
        raise _missing() from None
    game = Game.objects.filter(code=code).first() if code else None
    if isinstance(who, str):
        return UnsubscribeRequest(scope, None, who, game)
    user = User.objects.filter(pk=who).first()
    if user is None:
        raise _missing()
    return UnsubscribeRequest(
        scope if game or scope != GAME else TURNS, user, user.email or "", game
    )


def _missing() -> Missing:
    return Missing("no-link", "This link leads nowhere. Use the link in a newer mail, or sign in"
                   " and choose your mails there.")


def unsubscribe(wish: UnsubscribeRequest, scope: str, *, now: datetime) -> str:
    """Ends the mail as far as ``scope`` says ("": as far as the link does); returns the scope."""
    chosen = scope if scope in wish.scopes else wish.scope
    if chosen == GAME and wish.user and wish.game:
        preferences.set_for_game(wish.user, wish.game, EmailTiming.NEVER)
    elif chosen == TURNS and wish.user:
        preferences.set_for_all(wish.user, EmailTiming.NEVER)
        GameEmailPreference.objects.filter(user=wish.user).exclude(when=EmailTiming.NEVER).delete()
    elif wish.address:
        bounces.stop_all(wish.address, now=now)
    return chosen
