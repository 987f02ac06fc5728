"""Closed lines through or along spots, and noise that gives them life.

Coordinates are whole, so that relative steps gather no rounding error.
"""

from __future__ import annotations

from collections.abc import Sequence

Spot = tuple[int, int]


def _shuffled() -> tuple[int, ...]:
    """Return the numbers below 256 in a fixed disorder, twice over."""
    numbers, word = list(range(256)), 1
    for i in range(255, 0, -1):
        word = word * 1664525 + 1013904223 & 0xFFFFFFFF
        k = (word >> 8) % (i + 1)
        numbers[i], numbers[k] = numbers[k], numbers[i]
    return (*numbers, *numbers)


WHIM = _shuffled()


def noise(a: int, b: int, c: int) -> float:
    """Return a number from 0 to 1 that depends only on these numbers, on every machine."""
    return WHIM[WHIM[WHIM[a & 255] + (b & 255)] + (c & 255)] / 255


def straight_path(spots: Sequence[Spot], dx: int, dy: int) -> str:
    """Return a closed line through these spots, moved by (dx, dy)."""
    (x, y), *rest = spots
    steps = [f"M{x + dx} {y + dy}"]
    for u, v in rest:
        steps.append(straight(u - x, v - y))
        x, y = u, v
    return "".join(steps) + "z"


def straight(dx: int, dy: int) -> str:
    """Return a straight line in a path, by its extent in both directions."""
    if dy == 0:
        return f"h{dx}"
    return f"l{dx} {dy}" if dy > 0 else f"l{dx}{dy}"


def ring(x: int, y: int, radius: int) -> str:
    """Return a circle round (x, y) as a path."""
    half = f"a{radius} {radius} 0 1 0 "
    return f"M{x - radius} {y}{half}{2 * radius} 0{half}{-2 * radius} 0z"


def smooth_path(spots: Sequence[Spot], dx: int, dy: int) -> str:
    """Return a closed smooth line pulled by these spots: each is the control point of one curve.

    The command ``t`` mirrors the last control point.  Mirrored in the midpoint between them, each
    control point becomes the next one, so only the midpoints are written.
    """
    x, y = (spots[-1][0] + spots[0][0]) // 2, (spots[-1][1] + spots[0][1]) // 2
    u, v = (spots[0][0] + spots[1][0]) // 2, (spots[0][1] + spots[1][1]) // 2
    steps = [f"M{x + dx} {y + dy}Q{spots[0][0] + dx} {spots[0][1] + dy} {u + dx} {v + dy}t"]
    x, y = u, v
    for i in range(1, len(spots)):
        a, b = spots[i], spots[(i + 1) % len(spots)]
        u, v = (a[0] + b[0]) // 2, (a[1] + b[1]) // 2
        steps.append(f"{u - x} {v - y} ")
        x, y = u, v
    return "".join(steps).replace(" -", "-").rstrip() + "z"
