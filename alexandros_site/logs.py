"""Log lines: without email addresses, tokens and codes (R25), and short for refused requests."""

from __future__ import annotations

import logging
import re

MAX_REFUSAL = 200  # characters

_MASKS = [
    (re.compile(r"://[^\s/@]+@"), "://(login)@"),
    (re.compile(r"[^\s<>\"'(),;:/@]{1,64}@[^\s<>\"'(),;:/@]+"), "(address)"),
    (re.compile(r"\b[0-9a-f]{24,}\b"), "(token)"),
    (re.compile(r"\b[a-z0-9]{32}\b"), "(token)"),  # a reply address, a link or a session id
    (re.compile(r"\b[\w-]{43}(?![\w-])"), "(token)"),  # a signature, or the key of a shared game
    (re.compile(r"/unsubscribe/[^/\s]+"), "/unsubscribe/(token)"),  # may contain an email address
    (re.compile(r"\b[A-Z]{4}-[A-Z]{4}\b"), "(code)"),
]


def masked(text: str) -> str:
    """The text without anything that gives access or identifies a person."""
    for pattern, mask in _MASKS:
        text = pattern.sub(mask, text)
    return text


def shorten_refusals(record: logging.LogRecord) -> bool:
    """Makes one short line of each request that Django refuses, such as one for another host.

    Anybody can send such requests, as many and as long as they like, and a traceback would say
    nothing about us.  A filter: it keeps every record.
    """
    if record.name.startswith("django.security."):
        line = " ".join(record.getMessage().split())
        record.msg, record.args = line[:MAX_REFUSAL], ()
        record.exc_info = record.exc_text = None
    return True


class MaskingFormatter(logging.Formatter):
    """Masks the whole log entry, including its traceback."""

    def format(self, record: logging.LogRecord) -> str:
        return masked(super().format(record))
