"""Tables of text emails, in columns of fixed width."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from games.rulesets.alexandros.suggestions import ListedProvince
from games.rulesets.alexandros.table_panel import Place

WIDTH = 72
INDENT = " " * 4


def score_lines(places: Sequence[Place]) -> list[str]:
    """The heading and the lines of each seat; a mark shows whose turn it is."""
    heading = f"{'':34}" + _numbers(_("score"), _("guards"), _("cards"), _("levy"))
    return [heading, *(line for place in places for line in _seat(place))]


def _seat(place: Place) -> list[str]:
    """The line of a seat, and those with the cards that are known of its hand."""
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
    """The heading and a line for each closed province."""
    heading = f"{_('space'):5}{_('worth'):>7}  {_('price'):16} {_('whose')}"
    return [heading, *map(_province, provinces)]


def _province(one: ListedProvince) -> str:
    line = f"{one.space:5}{one.worth:>7}  {one.letters:16} {Truncator(one.whose).chars(16)}"
    if one.region:
        line += f", {one.region}"
    return f"{line} ({one.note})" if one.note else line
