"""Sealed texts can be read and made by this site alone, and rows are named by tokens."""

from __future__ import annotations

import pytest
from django.core.signing import BadSignature

from games.base import sealing
from games.models import PushDevice, User


@pytest.mark.parametrize("text", ["", "a", "x" * 16, "x" * 17, "Ä" * 100, '["a", "b"]'])
def test_what_is_sealed_can_be_opened_for_the_same_purpose_alone(text: str) -> None:
    token = sealing.seal(text, label="one")
    assert sealing.unseal(token, label="one") == text
    assert token == sealing.seal(text, label="one")
    with pytest.raises(BadSignature):
        sealing.unseal(token, label="other")


@pytest.mark.parametrize("token", ["", "x", "é", "a" * 32, "a" * 43, "a.b:c", "\0", "=" * 8])
def test_nothing_else_is_opened(token: str) -> None:
    with pytest.raises(BadSignature):
        sealing.unseal(token, label="one")
    assert sealing.row_id(token, User) == 0


def test_a_changed_token_is_not_opened() -> None:
    token = sealing.seal("Alice", label="one")
    for at in range(len(token) - 1):  # the last letter has bits that mean nothing
        changed = token[:at] + ("A" if token[at] != "A" else "B") + token[at + 1:]
        with pytest.raises(BadSignature):
            sealing.unseal(changed, label="one")


def test_a_token_names_one_row_of_one_table() -> None:
    token = sealing.id_token(7, User)
    assert sealing.row_id(token, User) == 7
    assert sealing.row_id(token, PushDevice) == 0
    assert len(token) == len(sealing.id_token(2 ** 62, User))


def test_an_earlier_secret_still_opens_what_it_has_sealed(settings) -> None:
    token = sealing.id_token(7, User)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new", [settings.SECRET_KEY]
    assert sealing.row_id(token, User) == 7
    assert sealing.id_token(7, User) != token
