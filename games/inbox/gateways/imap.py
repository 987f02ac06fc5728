"""Mail that waits in a mailbox elsewhere, fetched by IMAP.

Owns the conversation with the IMAP server.  A message is marked as seen when it is stored and
not before; what is interrupted is fetched again, and played once all the same.
"""

from __future__ import annotations

import imaplib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from urllib.parse import unquote, urlsplit

from games.inbox import incoming
from games.models import IncomingEmail

PATIENCE = 30.0  # seconds until a silent server is given up
PLAIN_PORT, TLS_PORT = 143, 993
AT_ONCE = 100  # messages a visit; the next visit takes the rest


class Unusable(Exception):
    """The mailbox cannot be read; the message says why and what to do."""


def fetch(url: str, *, now: datetime) -> int:
    """Stores the unseen messages of a mailbox, oldest first; returns how many.

    ``url`` is ``imaps://user:password@host:port/folder`` (``imap://`` without TLS, for
    loopback).  Raises Unusable, without the password in its words.
    """
    try:
        with _mailbox(url) as server:
            waiting = _waiting(server)
            for uid in waiting:
                incoming.store(_message(server, uid), door=IncomingEmail.Door.IMAP, now=now)
                server.uid("STORE", uid, "+FLAGS.SILENT", r"(\Seen)")
            return len(waiting)
    except (imaplib.IMAP4.error, OSError) as error:
        raise Unusable(
            f"The mailbox at {urlsplit(url).hostname} cannot be read ({type(error).__name__});"
            " check its address, name and password."
        ) from None


@contextmanager
def _mailbox(url: str) -> Iterator[imaplib.IMAP4]:
    """The selected folder within the block."""
    parts = urlsplit(url)
    if parts.scheme not in ("imap", "imaps") or not parts.hostname or not parts.username:
        raise Unusable("Write the mailbox as imaps://user:password@host/INBOX.")
    if parts.scheme == "imaps":
        server: imaplib.IMAP4 = imaplib.IMAP4_SSL(
            parts.hostname, parts.port or TLS_PORT, timeout=PATIENCE)
    else:
        server = imaplib.IMAP4(parts.hostname, parts.port or PLAIN_PORT, timeout=PATIENCE)
    with server:
        server.login(unquote(parts.username), unquote(parts.password or ""))
        status, _ = server.select(_quoted(unquote(parts.path.strip("/")) or "INBOX"))
        if status != "OK":
            raise imaplib.IMAP4.error("no such folder")
        yield server


def _quoted(folder: str) -> str:
    escaped = folder.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _waiting(server: imaplib.IMAP4) -> list[str]:
    _, found = server.uid("SEARCH", "UNSEEN")
    return (found[0] or b"").decode("ascii").split()[:AT_ONCE]


def _message(server: imaplib.IMAP4, uid: str) -> bytes:
    """The message as it came; asking for it does not mark it as seen."""
    _, answer = server.uid("FETCH", uid, "(BODY.PEEK[])")
    for part in answer:
        if isinstance(part, tuple):
            return bytes(part[1])
    raise imaplib.IMAP4.error("the server kept the message to itself")
