"""Draws the map for pages and emails, with the links and marks of a turn."""

from __future__ import annotations

from collections.abc import Sequence

from engine.campaign import map_file
from engine.campaign.rules import RULESET
from engine.campaign.state import State
from games.drawing import canvas
from games.rulesets.campaign.map_sketch import draw_map
from games.rulesets.campaign.marks import Marks
from games.rulesets.campaign.point_chart import SEAT_MARKS
from games.rulesets.plain import PlainPictures


class CampaignBoards(PlainPictures):
    """See ``games.rulesets.protocols.BoardPictures``."""

    def __init__(self) -> None:
        super().__init__(RULESET, lambda view, names, heading: draw_map(view, heading=heading))

    def title(self, text: str) -> str:
        return map_file.load(text).title

    def badge(self, seat: int) -> str:
        mark = canvas.path(f"M10 10{SEAT_MARKS[seat]}", fill=f"var(--seat-{seat})",
                           stroke="var(--ink)")
        return canvas.sheet((20, 20), [mark.tostring()])

    def marked_board(self, view: State, *, names: Sequence[str], moves: Sequence[str] = (),
                     marks: Marks | None = None) -> str:
        """Returns the position inline, with what can be chosen on it as links."""
        return draw_map(view, marks=marks)
