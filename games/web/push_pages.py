"""Notifications in browsers: turning them on and off, and a test.

A signed cookie says which of the user's devices a browser is, so that signing out there also
ends its notifications.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.base import rate_limits, sealing, site_clock
from games.models import PushDevice, User
from games.people import browsers
from games.post.push import devices, notices
from games.web.access import ACCOUNT, PROVED, READER, declare


@require_POST
@declare(ACCOUNT | PROVED, locks=(READER,))
def turn_on(request: HttpRequest) -> HttpResponse:
    """Turn on notifications in this browser, with the keys that its script sends."""
    user, now = _user(request), site_clock.now()
    rate_limits.count("device", user.pk, now=now)
    device = devices.register(
        user, endpoint=request.POST.get("endpoint", ""), p256dh=request.POST.get("p256dh", ""),
        auth=request.POST.get("auth", ""), now=now,
        name=devices.name_of(request.headers.get("User-Agent", "")),
    )
    messages.success(request, _("Notifications are on in this browser. We will tell you here when"
                                " it is your turn."))
    response = _back()
    browsers.remember(response, device)
    return response


@require_POST
@declare(ACCOUNT | PROVED, locks=(READER,))
def remove(request: HttpRequest) -> HttpResponse:
    """Turn off notifications for one of the user's devices."""
    number = sealing.row_id(request.POST.get("device", ""), PushDevice)
    devices.remove(_user(request), number)
    messages.success(request, _("Notifications have been turned off for that device."))
    return _back()


@require_POST
@declare(ACCOUNT | PROVED, locks=(READER,))
def send_test(request: HttpRequest) -> HttpResponse:
    """Send a test notification to each of the user's devices."""
    user, now = _user(request), site_clock.now()
    own = devices.of(user)
    if own:
        rate_limits.count("test notification", user.pk, now=now)
        for device in own:
            notices.queue(notices.TEST, device, game=None, now=now, not_before=now)
        messages.success(request, _("A test notification is on its way. If none appears within a"
                                    " minute, check whether your system allows notifications from"
                                    " this browser."))
    return _back()


def _back() -> HttpResponse:
    return redirect(f"{reverse('email-settings')}#notifications")


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # the page needs an account
    return request.user
