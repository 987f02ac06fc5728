"""Host names, addresses and requests that mean this machine and no other.

A request that cannot be proved to be local counts as foreign.
"""

from __future__ import annotations

import re
from ipaddress import IPv6Address, ip_address

from django.http import HttpRequest

# Headers that proxies, tunnels and content delivery networks add.  No browser sends any of them,
# so it does not matter if one is listed that shows nothing.
_FORWARDING = re.compile(
    r"HTTP_(?:FORWARDED|VIA|X_FORWARDED.*|X_ORIGINAL_.*|X_REAL_IP|X_ENVOY_.*|X_AMZN_.*"
    r"|X_CLOUD_TRACE_CONTEXT|X_AZURE_.*|X_APPENGINE_.*|X_REQUEST_ID|CF_.*|TAILSCALE_.*"
    r"|(?:.*_)?CLIENT_?IP)"
)

_HOST = re.compile(r"([a-z0-9.-]+|\[[0-9a-f]*:[0-9a-f:.]+\])(?::[0-9]+)?")


def is_loopback(host: str) -> bool:
    """Return whether the host name or IP address means this machine only."""
    if host == "localhost":
        return True
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback


def is_local(request: HttpRequest) -> bool:
    """Return whether the request provably comes from a browser on this machine.

    A proxy on this machine has a loopback address too.  It is known by the headers that it adds,
    by a host name that is not ours, or by HTTP/1.0, which nginx speaks unless told otherwise and
    no browser does.
    """
    meta = request.META
    return (
        is_loopback(meta.get("REMOTE_ADDR") or "")
        and is_loopback(_without_port(meta.get("HTTP_HOST", "")))
        and meta.get("SERVER_PROTOCOL") != "HTTP/1.0"
        and not any(map(_FORWARDING.fullmatch, meta))
    )


def _without_port(host: str) -> str:
    """Return the name or address in a Host header; "" for any other text."""
    found = _HOST.fullmatch(host.lower())
    return found[1].removesuffix(".") if found else ""
