"""Which addresses of push services we send to: only public ones, over HTTPS.

A browser tells us the address, and anybody can make one up, so it must not lead us into our own
network.  The host's name may lead elsewhere each time it is looked up: whoever connects uses the
addresses that ``lookup`` returns and looks nothing up again.
"""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from games.models.push import ENDPOINT_LENGTH

HTTPS = 443
PORTS = frozenset({HTTPS})
NAT64 = ip_network("64:ff9b::/96")  # IPv4 addresses as networks that know only IPv6 write them


class Forbidden(Exception):
    """This address is not one that a push service can have."""


def host_and_port(url: str) -> tuple[str, int]:
    """Where the endpoint is; raises Forbidden if no push service can be there."""
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
    """Whether the name can be that of a public host; a literal address must be a public one."""
    try:
        ip_address(host)
    except ValueError:
        last = host.rpartition(".")[2]
        return "." in host.strip(".") and last != "localhost" and not last.isdecimal()
    return is_public(host)


def is_public(address: str) -> bool:
    """Whether the IP address is one of the Internet, also if it hides an IPv4 address."""
    found = ip_address(address.partition("%")[0])
    hidden = _hidden_ipv4(found) if isinstance(found, IPv6Address) else None
    if hidden is not None and not hidden.is_global:
        return False
    return (found.is_global or hidden is not None) and not found.is_multicast


def _hidden_ipv4(address: IPv6Address) -> IPv4Address | None:
    if address in NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]


def lookup(host: str, port: int) -> list[str]:
    """The IP addresses of the host; raises Forbidden if any of them is not public."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not addresses or not all(map(is_public, addresses)):
        raise Forbidden("the host is not public")
    return addresses
