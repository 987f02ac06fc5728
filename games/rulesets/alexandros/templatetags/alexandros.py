"""The pieces of Alexandros in templates: cards and symbols."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from engine.alexandros.board import SYMBOLS
from games.rulesets.alexandros import text_columns
from games.rulesets.alexandros.card_step import CardChoice
from games.rulesets.alexandros.drawing import draw_card, draw_glyph
from games.rulesets.alexandros.overlays import Overlay

register = template.Library()
register.filter("score_lines", text_columns.score_lines)
register.filter("province_lines", text_columns.province_lines)


BOARD = "ax"  # the ids of the board that lies on every page of a table


@register.simple_tag
def card_face(symbol: int, signs: str = BOARD) -> SafeString:
    """A card as inline SVG, an unknown one face down; ``signs`` is "" on a page without a board."""
    drawn = draw_card(symbol, theme="auto", stylesheet="none", signs=signs)
    return mark_safe(drawn)  # noqa: S308 - ours


@register.simple_tag
def symbol_sign(symbol: int) -> SafeString:
    """A symbol as inline SVG beside a board; nothing for an unknown card."""
    if symbol not in range(len(SYMBOLS)):
        return SafeString("")
    drawn = draw_glyph(symbol, theme="auto", stylesheet="none", signs=BOARD)
    return mark_safe(drawn)  # noqa: S308 - ours


@register.simple_tag
@lru_cache(maxsize=100)
def named_card(symbol: int, name: str) -> SafeString:
    """A card beside a board with its name."""
    return format_html('{}<span class="name">{}</span>', card_face(symbol), name)


@register.simple_tag
@lru_cache(maxsize=500)
def shapes(preview: Overlay) -> SafeString:
    """The attributes of a choice by which scripts draw its preview on the board."""
    drawn = {"gain": preview.gain, "lose": preview.lose, "walls": preview.walls}
    return format_html_join(" ", 'data-preview-{}="{}"',
                            [(name, shape) for name, shape in drawn.items() if shape])


@register.simple_tag
@lru_cache(maxsize=1000)  # nothing but what the card says goes in
def card_choice(card: CardChoice, key: int) -> str:
    """A card to begin the turn with or to take, which ``key`` on the keyboard chooses."""
    return render_to_string("alexandros/_card_choice.html", {"card": card, "key": key})


@register.simple_tag
@lru_cache(maxsize=500)
def chip_face(symbol: int, text: str) -> SafeString:
    """A symbol with a number of cards or the like beside it."""
    return format_html('<span class="chip symbol-{}">{} {}</span>', symbol, symbol_sign(symbol),
                       text)
