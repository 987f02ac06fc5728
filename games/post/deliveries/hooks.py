"""Webhooks: entering, removing and turning them off, and which of them get news.

A webhook is entered, and turned on again, while its owner is locked, for a table also the table.
It is removed while all games of its owner are locked, so that no event has just found it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.signing import BadSignature
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.base import events, features, locks, outgoing_http, sealing
from games.base.refusals import Missing, TableRefusal
from games.models import Delivery, Game, Seat, User, Webhook
from games.post.deliveries import signing

MAX_OF_PERSON = MAX_OF_TABLE = 10
GIVE_UP_AFTER = timedelta(days=1)  # of failures, without a success
_CAUSES = {
    outgoing_http.NO_URL: gettext_noop(
        "This is not a whole address. Please copy it again, from https:// to its end, without"
        " spaces and in ASCII letters."),
    outgoing_http.NO_HTTPS: gettext_noop(
        "We post only to addresses that begin with https://. Please enter such an address."),
    outgoing_http.SIGN_IN: gettext_noop(
        "We cannot post to an address with a name and a password in it. Please enter it without"
        " what is before the @, and check our signature instead."),
    outgoing_http.PORT: gettext_noop(
        "We post only to port 443. Please have your server answer there, and enter its address"
        " without a port."),
    outgoing_http.NOT_PUBLIC: gettext_noop(
        "The host of this address is not on the public internet. Please enter an address with a"
        " host that everybody can reach."),
}
_ADDRESS, _SECRET = "webhook address", "webhook secret"

_HAS_SEAT = Exists(Seat.objects.filter(game=OuterRef("game"), user=OuterRef("owner")))

Body = Callable[[Delivery], bytes]


@dataclass(slots=True, kw_only=True)
class TurnedOff:
    """The event that a webhook was turned off, because nothing reaches it."""

    hook: Webhook
    now: datetime


def formats() -> dict[str, Body]:
    """Return what writes the body of a delivery, by format."""
    return {name: body for posts in features.features() for name, body in posts.posts.items()}


def live() -> QuerySet[Webhook]:
    """Return the webhooks that get news: not those of a table that their owner has left."""
    return Webhook.objects.filter(Q(game=None) | _HAS_SEAT, disabled_at=None,
                                  owner__is_active=True).order_by("pk")


def owners(user: User) -> QuerySet[User]:
    """Return the user and their bots, whose webhooks are theirs, too."""
    return User.objects.filter(Q(pk=user.pk) | Q(owner=user))


def of(user: User) -> list[Webhook]:
    """Return the user's webhooks, the oldest first; ``has_seat`` is whether they have one there."""
    rows = Webhook.objects.filter(owner__in=owners(user)).annotate(has_seat=_HAS_SEAT)
    return list(rows.select_related("game", "owner"))


def enter(user: User, address: str, *, posts: str, game: Game | None, now: datetime) -> Webhook:
    """Enter a webhook for one table or, without one, for all games of its owner.

    ``posts`` is the name of their format.  Refuses (TableRefusal) addresses to which we do not
    post, and more than there may be.
    """
    address = address.strip()
    try:
        outgoing_http.host_and_port(address)
    except outgoing_http.Forbidden as error:
        raise TableRefusal("address", _(_CAUSES[error.why])) from None
    # One server may play for several bots, and each of them has to hear of its own turns.
    receiver = sealing.fingerprint(f"{address} {user.pk}" if user.is_bot else address,
                                   label=_ADDRESS)
    own = Webhook.objects.filter(owner=user)
    if own.filter(game=game, receiver=receiver).exists():
        raise TableRefusal("known", _("You have entered this address already. To change its"
                                      " format, remove it first."))
    if own.count() >= MAX_OF_PERSON:
        raise TableRefusal("too-many", _(
            "You have %(count)s webhooks already. Please remove one of them first."
        ) % {"count": MAX_OF_PERSON})
    if game and Webhook.objects.filter(game=game).count() >= MAX_OF_TABLE:
        raise TableRefusal("too-many", _(
            "This table has %(count)s webhooks already. Somebody has to remove one of them first."
        ) % {"count": MAX_OF_TABLE})
    return Webhook.objects.create(
        owner=user, game=game, format=posts, receiver=receiver, created_at=now,
        sealed_address=sealing.seal(address, label=_ADDRESS),
        sealed_secret=sealing.seal(signing.new_secret(), label=_SECRET))


def own(user: User, number: int) -> Webhook:
    """Return one of the user's webhooks; refuse (Missing) any other."""
    rows = Webhook.objects.filter(owner__in=owners(user), pk=number)
    found = rows.select_related("owner").first()
    if found is None:
        raise Missing("no-webhook", _("There is no such webhook. It may have been removed"
                                      " already."))
    return found


def address_of(hook: Webhook) -> str:
    """Return the address; "" if the site's secret has changed since it was entered."""
    return _unsealed(hook.sealed_address, _ADDRESS)


def secret_of(hook: Webhook) -> str:
    """Return the secret with which posts are signed; "" if the site's has changed."""
    return _unsealed(hook.sealed_secret, _SECRET)


def _unsealed(token: str, label: str) -> str:
    try:
        return sealing.unseal(token, label=label)
    except BadSignature:
        return ""


def successor(hook: Webhook) -> Webhook | None:
    """Return another webhook that is told the same at the same address, or None."""
    others = live().filter(receiver=hook.receiver, game=hook.game).exclude(pk=hook.pk)
    return others.first() if hook.game_id else None  # those of people are told of their own turns


@transaction.atomic
def remove(user: User, number: int) -> None:
    """Remove one of the user's webhooks; refuse (Missing) any other.

    What it still has to post falls to another one at the same address.
    """
    locks.lock_tables_and_person(own(user, number).owner)
    hook = own(user, number)  # which somebody else may have removed meanwhile
    heir = successor(hook)
    if heir:
        hook.deliveries.filter(
            status__in=[Delivery.Status.QUEUED, Delivery.Status.SENDING, Delivery.Status.RETRY],
        ).update(hook=heir)
    hook.delete()


def turn_on(hook: Webhook) -> None:
    """Turn on a webhook again that was turned off."""
    hook.disabled_at, hook.failing_since, hook.why = None, None, ""
    hook.save(update_fields=["disabled_at", "failing_since", "why"])


def succeeded(hook: Webhook) -> None:
    """Note that a post has reached this webhook."""
    if hook.failing_since:
        Webhook.objects.filter(pk=hook.pk).update(failing_since=None)


def failed(hook: Webhook, *, gone: bool, now: datetime) -> bool:
    """Note a failure, after a day of them turn off the webhook; return whether it is off now.

    ``gone`` says that the receiver wants no more posts: then it is turned off at once.
    """
    known = Webhook.objects.filter(pk=hook.pk)
    known.filter(failing_since=None).update(failing_since=now)
    if gone:
        return _turn_off(hook, known, Webhook.Why.GONE, now=now)
    return _turn_off(hook, known.filter(failing_since__lte=now - GIVE_UP_AFTER),
                     Webhook.Why.FAILING, now=now)


@transaction.atomic
def _turn_off(hook: Webhook, chosen: QuerySet[Webhook], why: str, *, now: datetime) -> bool:
    locks.lock_people(User.objects.filter(pk=hook.owner_id))
    if not chosen.filter(disabled_at=None).update(disabled_at=now, why=why):
        return False
    hook.refresh_from_db()
    events.publish(TurnedOff(hook=hook, now=now))
    return True
