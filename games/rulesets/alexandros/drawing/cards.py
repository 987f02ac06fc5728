"""Cards, badges and single symbols: the pieces that lie beside the board.

They are drawn in the board's style, without ids, so that a page may show many of them.  Beside a
board they may borrow its signs (``signs`` is the ``ids`` with which it was drawn).  Their names are
written there too, so they say nothing to those who hear the page.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import cos, pi, sin
from typing import Any

from django.utils.translation import gettext as _

from alexandros_rules.alexandros import display_names
from alexandros_rules.alexandros.board import SYMBOLS
from alexandros_rules.alexandros.state import COLOURS
from games.drawing import canvas
from games.drawing.canvas import SHIELDS
from games.rulesets.alexandros.drawing import pieces
from games.rulesets.alexandros.drawing.stylesheet import EMBEDDED, SHEETS

WIDTH, HEIGHT = 60, 84  # of a card


def draw_card(
    symbol: str | int, *, face_down: bool = False, theme: str = "light",
    stylesheet: str = EMBEDDED, signs: str = "",
) -> str:
    """Draw a card by its symbol's name or number; other numbers are unknown cards.

    An unknown card is drawn face down.  Raises ValueError for an unknown name.
    """
    known = symbol in range(len(SYMBOLS)) if isinstance(symbol, int) else symbol in SYMBOLS
    if not known and isinstance(symbol, str):
        raise ValueError(f"there is no symbol {symbol!r}")
    if face_down or not known:
        return _card("", "" if signs else _("face-down card"), theme, stylesheet, signs)
    card = symbol if isinstance(symbol, int) else SYMBOLS.index(symbol)
    label = "" if signs else _("%(symbol)s card") % {"symbol": display_names.card_name(card)}
    return _card(SYMBOLS[card], label, theme, stylesheet, signs)


@lru_cache(maxsize=128)
def _card(name: str, label: str, theme: str, stylesheet: str, signs: str) -> str:
    """Draw a card with the symbol of this name, or its back if that is ""."""
    return SHEETS.small_picture((WIDTH, HEIGHT), _face(name, signs) if name else _back(),
                                label=label, theme=theme, stylesheet=stylesheet)


def draw_glyph(
    symbol: str | int, *, theme: str = "light", stylesheet: str = EMBEDDED, signs: str = ""
) -> str:
    """Draw a symbol alone, in its colour, by name or number."""
    card = symbol if isinstance(symbol, int) else SYMBOLS.index(symbol)
    label = "" if signs else display_names.card_name(card)
    return _glyph(SYMBOLS[card], label, theme, stylesheet, signs)


@lru_cache(maxsize=128)
def _glyph(name: str, label: str, theme: str, stylesheet: str, signs: str) -> str:
    return SHEETS.small_picture((30, 30), [_sign(name, signs, "translate(15 15)")],
                                label=label, theme=theme, stylesheet=stylesheet)


def draw_badge(seat: int, *, theme: str = "light", stylesheet: str = EMBEDDED) -> str:
    """Draw a player's shield, in colour and shape."""
    return _badge(seat, _(COLOURS[seat]), theme, stylesheet)


@lru_cache(maxsize=64)
def _badge(seat: int, label: str, theme: str, stylesheet: str) -> str:
    shield = SHIELDS[seat]
    badge = canvas.group(
        canvas.path(shield, class_="ax-shield"),
        canvas.path(shield, class_="ax-rim", transform="scale(.8)"),
        class_=f"ax-{COLOURS[seat]}", transform="translate(24 24)",
    )
    return SHEETS.small_picture((48, 48), [badge], label=label, theme=theme,
                                stylesheet=stylesheet)


def _sign(name: str, signs: str, place: str) -> Any:
    """Draw a symbol at its place, or borrow it from the board's definitions."""
    kind = f"ax-glyph ax-{name}"
    if not signs:
        return canvas.group(*pieces.symbol_parts(name), class_=kind, transform=place)
    smaller = f"{place}scale({1 / pieces.SCALE:.3f})"
    return canvas.use(f"{signs}-{name}", 0, 0, class_=kind, transform=smaller)


def _face(name: str, signs: str) -> Iterable[Any]:
    """Draw a large sign on a panel of its tint, and small ones in two corners."""
    yield canvas.rect(1, 1, WIDTH - 2, HEIGHT - 2, rx=7, class_="ax-card")
    yield canvas.rect(6, 19, WIDTH - 12, HEIGHT - 38, rx=4, class_=f"ax-tint ax-{name}")
    for place in (
        f"translate({WIDTH // 2} {HEIGHT // 2})scale(1.55)", "translate(12 11)scale(.5)",
        f"translate({WIDTH - 12} {HEIGHT - 11})rotate(180)scale(.5)",
    ):
        yield _sign(name, signs, place)


def _back() -> Iterable[Any]:
    """Draw the sun of sixteen rays."""
    x, y = WIDTH // 2, HEIGHT // 2
    yield canvas.rect(1, 1, WIDTH - 2, HEIGHT - 2, rx=7, class_="ax-back")
    yield canvas.rect(6, 6, WIDTH - 12, HEIGHT - 12, rx=4, class_="ax-back-line")
    yield canvas.path("".join(_ray(x, y, i) for i in range(16)), class_="ax-star")
    yield canvas.circle(x, y, 5, class_="ax-star")


def _ray(x: int, y: int, i: int) -> str:
    # Every second ray is shorter.
    spots = ((7, i - 0.36), (19 - 5 * (i % 2), i), (7, i + 0.36))
    corners = (
        (x + far * sin(turn * pi / 8), y - far * cos(turn * pi / 8)) for far, turn in spots
    )
    return "M" + " ".join(f"{u:.1f} {v:.1f}" for u, v in corners) + "z"
