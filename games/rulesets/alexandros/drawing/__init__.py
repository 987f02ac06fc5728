"""Pictures of Alexandros positions, drawn from views and nothing else.

``draw_board`` is the picture as SVG, ``board_in_layers`` the same in layers, to be made a PNG;
``draw_thumbnail`` a small one for lists; ``draw_scores`` the course of a game as a chart;
``draw_card``, ``draw_glyph`` and ``draw_badge`` the pieces beside the board; ``css`` a theme's
rules; ``draw_frames`` the frames of an animation.  ``games.drawing`` makes PNGs and GIFs of them.
"""

from games.rulesets.alexandros.drawing.board_picture import (
    board_in_layers,
    draw_board,
    draw_frames,
    draw_thumbnail,
)
from games.rulesets.alexandros.drawing.cards import draw_badge, draw_card, draw_glyph
from games.rulesets.alexandros.drawing.stylesheet import css

__all__ = [
    "board_in_layers", "css", "draw_badge", "draw_board", "draw_card", "draw_frames",
    "draw_glyph", "draw_thumbnail",
]
