"""Messages as the bytes that are sent to a mail server."""

from __future__ import annotations

from email.generator import BytesGenerator
from email.message import Message
from io import BytesIO
from typing import Any


class _Generator(BytesGenerator):
    """Writes the text of a part at once, and not line by line: a picture has 2000 lines."""

    def _write_lines(self, lines: str) -> None:
        if "\r" in lines:
            super()._write_lines(lines)  # type: ignore[misc]  # not in the stubs
        elif lines:
            self.write(lines.replace("\n", self._NL))  # type: ignore[attr-defined]


def as_bytes(message: Message[Any, Any]) -> bytes:
    """The message with the line ends of SMTP; the same as its own ``as_bytes`` gives."""
    out = BytesIO()
    _Generator(out, mangle_from_=False).flatten(message, linesep="\r\n")
    return out.getvalue()
