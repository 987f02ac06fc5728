"""Whatever the bytes: no exception, and a Reading that keeps its limits."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.orders import MAX_LENGTH
from games.post.inbox.parsing import html_text, quote_stripper, size_limits
from games.post.inbox.parsing.markers import MARKER
from games.post.inbox.parsing.message_reader import Reading, read
from games.post.inbox.parsing.requests import read_request
from tests.email_parsing import corpus_index
from tests.seeded_chance import examples

VERBS = RULESET.verbs
SNIPPETS = [
    b"\r\n", b"\0", b"--", b"> ", b"=?utf-8?q?", b"?=", b"message/rfc822", b"<blockquote>", b"<!--",
    b"Content-Type: multipart/mixed; boundary=", b"Content-Transfer-Encoding: base64\r\n",
    b"\xff\xfe", b"charset=utf-7", b"On a@b 2026 wrote:", b"From: ", b"\xc3", b"=\r\n", b"&#x",
    b";", b'"', b"\\",
]


def keeps_its_limits(reading: Reading) -> bool:
    known = reading.refused in ("", *size_limits.CODES)
    return known and len(reading.text) <= size_limits.MAX_WRITTEN and "\0" not in reading.text


def mutated(raw: bytes, rng: random.Random) -> bytes:
    """The email with some bytes dropped, doubled, overwritten, or a snippet inserted."""
    for _ in range(rng.randrange(1, 8)):
        at, length = rng.randrange(len(raw) + 1), rng.randrange(40)
        new = rng.choice((b"", raw[at : at + length] * 2, rng.randbytes(length), *SNIPPETS))
        raw = raw[:at] + new + raw[at + length :]
    return raw


@pytest.mark.promise("R17")
@given(st.binary(max_size=2000))
@examples(200)
def test_random_bytes_never_raise(raw: bytes) -> None:
    assert keeps_its_limits(read(raw))


@pytest.mark.promise("R17")
@given(st.lists(st.sampled_from(SNIPPETS), max_size=60))
@examples(200)
def test_what_emails_are_made_of_in_any_order_never_raises(snippets: list[bytes]) -> None:
    assert keeps_its_limits(read(b"".join(snippets)))


@pytest.mark.promise("R17")
@pytest.mark.parametrize("entry", corpus_index.INDEX, ids=lambda entry: entry["file"])
def test_damaged_emails_never_raise(entry: dict[str, str]) -> None:
    rng = random.Random(entry["file"])
    for _ in range(10):
        reading = read(mutated(corpus_index.raw(entry), rng), own_domain=corpus_index.OWN_DOMAIN)
        assert keeps_its_limits(reading)
        assert reading.refused != "unreadable", "a parser failed on it"
        read_request(reading.text, verbs=VERBS)


@given(st.text(max_size=500))
@examples(200)
def test_what_the_quote_stripper_keeps_was_there(text: str) -> None:
    kept = quote_stripper.separate(text).text
    assert _lines_without_marks(kept) <= _lines_without_marks(text) | {""}


def _lines_without_marks(text: str) -> set[str]:
    """The lines without the control characters that mark places in HTML that became text."""
    return {re.sub("[\x01-\x05]", "", line).rstrip() for line in text.split("\n")}


@given(st.text(alphabet="ab <>", max_size=200))
@examples(200)
def test_nothing_after_the_marker_is_kept(text: str) -> None:
    assert quote_stripper.separate(f"draw\n{MARKER}\n{text}").text == "draw"


@given(st.text(alphabet="<>/!-ab=\"'& \n", max_size=300))
@examples(200)
def test_html_of_any_kind_becomes_text(source: str) -> None:
    assert isinstance(html_text.to_text(source), str)


def test_what_may_be_written_is_what_orders_may_be() -> None:
    assert size_limits.MAX_WRITTEN == MAX_LENGTH
