"""Positions to be drawn, and ways to look into a picture."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import Any

from alexandros_rules.campaign.state import AUCTION, Auction, State
from alexandros_rules.campaign.things import AUCTION_NAMES
from tests.campaign.positions import ALICE, WORLD, position

SVG = "{http://www.w3.org/2000/svg}"
BEFORE_THE_FIRST_SEVEN = WORLD.first_violet
PERSEPOLIS = len(WORLD.arrow_ends)


def settled(**more: Any) -> State:
    """Everybody has built something; Alexander is on his way, the robber stands in Assyria."""
    values: dict[str, Any] = {
        "settlements": ["A5.N C5.N", "D3.S", "", "E9.N"], "cities": ["", "B3.N", "G4.S", ""],
        "roads": ["A5.N A5.NE", ["D3.S D3.SE", "B3.N B3.NE"], "", "E9.N E9.NE E9.SE"],
        "robber": "C5", "arrow": 20,
    }
    return position(**{**values, **more})


def in_auction(kind: str, junction: str) -> State:
    """Something is up for auction at a junction."""
    auction = Auction(AUCTION_NAMES.index(kind), WORLD.junction_by_label[junction], ALICE, 0,
                      (None,) * 4)
    return settled(phase=AUCTION, auction=auction)


def root(svg: str) -> ET.Element:
    """The picture read by a strict reader."""
    return ET.fromstring(svg)  # noqa: S314 - our own drawing


def of_class(svg: str, name: str) -> list[ET.Element]:
    """The elements that bear this class."""
    return [e for e in root(svg).iter() if name in (e.get("class") or "").split()]


def within(svg: str, name: str) -> list[ET.Element]:
    """The elements in the groups that bear this class."""
    return [e for group in of_class(svg, name) for e in group]


def uses(svg: str, target: str) -> int:
    """How often a definition is used outside the definitions."""
    body = svg.partition("</defs>")[2]
    return len(re.findall(rf'href="#cm-{target}"', body))


def roads(svg: str, colour: str) -> int:
    """How many roads of this colour are drawn."""
    return sum((line.get("d") or "").count("M") for line in of_class(svg, "cm-road")
               if f"cm-{colour}" in (line.get("class") or ""))


def title_of(svg: str, part: str, label: str) -> str:
    """What a hex, junction or path says of itself."""
    [shape] = [e for e in root(svg).iter() if e.get(f"data-{part}") == label]
    return shape.findtext(f"{SVG}title") or ""


def text_version(svg: str) -> str:
    return root(svg).findtext(f"{SVG}desc") or ""
