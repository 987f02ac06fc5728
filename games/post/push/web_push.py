"""Web push: one small encrypted message to a device, signed with the site's key.

The message holds the game's name, one sentence and the page to open: nothing that is hidden in
the game.  Only the browser can read the message (RFC 8291); its push service cannot.

A browser tells us the address of its push service, and anybody can make one up.  So that no address
leads us into our own network, we accept only public ones, over HTTPS, within a time limit and
without redirects.  A host's name may have another address each time it is looked up, so we connect
only to the addresses that ``lookup`` has returned, and check the one that we have reached.
"""

from __future__ import annotations

import http.client
import json
import socket
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parseaddr
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings

from games.base.time_limits import TimeLimit
from games.models import PushDevice
from games.models.push import ENDPOINT_LENGTH
from games.post.push import keys

HTTPS = 443
PORTS = frozenset({HTTPS})
NAT64 = ip_network("64:ff9b::/96")
GLOBAL_UNICAST = ip_network("2000::/3")  # all that is assigned to IPv6 hosts of the internet
# Networks that some version of Python takes for those of hosts on the internet.
SPECIAL = tuple(map(ip_network, (
    "100.64.0.0/10", "192.0.0.0/24",  # of providers, and of protocols
    "192.31.196.0/24", "192.175.48.0/24", "2620:4f:8000::/48",  # AS112: answers for private names
    "192.52.193.0/24", "192.88.99.0/24",  # relays of multicast and of 6to4
    "2001::/23", "2001:db8::/32", "3fff::/20",  # of protocols, with Teredo; for examples
    "2002::/16",  # 6to4, which reaches any IPv4 address
)))


class Forbidden(Exception):
    """An address that no push service can have."""


def host_and_port(url: str) -> tuple[str, int]:
    """Return host and port of an endpoint; raise Forbidden if no push service can be there."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or HTTPS
    except ValueError as error:
        raise Forbidden("not a URL") from error
    plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= ENDPOINT_LENGTH
    if not plain or parts.scheme != "https" or "@" in parts.netloc or port not in PORTS:
        raise Forbidden("not an https URL of a push service")
    if not _is_public_name(host):
        raise Forbidden("not a public host")
    return host, port


def _is_public_name(host: str) -> bool:
    """Return whether this can be the name, or is the public address, of a public host."""
    host = host.removesuffix(".")
    try:
        ip_address(host)
    except ValueError:
        last = host.rpartition(".")[2]
        return "." in host.strip(".") and last != "localhost" and not last.isdecimal()
    return is_public(host)


def is_public(address: str) -> bool:
    """Return whether this is an IP address of the internet, and of no network for a special use.

    Only this function decides that.  An address with the name of an interface is not public.
    """
    try:
        found = ip_address(address)
    except ValueError:
        return False
    if isinstance(found, IPv6Address):
        if found.scope_id is not None:
            return False
        # A network that knows only IPv6 writes IPv4 addresses in these ways.
        ipv4 = IPv4Address(int(found) & 0xFFFFFFFF) if found in NAT64 else found.ipv4_mapped
        if ipv4 is not None:
            return is_public(str(ipv4))
        if found not in GLOBAL_UNICAST or found.is_site_local:
            return False
    special = (found.is_private or found.is_loopback or found.is_link_local or found.is_multicast
               or found.is_reserved or found.is_unspecified)
    return found.is_global and not special and not any(found in each for each in SPECIAL)


def lookup(host: str, port: int) -> list[str]:
    """Return the IP addresses of a host; raise Forbidden if any of them is not public."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not addresses or not all(map(is_public, addresses)):
        raise Forbidden("the host is not public")
    return addresses


TIME_LIMIT = 10.0  # seconds for everything after the host's addresses are known


@dataclass(frozen=True, slots=True)
class Answer:
    """A push service's answer; ``retry_after`` is in seconds, None if it names no time."""

    status: int
    retry_after: int | None = None


class _Connection(http.client.HTTPSConnection):
    """A connection to the first of some addresses that answers; ``host`` is not looked up."""

    def __init__(self, host: str, port: int, *, addresses: list[str], limit: TimeLimit):
        super().__init__(host, port, timeout=TIME_LIMIT)
        self._addresses = addresses
        self._limit = limit

    def connect(self) -> None:
        plain = self._reach()
        self._limit.watch(plain)
        self.sock = tls_context().wrap_socket(plain, server_hostname=self.host)

    def _reach(self) -> socket.socket:
        pause = TIME_LIMIT / len(self._addresses)
        failure = OSError("there is no address")
        for address in self._addresses:
            try:
                reached = socket.create_connection((address, self.port), timeout=pause)
            except OSError as error:
                failure = error
                continue
            reached.settimeout(TIME_LIMIT)
            if not is_public(reached.getpeername()[0]):
                reached.close()
                raise Forbidden("the host is not public")
            return reached
        raise failure


def tls_context() -> ssl.SSLContext:
    """Return the context for TLS, which demands a certificate that this machine trusts."""
    return ssl.create_default_context()


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send the message; raise Forbidden, OSError or HTTPException if there is no answer."""
    host, port = host_and_port(url)
    addresses = lookup(host, port)
    with TimeLimit(TIME_LIMIT) as limit:
        connection = _Connection(host, port, addresses=addresses, limit=limit)
        try:
            connection.request("POST", _path(url), body, dict(headers))
            response = connection.getresponse()
            return Answer(response.status, _seconds(response.getheader("Retry-After")))
        except (OSError, http.client.HTTPException) as error:
            if limit.expired:
                raise TimeoutError("the push service took too long") from error
            raise
        finally:
            connection.close()


def _path(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"


def _seconds(header: str | None) -> int | None:
    # The header may be a date instead, but hardly any service sends one.
    return int(header) if header and header.isdecimal() and len(header) < 8 else None


TTL = 3 * 24 * 3600  # seconds for which a push service keeps a message for a device that is off
SIGNED_FOR = 12 * 3600  # seconds; push services accept up to a day
# Bytes: push services take 4096, which include a header, a delimiter and a tag (RFC 8291).
MAX_TEXT = 4096 - 86 - 1 - 16


@dataclass(frozen=True, slots=True)
class Message:
    """A notification: its title, its sentence, the path of its page, and its topic.

    If a device is off, its push service keeps only the newest message with the same ``topic``.
    """

    name: str
    sentence: str
    url: str
    topic: str


def send_message(device: PushDevice, message: Message) -> Answer:
    """Send the message; return the push service's answer, or raise as ``post`` does."""
    text = {"name": message.name, "sentence": message.sentence, "url": message.url}
    body = seal(json.dumps(text).encode(), to=keys.decoded(device.p256dh),
                secret=keys.decoded(device.auth))
    headers = {
        "Content-Type": "application/octet-stream", "Content-Encoding": "aes128gcm",
        "TTL": str(TTL), "Topic": message.topic, **_signature(device.endpoint),
    }
    return post(device.endpoint, body, headers)


def seal(text: bytes, *, to: bytes, secret: bytes,
         sender: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None) -> bytes:
    """Encrypt the text for the browser with the public key ``to`` and the shared ``secret``.

    ``sender`` and ``salt`` are random unless given.  Raises ValueError if ``to`` is not a public
    key, or if the text is longer than ``MAX_TEXT``.
    """
    if len(text) > MAX_TEXT:
        raise ValueError(f"a message has at most {MAX_TEXT} bytes")
    sealed: bytes = http_ece.encrypt(
        text, salt=salt, private_key=sender or ec.generate_private_key(ec.SECP256R1()), dh=to,
        auth_secret=secret, version="aes128gcm")
    return sealed


def _signature(endpoint: str) -> dict[str, str]:
    """Return the header with which the site identifies itself as the sender."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": _contact(),
              # Real time, also on a local site whose clock has been advanced.
              "exp": int(time.time()) + SIGNED_FOR}
    signed: dict[str, str] = keys.key_pair().sign(claims)
    return signed


def _contact() -> str:
    """Return the URL at which a push service can ask about our messages."""
    host = urlsplit(settings.BASE_URL).hostname or ""
    if settings.HTTPS and "." in host:
        return f"https://{host}"
    return f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"
