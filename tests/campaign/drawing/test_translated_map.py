"""Every word on the map and about it can be translated."""

from __future__ import annotations

import re

from games.rulesets.campaign.drawing import draw_map
from tests.campaign.drawing.drawn import SVG, in_auction, root, settled
from tests.campaign.positions import WORLD
from tests.pseudo_language import spoken

LABEL = re.compile(r"\b[A-Z]\d+(?:\.[NESW]+)?\b")
PLAIN = re.compile(r"[A-Za-z]{2,}")


def test_names_titles_and_the_text_version_are_translated() -> None:
    for view in (settled(arrow=0), settled(arrow=WORLD.first_violet), settled(arrow=46),
                 in_auction("bridge", "C4.S")):
        with spoken():
            svg = draw_map(view, frame=True)
        for element in root(svg).iter():
            if element.tag != f"{SVG}style":
                for words in (element.text or "", element.get("aria-label") or ""):
                    assert not PLAIN.findall(LABEL.sub("", words)), words


def test_each_language_has_its_own_names() -> None:
    with spoken():
        accented = draw_map(settled())
    assert "Babylonia" not in accented
    assert "Babylonia" in draw_map(settled())
