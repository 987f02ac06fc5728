"""The pieces of Alexandros in templates: cards, symbols, shields."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe

from engine.alexandros.board import SYMBOLS
from games.drawing import draw_badge, draw_card, draw_glyph

register = template.Library()


@register.simple_tag
def card_face(symbol: int) -> SafeString:
    """A card as inline SVG; an unknown one face down."""
    return mark_safe(draw_card(symbol, theme="auto", stylesheet="none"))  # noqa: S308 - ours


@register.simple_tag
def symbol_sign(symbol: int) -> SafeString:
    """A symbol as inline SVG; nothing for an unknown card."""
    if symbol not in range(len(SYMBOLS)):
        return SafeString("")
    return mark_safe(draw_glyph(symbol, theme="auto", stylesheet="none"))  # noqa: S308 - ours


@register.simple_tag
def seat_badge(seat: int) -> SafeString:
    """A seat's shield as inline SVG."""
    return mark_safe(draw_badge(seat, theme="auto", stylesheet="none"))  # noqa: S308 - ours
