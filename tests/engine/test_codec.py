"""Digests of texts are stored, so they must never change."""

from __future__ import annotations

import pytest

from engine import codec


@pytest.mark.parametrize(("text", "digest"), [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("Ἀλέξανδρος", "1c7ecc48bdf9b4e96ee409d14076ee55b7f7c5216d4ee30eaadd4b3563e8fbe4"),
    ("\ud800", "91a681b998555fb475479817b126c94e57e52011fa1842c5d188795a4a05226b"),
])
def test_the_digest_of_a_text_never_changes(text: str, digest: str) -> None:
    assert codec.text_digest(text) == digest


def test_a_fingerprint_is_the_beginning_of_the_digest() -> None:
    assert codec.fingerprint("Alice") == "3bc51062973c458d"
