"""Maps of The Campaign for pages and emails, with the links and marks of a turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from alexandros_rules.campaign import gazetteer, map_file
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import State
from games.drawing.layers import Drawing
from games.drawing.outlines import ring
from games.drawing.stylesheets import AUTO, NONE
from games.rulesets.campaign.choices import Marks
from games.rulesets.campaign.drawing import (
    change_shapes,
    draw_badge,
    draw_map,
    draw_thumbnail,
    map_in_layers,
    recent_changes,
)
from games.rulesets.campaign.drawing.map_geometry import map_geometry
from games.rulesets.plain import PlainPictures, first_view


class CampaignBoards(PlainPictures):
    """See ``games.rulesets.protocols.BoardPictures``."""

    has_spaces = True

    def __init__(self) -> None:
        super().__init__(RULESET, _draw_inline)

    def title(self, text: str) -> str:
        return gazetteer.title(map_file.load(text))

    def board(self, view: State, *, names: Sequence[str], moves: Sequence[str] = ()) -> str:
        return self.marked_board(view, names=names, moves=moves)

    def marked_board(self, view: State, *, names: Sequence[str], moves: Sequence[str] = (),
                     marks: Marks | None = None) -> str:
        """Draw the position inline, with the possible choices on it as links."""
        marks = marks or Marks()
        parts = {"hex": marks.hexes, "junction": marks.junctions, "path": marks.paths}
        return draw_map(
            view, theme=AUTO, stylesheet=NONE, names=names, recent=recent_changes(view, moves),
            links={part: targets for part, targets in parts.items() if targets},
            marks={"junction": marks.chosen} if marks.chosen else None)

    def changes(self, before: State, after: State) -> Mapping[str, str]:
        return change_shapes(before, after)

    def places(self, view: State, places: Mapping[str, Sequence[int]]) -> Mapping[str, str]:
        """Return the parts that ``alexandros_rules.campaign.course.goals`` names."""
        path = _path(view, places)
        return {"wrong": path} if path else {}

    def thumbnail(self, view: State) -> str:
        return draw_thumbnail(view, theme=AUTO, stylesheet=NONE)

    def badge(self, seat: int) -> str:
        return draw_badge(seat, theme=AUTO, stylesheet=NONE)

    def standalone_board(self, view: State, *, names: Sequence[str], heading: str,
                         moves: Sequence[str] = ()) -> Drawing:
        return map_in_layers(view, frame=True, names=names, heading=heading,
                             recent=recent_changes(view, moves))

    def standalone_thumbnail(self, view: State) -> Drawing:
        return draw_thumbnail(view)

    def standalone_empty_board(self, text: str) -> Drawing:
        return map_in_layers(first_view(RULESET, text))


def _path(view: State, places: Mapping[str, Sequence[int]]) -> str:
    """Return the path round these hexes and junctions."""
    geometry = map_geometry(view.world)
    return "".join([*map(geometry.inner_hexagon, places.get("hexes", ())),
                    *(ring(*geometry.points[j], 24) for j in places.get("junctions", ()))])


def _draw_inline(view: State, names: Sequence[str], heading: str) -> str:
    return draw_map(view, theme=AUTO, stylesheet=NONE, names=names)
