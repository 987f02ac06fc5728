"""A whole game as one moving picture.

Owns the frames' common palette, their pace and the bytes of the GIF.  It is given views and
draws nothing itself.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

from PIL import Image

from engine.alexandros.state import State
from games.drawing.png import palette, pixels, reduced
from games.rulesets.alexandros.drawing.board_picture import draw_board

PACE = 900  # milliseconds a frame
LAST = 6000  # and the last one
MOST_FRAMES = 100  # of a longer game, so many from all over it
SAMPLES = 6  # frames the palette is taken from


def animate(
    views: Iterable[State],
    *,
    names: Sequence[str] = (),
    heading: str = "",
    width: int = 600,
    theme: str = "light",
) -> bytes:
    """The views as an animated GIF, each framed like a picture that stands alone.

    ``names``, ``heading``, ``theme`` as in ``draw_board``; ``width`` in pixels, 100 to 800,
    clamped.  The last frame is held longer, then it begins again.  The same views give the same
    bytes.  Raises ValueError without a view.
    """
    shown = _thinned(list(views))
    if not shown:
        raise ValueError("an animation needs at least one view")
    width = max(100, min(width, 800))
    drawn = [_frame(view, names, heading, width, theme) for view in shown]
    common = palette(_sheet(_samples(drawn)))
    frames = [reduced(frame, like=common) for frame in drawn]
    return _packed(frames, [*(PACE for _ in shown[1:]), LAST])


def _thinned(views: list[State]) -> list[State]:
    """All of them, or as many as a GIF may have, the first and the last included."""
    if len(views) <= MOST_FRAMES:
        return views
    last = len(views) - 1
    return [views[i * last // (MOST_FRAMES - 1)] for i in range(MOST_FRAMES)]


def _frame(
    view: State, names: Sequence[str], heading: str, width: int, theme: str
) -> Image.Image:
    said = f"{heading}, turn {view.turn}" if heading else f"Turn {view.turn}"
    svg = draw_board(view, theme=theme, frame=True, names=names, heading=said, titles=False)
    return pixels(svg, width=width)


def _samples(drawn: Sequence[Image.Image]) -> list[Image.Image]:
    """Some frames from all over the game, the last among them: it has most colours."""
    step = max(1, len(drawn) // SAMPLES)
    return [*drawn[:-1:step][:SAMPLES], drawn[-1]]


def _sheet(samples: Sequence[Image.Image]) -> Image.Image:
    """The samples on one sheet, for one palette: what does not change stays so to the bit."""
    width, height = samples[0].size
    sheet = Image.new("RGB", (width, height * len(samples)))
    for i, sample in enumerate(samples):
        sheet.paste(sample, (0, i * height))
    return sheet


def _packed(frames: Sequence[Image.Image], pace: Sequence[int]) -> bytes:
    """The frames as a GIF; ``optimize`` leaves out of each what the one before shows already."""
    out = io.BytesIO()
    first, *rest = frames
    first.save(  # a picture, not a row
        out, "GIF", save_all=True, append_images=rest, duration=list(pace), loop=0, optimize=True,
    )
    return out.getvalue()
