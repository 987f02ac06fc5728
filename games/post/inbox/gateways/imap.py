"""The gateway that fetches email from a mailbox at another provider, by IMAP.

An email is marked as seen only after it is stored.  After an interruption it is fetched again, and
its orders are still played once.
"""

from __future__ import annotations

import imaplib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from urllib.parse import unquote, urlsplit

from games.models import IncomingEmail
from games.post.inbox import intake
from games.post.inbox.quotas import OverQuota

TIMEOUT = 30.0  # seconds
PLAIN_PORT, TLS_PORT = 143, 993
BATCH = 100  # emails for each fetch; the next fetch takes the rest
MAX_POSTPONED = 1_000  # emails of those who sent too much, which a fetch passes over


class Unusable(Exception):
    """A mailbox that cannot be read; the message says why and what to do."""


def fetch(url: str, *, now: datetime) -> int:
    """Take in the unseen emails of a mailbox, oldest first; return how many.

    Emails of somebody who has sent too much within an hour stay unseen, for a later fetch.

    ``url`` is ``imaps://user:password@host:port/folder`` (``imap://`` without TLS, for
    loopback).  Raises Unusable, whose message does not contain the password.
    """
    try:
        with _mailbox(url) as server:
            return _fetch(server, _unseen(server), now=now)
    except (imaplib.IMAP4.error, OSError) as error:
        raise Unusable(
            f"The mailbox at {urlsplit(url).hostname} cannot be read ({type(error).__name__});"
            " check its address, name and password."
        ) from None


def _fetch(server: imaplib.IMAP4, uids: list[str], *, now: datetime) -> int:
    taken = 0
    for uid in uids:
        try:
            intake.check(_part(server, uid, "HEADER"), now=now)
            intake.take_in_or_answer(_part(server, uid, ""), now=now,
                                     gateway=IncomingEmail.Gateway.IMAP)
        except OverQuota as over:
            if not over.is_for_nobody:
                continue
        server.uid("STORE", uid, "+FLAGS.SILENT", r"(\Seen)")
        taken += 1
        if taken == BATCH:
            break
    return taken


@contextmanager
def _mailbox(url: str) -> Iterator[imaplib.IMAP4]:
    """Connect and select the folder; disconnect at the end of the block."""
    parts = urlsplit(url)
    if parts.scheme not in ("imap", "imaps") or not parts.hostname or not parts.username:
        raise Unusable("Write the mailbox as imaps://user:password@host/INBOX.")
    if parts.scheme == "imaps":
        server: imaplib.IMAP4 = imaplib.IMAP4_SSL(
            parts.hostname, parts.port or TLS_PORT, timeout=TIMEOUT)
    else:
        server = imaplib.IMAP4(parts.hostname, parts.port or PLAIN_PORT, timeout=TIMEOUT)
    with server:
        server.login(unquote(parts.username), unquote(parts.password or ""))
        status, _ = server.select(_quoted(unquote(parts.path.strip("/")) or "INBOX"))
        if status != "OK":
            raise imaplib.IMAP4.error("no such folder")
        yield server


def _quoted(folder: str) -> str:
    escaped = folder.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _unseen(server: imaplib.IMAP4) -> list[str]:
    _, response = server.uid("SEARCH", "UNSEEN")
    return (response[0] or b"").decode("ascii").split()[:BATCH + MAX_POSTPONED]


def _part(server: imaplib.IMAP4, uid: str, name: str) -> bytes:
    """Return the "HEADER" of an email or, for "", the whole email, and leave it unseen."""
    _, response = server.uid("FETCH", uid, f"(BODY.PEEK[{name}])")
    for part in response:
        if isinstance(part, tuple):
            return bytes(part[1])
    raise imaplib.IMAP4.error("the server sent no message")
