"""Converts HTML email to plain text, with quotes marked by ``>`` as in plain text.

Has its own tokenizer, which takes linear time for every input: the standard library's parser
searches for the end of each broken tag again.  Loads nothing; skips scripts and styles.
"""

from __future__ import annotations

import html
import re

_TAG = re.compile(r"(/?)([a-z][a-z0-9:]*)", re.IGNORECASE)
_NAMED = re.compile(r"\b(?:class|id|name)\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s\"'>]+)", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});?")
_MAX_ATTRIBUTES = 600  # characters of a tag that are searched for its class

_BLOCK_ELEMENTS = (
    "address article aside blockquote body br center dd div dl dt footer form h1 h2 h3 h4 h5 h6"
    " header hr li main ol p pre section table tr ul"
)
_BLOCKS = frozenset(_BLOCK_ELEMENTS.split())
_CELLS = frozenset(("td", "th"))
_VOID = frozenset(("area", "base", "br", "col", "hr", "img", "input", "link", "meta", "wbr"))
_HIDDEN = frozenset(("head", "noscript", "svg", "template", "object"))
_RAW = {
    name: re.compile(rf"</{name}\b", re.IGNORECASE)
    for name in ("script", "style", "title", "textarea", "xml")
}
# Everything from such an element on is quoted.
_QUOTED_FROM_HERE = re.compile(
    r"(?:^|[\s\"'])(?:x_)?(?:divRplyFwdMsg|appendonsend|OLK_SRC_BODY_SECTION|zwchr"
    r"|mail-editor-reference-message-container|ms-outlook-mobile-reference-message"
    r"|(?:ydp\w{1,20})?yahoo_quoted\w{0,30}|isReplyContent|stopSpelling)\b",
)
# Such an element contains only an attribution or a signature.
_NOT_WRITTEN = re.compile(
    r"(?:^|[\s\"'])(?:x_)?(?:gmail_attr|gmail_signature(?:_prefix)?|moz-cite-prefix|moz-signature"
    r"|protonmail_signature_block(?:-\w+)?|Signature|AppleMailSignature|ms-outlook-mobile-signature"
    r"|composer_signature|(?:ydp\w{1,20})?ymail_android_signature|(?:ydp\w{1,20})?signature"
    r"|signature-\w+|sig\d*|moz-forward-container-prefix)(?=$|[\s\"'])",
)


def to_text(source: str) -> str:
    """The visible text, with ``>`` before each line of a quoted block."""
    output = _Text()
    at, end = 0, len(source)
    while at < end:
        opening = source.find("<", at)
        opening = end if opening < 0 else opening
        output.write(source[at:opening])
        at = _past_tag(source, opening, output)
        if at < 0 or output.closed:
            break
    return output.finish()


def _past_tag(source: str, opening: int, output: _Text) -> int:
    """Where the text continues after the tag that opens here; -1: nowhere."""
    if source.startswith("<!--", opening):
        closing = source.find("-->", opening + 4)
        return closing + 3 if closing >= 0 else -1
    if not source[opening + 1 : opening + 2].strip("0123456789 \t\n<="):
        output.write(source[opening : opening + 1])
        return opening + 1
    closing = source.find(">", opening)
    if closing < 0:
        return -1
    match = _TAG.match(source, opening + 1)
    if match is None:
        return closing + 1
    name, start = match[2].lower(), match.end()
    attributes = source[start : min(closing, start + _MAX_ATTRIBUTES)]
    if match[1]:
        output.leave(name)
        return closing + 1
    if name in _RAW:
        after = _RAW[name].search(source, closing)
        return after.start() if after else -1
    output.enter(name, attributes, closed=source[closing - 1] == "/")
    return closing + 1


class _Text:
    """The text so far, the depth of quotes, and the element that is being skipped."""

    def __init__(self) -> None:
        self.closed = False
        self._lines: list[str] = []
        self._line: list[str] = []
        self._quote_depth = 0
        self._preformatted_depth = 0
        self._skipped = ""  # the name of the element
        self._skipped_depth = 0  # of elements with that name

    def write(self, text: str) -> None:
        if self._skipped or not text:
            return
        decoded = _ENTITY.sub(_unescaped, text).replace("\xa0", " ")
        if not self._preformatted_depth:
            self._line.append(re.sub(r"\s+", " ", decoded))
            return
        first, *others = decoded.split("\n")
        self._line.append(first)
        for other in others:
            self._break()
            self._line.append(other)

    def enter(self, name: str, attributes: str, *, closed: bool) -> None:
        if name == "body":
            self._skipped = ""
        if self._skipped:
            self._skipped_depth += name == self._skipped and not closed
            return
        names = " ".join(match[1].strip("\"'") for match in _NAMED.finditer(attributes))
        if _QUOTED_FROM_HERE.search(names):
            self.closed = True
            return
        # Skipping an element without an end tag would skip the rest of the email.
        has_end_tag = not closed and name not in _VOID
        if has_end_tag and (name in _HIDDEN or _NOT_WRITTEN.search(names)):
            self._skipped, self._skipped_depth = name, 1
            if self._line:
                self._break()
        else:
            self._begin(name)

    def _begin(self, name: str) -> None:
        if name in _BLOCKS and (self._line or name == "br"):
            self._break()
        elif name in _CELLS:
            self._line.append(" ")
        self._quote_depth += name == "blockquote"
        self._preformatted_depth += name == "pre"

    def leave(self, name: str) -> None:
        if self._skipped:
            self._skipped_depth -= name == self._skipped
            if self._skipped_depth <= 0:
                self._skipped = ""
            return
        if name in _BLOCKS and self._line:
            self._break()
        if name == "blockquote":
            self._quote_depth = max(0, self._quote_depth - 1)
        if name == "pre":
            self._preformatted_depth = max(0, self._preformatted_depth - 1)

    def finish(self) -> str:
        self._break()
        return "\n".join(self._lines)

    def _break(self) -> None:
        text = "".join(self._line).strip()
        self._line = []
        # One mark for any depth: a thousand nested quotes would be a thousand marks a line.
        self._lines.append(f"> {text}" if self._quote_depth else text)


def _unescaped(match: re.Match[str]) -> str:
    return html.unescape(match[0])
