"""Pictures of Alexandros positions, drawn from views and nothing else.

``draw_board`` is the picture; ``draw_thumbnail`` a small one for lists;
``draw_scores`` the course of a game as a chart; ``draw_card``, ``draw_glyph`` and
``draw_badge`` the pieces beside the board; ``css`` a theme's rules; ``png`` turns any of
them into a PNG, ``animate`` a whole game into a GIF.
"""

from games.drawing.animation import animate
from games.drawing.cards import draw_badge, draw_card, draw_glyph
from games.drawing.picture import draw_board
from games.drawing.png import png
from games.drawing.scores import draw_scores
from games.drawing.stylesheet import css
from games.drawing.thumbnail import draw_thumbnail

__all__ = [
    "animate", "css", "draw_badge", "draw_board", "draw_card", "draw_glyph", "draw_scores",
    "draw_thumbnail", "png",
]
