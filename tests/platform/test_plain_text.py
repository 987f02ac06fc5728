"""Names, subjects and emails contain no control characters."""

from __future__ import annotations

import pytest

from games.base.plain_text import one_line, storable, visible, without_controls

OBEYED = [*map(chr, (0, 8, 11, 12, 13, 27, 31, 127, 133, 159)),
          *"\u2028\u2029\u202a\u202e\u2066\u2069\ufffe\uffff"]


@pytest.mark.promise("R19")
@pytest.mark.parametrize("char", OBEYED)
def test_a_blank_stands_for_what_would_be_obeyed(char: str) -> None:
    assert without_controls(f"a{char}b") == one_line(f" a{char}b\t") == "a b"


@pytest.mark.promise("R19")
@pytest.mark.parametrize("text", ["\u200b\u2060", " \u200b \t", "\u3164", "\u2800\xad", "\u034f"])
def test_a_line_in_which_nothing_can_be_seen_is_empty(text: str) -> None:
    assert one_line(text) == ""


def test_tabs_line_feeds_and_signs_of_all_scripts_stay() -> None:
    text = "a\tb\nÆ “x” 馬 👩\u200d🚀 می\u200cخواهم"
    assert without_controls(text) == text
    assert one_line(text) == text.replace("\t", " ").replace("\n", " ")


@pytest.mark.promise("R19")
@pytest.mark.parametrize("char", ["\0", "\x1b", "\x9f", "\u200b", "\u202e", "\u2066", "\ufeff"])
def test_orders_are_read_without_what_nobody_sees(char: str) -> None:
    assert visible(f"dr{char}aw\r\nend\r") == "draw\nend\n"


@pytest.mark.promise("R19")
@pytest.mark.parametrize("char", ["\x0b", "\x0c", "\x85", "\u2028", "\u2029"])
def test_an_odd_line_break_parts_words_but_ends_no_quote(char: str) -> None:
    assert visible(f"> draw{char}levy horse") == "> draw levy horse"


def test_a_half_character_is_stored_as_a_question_mark_and_a_nul_not_at_all() -> None:
    assert storable("a\ud800b\0c") == "a?bc"
    assert one_line("\ud800") == "?"
