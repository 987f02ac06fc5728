"""The corpus of emails as email programs and other programs write them, with its index."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "corpus"
OWN_DOMAIN = "play.example.net"
INDEX: list[dict[str, Any]] = tomllib.loads((FOLDER / "index.toml").read_text("utf-8"))["mail"]
REPLIES = [entry for entry in INDEX if "automatic" not in entry]
AUTOMATIC = [entry for entry in INDEX if "automatic" in entry]


def raw(entry: dict[str, Any]) -> bytes:
    """The bytes of an email in the index."""
    return (FOLDER / entry["file"]).read_bytes()


def says(entry: dict[str, Any]) -> str:
    """The sentence that names the test of an email."""
    return str(entry["says"])
