"""The small picture for lists: land, provinces, walls, guards as dots, Alexander.

Everything that cannot be seen at the size of a stamp is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.alexandros.board import SYMBOLS, Board
from engine.alexandros.lattice import bits
from engine.alexandros.state import COLOURS, State
from games.drawing import canvas
from games.drawing.canvas import Element
from games.rulesets.alexandros.drawing import descriptions, pieces
from games.rulesets.alexandros.drawing.board_geometry import BoardGeometry, board_geometry
from games.rulesets.alexandros.drawing.stylesheet import EMBEDDED, check_style, style_layer
from games.rulesets.alexandros.drawing.surveys import survey

DOTS = (  # of the seats, round (0, 0): the shields' outlines without their finish
    "M-13 0a13 13 0 1 0 26 0a13 13 0 1 0-26 0z", "M0-16 16 0 0 16-16 0z",
    "M-12-12h24v24h-24z", "M-15-12h30L0 16z",
)


def draw_thumbnail(
    view: State, *, theme: str = "light", stylesheet: str = EMBEDDED, size: int | None = None
) -> str:
    """The position as a small SVG without ids, below 10 KB; options as in ``draw_board``."""
    check_style(theme, stylesheet)
    map_ = board_geometry(view.board)
    tints = "".join(map(str, pieces.province_tints(view, pieces.closed(view))))
    body = f"{_ground(view.board)}{tints}{canvas.layer('ax-figures', _figures(view, map_))}"
    return canvas.sheet(
        (map_.width, map_.height), (style_layer(theme, stylesheet, body), body),
        class_=f"ax ax-{theme}", role="img", aria_label=descriptions.label(view),
        width=size, height=size and round(size * map_.height / map_.width),
    )


@lru_cache(maxsize=16)
def _ground(board: Board) -> str:
    map_ = board_geometry(board)
    found = survey(board)
    return canvas.layer("ax-ground", (
        canvas.rect(0, 0, map_.width, map_.height, class_="ax-sea"),
        canvas.path(found.terrain.outline, class_="ax-coast"),
        canvas.path(found.land, class_="ax-land"),
        *(
            canvas.path(map_.triangles(board.symbols[i]), class_=f"ax-tint ax-{name}")
            for i, name in enumerate(SYMBOLS)
        ),
    ))


def _figures(view: State, map_: BoardGeometry) -> Iterator[Element]:
    for mask, kind in ((view.walls & ~view.red, "ax-wall"), (view.red, "ax-wall ax-last-turn")):
        if mask:
            yield canvas.path(map_.lines(mask), class_=kind)
    for seat, mask in enumerate(view.guards):
        for space in bits(mask):
            x, y = map_.centres[space]
            yield canvas.path(
                DOTS[seat], class_=f"ax-dot ax-{COLOURS[seat]}", transform=f"translate({x} {y})"
            )
    x, y = map_.points[view.alexander]
    yield canvas.circle(x, y, 17, class_="ax-standing")
