"""Alexandros introduced: the home page, link previews and the rules page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from django.conf import settings

from games.rulesets.alexandros import board_pictures, demo_game
from games.rulesets.alexandros.drawing.stylesheet import EMBEDDED
from games.rulesets.alexandros.rule_figures import figure_pictures
from games.rulesets.turn import EmailTurnExample


class AlexandrosIntroduction:
    """See ``games.rulesets.protocols.Introduction``."""

    title = "Alexandros: march, build walls, rule provinces"
    headline = "Alexander marches. His walls become your provinces."
    lead = (
        "Alexandros is a board game for two to four: march with the one army that everybody"
        " shares, occupy what its walls enclose, and levy taxes at the right time. Play it on the"
        " page or by mail, each turn in your own time."
    )
    about = (
        "The board game for two to four, by page and by mail: each move in your own time, or at"
        " once against bots, without an account."
    )
    about_rules = (
        "Learn it in ten minutes: the game in short, a first turn played through, and every rule"
        " with its figures."
    )
    picture_says = "A board of Alexandros with walls, guards and Alexander"
    length = "One game lasts about thirty turns, each in your own time."
    credits = (
        "An independent, unofficial implementation of the board game Alexandros by Leo Colovini."
    )
    rules = Path(settings.BASE_DIR) / "docs" / "rules.md"
    rules_template = "alexandros/rules_introduction.html"

    def demo_board(self) -> str:
        return board_pictures.board(demo_game.shown_view(), ids="home", coordinates=False)

    def email_turn(self) -> EmailTurnExample:
        return demo_game.email_turn()

    def poster(self) -> str:
        return board_pictures.standalone(demo_game.shown_view(), names=(), heading="Alexandros")

    def figures(self, theme: str) -> Mapping[str, str]:
        drawn = figure_pictures(theme=theme, stylesheet=EMBEDDED)
        return {"game": board_pictures.plain(demo_game.shown_view(), theme=theme),
                **{id_: picture.svg for id_, picture in drawn.items()}}
