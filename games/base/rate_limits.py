"""Rate limits for emails, new tables, guest accounts and downloads.

People without an account are told apart by their network, not by single addresses.  Nobody shares
a limit with strangers, since a few of them could use it up for all.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from alexandros_rules import codec
from games.base.refusals import TooOften

TEN_MINUTES, HOUR, DAY = timedelta(minutes=10), timedelta(hours=1), timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Limit:
    """The number of times that an action is allowed in each period, and the refusal's sentence."""

    times: int
    period: timedelta
    sentence: Promise


_CODES = _(
    "We have sent several codes to this address. Please use the newest one, or wait a few minutes"
    " before you ask for another.")
_CODES_OF_AN_HOUR = _(
    "We have sent several codes to this address within the last hour. Please use the newest one,"
    " or try again in an hour.")
_PICTURES = _(
    "We have drawn many new pictures for you. Please wait a few minutes before you ask for"
    " another.")

LIMITS = {
    "guest": Limit(60, HOUR, _(
        "Guests have started too many games here within the last hour. Please sign in with your"
        " email address, or try again later.")),
    "table": Limit(60, HOUR, _(
        "You have made too many tables within the last hour. Please wait a while before you make"
        " another.")),
    "cup": Limit(6, DAY, _(
        "You have announced many cups today. Please wait until tomorrow before you announce"
        " another.")),
    "announcement": Limit(3, DAY, _(
        "You have told everybody three things today. Please wait until tomorrow.")),
    "ruling": Limit(3, DAY, _(
        "You have decided about this table three times today. Please wait until tomorrow before"
        " you correct it again.")),
    "successor": Limit(10, DAY, _(
        "You have taken over many seats today. Please play in these games, and take over another"
        " seat tomorrow.")),
    "invitation": Limit(40, DAY, _(
        "You have sent too many invitations today. Please share the table’s link instead, or"
        " invite more people tomorrow.")),
    "invited": Limit(10, DAY, _(
        "This address has received too many invitations today, so we will not send it another."
        " Please send your friend the table’s link instead.")),
    "invited by": Limit(3, HOUR, _(  # by one person
        "You have invited this address several times within the last hour, so we will not send it"
        " another invitation. Please send your friend the table’s link instead, or try again in an"
        " hour.")),
    "new address": Limit(10, DAY, _(
        "You have asked for too many codes today. Please try again tomorrow.")),
    "proof": Limit(5, HOUR, _(
        "We have sent several codes to this address within the last hour. Please use the newest"
        " one, or try again later.")),
    "code": Limit(5, TEN_MINUTES, _CODES),  # to one address, asked for in one network
    "codes from network": Limit(10, HOUR, _CODES_OF_AN_HOUR),  # the same
    "codes to address": Limit(30, HOUR, _CODES_OF_AN_HOUR),
    "own code": Limit(10, TEN_MINUTES, _CODES),  # asked for in a browser known for the account
    "picture": Limit(60, TEN_MINUTES, _PICTURES),  # drawn for one network
    "animation": Limit(10, HOUR, _PICTURES),
    "hint": Limit(120, HOUR, _(
        "You have asked for many hints within the last hour. Please play on without them for a"
        " while.")),
    "download": Limit(10, HOUR, _(
        "You have downloaded your data several times within the last hour. Please try again"
        " later.")),
    "device": Limit(20, HOUR, _(
        "You have turned notifications on and off many times within the last hour. Please try"
        " again in an hour.")),
    "test notification": Limit(10, HOUR, _(
        "We have sent you several test notifications within the last hour. Please check whether"
        " your system allows notifications from this browser, and try again in an hour.")),
    "webhook": Limit(20, HOUR, _(
        "You have entered many webhooks within the last hour. Please try again in an hour.")),
    "post": Limit(10, HOUR, _(
        "We have posted several times for you within the last hour. Please check the receiver, and"
        " try again in an hour.")),
    "message": Limit(20, TEN_MINUTES, _(
        "You have said a lot within the last few minutes. Please wait a little before you say"
        " more.")),
    "report": Limit(20, DAY, _(
        "You have reported many messages today. The operators will look at them. Please report"
        " others tomorrow.")),
    "api": Limit(1200, TEN_MINUTES, _(  # of one token
        "This token has been used very often within the last few minutes. Please wait as long as"
        " the answer says before you ask again.")),
    "api token": Limit(30, HOUR, _(
        "You have made many tokens within the last hour. Please try again in an hour.")),
    "bot": Limit(10, DAY, _(
        "You have made many bots today. Please try again tomorrow.")),
    "private feed": Limit(30, TEN_MINUTES, _(
        "This address has been asked for too often. Please try again in a few minutes.")),
    "lesson email": Limit(5, HOUR, _(
        "We have sent you several lessons within the last hour. Please reply to the newest one, or"
        " try again in an hour.")),
    "plan": Limit(60, HOUR, _(
        "You have changed your plans many times within the last hour. Your plan is as it was"
        " before. Please try again in an hour.")),
    "what if": Limit(200, TEN_MINUTES, _(
        "You have added a lot to your what-if boards within the last few minutes. Please wait a"
        " few minutes before you add more.")),
    "puzzle": Limit(200, TEN_MINUTES, _(
        "You have tried many turns within the last few minutes. Please wait a few minutes before"
        " you check another.")),
    "import": Limit(40, HOUR, _(
        "You have imported many games within the last hour. Please try again in an hour.")),
    "test email": Limit(5, HOUR, _(
        "We have sent you several test emails within the last hour. Please check your spam"
        " folder, and try again in an hour if they have not arrived.")),
}


def count(what: str, who: object, *, now: datetime) -> None:
    """Count one more action of ``who``; refuse (TooOften) beyond the limit for this period.

    The cache key holds only a hash of ``who``, so that the cache contains no email addresses.
    """
    limit = LIMITS[what]
    seconds = int(limit.period.total_seconds())
    hashed = codec.text_digest(str(who))[:32]
    key = f"limit:{what.replace(' ', '-')}:{hashed}:{int(now.timestamp()) // seconds}"
    cache.add(key, 0, seconds)
    try:
        times = cache.incr(key)
    except ValueError:  # the key expired between these two calls
        return
    if times > limit.times:
        left = seconds - int(now.timestamp()) % seconds
        raise TooOften("too-often", str(limit.sentence), retry_after=left)


IPV6_PREFIX = 64  # what a provider gives to one home; its devices choose the rest at will


def unmapped(address: str) -> str:
    """Return the address; an IPv4 address also if a socket for both kinds reports it as IPv6.

    Such a socket writes ``::ffff:192.0.2.1``, and all of these are in one IPv6 network.
    """
    parsed = ip_address(address)
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return address


def network_of(address: str) -> str:
    """Return the IPv4 address itself, or the /64 network of an IPv6 address."""
    plain = unmapped(address).partition("%")[0]  # without the name of an interface
    return str(ip_network(f"{plain}/{IPV6_PREFIX}" if ":" in plain else plain, strict=False))


def public_network(request: HttpRequest) -> str:
    """Return the network that visitors share with nobody else's home, "" if we cannot tell.

    A proxy of which the settings do not know is the same for everybody, and mostly on our machine
    or in its network, as is whoever tries the service at home.
    """
    try:
        network = client_network(request)
    except (ImproperlyConfigured, PermissionDenied, ValueError):
        return ""
    return network if ip_network(network).is_global else ""


def client_network(request: HttpRequest) -> str:
    """Return the network of the visitor who sent this request, seen past our own proxy."""
    return network_of(get_adapter().get_client_ip(request))
