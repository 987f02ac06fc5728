"""Reads a message in a process of its own, with a second of CPU and little memory (R17).

What kills that process, by cost or by a flaw in a parser, costs one message and nothing else.
The process gets the message and no secret: an empty environment, no open files.
"""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from games.inbox.parsing import size_limits
from games.inbox.parsing.message_reader import NO_ENVELOPE, Envelope, Reading, blank

PATIENCE = 20.0  # seconds; a busy machine may be slow, the CPU limit does not wait for it
ROOT = Path(__file__).resolve().parents[3]

log = logging.getLogger(__name__)


def read_in_sandbox(
    raw: bytes,
    *,
    envelope: Envelope = NO_ENVELOPE,
    own_domain: str = "",
    patience: float = PATIENCE,
) -> Reading:
    """As ``reading.read``; "too-costly" when the process was stopped.  Never raises."""
    unread = blank(raw, envelope=envelope)
    try:
        done = subprocess.run(
            # -S: no site packages, which the reader does not need and which take time.
            [sys.executable, "-S", "-m", "games.inbox.parsing.sandbox_worker"],
            input=_order(raw, envelope, own_domain), stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, cwd=ROOT, env={}, timeout=patience, check=False,
        )
    except (subprocess.TimeoutExpired, OSError) as error:
        log.warning("a mail was not read: %s", type(error).__name__)
        return replace(unread, refused="too-costly")
    if done.returncode:
        log.warning("a mail was not read: its reader ended with %s", done.returncode)
        return replace(unread, refused="too-costly" if done.returncode < 0 else "unreadable")
    return _answer(done.stdout, unread)


def _order(raw: bytes, envelope: Envelope, own_domain: str) -> bytes:
    """A line of JSON, then the message; of one that is too large, enough to see that it is."""
    told = {
        "sender": envelope.sender, "recipients": envelope.recipients, "own_domain": own_domain,
    }
    return json.dumps(told).encode() + b"\n" + raw[: size_limits.MAX_BYTES + 1]


def _answer(output: bytes, unread: Reading) -> Reading:
    try:
        data: dict[str, Any] = json.loads(output)
        return Reading(
            digest=unread.digest,
            recipients=tuple(data["recipients"]),
            **{
                name: str(data[name])
                for name in ("sender", "name", "subject", "message_id", "reason", "text", "refused")
            },
        )
    except (ValueError, KeyError, TypeError):
        return replace(unread, refused="unreadable")
