"""What the log may say: never an address, a token or a code (R25)."""

from __future__ import annotations

import logging
import re

_MASKS = [
    (re.compile(r"://[^\s/@]+@"), "://(login)@"),
    (re.compile(r"[^\s<>\"'(),;:/@]{1,64}@[^\s<>\"'(),;:/@]+"), "(address)"),
    (re.compile(r"\b[0-9a-f]{24,}\b"), "(token)"),
    (re.compile(r"\b[a-z0-9]{32}\b"), "(token)"),  # of a mail's address or link, of a session
    (re.compile(r"\b[\w-]{43}(?![\w-])"), "(token)"),  # a signature, the key of a shared game
    (re.compile(r"/unsubscribe/[^/\s]+"), "/unsubscribe/(token)"),  # an address may stand in it
    (re.compile(r"\b[A-Z]{4}-[A-Z]{4}\b"), "(code)"),
]


def masked(text: str) -> str:
    """The text without anything that opens a door or names a person."""
    for pattern, mask in _MASKS:
        text = pattern.sub(mask, text)
    return text


class DiscreetFormatter(logging.Formatter):
    """Masks the whole entry, tracebacks included, however the words got into it."""

    def format(self, record: logging.LogRecord) -> str:
        return masked(super().format(record))
