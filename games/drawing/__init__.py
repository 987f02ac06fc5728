"""Pictures of Alexandros positions, drawn from views and nothing else.

``draw_board`` is the picture; ``draw_thumbnail`` a small one for lists;
``draw_card``, ``draw_glyph`` and ``draw_badge`` the pieces beside the board;
``css`` a theme's rules.
"""

from games.drawing.picture import draw_board
from games.drawing.stylesheet import css, page_css

__all__ = ["css", "draw_board", "page_css"]
