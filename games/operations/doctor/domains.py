"""Checks of the DNS records that emails need: MX, SPF, DKIM and DMARC.

The check needs the optional package dnspython.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from importlib.util import find_spec
from typing import TYPE_CHECKING

from django.conf import settings

from games.operations.doctor.findings import Finding, Options, ok, problem, skipped, warning

if TYPE_CHECKING:
    from dns.resolver import Resolver

ABOUT = "domains"
PACKAGE = "dnspython>=2.7,<3"
TIMEOUT = 5.0  # seconds for all attempts of one question
DNS_PORT = 53


class Unanswered(Exception):
    """A question that no DNS server answers; the name may have the record or not."""


def check(options: Options, now: datetime) -> Iterator[Finding]:
    """Check each record, unless the public domain, the package or the network is missing."""
    if not settings.PUBLIC or settings.LOCAL_MAILBOX:
        yield skipped(ABOUT, "This site sends no emails to others.")
        return
    if find_spec("dns") is None:
        yield skipped(ABOUT, "The DNS records were not checked: dnspython is not installed.",
                      next_step=f"Run: python -m pip install '{PACKAGE}'")
        return
    try:
        yield from _records(_resolver(options.dns_server), selector=options.dkim_selector)
    except Unanswered:
        yield skipped(ABOUT, "The DNS records were not checked: no DNS server answers.",
                      next_step="Run this where there is a network, or name a server:"
                                " --dns-server 9.9.9.9")


def _resolver(server: str) -> Resolver:
    from dns import resolver  # only here and in _ask: the package is optional

    try:
        found = resolver.Resolver(configure=not server)
    except resolver.NoResolverConfiguration:
        raise Unanswered from None
    if server:
        host, _, port = server.rpartition(":") if server.count(":") == 1 else (server, "", "")
        found.nameservers, found.port = [host], int(port or DNS_PORT)
    found.lifetime = TIMEOUT
    return found


def _records(resolver: Resolver, *, selector: str) -> Iterator[Finding]:
    if settings.REPLY_DOMAIN:
        yield _mx(resolver, settings.REPLY_DOMAIN)
    if settings.MAIL_DOMAIN.lower() != settings.REPLY_DOMAIN.lower():
        yield _mx(resolver, settings.MAIL_DOMAIN)
    yield _spf(resolver, settings.MAIL_DOMAIN)
    yield _dkim(resolver, settings.MAIL_DOMAIN, selector=selector)
    yield _dmarc(resolver, settings.MAIL_DOMAIN)


def _ask(resolver: Resolver, name: str, *, kind: str) -> list[str]:
    """Return the records of this kind as text; [] if there are none.  Raises Unanswered."""
    from dns import exception
    from dns import resolver as errors
    from dns.name import LabelTooLong

    try:
        answer = resolver.resolve(name, kind, search=False)
    except (errors.NXDOMAIN, errors.NoAnswer):
        return []
    except (exception.SyntaxError, LabelTooLong, errors.YXDOMAIN):
        return []
    except (exception.DNSException, OSError):
        raise Unanswered from None
    if kind == "TXT":
        return [b"".join(row.strings).decode("utf-8", "replace") for row in answer]
    return [row.to_text() for row in answer]


def _tagged(resolver: Resolver, name: str, *, version: str) -> list[str]:
    """Return the TXT records that begin with this version, such as "v=spf1"."""
    found = [text.strip() for text in _ask(resolver, name, kind="TXT")]
    return [text for text in found
            if text.lower().replace(" ", "").startswith(version.lower())]


def _mx(resolver: Resolver, domain: str) -> Finding:
    servers = _ask(resolver, domain, kind="MX")
    names = ", ".join(sorted(server.split()[-1].rstrip(".") for server in servers))
    if names:
        return ok("MX", f"Email for {domain} goes to {names}.")
    step = f"Add an MX record for {domain} that names the mail server which takes its email."
    if servers:  # "0 ." says that there is no mail server (RFC 7505)
        return problem("MX", f"The MX record of {domain} says that it takes no email.",
                       next_step=step)
    if _ask(resolver, domain, kind="A") or _ask(resolver, domain, kind="AAAA"):
        return warning("MX", f"{domain} has no MX record, so email goes to the machine of that"
                             " name.", next_step=step)
    return problem("MX", f"{domain} has neither an MX record nor an address, so replies and"
                         " bounces do not arrive.", next_step=step)


def _spf(resolver: Resolver, domain: str) -> Finding:
    records = _tagged(resolver, domain, version="v=spf1")
    if not records:
        return warning("SPF", f"{domain} has no SPF record, so our emails may count as spam.",
                       next_step=f"Add a TXT record for {domain}, such as: v=spf1 mx -all")
    if len(records) > 1:
        return problem("SPF", f"{domain} has {len(records)} SPF records, so none of them counts.",
                       next_step="Combine them into one.")
    words = records[0].lower().split()
    if {"all", "+all"} & set(words):
        return problem("SPF", f"The SPF record of {domain} lets everybody send in its name.",
                       next_step="Let the record end with -all or ~all.")
    if "?all" in words or not any(
            word in ("-all", "~all") or word.startswith("redirect=") for word in words):
        return warning("SPF", f"The SPF record of {domain} does not say what to do with other"
                              " senders.", next_step="Let the record end with -all or ~all.")
    return ok("SPF", f"{domain} says who may send in its name.")


def _dkim(resolver: Resolver, domain: str, *, selector: str) -> Finding:
    if not selector:
        return skipped("DKIM", "The selector of the key is unknown.",
                       next_step="Name it: --dkim-selector mail, or set"
                                 " ALEXANDROS_DKIM_SELECTOR.")
    name = f"{selector}._domainkey.{domain}"
    keys = [_tags(text).get("p") for text in _ask(resolver, name, kind="TXT")]
    if any(keys):
        return ok("DKIM", f"There is a key at {name}.")
    text = f"The key at {name} has been revoked." if "" in keys else f"There is no key at {name}."
    return problem("DKIM", text, next_step="Publish the key with which your mail server signs, or"
                                           " name its selector.")


def _dmarc(resolver: Resolver, domain: str) -> Finding:
    for name in _itself_and_parents(domain):
        records = _tagged(resolver, f"_dmarc.{name}", version="v=DMARC1")
        if len(records) > 1:
            return problem("DMARC", f"{name} has {len(records)} DMARC records, so none counts.",
                           next_step="Delete all but one.")
        if records:
            policy = _tags(records[0]).get("p", "")
            return ok("DMARC", f"{name} has the policy {policy or 'none'}.")
    return warning("DMARC", f"{domain} has no DMARC record; large providers want one.",
                   next_step=f"Add a TXT record for _dmarc.{domain}, such as: v=DMARC1; p=none")


def _itself_and_parents(domain: str) -> list[str]:
    """Return the domain and those above it, which may speak for it, except the top level."""
    labels = domain.split(".")
    return [".".join(labels[start:]) for start in range(max(1, len(labels) - 1))]


def _tags(text: str) -> dict[str, str]:
    """Return the tags of a record such as "v=DMARC1; p=none"."""
    parts = (part.partition("=") for part in text.split(";") if "=" in part)
    return {name.strip().lower(): value.strip() for name, _, value in parts}
