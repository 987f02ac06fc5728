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
    assert reason("precedence: BULK") == "list"


@pytest.mark.promise("R16")
def test_headers_in_the_text_do_not_count() -> None:
    raw = b"From: alice@example.org\r\n\r\nAuto-Submitted: auto-replied\r\ndraw\r\n"
    assert read(raw, envelope=NO_ENVELOPE).reason == ""
