"""Thumbnails, cards, symbols and badges."""

from __future__ import annotations

import pytest

from alexandros_rules.alexandros.board import SYMBOLS
from games.rulesets.alexandros.drawing import (
    draw_badge,
    draw_board,
    draw_card,
    draw_glyph,
    draw_thumbnail,
)
from games.rulesets.alexandros.drawing.stylesheet import THEMES
from tests.drawing.sample_positions import late, of_class, root, uses, walled


@pytest.mark.parametrize("theme", THEMES)
def test_a_thumbnail_takes_less_than_10_kilobytes(theme: str) -> None:
    svg = draw_thumbnail(late(), theme=theme, size=320)
    assert len(svg.encode()) < 10_000
    assert root(svg).get("width") == "320"


def test_a_thumbnail_shows_walls_guards_and_alexander_without_ids() -> None:
    svg = draw_thumbnail(walled())
    for name in ("ax-wall", "ax-dot", "ax-standing"):
        assert len(of_class(svg, name)) == 1
    assert " id=" not in svg  # so many of them fit on one page
    assert draw_thumbnail(walled()) == svg


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_a_card_shows_its_symbol_and_says_so(symbol: str) -> None:
    assert root(draw_card(symbol)).get("aria-label") == f"{symbol} card"
    assert len(of_class(draw_card(symbol), "ax-glyph")) == 3
    assert draw_card(symbol) == draw_card(SYMBOLS.index(symbol))


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_beside_a_board_cards_and_symbols_borrow_its_signs_and_say_nothing_twice(
    symbol: str
) -> None:
    defined = {e.get("id") for e in root(draw_board(walled(), ids="ax")).iter()}
    for svg, times in ((draw_card(symbol, signs="ax"), 3), (draw_glyph(symbol, signs="ax"), 1)):
        assert f"ax-{symbol}" in defined
        assert uses(svg, f"ax-{symbol}") == times
        assert root(svg).get("aria-hidden") == "true"
        assert "<title" not in svg


@pytest.mark.promise("R10")
def test_all_cards_look_alike_face_down() -> None:
    backs = {draw_card(symbol, face_down=True) for symbol in SYMBOLS} | {draw_card(5)}
    assert len(backs) == 1
    assert not of_class(backs.pop(), "ax-glyph")


def test_a_card_of_no_symbol_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="no symbol 'ship'"):
        draw_card("ship")


def test_symbols_and_badges_are_told_apart_by_outline_alone() -> None:
    glyphs = {
        "".join(p.get("d") or "" for p in root(draw_glyph(name)).iter() if p.get("d"))
        for name in SYMBOLS
    }
    assert len(glyphs) == 5
    assert len({of_class(draw_badge(seat), "ax-shield")[0].get("d") for seat in range(4)}) == 4


def test_small_pictures_for_pages_carry_no_style() -> None:
    for svg in (
        draw_card("horse", stylesheet="none"), draw_glyph(0, stylesheet="none"),
        draw_badge(2, stylesheet="none"), draw_thumbnail(walled(), stylesheet="none"),
    ):
        assert "<style" not in svg
        assert "style=" not in svg
