"""Which addresses are public: those alone may somebody have us connect to."""

from __future__ import annotations

from ipaddress import ip_address, ip_network

import pytest

from games.base import outgoing_http

# IANA's registries of special-purpose addresses (RFC 6890), of multicast and of 6to4, NAT64 and
# the like, and what no registry has assigned.
INTERNAL = """
    0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
    192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24
    198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 255.255.255.255/32
    ::/128 ::1/128 ::/96 ::127.0.0.1/128 ::10.0.0.8/128 ::ffff:127.0.0.1/128 ::ffff:10.0.0.0/104
    ::ffff:0:0:0/96 64:ff9b::127.0.0.1/128 64:ff9b::10.0.0.0/104 64:ff9b::192.168.0.0/112
    64:ff9b:1::/48 100::/64 100:0:0:1::/64 200::/7 400::/6 800::/5 1000::/4 2001::/23 2001::/32
    2001:2::/48 2001:db8::/32 2001:10::/28 2001:20::/28 2001:30::/28 2002::/16
    2002:7f00:1::/48 2620:4f:8000::/48 3fff::/20 4000::/3 5f00::/16 6000::/3 8000::/3 a000::/3
    c000::/3 e000::/4 f000::/5 f800::/6 fc00::/7 fe00::/9 fe80::/10 fec0::/10 ff00::/8
"""
PUBLIC = """
    1.1.1.1 93.184.216.34 192.0.1.1 198.20.0.1 223.255.255.254 ::ffff:93.184.216.34
    64:ff9b::93.184.216.34 2001:200::1 2606:4700:4700::1111 2a00:1450:4001:82a::200e 2620:fe::fe
    2003::1 240e::1
"""


@pytest.mark.parametrize("network", INTERNAL.split())
def test_no_address_of_a_special_network_is_public(network: str) -> None:
    first, *_, last = (block := ip_network(network))[0], block[-1]
    middle = ip_address(int(first) + (int(last) - int(first)) // 2)
    assert not any(outgoing_http.is_public(str(address)) for address in (first, middle, last))


@pytest.mark.parametrize("address", PUBLIC.split())
def test_addresses_of_the_internet_are_public(address: str) -> None:
    assert outgoing_http.is_public(address)


@pytest.mark.parametrize("address", ["fe80::1%eth0", "2606:4700::1%eth0", "1.1.1.1:443", "", "x"])
def test_what_names_an_interface_or_is_no_address_is_not_public(address: str) -> None:
    assert not outgoing_http.is_public(address)


NUMBERS = """
    [::127.0.0.1] [fec0::1] [::1] [::] [::ffff:10.0.0.1] [::FFFF:7F00:1] [64:ff9b::10.0.0.1]
    [2002:5db8:d822::1] [2002:7f00:1::1] [fe80::1%25eth0] [fe80::1%eth0] [fd00::1] 10.0.0.1
    127.0.0.1. 2130706433 0x7f.1 0x7f000001 0X7F.0.0.1 0x7f.0.0.1 0177.0.0.1 127.0.0.0x1 8.8.8.0x8
    127.1 0 1.1 1.1.1.1.1 example.0x7f example.1
"""
NAMES = """
    localhost LOCALHOST localhost. LocalHost. x.localhost x.localhost. printer.local printer.LOCAL.
    metadata.google.internal db.internal. svc.cluster.local router.home.arpa router.lan wiki.corp
    intranet box.home example hidden.onion
"""
ODD = """
    alice@example.com alice:secret@example.com 1.1.1.1@127.0.0.1 example.com:22 example.com:80
    example.com:8443 example.com:0 example.com:99999 example.com:x b\xfccher.example \u2460.1.1.1
    127\u30020\u30020\u30021 example..com .example.com example.com.. example.com\\x -x.example.com
    a%00b.com a%2eb.com [1.1.1.1] [v1.x] [ []
"""


@pytest.mark.parametrize("host", [*NUMBERS.split(), *NAMES.split(), *ODD.split(), "",
                                  f"{'a.' * 127}com", "a b.com", "a\tb.com", "a\nb.com"])
def test_no_address_that_somebody_enters_may_be_internal(host: str) -> None:
    with pytest.raises(outgoing_http.Forbidden):
        outgoing_http.host_and_port(f"https://{host}/1")


@pytest.mark.parametrize("url", ["http://example.com/", "//example.com/", "ftp://example.com/",
                                 "javascript:alert(1)", f"https://example.com/{'x' * 1000}", "x"])
def test_only_https_will_do(url: str) -> None:
    with pytest.raises(outgoing_http.Forbidden):
        outgoing_http.host_and_port(url)


@pytest.mark.parametrize("host", ["example.com", "EXAMPLE.com:443", "xn--bcher-kva.example",
                                  "a.de.", "1.1.1.1", "[2606:4700:4700::1111]",
                                  "hooks_1.a-b.example"])
def test_a_public_host_will_do(host: str) -> None:
    assert outgoing_http.host_and_port(f"https://{host}/1")[1] == 443
