"""Template tags for cards and symbols, and filters for text tables of fixed width."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from alexandros_rules.alexandros.board import SYMBOLS
from games.rulesets.alexandros.drawing import draw_card, draw_glyph
from games.rulesets.alexandros.march_step import CardChoice
from games.rulesets.alexandros.steps import Overlay
from games.rulesets.alexandros.suggestions import ListedProvince
from games.rulesets.alexandros.table_panel import Place

WIDTH = 72
INDENT = " " * 4


def score_lines(places: Sequence[Place]) -> list[str]:
    """Return the heading and the lines of each seat; a mark shows whose turn it is."""
    heading = f"{'':34}" + _numbers(_("score"), _("guards"), _("cards"), _("levy"))
    return [heading, *(line for place in places for line in _seat(place))]


def _seat(place: Place) -> list[str]:
    line = (
        f"{'>' if place.on_turn else ' '} {Truncator(place.name).chars(22):23}"
        f"{place.colour_beside_name:9}"
        + _numbers(place.score, place.guards, place.size, place.income)
    )
    known = textwrap.wrap(place.known, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT)
    return [line, *known]


def _numbers(score: object, guards: object, size: object, levy: object) -> str:
    return f"{score!s:>6}{guards!s:>8}{size!s:>7}{levy!s:>6}"


def province_lines(provinces: Sequence[ListedProvince]) -> list[str]:
    """Return the heading and a line for each closed province."""
    space, worth, price, whose = (
        pgettext("heading of a column", "space"), pgettext("heading of a column", "worth"),
        pgettext("heading of a column", "price"), pgettext("heading of a column", "whose"))
    return [f"{space:5}{worth:>7}  {price:22} {whose}", *map(_province, provinces)]


def _province(one: ListedProvince) -> str:
    line = f"{one.space:5}{one.worth:>7}  {one.letters:22} {Truncator(one.whose).chars(16)}"
    if one.region:
        line += f", {one.region}"
    return f"{line} ({one.note})" if one.note else line


register = template.Library()
register.filter("score_lines", score_lines)
register.filter("province_lines", province_lines)


BOARD = "ax"  # the ids of the board that lies on every page of a table


@register.simple_tag
def card_face(symbol: int, signs: str = BOARD) -> SafeString:
    """Draw a card inline; ``signs`` is "" on a page without a board."""
    drawn = draw_card(symbol, theme="auto", stylesheet="none", signs=signs)
    return mark_safe(drawn)  # noqa: S308 - ours


@register.simple_tag
def symbol_sign(symbol: int) -> SafeString:
    """Draw a symbol inline beside a board; nothing for an unknown card."""
    if symbol not in range(len(SYMBOLS)):
        return SafeString("")
    drawn = draw_glyph(symbol, theme="auto", stylesheet="none", signs=BOARD)
    return mark_safe(drawn)  # noqa: S308 - ours


@register.simple_tag
@lru_cache(maxsize=100)
def named_card(symbol: int, name: str) -> SafeString:
    """Draw a card beside a board with its name."""
    return format_html('{}<span class="name">{}</span>', card_face(symbol), name)


@register.simple_tag
@lru_cache(maxsize=500)
def shapes(preview: Overlay) -> SafeString:
    """Return the attributes of a choice by which scripts draw its preview on the board."""
    drawn = {"closed": preview.closed, "gain": preview.gain, "lose": preview.lose,
             "walls": preview.walls}
    return format_html_join(" ", 'data-preview-{}="{}"',
                            [(name, shape) for name, shape in drawn.items() if shape])


@register.simple_tag
@lru_cache(maxsize=1000)  # the card's own words are all that goes in
def card_choice(card: CardChoice, key: int) -> str:
    """Return a card to begin the turn with or to take, chosen by ``key`` on the keyboard."""
    return render_to_string("alexandros/_card_choice.html", {"card": card, "key": key})


@register.simple_tag
@lru_cache(maxsize=500)
def chip_face(symbol: int, text: str) -> SafeString:
    """Draw a symbol with a number of cards or the like beside it."""
    return format_html('<span class="chip symbol-{}">{} {}</span>', symbol, symbol_sign(symbol),
                       text)
