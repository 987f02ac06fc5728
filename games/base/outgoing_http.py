"""Requests to addresses that people have given us, such as those of push services and webhooks.

Only this module connects to such an address.  Anybody can make one up, so that none leads us into
our own network, we accept only public ones, over HTTPS, within a time limit and without redirects,
and read no more than ``MAX_ANSWER`` bytes.  A host's name may have another address each time it is
looked up, so we connect only to the addresses that ``lookup`` has returned, and check the one that
we have reached.
"""

from __future__ import annotations

import http.client
import re
import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from games.base.time_limits import TimeLimit
from games.models.fields import URL_LENGTH

HTTPS = 443
PORTS = frozenset({HTTPS})
MAX_ANSWER = 64 * 1024  # bytes of an answer that we read
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
# The ends of names that mean something else in each network (RFC 6761, 6762, 8375, and ICANN's).
_OWN_NAMES = ("localhost", "local", "internal", "intranet", "private", "corp", "home", "lan",
              "home.arpa", "onion")
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_TOP = re.compile(r"[a-z]{2,63}|xn--[a-z0-9-]{1,59}")  # no number, which would be an address


NO_URL, NO_HTTPS, PORT, SIGN_IN, NOT_PUBLIC = (
    "not a URL", "not https", "another port", "with a password", "not public")


class Forbidden(Exception):
    """An address to which we do not connect; ``why`` is one of the words above."""

    def __init__(self, why: str):
        super().__init__(why)
        self.why = why


def host_and_port(url: str) -> tuple[str, int]:
    """Return host and port of an address; raise Forbidden if no public service can be there."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", HTTPS if parts.port is None else parts.port
    except ValueError as error:
        raise Forbidden(NO_URL) from error
    plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= URL_LENGTH
    for is_so, why in (
            (parts.scheme != "https", NO_HTTPS), (not plain or not host, NO_URL),
            ("@" in parts.netloc, SIGN_IN), (port not in PORTS, PORT),
            (not _is_public_name(host), NOT_PUBLIC)):
        if is_so:
            raise Forbidden(why)
    return host, port


def _is_public_name(host: str) -> bool:
    """Return whether this can be the name, or is the public address, of a public host."""
    host = host.removesuffix(".")
    try:
        ip_address(host)
    except ValueError:
        *labels, top = host.split(".")
        own = any(f".{host}".endswith(f".{name}") for name in _OWN_NAMES)
        return (bool(labels) and not own and len(host) < 254
                and all(map(_LABEL.fullmatch, labels)) and bool(_TOP.fullmatch(top)))
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
        raise Forbidden(NOT_PUBLIC)
    return addresses


@dataclass(frozen=True, slots=True)
class Answer:
    """A service's answer; ``retry_after`` is in seconds, None if it names no time."""

    status: int
    retry_after: int | None = None


class _Connection(http.client.HTTPSConnection):
    """A connection to the first of some addresses that answers; ``host`` is not looked up."""

    def __init__(self, host: str, port: int, *, addresses: list[str], seconds: float,
                 limit: TimeLimit):
        super().__init__(host, port, timeout=seconds)
        self._addresses = addresses
        self._seconds = seconds
        self._limit = limit

    def connect(self) -> None:
        plain = self._reach()
        self._limit.watch(plain)
        self.sock = tls_context().wrap_socket(plain, server_hostname=self.host)

    def _reach(self) -> socket.socket:
        pause = self._seconds / len(self._addresses)
        failure = OSError("there is no address")
        for address in self._addresses:
            try:
                reached = socket.create_connection((address, self.port), timeout=pause)
            except OSError as error:
                failure = error
                continue
            reached.settimeout(self._seconds)
            if not is_public(reached.getpeername()[0]):
                reached.close()
                raise Forbidden(NOT_PUBLIC)
            return reached
        raise failure


def tls_context() -> ssl.SSLContext:
    """Return the context for TLS, which demands a certificate that this machine trusts."""
    return ssl.create_default_context()


def post(url: str, body: bytes, headers: Mapping[str, str], *, seconds: float) -> Answer:
    """Post the body; raise Forbidden, OSError or HTTPException if there is no answer.

    ``seconds`` is the limit for everything after the host's addresses are known.
    """
    host, port = host_and_port(url)
    addresses = lookup(host, port)
    with TimeLimit(seconds) as limit:
        connection = _Connection(host, port, addresses=addresses, seconds=seconds, limit=limit)
        try:
            connection.request("POST", _path(url), body, dict(headers))
            response = connection.getresponse()
            with suppress(OSError, http.client.HTTPException):
                response.read(MAX_ANSWER)  # the status counts, whatever comes of this
            return Answer(response.status, _seconds(response.getheader("Retry-After")))
        except (OSError, http.client.HTTPException) as error:
            if limit.expired:
                raise TimeoutError("the service took too long") from error
            raise
        finally:
            connection.close()


def _path(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"


def _seconds(header: str | None) -> int | None:
    # The header may be a date instead, but hardly any service sends one.
    return int(header) if header and header.isdecimal() and len(header) < 8 else None
