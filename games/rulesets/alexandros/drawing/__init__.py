"""Pictures of Alexandros positions, drawn from views and nothing else.

``draw_board`` draws the picture as SVG, ``board_in_layers`` in layers, to be made a PNG;
``draw_thumbnail`` a small one for lists; ``draw_card``, ``draw_glyph`` and ``draw_badge`` the
pieces beside the board; ``draw_frames`` the frames of an animation; ``css`` has the rules of a
theme.  ``games.drawing`` makes PNGs and GIFs of pictures.
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
