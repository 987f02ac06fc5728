"""HTML mail to plain text, quotes marked with ``>`` so that one cutter serves both.

A tokenizer of our own, because its cost is linear for every input: the library's parser
looks for the end of each broken tag anew.  Tags are only looked at, nothing is loaded,
scripts and styles are skipped.
"""

from __future__ import annotations

import html
import re

_TAG = re.compile(r"(/?)([a-z][a-z0-9:]*)", re.IGNORECASE)
_NAMED = re.compile(r"\b(?:class|id|name)\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s\"'>]+)", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});?")
_LOOKED_AT = 600  # characters of a tag in which its class may stand

_NEW_LINE = (
    "address article aside blockquote body br center dd div dl dt footer form h1 h2 h3 h4 h5 h6"
    " header hr li main ol p pre section table tr ul"
)
_LINES = frozenset(_NEW_LINE.split())
_CELLS = frozenset(("td", "th"))
_VOID = frozenset(("area", "base", "br", "col", "hr", "img", "input", "link", "meta", "wbr"))
_UNSEEN = frozenset(("head", "noscript", "svg", "template", "object"))
_RAW = {
    name: re.compile(rf"</{name}\b", re.IGNORECASE)
    for name in ("script", "style", "title", "textarea", "xml")
}
# From an element of these on, nothing was written by the sender.
_QUOTED_FROM_HERE = re.compile(
    r"(?:^|[\s\"'])(?:x_)?(?:divRplyFwdMsg|appendonsend|OLK_SRC_BODY_SECTION|zwchr"
    r"|mail-editor-reference-message-container|ms-outlook-mobile-reference-message"
    r"|(?:ydp\w{1,20})?yahoo_quoted\w{0,30}|isReplyContent|stopSpelling)\b",
)
# These elements hold an attribution or a signature, and nothing else.
_AROUND = re.compile(
    r"(?:^|[\s\"'])(?:x_)?(?:gmail_attr|gmail_signature(?:_prefix)?|moz-cite-prefix|moz-signature"
    r"|protonmail_signature_block(?:-\w+)?|Signature|AppleMailSignature|ms-outlook-mobile-signature"
    r"|composer_signature|(?:ydp\w{1,20})?ymail_android_signature|(?:ydp\w{1,20})?signature"
    r"|signature-\w+|sig\d*|moz-forward-container-prefix)(?=$|[\s\"'])",
)


def to_text(source: str) -> str:
    """The text a reader sees, quoted blocks with ``>`` before each line."""
    page = _Page()
    at, end = 0, len(source)
    while at < end:
        opening = source.find("<", at)
        opening = end if opening < 0 else opening
        page.write(source[at:opening])
        at = _past_tag(source, opening, page)
        if at < 0 or page.closed:
            break
    return page.finish()


def _past_tag(source: str, opening: int, page: _Page) -> int:
    """Where reading goes on after the tag that opens here; -1: nowhere."""
    if source.startswith("<!--", opening):
        closing = source.find("-->", opening + 4)
        return closing + 3 if closing >= 0 else -1
    if not source[opening + 1 : opening + 2].strip("0123456789 \t\n<="):
        page.write(source[opening : opening + 1])
        return opening + 1
    closing = source.find(">", opening)
    if closing < 0:
        return -1
    match = _TAG.match(source, opening + 1)
    if match is None:
        return closing + 1
    name, start = match[2].lower(), match.end()
    attributes = source[start : min(closing, start + _LOOKED_AT)]
    if match[1]:
        page.leave(name)
        return closing + 1
    if name in _RAW:
        after = _RAW[name].search(source, closing)
        return after.start() if after else -1
    page.enter(name, attributes, closed=source[closing - 1] == "/")
    return closing + 1


class _Page:
    """The text so far, how deep in quotes we are, and which element is being skipped."""

    def __init__(self) -> None:
        self.closed = False
        self._lines: list[str] = []
        self._line: list[str] = []
        self._quotes = 0
        self._kept_as_is = 0
        self._skipped = ""  # name of the element
        self._depth = 0  # of elements of that name

    def write(self, text: str) -> None:
        if self._skipped or not text:
            return
        said = _ENTITY.sub(_unescaped, text).replace("\xa0", " ")
        if not self._kept_as_is:
            self._line.append(re.sub(r"\s+", " ", said))
            return
        first, *others = said.split("\n")
        self._line.append(first)
        for other in others:
            self._break()
            self._line.append(other)

    def enter(self, name: str, attributes: str, *, closed: bool) -> None:
        if name == "body":
            self._skipped = ""
        if self._skipped:
            self._depth += name == self._skipped and not closed
            return
        called = " ".join(m[1].strip("\"'") for m in _NAMED.finditer(attributes))
        if _QUOTED_FROM_HERE.search(called):
            self.closed = True
            return
        # One that has no end tag would skip all the rest.
        ends = not closed and name not in _VOID
        if ends and (name in _UNSEEN or _AROUND.search(called)):
            self._skipped, self._depth = name, 1
            if self._line:
                self._break()
        else:
            self._begin(name)

    def _begin(self, name: str) -> None:
        if name in _LINES and (self._line or name == "br"):
            self._break()
        elif name in _CELLS:
            self._line.append(" ")
        self._quotes += name == "blockquote"
        self._kept_as_is += name == "pre"

    def leave(self, name: str) -> None:
        if self._skipped:
            self._depth -= name == self._skipped
            if self._depth <= 0:
                self._skipped = ""
            return
        if name in _LINES and self._line:
            self._break()
        if name == "blockquote":
            self._quotes = max(0, self._quotes - 1)
        if name == "pre":
            self._kept_as_is = max(0, self._kept_as_is - 1)

    def finish(self) -> str:
        self._break()
        return "\n".join(self._lines)

    def _break(self) -> None:
        text = "".join(self._line).strip()
        self._line = []
        # Depth tells nothing to the cutter, and a thousand quotes would be a thousand marks.
        self._lines.append(f"> {text}" if self._quotes else text)


def _unescaped(match: re.Match[str]) -> str:
    return html.unescape(match[0])
