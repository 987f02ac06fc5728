"""Which network a visitor comes from; rate limits count networks, not single addresses."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

from allauth.account.adapter import get_adapter
from django.http import HttpRequest

IPV6_PREFIX = 64  # what a provider gives to one home; its devices choose the rest at will


def unmapped(address: str) -> str:
    """The address; an IPv4 address as such, even if a socket for both kinds reports it as IPv6.

    Such a socket writes ``::ffff:192.0.2.1``, and all of these are in one IPv6 network.
    """
    parsed = ip_address(address)
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return address


def network_of(address: str) -> str:
    """The IPv4 address itself, or the /64 network of an IPv6 address."""
    plain = unmapped(address).partition("%")[0]  # without the name of an interface
    return str(ip_network(f"{plain}/{IPV6_PREFIX}" if ":" in plain else plain, strict=False))


def client_network(request: HttpRequest) -> str:
    """The network of the visitor who sent this request, seen past our own proxy."""
    return network_of(get_adapter().get_client_ip(request))
