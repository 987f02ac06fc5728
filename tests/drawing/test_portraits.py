"""Portraits of the bots."""

from __future__ import annotations

import pytest

from alexandros_rules.alexandros.rules import RULESET
from games.rulesets.alexandros.drawing.portraits import PORTRAITS, draw_portrait
from games.rulesets.alexandros.room import ROOM
from tests.auction.room import ROOM as LOTS
from tests.drawing.sample_positions import root

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("bot", [*PORTRAITS, "nobody"])
def test_a_portrait_stands_on_its_own(bot: str) -> None:
    """No ids and no styles: a page may show it twice, and it looks the same on every page."""
    picture = root(draw_portrait(bot))
    assert picture.get("viewBox") == "0 0 160 160"
    assert picture.get("aria-hidden") == "true"
    for element in picture.iter():
        assert element.tag.removeprefix(SVG) in ("svg", "g", "circle", "path")
        assert not {"id", "class", "style"} & set(element.attrib)


def test_every_bot_has_a_portrait_of_its_own() -> None:
    assert set(RULESET.bots) <= set(PORTRAITS)
    drawn = {ROOM.portraits.portrait(bot) for bot in RULESET.bots}
    assert len(drawn) == len(RULESET.bots)


def test_a_bot_that_nobody_has_drawn_is_a_stranger() -> None:
    assert ROOM.portraits.portrait("nobody") == ROOM.portraits.portrait("somebody")


def test_a_game_without_portraits_shows_initials() -> None:
    for bot, initial in (("bold", "C"), ("thrifty", "C"), ("else", "E")):
        assert root(LOTS.portraits.portrait(bot)).findtext(f"{SVG}text") == initial
