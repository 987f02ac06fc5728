"""Who wrote an email and to whom; the sandbox reads the same."""

from __future__ import annotations

import pytest

from games.post.inbox.parsing import headers, html_text
from games.post.inbox.parsing.message_reader import Envelope, Reading, read
from games.post.inbox.parsing.quote_stripper import separate
from games.post.inbox.parsing.sandbox import read_in_sandbox
from tests.email_parsing import corpus_index


def reading(*lines: str, text: str = "draw") -> Reading:
    return read("\r\n".join((*lines, "", text)).encode())


@pytest.mark.promise("R17")
@pytest.mark.parametrize("entry", corpus_index.INDEX[::12], ids=corpus_index.says)
def test_the_sandbox_reads_the_same(entry: dict[str, str]) -> None:
    raw, envelope = (
        corpus_index.raw(entry),
        Envelope("alice@example.org", ("Turn+X@play.example.net",)),
    )
    sandboxed = read_in_sandbox(raw, envelope=envelope, own_domain=corpus_index.OWN_DOMAIN)
    assert sandboxed == read(raw, envelope=envelope, own_domain=corpus_index.OWN_DOMAIN)
    assert sandboxed.recipients == ("turn+x@play.example.net",)


def test_the_header_names_the_recipients_if_the_envelope_does_not() -> None:
    result = reading("Delivered-To: turn+a@x.net", "To: Games <TURN+A@x.net>, b@y.org",
                     "Cc: c@z.org")
    assert result.recipients == ("turn+a@x.net", "b@y.org", "c@z.org")


@pytest.mark.parametrize(
    ("line", "sender"),
    [
        ("Alice <alice@example.org>", "alice@example.org"),
        ("ALICE@EXAMPLE.ORG", "alice@example.org"),
        ('"Archer, Alice" <alice@example.org>', "alice@example.org"),
        ('"bob@example.com" <alice@example.org>', "alice@example.org"),
        ("bob@example.com <alice@example.org>", "alice@example.org"),
        ("(bob@example.com) alice@example.org", "alice@example.org"),
        ('"a\\"b" <alice@example.org>', "alice@example.org"),
        ("=?utf-8?q?bob=40example=2Ecom?= <alice@example.org>", "alice@example.org"),
        ("undisclosed-recipients:;", ""),
        ("nobody", ""),
    ],
)
def test_the_sender_is_the_address_and_never_a_name(line: str, sender: str) -> None:
    assert reading(f"From: {line}").sender == sender


def test_message_ids_keep_their_brackets() -> None:
    assert reading("Message-ID:  <a@b> ", "References: <c@d>").message_id == "<a@b>"


@pytest.mark.promise("R19")
def test_a_subject_has_no_line_end_however_it_is_encoded() -> None:
    result = reading("Subject: =?utf-8?q?a=0D=0ABcc=3A_x=40y?= =?utf-8?b?AGI=?=")
    assert result.subject == "a Bcc: x@yb"


def test_the_same_bytes_have_the_same_digest() -> None:
    assert reading("Subject: a").digest == reading("Subject: a").digest != reading("X: b").digest


@pytest.mark.parametrize(
    ("data", "charset", "text"),
    [
        (b"\x93draw\x94", "iso-8859-1", "“draw”"), ("ä".encode(), "us-ascii", "ä"),
        (b"\xe4", "utf-8", "ä"), (b"\xe4", "no-such-charset", "ä"), (b"\xc4", "koi8-r", "д"),
        (b"draw", "rot13", "draw"), (b"draw", "", "draw"), (b"\x81", "ascii", "\ufffd"),
    ],
)
def test_bytes_are_read_as_what_they_most_likely_are(data: bytes, charset: str, text: str) -> None:
    assert headers.decode(data, charset) == text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("take&nbsp;horse<br>draw", "take horse\ndraw"),
        ("<p>take\n horse</p><p>draw</p>", "take horse\ndraw"),
        ("<style>p > a {}</style><script>if (a<b) 'draw'</script>end", "end"),
        ("a &lt; b &amp;&eacute; &#233; &bogus; &", "a < b &é é &bogus; &"),
        ("3 < 4<b>!</b>", "3 < 4!"),
        ("<blockquote>old</blockquote>new", "> old\nnew"),
        ("<pre>draw\nend</pre>", "draw\nend"),
        ("draw<img class='signature' src=x><hr class=sig1>end", "draw\nend"),
    ],
)
def test_html_is_read_as_it_is_seen(source: str, text: str) -> None:
    assert html_text.to_text(source).strip() == text


@pytest.mark.promise("R18")
def test_what_an_email_program_has_marked_as_quoted_or_as_a_signature_is_removed_and_kept() -> None:
    quote = separate(html_text.to_text("draw<div id=divRplyFwdMsg>x</div>take horse"))
    assert (quote.text, [*filter(None, quote.removed.cut)]) == ("draw", ["x", "take horse"])
    signature = "draw<div class='gmail_signature'><div>x</div>y</div>end"
    signed = separate(html_text.to_text(signature))
    assert (signed.text, signed.removed.signature) == ("draw\nend", ["x", "y"])


@pytest.mark.promise("R18")
@pytest.mark.parametrize("words", [
    "<s>take lyre</s>", "<strike>take lyre</strike>", "<del>take lyre</del>",
    "take <s>horse</s> lyre",
    "<span style='text-decoration: line-through'>take lyre</span>",
    '<p style="color:red;TEXT-DECORATION-LINE:line-through solid">take lyre</p>',
])
def test_words_that_are_struck_out_are_refused(words: str) -> None:
    html = f"draw<br>{words}<br>end"
    assert in_html(html).refused == "struck-out"
    assert in_html(html, plain="draw\ntake lyre\nend").refused == "struck-out"


@pytest.mark.promise("R18")
@pytest.mark.parametrize("attributes", [
    "style='display:none'", 'style="color:red; display : none !important"', "hidden", "hidden=''",
    "style=visibility:hidden", 'style="font-size:0"', "style='font-size:0.0px;color:red'",
    "style='mso-hide:all'", "style='opacity:0'", "style='max-height:0px;overflow:hidden'",
])
def test_words_that_are_hidden_are_refused(attributes: str) -> None:
    html = f"draw<div {attributes}><b>take lyre</b></div>end"
    assert in_html(html).refused == "hidden"
    assert in_html(html, plain="draw\ntake lyre\nend").refused == "hidden"


@pytest.mark.parametrize("html", [
    "draw<div style='display:none'> </div>", "draw<span style='font-size:0.9em'> </span>",
    "draw<blockquote><s>take lyre</s><p hidden>end</p></blockquote>",
    "draw<p data-hidden='x' title='hidden' style='overflow:hidden'></p>",
    "draw<br><div id=divRplyFwdMsg></div><p style='display:none'>Your turn</p>",
])
def test_nothing_hidden_that_matters_is_no_reason_to_refuse(html: str) -> None:
    assert (in_html(html).refused, in_html(html).text) == ("", "draw")


def in_html(html: str, *, plain: str = "") -> Reading:
    parts = [("text/plain", plain), ("text/html", html)] if plain else [("text/html", html)]
    body = "".join(f"--b\r\nContent-Type: {kind}\r\n\r\n{text}\r\n" for kind, text in parts)
    return reading("Content-Type: multipart/alternative; boundary=b", text=f"{body}--b--\r\n")
