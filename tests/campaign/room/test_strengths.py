"""How strong the bots of The Campaign are has been measured, and docs/bots.md says it."""

from __future__ import annotations

from pathlib import Path

from engine.campaign.bots.counselor import CounselorBot
from engine.campaign.bots.random_bot import RandomBot
from games.rulesets import opponents
from games.rulesets.campaign.room import ROOM

DOCUMENT = Path(__file__).parents[3] / "docs" / "bots.md"


def test_both_bots_have_been_measured_the_weaker_first() -> None:
    assert list(opponents.read(ROOM.strengths).bots) == [RandomBot.name, CounselorBot.name]


def test_the_document_says_how_strong_the_random_bot_is() -> None:
    measured = opponents.read(ROOM.strengths).bots["random"]
    words = " ".join(DOCUMENT.read_text("utf-8").split())
    assert f"`random` has {measured.points} ({measured.low} to {measured.high})" in words
