"""Films: the positions of a few turns as one SVG picture that moves by itself.

A style sheet inside the picture shows one position after the other, so the film needs no script.
A page offers another picture to people who do not want it to move.  Whatever several positions
have in common is in the file once, and what others refer to is in all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest

from games.drawing.layers import Layer, Picture

PACE = 1.1  # seconds for each position
LAST = 4  # as many times as long for the last one, before the film begins again
_ID = re.compile(r' id="[^"]*"')


def film(frames: Sequence[Picture]) -> str:
    """Return pictures of one size, each with one scene and its own style, as a film.

    The last of them gives the film its words, and is shown where nothing moves.  Raises IndexError
    if there is none.
    """
    frames = [frame for frame, _same in groupby(frames)]
    last, ends = frames[-1], len(frames)
    slots = zip_longest(*([_text(layer) for layer in frame.scenes[0].layers] for frame in frames),
                        fillvalue="")
    parts: list[str] = []
    runs: set[tuple[int, int]] = set()
    for slot in slots:
        for text, begin, end in _runs(slot):
            if (begin, end) == (0, ends):
                parts.append(text)
            elif text:
                runs.add((begin, end))
                parts.append(f'<g class="run r{begin}-{end}">{_ID.sub("", text)}</g>')
    body = f"{last.definitions}{last.scenes[0].before}{''.join(parts)}{last.scenes[0].after}"
    style = last.style(body).replace("</style>", f"{''.join(_rules(runs, ends))}</style>")
    return f"{last.opening}{last.words}{style}{body}</svg>"


def _text(layer: Layer) -> str:
    text = "".join(piece.text for piece in layer.pieces)
    return f"{layer.before}{text}{layer.after}" if text else ""


def _runs(texts: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Yield each text with the first frame that has it and the first one that has it no more."""
    begin = 0
    for text, same in groupby(texts):
        end = begin + len([*same])
        yield text, begin, end
        begin = end


def _rules(runs: set[tuple[int, int]], ends: int) -> Iterator[str]:
    """Yield the rules that show each run in its time."""
    whole = ends - 1 + LAST

    def share(frame: int) -> str:
        return f"{100 * (whole if frame == ends else frame) / whole:.4g}%"

    yield f".run{{visibility:hidden;animation:{whole * PACE:.4g}s step-end infinite}}"
    for begin, end in sorted(runs):
        before = "0%{visibility:hidden}" if begin else ""
        after = "" if end == ends else f"{share(end)}{{visibility:hidden}}"
        still = "visibility:visible;" if end == ends else ""
        yield (f".r{begin}-{end}{{{still}animation-name:r{begin}-{end}}}@keyframes r{begin}-{end}"
               f"{{{before}{share(begin)}{{visibility:visible}}{after}}}")
