"""The devices on which a user has turned on notifications."""

from __future__ import annotations

import re
from datetime import datetime

from cryptography.hazmat.primitives.asymmetric import ec
from django.db import transaction
from django.utils.translation import gettext as _

from games.base import locks, outgoing_http
from games.base.refusals import Missing, TableRefusal
from games.models import PushDevice, User
from games.post.push.keys import decoded

MAX_DEVICES = 10  # of one user
AUTH_SIZE = 16  # bytes of a subscription's shared secret

# A part of a browser's User-Agent and the browser's name; the first that fits counts.
_BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"),
    ("Firefox|FxiOS", "Firefox"), ("Chrome|Chromium|CriOS", "Chrome"), ("Safari", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
    ("CrOS", "ChromeOS"), ("Mac OS X|Macintosh", "Mac"), ("Linux|X11", "Linux"),
)


def of(user: User) -> list[PushDevice]:
    """Return the user's devices, the oldest first."""
    return list(PushDevice.objects.filter(user=user))


@transaction.atomic
def register(user: User, *, endpoint: str, p256dh: str, auth: str, name: str,
             now: datetime) -> PushDevice:
    """Turn on notifications for a device; if we know the device, store its new keys.

    Refuses (TableRefusal) arguments that no browser sends, and more than ``MAX_DEVICES`` devices.
    Another user's device becomes this user's if the shared secret is the same.
    """
    _check(endpoint, p256dh, auth)
    locks.lock_person(user)  # two requests must not exceed the limit
    known = PushDevice.objects.select_for_update().filter(endpoint=endpoint).first()
    if known is not None and known.user_id != user.pk:
        # With the same secret it is the same browser, in which another person has signed in.
        if known.auth != auth:
            raise _unusable()
        known.delete()
        known = None
    if known is None and PushDevice.objects.filter(user=user).count() >= MAX_DEVICES:
        raise TableRefusal("too-many-devices", _(
            "You have notifications on %(count)s devices already. Please remove one of them"
            " below, then turn them on here."
        ) % {"count": MAX_DEVICES})
    device = known or PushDevice(user=user, endpoint=endpoint, created_at=now)
    device.p256dh, device.auth, device.name, device.failures = p256dh, auth, name, 0
    columns = ["user", "p256dh", "auth", "name", "failures"]
    if known:
        device.save(update_fields=columns)
    else:
        device.save(force_insert=True)
    return device


def _check(endpoint: str, p256dh: str, auth: str) -> None:
    """Refuse (TableRefusal) an address or keys that no browser gives out."""
    try:
        outgoing_http.host_and_port(endpoint)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(p256dh))
        short = len(decoded(auth)) != AUTH_SIZE
    except (outgoing_http.Forbidden, ValueError) as error:
        raise _unusable() from error
    if short or len(p256dh) > 100 or len(auth) > 30:
        raise _unusable()


def _unusable() -> TableRefusal:
    return TableRefusal("unusable-subscription", _(
        "We cannot use what your browser sent us to show notifications. Please reload the page"
        " and try again; if that does not help, try another browser."
    ))


def remove(user: User, device_id: int) -> None:
    """Turn off notifications for one of the user's devices; refuse (Missing) any other."""
    if not PushDevice.objects.filter(user=user, pk=device_id).delete()[0]:
        raise Missing("no-device", _("There is no such device. It may have been removed already."))


def forget(device_id: int, *, user: User) -> None:
    """Turn off notifications for a device (0: none) in which this user signs out."""
    if device_id and user.pk:  # somebody who signs out may have been deleted
        PushDevice.objects.filter(pk=device_id, user=user).delete()


def claim(device_id: int, user: User) -> None:
    """Turn off notifications for a device (0: none) unless it belongs to this user."""
    # They have just signed in there, so the device must no longer show somebody else's games.
    if device_id:
        PushDevice.objects.filter(pk=device_id).exclude(user=user).delete()


def merge(guest: User, user: User) -> None:
    """Move a guest's newest devices to the account they sign in to, up to ``MAX_DEVICES``."""
    room = max(0, MAX_DEVICES - PushDevice.objects.filter(user=user).count())
    newest_first = PushDevice.objects.filter(user=guest).order_by("-pk")
    moving = list(newest_first.values_list("pk", flat=True))
    PushDevice.objects.filter(pk__in=moving[:room]).update(user=user)
    PushDevice.objects.filter(pk__in=moving[room:]).delete()


def name_of(user_agent: str) -> str:
    """Return a name by which people recognise a device, such as "Firefox on Linux"."""
    browser = _first(_BROWSERS, user_agent)
    system = _first(_SYSTEMS, user_agent)
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("An unknown browser")


def _first(names: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for pattern, name in names if re.search(pattern, user_agent)), "")
