"""Badges and signs: small pictures of a player's mark, of a commodity, or of a chit.

They have no ids, so that a page may show many of them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _

from engine.campaign.state import COLOURS
from games.drawing import canvas
from games.drawing.stylesheets import EMBEDDED, check_style
from games.rulesets.campaign.drawing.piece_shapes import plate_parts
from games.rulesets.campaign.drawing.signs import KIND_SIGNS, sign_parts
from games.rulesets.campaign.drawing.stylesheet import SHEETS


def draw_badge(seat: int, *, theme: str = "light", stylesheet: str = EMBEDDED) -> str:
    """A player's mark, in colour and shape."""
    badge = canvas.group(*plate_parts(seat), class_=f"cm-{COLOURS[seat]}",
                         transform="translate(24 24)")
    return _sheet(48, badge, _(COLOURS[seat]), theme, stylesheet)


@lru_cache(maxsize=256)
def draw_sign(
    name: str, *, label: str = "", theme: str = "light", stylesheet: str = EMBEDDED
) -> str:
    """A sign of ``signs.SIGNS`` by its name; screen readers skip it unless it has a label."""
    kind = f"cm-glyph cm-{name}" if name in KIND_SIGNS else "cm-event"
    sign = canvas.group(*sign_parts(name), class_=kind, transform="translate(18 18)")
    return _sheet(36, sign, label, theme, stylesheet)


def _sheet(size: int, element: Any, label: str, theme: str, stylesheet: str) -> str:
    check_style(theme, stylesheet)
    role = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    body = canvas.write(*([canvas.title(label)] if label else []), element)
    return canvas.sheet(
        (size, size), (SHEETS.style_layer(theme, stylesheet, body), body),
        class_=f"cm cm-{theme}", width=size, height=size, **role,
    )
