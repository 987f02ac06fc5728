"""The Campaign introduced: the home page, link previews and the rules page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from games.drawing.layers import Drawing
from games.rulesets.campaign import demo_game
from games.rulesets.campaign.rule_figures import figure_pictures
from games.rulesets.plain import PlainIntroduction, PlainPictures
from games.rulesets.protocols import EmailTurnExample


class CampaignIntroduction(PlainIntroduction):
    """See ``games.rulesets.protocols.Introduction``."""

    rules_template = "campaign/rules_introduction.html"

    def __init__(self, pictures: PlainPictures):
        super().__init__(pictures.ruleset, pictures, lead="", length="",
                         rules=Path(settings.BASE_DIR) / "docs" / "campaign-rules.md")

    @property
    def title(self) -> str:
        return _("The Campaign: follow Alexander, bid, settle and trade")

    @property
    def headline(self) -> str:
        return _("Alexander moves on. Who helps him, and who settles behind him?")

    @property
    def lead(self) -> str:
        return _("The Campaign is for two to four players. Follow Alexander from Macedonia to"
                 " Persepolis, bid for the right to help him, found settlements and trade what"
                 " they yield. Play on the website or by email, each turn in your own time.")

    @property
    def about(self) -> str:
        return _("A game of auctions, trade and settlements for two to four players, on the"
                 " website and by email.")

    @property
    def about_rules(self) -> str:
        return _("How to play The Campaign: the game in short, turns played through, and every"
                 " rule.")

    @property
    def picture_says(self) -> str:
        return _("The map of The Campaign with Alexander’s route and the players’ settlements")

    @property
    def length(self) -> str:
        return _("A game lasts about sixty turns. Everyone plays their turns in their own time.")

    def figures(self, theme: str) -> Mapping[str, str]:
        return figure_pictures(theme)

    def demo_board(self) -> str:
        return self.pictures.board(demo_game.demo().view, names=demo_game.NAMES)

    def email_turn(self) -> EmailTurnExample:
        return demo_game.email_turn()

    def poster(self) -> Drawing:
        return self.pictures.standalone_board(
            demo_game.demo().view, names=demo_game.NAMES, heading=self.title)
