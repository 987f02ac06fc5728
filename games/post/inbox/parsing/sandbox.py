"""The sandbox for reading an email: a process with little time and memory (R17).

An email that exhausts or crashes the process does no other harm.  The process gets the email and no
secrets: its environment says only where the rules are, and it inherits no open files.
"""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import alexandros_rules
from games.post.inbox.parsing import size_limits
from games.post.inbox.parsing.message_reader import NO_ENVELOPE, Envelope, Reading, blank
from games.post.inbox.parsing.quote_stripper import Removed

TIMEOUT = 20.0  # seconds of real time: on a busy machine one second of CPU takes longer
_REMOVED = ("signature", "cut", "after", "quoted", "open_end")
ROOT = Path(__file__).resolve().parents[4]
RULES = Path(alexandros_rules.__file__).resolve().parents[1]

log = logging.getLogger(__name__)


def read_in_sandbox(
    raw: bytes,
    *,
    envelope: Envelope = NO_ENVELOPE,
    own_domain: str = "",
    vouched: bool = False,
    timeout: float = TIMEOUT,
) -> Reading:
    """Read an email as ``message_reader.read``; "too-costly" if the process was stopped.

    Never raises.
    """
    unread = blank(raw, envelope=envelope)
    try:
        done = subprocess.run(
            # -S: without site packages, which take time to load.  Only the rules are needed.
            [sys.executable, "-S", "-m", "games.post.inbox.parsing.sandbox_worker"],
            input=_input(raw, envelope, own_domain, vouched=vouched), stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, cwd=ROOT, env={"PYTHONPATH": str(RULES)}, timeout=timeout,
            check=False,
        )
    except (subprocess.TimeoutExpired, OSError) as error:
        log.warning("an email was not read: %s", type(error).__name__)
        return replace(unread, refused="too-costly")
    if done.returncode:
        log.warning("an email was not read: the sandbox exited with %s", done.returncode)
        return replace(unread, refused="too-costly" if done.returncode < 0 else "unreadable")
    return _reading(done.stdout, unread)


def _input(raw: bytes, envelope: Envelope, own_domain: str, *, vouched: bool) -> bytes:
    """Return a line of JSON, then the email, truncated to one byte over the limit."""
    context = {
        "sender": envelope.sender, "recipients": envelope.recipients, "own_domain": own_domain,
        "vouched": vouched,
    }
    return json.dumps(context).encode() + b"\n" + raw[: size_limits.MAX_EMAIL_BYTES + 1]


def _reading(output: bytes, unread: Reading) -> Reading:
    try:
        data: dict[str, Any] = json.loads(output)
        return Reading(
            digest=unread.digest,
            recipients=tuple(data["recipients"]),
            answered=tuple(map(str, data["answered"])),
            talk=None if data["talk"] is None else str(data["talk"]),
            removed=Removed(**{name: list(map(str, data["removed"][name])) for name in _REMOVED}),
            **{
                name: str(data[name])
                for name in ("sender", "name", "subject", "message_id", "reason", "doubt", "text",
                             "refused")
            },
        )
    except (ValueError, KeyError, TypeError):
        return replace(unread, refused="unreadable")
