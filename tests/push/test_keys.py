"""The key that signs notifications is made once, kept private, and can be given from outside."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from games.post.push import keys
from games.post.push.keys import decoded


@pytest.fixture
def data(tmp_path: Path, settings: Any) -> Path:
    """An empty data directory."""
    settings.DATA_DIR = tmp_path / "data"
    return tmp_path / "data"


@pytest.mark.promise("R22")
def test_the_first_use_makes_a_key_that_only_we_can_read(data: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        found = set(threads.map(lambda _: keys.private_key(), range(8)))
    assert found == {(data / "vapid-key").read_text()}
    assert (data / "vapid-key").stat().st_mode & 0o777 == 0o600
    assert data.stat().st_mode & 0o777 == 0o700


def test_the_public_key_is_a_point_that_browsers_accept(data: Path) -> None:
    public = decoded(keys.public_key())
    assert (len(public), public[0]) == (65, 4)
    assert keys.public_key() == keys.public_key()


def test_a_key_from_the_environment_is_used_and_no_file_is_made(data: Path, settings: Any) -> None:
    settings.VAPID_KEY = keys.new_private_key()
    assert keys.private_key() == settings.VAPID_KEY
    assert not data.exists()


@pytest.mark.parametrize("text", ["", "short", "A" * 43, "_" * 43, "ä" * 43, "x" * 44])
def test_what_is_not_a_key_is_told_from_one(text: str) -> None:
    assert not keys.is_private_key(text)
    assert keys.is_private_key(keys.new_private_key())
