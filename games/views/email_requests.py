"""What the forms have in common that ask for emails: lessons, and puzzles."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.base.refusals import Foreign
from games.models import User
from games.views.access import check_address_proved, user_or_none


def reader(request: HttpRequest, sentence: str) -> User:
    """The visitor, who has an address that is proved to be theirs.

    Refuses (Foreign) everybody else; ``sentence`` asks them to sign in.
    """
    user = user_or_none(request)
    if user is None or not user.email:
        raise Foreign("no-address", sentence)
    check_address_proved(request)
    return user


def tell_unreachable(request: HttpRequest, user: User) -> None:
    """Says that no email can be sent to the user, because one bounced or they stopped all."""
    messages.error(request, _(
        "We cannot send email to %(address)s at the moment. Please check your email settings."
    ) % {"address": user.email})
