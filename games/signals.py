"""Receivers of signals; ``GamesConfig.ready`` imports this module to connect them.

The receivers of the email service's signals are in ``games.post.inbox.gateways.webhooks``.
"""

from __future__ import annotations

from typing import Any

from allauth.account.signals import user_logged_in as signed_in_by_code
from django.contrib import messages
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import ngettext

from games.base import events, site_clock
from games.models import User
from games.people import accounts, browsers
from games.post.outbox import reminders
from games.post.push import devices


@receiver(user_logged_in)
def merge_guest_games(sender: Any, request: HttpRequest | None, user: User, **_: Any) -> None:
    """Move a guest's games to the account they have just signed in to."""
    guest = getattr(request, "guest", None)
    if guest is None or user.is_guest:
        return
    moved = accounts.merge_guest(guest, user, now=site_clock.now())
    if moved and request is not None:
        messages.success(request, ngettext(
            "The game is now in your account.", "The %(count)s games are now in your account.",
            moved) % {"count": moved})


@receiver(user_logged_in)
def keep_progress(sender: Any, request: HttpRequest | None, user: User, **_: Any) -> None:
    """Publish a sign-in, so that features keep what somebody has learned before it."""
    if request is not None:
        events.publish(accounts.SignedIn(user, request.session, site_clock.now()))


@receiver(user_logged_in)
def note_browser(sender: Any, request: HttpRequest | None, user: User, **_: Any) -> None:
    """Keep the time zone of the browser in which a member has signed in, and say which it is."""
    if request is not None and not user.is_guest:
        browsers.note(request, user, now=site_clock.now())


@receiver(signed_in_by_code)
def confirm_address(sender: Any, request: HttpRequest, user: User, **_: Any) -> None:
    """End the sessions that forwarded invitations started, and send missed turn emails."""
    # The code has just proved that this person reads the address.
    request.session.pop(accounts.INVITED, None)
    accounts.end_invited_sessions(user, but=request.session.session_key)
    reminders.queue_missed_turns(user, now=site_clock.now())


@receiver(user_logged_in)
def end_notifications_of_others(sender: Any, request: HttpRequest | None, user: User,
                                **_: Any) -> None:
    """Show no more news of its former user in a browser in which somebody else signs in."""
    # A guest's games have been moved to the account by now, and their device with them.
    if request is not None:
        devices.claim(browsers.id_of(request), user)


@receiver(user_logged_out)
def end_notifications(sender: Any, request: HttpRequest, user: User | None, **_: Any) -> None:
    """Show no more notifications in a browser in which somebody signs out."""
    if user is not None:
        devices.forget(browsers.id_of(request), user=user)
