"""Machines are told from people by their headers, and people are not taken for machines."""

from __future__ import annotations

import pytest

from games.post.inbox.parsing.markers import OWN_HEADER
from games.post.inbox.parsing.message_reader import NO_ENVELOPE, Envelope, read

OWN_ID = "<0f1e2d3c4b5a69788796a5b4c3d2e1f0@play.example.net>"


def reason(*lines: str, sender: str | None = "alice@example.org", domain: str = "") -> str:
    head = "\r\n".join(("From: Alice <alice@example.org>", *lines))
    raw = head.encode() + b"\r\n\r\ndraw\r\n"
    return read(raw, envelope=Envelope(sender), own_domain=domain).reason


@pytest.mark.promise("R16")
@pytest.mark.parametrize(
    "line",
    ["Auto-Submitted: no", "X-Auto-Response-Suppress: None", "Precedence: normal",
     "Feedback-ID: 12345:user:proton", "X-Mailer: iPhone Mail", "Return-Path: <alice@example.org>",
     "Subject: Re: Out of Office", "Subject: Re: Friday table", "Importance: high",
     "Disposition-Notification-To: alice@example.org"],
)
def test_a_person_is_not_taken_for_a_program(line: str) -> None:
    assert reason(line) == ""


@pytest.mark.promise("R16")
def test_the_null_sender_is_a_bounce() -> None:
    assert reason(sender="") == "bounce"
    assert reason(sender=None) == ""


@pytest.mark.promise("R16")
def test_an_auto_reply_from_the_null_sender_is_an_auto_reply() -> None:
    assert reason("Auto-Submitted: auto-replied", sender="") == "auto-reply"


@pytest.mark.promise("R16")
def test_our_own_email_is_recognised_by_its_header_or_its_message_id() -> None:
    assert reason(f"{OWN_HEADER}: turn") == "own"
    assert reason(f"Message-ID: {OWN_ID}", domain="play.example.net") == "own"


@pytest.mark.promise("R16")
def test_a_player_who_lives_at_our_domain_is_not_taken_for_us() -> None:
    person = "Message-ID: <2b1c7d9e-9a3e-4d51-8e0f-0c1d2e3f4a5b@play.example.net>"
    assert reason(person, domain="play.example.net") == ""
    assert reason(f"Message-ID: {OWN_ID}", domain="other.example.net") == ""


@pytest.mark.promise("R16")
def test_a_header_in_odd_case_and_folding_still_counts() -> None:
    assert reason("AUTO-SUBMITTED:\r\n Auto-Replied") == "auto-reply"
    assert reason("precedence: AUTO_REPLY") == "auto-reply"


@pytest.mark.promise("R16")
@pytest.mark.parametrize(("line", "doubt"), [
    ("X-Auto-Response-Suppress: All", "auto-reply"), ("List-Unsubscribe: <mailto:x@y.org>", "list"),
    ("List-Id: <archers.example.org>", "list"), ("precedence: BULK", "list"),
    ("Sender: no-reply@example.org", "auto-reply"), ("Subject: Out of Office", ""),
])
def test_one_weak_sign_leaves_a_doubt_and_does_not_decide(line: str, doubt: str) -> None:
    raw = f"From: alice@example.org\r\n{line}\r\n\r\ndraw\r\n".encode()
    reading = read(raw, envelope=NO_ENVELOPE)
    assert (reading.reason, reading.doubt, reading.text) == ("", doubt, "draw")


def in_parts(kind: str, content: str, *, within: str = "alternative") -> bytes:
    return (f"From: alice@example.org\r\nContent-Type: multipart/{within}; boundary=b\r\n\r\n"
            f"--b\r\nContent-Type: text/plain\r\n\r\n\U0001f44d\r\n--b\r\nContent-Type: {kind}"
            f"\r\n\r\n{content}\r\n--b--\r\n").encode()


@pytest.mark.promise("R16")
@pytest.mark.parametrize(("kind", "content", "expected"), [
    ("text/calendar; method=REPLY", "BEGIN:VCALENDAR", "calendar"),
    ("text/calendar", "BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nEND:VCALENDAR", "calendar"),
    ("text/calendar; method=REQUEST", "BEGIN:VCALENDAR\r\nMETHOD:REQUEST", ""),
    ("text/vnd.google.email-reaction+json", '{"emoji": "x", "version": 1}', "reaction"),
])
@pytest.mark.parametrize("within", ["alternative", "mixed"])
def test_an_answer_made_by_a_click_is_recognised_in_any_part(
    kind: str, content: str, expected: str, within: str
) -> None:
    assert read(in_parts(kind, content, within=within)).reason == expected


@pytest.mark.promise("R16")
def test_a_reaction_from_outlook_is_recognised_by_its_header() -> None:
    assert reason("x-ms-reactions: like") == "reaction"
    assert reason("x-ms-reactions: disallow") == ""


@pytest.mark.promise("R16")
def test_headers_in_the_text_do_not_count() -> None:
    raw = b"From: alice@example.org\r\n\r\nAuto-Submitted: auto-replied\r\ndraw\r\n"
    assert read(raw, envelope=NO_ENVELOPE).reason == ""
