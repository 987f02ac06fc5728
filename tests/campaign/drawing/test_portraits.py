"""Every bot has a portrait of its own."""

from __future__ import annotations

from engine.campaign.rules import RULESET
from games.rulesets.campaign.drawing import draw_portrait
from games.rulesets.campaign.room import CampaignPortraits
from tests.campaign.drawing.drawn import root


def test_the_bots_that_we_know_differ() -> None:
    drawn = {draw_portrait(bot) for bot in (*RULESET.bots, "somebody else")}
    assert len(drawn) >= 3  # a bot without one of its own has the last
    for svg in drawn:
        assert root(svg).get("aria-hidden") == "true"
        assert "class=" not in svg  # no style sheet can change it


def test_a_page_shows_the_same_portrait() -> None:
    assert CampaignPortraits().portrait("counselor") == draw_portrait("counselor")
