"""Who uses the API: members, each program with a token of its own."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja.errors import ValidationError
from ninja.security import HttpBearer

from games.base import rate_limits, site_clock
from games.base.refusals import Foreign
from games.models import ApiToken, User
from games.people import api_tokens
from games.people.api_tokens import PLAY, READ, TABLES


class Token(HttpBearer):
    """The check of a request's token, which must have this scope; the request is its owner's."""

    def __init__(self, scope: str):
        super().__init__()
        self._scope = scope

    def authenticate(self, request: HttpRequest, token: str) -> ApiToken | None:
        """Return the token that was found, None for any other text.

        Refuses (Foreign) a token without the scope, and (TooOften) one that is used very often.
        Raise ValidationError if a parameter comes twice, of which only one would be heeded.
        """
        now = site_clock.now()
        found = api_tokens.find(token, now=now)
        if found is None:
            return None
        rate_limits.count("api", found.pk, now=now)
        if not api_tokens.allows(found, self._scope):
            raise Foreign("scope", _("This needs a token with the scope “%(scope)s”. You can make"
                                     " one on your account page.") % {"scope": self._scope})
        twice = [name for name, values in request.GET.lists() if len(values) > 1]
        if twice:
            raise ValidationError([{"loc": ("query", name), "msg": _("given more than once")}
                                   for name in twice])
        request.user = found.user
        return found


reading, playing, seating = Token(READ), Token(PLAY), Token(TABLES)


def check_still_valid(request: HttpRequest) -> None:
    """Refuse (Foreign) a request that goes on although its token has been taken back."""
    if not api_tokens.is_valid(token_of(request)):
        raise Foreign("token", _("This token has been taken back."))


def user_of(request: HttpRequest) -> User:
    """Return the owner of the request's token."""
    assert isinstance(request.user, User)
    return request.user


def token_of(request: HttpRequest) -> Any:
    """Return the request's token."""
    return request.auth  # type: ignore[attr-defined]  # set by ninja
