"""Lots as one of the games of this service."""

from __future__ import annotations

from pathlib import Path

from django.utils.translation import gettext_noop

from games.rulesets.plain import PlainIntroduction, PlainPictures, PlainPortraits
from games.rulesets.registry import Assets, Room
from tests.auction.drawing import draw
from tests.auction.pages import LotsEmails, LotsReplay, LotsTable, LotsTurnForm
from tests.auction.rules import AUCTION

PICTURES = PlainPictures(AUCTION, draw)
REPLAY = LotsReplay(AUCTION, PICTURES)

ROOM = Room(
    ruleset=AUCTION,
    boards=PICTURES,
    portraits=PlainPortraits(AUCTION),
    table=LotsTable(AUCTION),
    turn=LotsTurnForm(AUCTION, PICTURES, example_orders="bid 3"),
    replay=REPLAY,
    emails=LotsEmails(
        REPLAY, example_orders="bid 3",
        turn_outline=gettext_noop("In your own turn you offer a lot. Then everybody bids once."),
    ),
    introduction=PlainIntroduction(
        AUCTION, PICTURES,
        lead=gettext_noop(
            "A quick auction for two to four players. Somebody offers a lot, everybody bids for"
            " it in secret and at the same time, and the highest bidder pays."
        ),
        gist=gettext_noop("A game takes at most eight turns."),
        rules=Path(__file__).with_name("rules.md"),
    ),
    assets=Assets(page_sheets=("auction/lots.css",), replay_scripts=("auction/chart-parts.js",)),
)
