"""docs/bots.md says how strong the bots are."""

from __future__ import annotations

from games.rulesets import opponents
from games.rulesets.alexandros.room import ROOM
from tests.operators.characters import DOCUMENT, table, written


def test_the_document_has_the_published_strengths() -> None:
    assert written() == table(), "Run python -m tests.operators.characters."


def test_the_document_says_how_they_were_measured() -> None:
    words = " ".join(DOCUMENT.read_text("utf-8").split())
    assert "games/rulesets/alexandros/strengths.json" in words
    assert opponents.read(ROOM.strengths).command
