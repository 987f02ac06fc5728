"""Alexandros introduced: the home page, link previews and the rules page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from games.drawing.layers import Drawing
from games.rulesets.alexandros import board_pictures, demo_game
from games.rulesets.alexandros.drawing.stylesheet import EMBEDDED
from games.rulesets.alexandros.rule_figures import figure_pictures
from games.rulesets.protocols import EmailTurnExample


class AlexandrosIntroduction:
    """See ``games.rulesets.protocols.Introduction``."""

    rules = Path(settings.BASE_DIR) / "docs" / "rules.md"
    rules_template = "alexandros/rules_introduction.html"

    @property
    def title(self) -> str:
        return _("Alexandros: march, build walls, rule provinces")

    @property
    def headline(self) -> str:
        return _("Alexander marches. His walls become your provinces.")

    @property
    def lead(self) -> str:
        return _("Alexandros is a board game for two to four players. March with the one army"
                 " that everybody shares, occupy what its walls enclose, and levy taxes at the"
                 " right time. Play on the website or by email, each turn in your own time.")

    @property
    def about(self) -> str:
        return _("The board game for two to four players, on the website and by email. Play each"
                 " turn in your own time, or start at once against bots, without an account.")

    @property
    def about_rules(self) -> str:
        return _("Learn it in ten minutes: the game in short, a first turn played through, and"
                 " every rule with its figures.")

    @property
    def picture_says(self) -> str:
        return _("A board of Alexandros with walls, guards and Alexander")

    @property
    def length(self) -> str:
        return _("A game lasts about thirty turns. Everyone plays their turns in their own time.")

    @property
    def credits(self) -> str:
        return _("An independent, unofficial implementation of the board game Alexandros by"
                 " Leo Colovini.")

    def demo_board(self) -> str:
        return board_pictures.board(demo_game.shown_view(), ids="home", coordinates=False)

    def email_turn(self) -> EmailTurnExample:
        return demo_game.email_turn()

    def poster(self) -> Drawing:
        return board_pictures.standalone(demo_game.shown_view(), names=(), heading="Alexandros")

    def figures(self, theme: str) -> Mapping[str, str]:
        drawn = figure_pictures(theme=theme, stylesheet=EMBEDDED)
        return {"game": board_pictures.plain(demo_game.shown_view(), theme=theme),
                **{id_: picture.svg for id_, picture in drawn.items()}}
