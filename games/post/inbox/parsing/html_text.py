"""Conversion of HTML email to plain text, with quotes marked by ``>`` as in plain text.

Struck-out and hidden words are left out; STRUCK or HIDDEN stands in their place, so that nobody's
orders are played without them.  Lines that belong to an attribution or a signature begin with
DROPPED; from the line CUT on, an email program has quoted; and FOOTER stands before the link that
ends our own emails.

The tokenizer here takes linear time for every input, while the standard library's parser searches
for the end of each broken tag again.  It loads nothing, and skips scripts and styles.
"""

from __future__ import annotations

import html
import re

from games.post.inbox.parsing.markers import is_unsubscribe_link

# Characters that no email contains: ``plain_text.visible`` removes them.
DROPPED, CUT, STRUCK, HIDDEN, FOOTER = "\x01", "\x02", "\x03", "\x04", "\x05"

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
_SKIPPED = frozenset(("head", "noscript", "svg", "template", "object"))
_STRUCK = frozenset(("s", "strike", "del"))
_STYLE = re.compile(r"\bstyle\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s\"'>]+)", re.IGNORECASE)
_STRUCK_STYLE = re.compile(r"text-decoration[a-z-]{0,10}\s*:[^;]{0,80}line-through", re.IGNORECASE)
_ZERO = r"0*(?:\.0*)?0(?:px|pt|em|rem|ex|%|vw|vh)?\s*(?:!important\s*)?(?:;|$)"
_HIDDEN_STYLE = re.compile(
    rf"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all"
    rf"|(?:^|[;\s])(?:font-size|opacity|max-height|max-width)\s*:\s*{_ZERO}"
    rf"|(?:^|[;\s])color\s*:\s*transparent",
    re.IGNORECASE,
)
_HIDDEN_ATTRIBUTE = re.compile(r"(?:^|[\s\"'])hidden(?=$|[\s=/])", re.IGNORECASE)
_LEFT_OUT = re.compile(
    r"<(?:s|strike|del)\b|line-through|none|hidden|collapse|mso-hide|transparent"
    r"|(?:font-size|opacity|max-height|max-width)\s*:\s*0",
    re.IGNORECASE,
)
_QUOTED_VALUE = re.compile(r"\"[^\"]*\"|'[^']*'")
_MARKS = {ord(mark): None for mark in (DROPPED, CUT, STRUCK, HIDDEN, FOOTER)}
_RAW = {
    name: re.compile(rf"</{name}\b", re.IGNORECASE)
    for name in ("script", "style", "title", "textarea", "xml")
}
# From one of these elements on, the email is quoted.
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


def may_leave_out(source: str) -> bool:
    """Return whether this HTML may have words that are struck out or hidden."""
    return bool(_LEFT_OUT.search(source))


def to_text(source: str) -> str:
    """Return the visible text, with ``>`` before each line of a quoted block."""
    output = _Text()
    at, end = 0, len(source)
    while at < end:
        opening = source.find("<", at)
        opening = end if opening < 0 else opening
        output.write(source[at:opening])
        at = _past_tag(source, opening, output)
        if at < 0:
            break
    return output.finish()


def _past_tag(source: str, opening: int, output: _Text) -> int:
    """Return the index after the tag that opens here; -1 if the tag does not end."""
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


def _unseen(name: str, attributes: str) -> str:
    """Return STRUCK or HIDDEN if readers see an element struck out or not at all, else ""."""
    style = " ".join(match[1].strip("\"'") for match in _STYLE.finditer(attributes))
    if name in _STRUCK or _STRUCK_STYLE.search(style):
        return STRUCK
    has_attribute = _HIDDEN_ATTRIBUTE.search(_QUOTED_VALUE.sub('""', attributes))
    return HIDDEN if has_attribute or _HIDDEN_STYLE.search(style) else ""


class _Text:
    """The text so far, the depth of quotes, and the element that is left out or dropped."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._line: list[str] = []
        self._quote_depth = 0
        self._preformatted_depth = 0
        self._special = ""  # the name of an element that is left out or dropped
        self._special_depth = 0  # of elements with that name
        self._mark = ""  # STRUCK, HIDDEN, DROPPED, or "" for content that is never text

    def write(self, text: str) -> None:
        if not text:
            return
        if self._special and self._mark != DROPPED:
            self._stand_in(text)
            return
        decoded = _ENTITY.sub(_unescaped, text).replace("\xa0", " ").translate(_MARKS)
        if not self._preformatted_depth:
            self._line.append(re.sub(r"\s+", " ", decoded))
            return
        first, *others = decoded.split("\n")
        self._line.append(first)
        for other in others:
            self._break()
            self._line.append(other)

    def _stand_in(self, text: str) -> None:
        """Put a mark in the place of a text that is left out, if that has any words."""
        if self._mark and self._line[-1:] != [self._mark] and any(map(str.isalnum, text)):
            self._line.append(self._mark)

    def enter(self, name: str, attributes: str, *, closed: bool) -> None:
        if name == "body":
            self._leave_special()
        elif self._special:
            self._special_depth += name == self._special and not closed
            if self._mark == DROPPED:
                self._begin(name)
            return
        if name == "a" and is_unsubscribe_link(attributes):
            self._line.append(FOOTER)
        names = " ".join(match[1].strip("\"'") for match in _NAMED.finditer(attributes))
        if _QUOTED_FROM_HERE.search(names):
            self._break_if_begun()
            if not self._quote_depth:
                self._lines.append(CUT)
        # Leaving out an element without an end tag would leave out the rest of the email.
        if not closed and name not in _VOID:
            mark = DROPPED if _NOT_WRITTEN.search(names) else _unseen(name, attributes)
            if mark or name in _SKIPPED:
                self._enter_special(name, mark)
        if not self._special or self._mark == DROPPED:
            self._begin(name)

    def _enter_special(self, name: str, mark: str) -> None:
        if mark == DROPPED or name in _BLOCKS or name in _SKIPPED:
            self._break_if_begun()
        self._special, self._special_depth, self._mark = name, 1, mark

    def _leave_special(self) -> None:
        if self._mark == DROPPED:
            self._break_if_begun()
        self._special = self._mark = ""

    def _break_if_begun(self) -> None:
        if self._line:
            self._break()

    def _begin(self, name: str) -> None:
        if name in _BLOCKS and (self._line or name == "br"):
            self._break()
        elif name in _CELLS:
            self._line.append(" ")
        self._quote_depth += name == "blockquote"
        self._preformatted_depth += name == "pre"

    def leave(self, name: str) -> None:
        if self._special:
            self._special_depth -= name == self._special
            if self._special_depth <= 0:
                self._leave_special()
            elif self._mark != DROPPED:
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
        if self._quote_depth:
            text = f"> {text}"
        self._lines.append(DROPPED + text if self._mark == DROPPED else text)


def _unescaped(match: re.Match[str]) -> str:
    return html.unescape(match[0])
