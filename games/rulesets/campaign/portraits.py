"""The bots' portraits for pages."""

from __future__ import annotations

from functools import cache

from games.rulesets.campaign.drawing import draw_portrait


class CampaignPortraits:
    """See ``games.rulesets.protocols.Portraits``."""

    def portrait(self, bot: str) -> str:
        return _portrait(bot)


@cache  # pages show several
def _portrait(bot: str) -> str:
    return draw_portrait(bot)
