"""Animations: pictures as one animated GIF.

Owns the frames' common palette, their pace and the bytes of the file.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import TypeVar

from PIL import Image

from games.drawing.layers import Drawing
from games.drawing.png import palette, pixels, reduced

PACE = 900  # milliseconds for each frame
LAST = 6000  # milliseconds for the last frame
MOST_FRAMES = 100  # longer games are thinned out evenly
SAMPLES = 6  # frames from which the palette is made
T = TypeVar("T")


def animate(frames: Iterable[Drawing], *, width: int = 600) -> bytes:
    """Return pictures of one size, drawn here, as an animated GIF.

    ``width`` is in pixels, clamped to 100 to 800.  The last frame is held longer before the
    animation begins again.  The same frames give the same bytes.  Raises ValueError if there is no
    frame, and for pictures that ``games.drawing.png`` refuses.
    """
    width = max(100, min(width, 800))
    drawn = [pixels(frame, width=width) for frame in frames]
    if not drawn:
        raise ValueError("an animation needs at least one view")
    common = palette(_sheet(_samples(drawn)))
    reduced_frames = [reduced(frame, like=common) for frame in drawn]
    return _packed(reduced_frames, [*(PACE for _ in drawn[1:]), LAST])


def thinned(views: Sequence[T]) -> Sequence[T]:
    """Return all frames, or as many as an animation may have, with the first and the last."""
    if len(views) <= MOST_FRAMES:
        return views
    last = len(views) - 1
    return [views[i * last // (MOST_FRAMES - 1)] for i in range(MOST_FRAMES)]


def _samples(drawn: Sequence[Image.Image]) -> list[Image.Image]:
    """Return frames spread over the game, including the last one, which has the most colours."""
    step = max(1, len(drawn) // SAMPLES)
    return [*drawn[:-1:step][:SAMPLES], drawn[-1]]


def _sheet(samples: Sequence[Image.Image]) -> Image.Image:
    """Return the samples on one sheet, to make one palette that keeps unchanged parts identical."""
    width, height = samples[0].size
    sheet = Image.new("RGB", (width, height * len(samples)))
    for i, sample in enumerate(samples):
        sheet.paste(sample, (0, i * height))
    return sheet


def _packed(frames: Sequence[Image.Image], pace: Sequence[int]) -> bytes:
    """Return the frames as a GIF.

    ``optimize`` leaves out of each frame the parts that the frame before already shows.
    """
    out = io.BytesIO()
    first, *rest = frames
    first.save(  # a picture, not a row
        out, "GIF", save_all=True, append_images=rest, duration=list(pace), loop=0, optimize=True,
    )
    return out.getvalue()
