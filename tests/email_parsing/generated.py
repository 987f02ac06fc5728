"""Replies as email programs write them in many languages, generated from templates.

Each program is a function from a language and what was written to the text and HTML of an email;
either may be missing.  A ``Written`` says where in the email somebody wrote.
"""

from __future__ import annotations

import html
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import Any

from games.post.inbox.parsing.markers import MARKER

FOLDER = Path(__file__).parent / "corpus"
LANGUAGES: dict[str, dict[str, Any]] = tomllib.loads((FOLDER / "languages.toml").read_text("utf-8"))
OWN_DOMAIN = "play.example.net"
ALICE = "alice@example.org"
NAME, ADDRESS = "Alexandros by post", f"post@{OWN_DOMAIN}"
SUBJECT = "Friday table (Alexandros)"
ORDERS = ("take horse", "march K7.SE via E SE", "draw", "end")

_LINK = f"https://{OWN_DOMAIN}/games/k7w2/turn/Zx81/"
OWN_TEXT = f"""{MARKER}

It is your turn in Friday table (turn 7). You play red.

Reply to this email with your orders, or play on the page:
{_LINK}

SINCE YOUR LAST TURN
* Bob marched to K7 and closed a province of 4 spaces.
* Carol levied taxes with a lyre: Carol scores 9, Alice 4, Bob 3.

WHOLE TURNS, READY TO PLAY

  take horse; march K7.SE via E SE; draw; draw
{_LINK}?draft=1

WHAT YOU CAN DO

March first, for example:

  take lyre
  march L9.N via SE SE
      closes a province of 5 spaces

After the march, you can take up to two actions. These are possible now:

  draw
  levy soldier

HOW TO REPLY
Write your orders above this text, one per line or separated by commas.
We play either all of your orders or none of them, and email you what
they did.

--
You get this email because you are playing in Friday table.
Email settings: https://{OWN_DOMAIN}/mail/
Stop emails about this game:
https://{OWN_DOMAIN}/unsubscribe/eyJ0Ijoi/"""
OWN_HTML = f"""<p translate="no">{MARKER}</p><div class="sheet">
<h1>It is your turn in Friday table</h1>
<p>Turn 7. You play red.</p><ul><li>Bob marched to K7 and closed a province of 4 spaces.</li></ul>
<p><a href="{_LINK}">Play on the page</a></p><h2>What you can do</h2>
<p><span style="font-family:monospace">take lyre; march L9.N via SE SE</span><br>
<span style="color:#6b6256">closes a province of 5 spaces</span></p>
<p><span style="font-family:monospace">draw</span>
<span style="font-family:monospace">end</span></p>
<h2>How to reply</h2><p>Reply to this email with your orders above the quoted text.</p></div>
<p>You get this email because you are playing in <a href="https://{OWN_DOMAIN}/games/k7w2/">Friday
table</a>.<br><a href="https://{OWN_DOMAIN}/mail/">Email settings</a> ·
<a href="https://{OWN_DOMAIN}/unsubscribe/eyJ0Ijoi/">Stop emails about this game</a></p>"""


@dataclass(frozen=True, slots=True)
class Written:
    """What somebody wrote above, within and below the quoted email, as lines."""

    above: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    below: tuple[str, ...] = ()

    @property
    def orders(self) -> tuple[str, ...]:
        """All orders in this text, in their order."""
        return tuple(line for line in (*self.above, *self.within, *self.below) if line in ORDERS)


@dataclass(frozen=True, slots=True)
class Body:
    """The text and the HTML of an email; "" for a part that the program does not send."""

    text: str = ""
    html: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """A generated email; ``whole`` if all orders have to be found, else none of them is allowed.

    It is built when it is read: building all of them takes longer than reading a sample.
    """

    program: str
    language: str
    placement: str
    body: Callable[[], Body]
    orders: tuple[str, ...]
    whole: bool

    @property
    def raw(self) -> bytes:
        """The bytes of the email."""
        return email(self.body())

    @property
    def says(self) -> str:
        """The case in a few words."""
        return f"{self.program}-{self.language}-{self.placement}"


def _lines(lines: tuple[str, ...]) -> str:
    return "\n".join(lines)


def _own_with(within: tuple[str, ...]) -> str:
    """Our own text with lines written into it, in an empty line of its own."""
    return OWN_TEXT.replace("\n\nWHAT YOU CAN DO", f"\n\n{_lines(within)}\n\nWHAT YOU CAN DO", 1) \
        if within else OWN_TEXT


def marked(written: Written, prefix: str = "> ") -> str:
    """Our own text with a mark before each line, except for what was written into it."""
    quoted = "\n".join(f"{prefix}{line}".rstrip() for line in OWN_TEXT.split("\n"))
    if not written.within:
        return quoted
    at = f"{prefix}WHAT YOU CAN DO"
    return quoted.replace(at, f"\n{_lines(written.within)}\n\n{at}", 1)


def _paragraphs(lines: tuple[str, ...]) -> str:
    return "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in lines)


def _blockquote(written: Written, attributes: str = 'type="cite"') -> str:
    if not written.within:
        return f"<blockquote {attributes}>{OWN_HTML}</blockquote>"
    before, after = OWN_HTML.split("<h2>What you can do</h2>")
    return (f"<blockquote {attributes}>{before}</blockquote>{_paragraphs(written.within)}"
            f"<blockquote {attributes}><h2>What you can do</h2>{after}</blockquote>")


def _said(language: str, key: str) -> str:
    return str(LANGUAGES[language][key]).format(name=NAME, address=ADDRESS)


def _headers(language: str, mark: str = "", *, address: bool = True) -> str:
    labels = LANGUAGES[language]["headers"]
    values = (f"{NAME} <{ADDRESS}>" if address else NAME, "20.11.2026 10:15", f"Alice <{ALICE}>",
              SUBJECT)
    return "\n".join(f"{mark}{label}:{mark} {value}"
                     for label, value in zip(labels, values, strict=True))


def _headers_html(language: str) -> str:
    block = html.escape(_headers(language, "*"))
    return "<br>".join(f"<b>{line[1:].replace(':*', ':</b>', 1)}" for line in block.split("\n"))


def _quoting(key: str, wrap: str = "") -> Callable[[str, Written], Body]:
    """Programs that mark the quote in the text; ``key`` names their attribution."""
    def body(language: str, written: Written) -> Body:
        attribution = _said(language, key) if key in LANGUAGES["en"] else key.format(
            name=NAME, address=ADDRESS)
        if wrap:
            attribution = attribution.replace(wrap, f"{wrap}\n", 1)
        return Body(f"{_lines(written.above)}\n\n{attribution}\n\n{marked(written)}\n\n"
                    f"{_lines(written.below)}\n")
    return body


def _gmail(language: str, written: Written) -> Body:
    attribution = html.escape(_said(language, "gmail"))
    source = (
        f'<div dir="ltr">{_paragraphs(written.above)}</div><br><div class="gmail_quote">'
        f'<div dir="ltr" class="gmail_attr">{attribution}<br></div>'
        f"{_blockquote(written, 'class=gmail_quote')}</div>{_paragraphs(written.below)}"
    )
    return replace(_quoting("gmail", " <")(language, written), html=source)


def _gmail_html(language: str, written: Written) -> Body:
    return Body(html=_gmail(language, written).html)


def _apple_html(language: str, written: Written) -> Body:
    attribution = html.escape(_said(language, "apple"))
    device = f'<div dir="ltr">{_said(language, "device")}</div>'
    return Body(html=(
        f"<html><body>{_paragraphs(written.above)}{device}<div><br><blockquote type='cite'>"
        f"{attribution}<br><br></blockquote></div>{_blockquote(written)}"
        f"{_paragraphs(written.below)}</body></html>"
    ))


def _iphone(language: str, written: Written) -> Body:
    device = LANGUAGES[language]["device"]
    return _quoting("apple")(language, replace(written, above=(*written.above, "", device, "")))


def _thunderbird_html(language: str, written: Written) -> Body:
    attribution = html.escape(_said(language, "thunderbird"))
    return Body(html=(
        f'<html><body>{_paragraphs(written.above)}<div class="moz-cite-prefix">{attribution}'
        f"<br></div>{_blockquote(written)}{_paragraphs(written.below)}</body></html>"
    ))


def _unmarked(frame: str) -> Callable[[str, Written], Body]:
    """Programs that put our text unmarked below a frame, such as Outlook's header block."""
    def body(language: str, written: Written) -> Body:
        above = frame.format(
            headers=_headers(language), bold=_headers(language, "*"),
            names=_headers(language, address=False), headline=LANGUAGES[language]["headline"],
            gmail=_said(language, "gmail"), device=LANGUAGES[language]["device"],
            name=NAME, address=ADDRESS,
        )
        return Body(f"{_lines(written.above)}\n\n{above}\n\n{_own_with(written.within)}\n\n"
                    f"{_lines(written.below)}\n")
    return body


def _unmarked_html(before: str, after: str = "</div>") -> Callable[[str, Written], Body]:
    def body(language: str, written: Written) -> Body:
        frame = before.format(
            headers=_headers_html(language), headline=LANGUAGES[language]["headline"],
            device=LANGUAGES[language]["device"], gmail=html.escape(_said(language, "gmail")),
        )
        return Body(html=f"<html><body>{_paragraphs(written.above)}{frame}{OWN_HTML}{after}"
                         f"{_paragraphs(written.below)}</body></html>")
    return body


# Programs that mark what they quote, so that one may write above, below and in between.
MARKING: dict[str, Callable[[str, Written], Body]] = {
    "Gmail": _gmail,
    "Gmail on Android": _gmail_html,
    "Gmail on iOS": _quoting("gmail"),
    "Apple Mail on macOS": _quoting("apple"),
    "Apple Mail in HTML": _apple_html,
    "iPhone": _iphone,
    "Thunderbird": _quoting("thunderbird"),
    "Thunderbird in HTML": _thunderbird_html,
    "K-9": _quoting("gmail"),
    "FairEmail": _quoting("20 Nov 2026 10:15:12 {name} <{address}>:"),
    "Fastmail": _quoting("On Fri, 20 Nov 2026, at 10:15 AM, {name} wrote:"),
    "Proton": _quoting("On Friday, November 20th, 2026 at 10:15, {name} <{address}> wrote:"),
    "mutt": _quoting("* {name} <{address}> [2026-11-20 10:15]:"),
    "mutt, dated": _quoting("On Fri, Nov 20, 2026 at 10:15:12AM +0100, {name} wrote:"),
    "Roundcube": _quoting("thunderbird"),
    "Hey": _quoting("On November 20, 2026, {name} <{address}> wrote:"),
    "Spark": _quoting("On 20 Nov 2026 at 10:15 +0100, {name} <{address}>, wrote:"),
    "Yandex": _quoting('20.11.2026, 10:15, "{name}" <{address}>:'),
    "Mail.ru": _quoting("Пятница, 20 ноября 2026, 10:15 +03:00 от {name} <{address}>:"),
    "WP": _quoting("Dnia 20 listopada 2026 10:15 {name} <{address}> napisał(a):"),
    "163": _quoting('在 2026-11-20 10:15:12，"{name}" <{address}> 写道：'),
    "Gmail, wrapped before the address": _quoting("gmail", "10"),
    "Yahoo on Android": _quoting("  On Fri, 20 Nov 2026 at 10:15, {name}<{address}> wrote:   "),
}
_LINE = "_" * 32
# Programs that quote without marks: whatever is not above the quote cannot be told from it.
UNMARKING: dict[str, Callable[[str, Written], Body]] = {
    "Outlook": _unmarked("{headers}"),
    "Outlook with names only": _unmarked("{names}"),
    "Outlook with a headline": _unmarked("-----{headline}-----\n{headers}"),
    "Outlook on the web": _unmarked(f"{_LINE}\n{{headers}}"),
    "Outlook, bold": _unmarked("{bold}"),
    "Outlook mobile": _unmarked(f"{{device}}\n{_LINE}\n{{headers}}"),
    "Samsung": _unmarked("{device}\n\n-------- {headline} --------\n{headers}"),
    "Yahoo": _unmarked("    {gmail}"),
    "QQ": _unmarked("------------------ {headline} ------------------\n{headers}"),
    "Seznam": _unmarked("---------- {headline} ----------\n{headers}"),
    "GMX": _unmarked("\n{headers}"),
    "Zoho": _unmarked("---- On Fri, 20 Nov 2026 10:15:12 +0100 {name} <{address}> wrote ----"),
    "Interia": _unmarked("{gmail}\n"),
    "Notes": _unmarked("-----{name} <{address}> schrieb: -----\n{headers}"),
    "Notes, classic": _unmarked("{name} ---20.11.2026 10:15:12---It is your turn\n\n{headers}"),
    "a forward": _unmarked("---------- {headline} ---------\n{headers}\n"),
    "Outlook in HTML": _unmarked_html(
        '<div><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal">'
        "{headers}</p></div></div><div>"),
    "Outlook on the web in HTML": _unmarked_html(
        '<div id="appendonsend"></div><hr><div id="divRplyFwdMsg" dir="ltr">{headers}</div><div>'),
    "new Outlook in HTML": _unmarked_html(
        '<div id="mail-editor-reference-message-container"><div>{headers}</div>'),
    "Outlook mobile in HTML": _unmarked_html(
        '<div id="ms-outlook-mobile-signature">{device}</div><hr><div id="divRplyFwdMsg">{headers}'
        "</div><div>"),
    "Yahoo in HTML": _unmarked_html('<div class="yahoo_quoted"><div>{gmail}</div>'),
    "GMX in HTML": _unmarked_html('<div name="quote"><div>{headers}</div>'),
    "QQ in HTML": _unmarked_html(
        "<div style='font-size:12px'>------------------&nbsp;{headline}&nbsp;------------------"
        "</div><div>{headers}</div><div>"),
}
# Those whose emails have no text, into whose quote ``Written.within`` is not put.
QUOTING_HTML = {name for name in UNMARKING if name.endswith("in HTML")}


def email(body: Body) -> bytes:
    """An email with this body from Alice to the address of her turn."""
    message = EmailMessage()
    message["From"] = f"Alice Archer <{ALICE}>"
    message["To"] = f"{NAME} <turn+k3v9q0x7m2@{OWN_DOMAIN}>"
    message["Subject"] = f"Re: {SUBJECT}"
    message["Message-ID"] = "<generated@example.org>"
    if body.text:
        message.set_content(body.text)
    if body.html:
        add = message.add_alternative if body.text else message.set_content
        add(body.html, subtype="html")
    return message.as_bytes()


def _placements(language: str) -> dict[str, Written]:
    greeting, thanks = LANGUAGES[language]["hello"], LANGUAGES[language]["thanks"]
    polite = (greeting, "", *ORDERS, "", thanks, "Alice")
    first, last = ORDERS[:2], ORDERS[2:]
    return {
        "above": Written(above=ORDERS), "politely above": Written(above=polite),
        "below": Written(below=ORDERS), "politely below": Written(below=polite),
        "within": Written(within=ORDERS),
        "above and within": Written(above=first, within=last),
        "within and below": Written(within=first, below=last),
        "above and below": Written(above=first, below=last),
        "above a signature": Written(above=(*ORDERS, "", "-- ", "Alice Archer", "Archers & Co")),
        "into a signature": Written(above=(*first, "", "-- ", "Alice Archer", *last)),
    }


def cases() -> Iterator[Case]:
    """Every program in every language and with every placement."""
    for language in LANGUAGES:
        for name, program in (*MARKING.items(), *UNMARKING.items()):
            for placement, written in _placements(language).items():
                above = placement in ("above", "politely above", "above a signature")
                whole = above or (name in MARKING and placement != "into a signature")
                if name not in QUOTING_HTML or not written.within:
                    yield Case(name, language, placement, partial(program, language, written),
                               written.orders, whole)
