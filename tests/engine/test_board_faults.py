"""Faulty board files are refused with a sentence that says where the fault is."""

from __future__ import annotations

import pytest

from alexandros_rules.alexandros.board_file import BoardFault, load

SOUND = '''
name = "island"
title = "An island"
start = "A2.NW"
map = """
~h.~
.l.t
"""
regions = """
~ee~
eess
"""
[region_names]
e = "East"
s = "South"
'''


def fault(text: str) -> BoardFault:
    with pytest.raises(BoardFault) as caught:
        load(text)
    return caught.value


def changed(old: str, new: str) -> str:
    assert old in SOUND
    return SOUND.replace(old, new)


def test_the_sound_file_loads() -> None:
    assert load(SOUND).title == "An island"


def test_the_same_text_is_the_same_board() -> None:
    assert load(SOUND) is load(SOUND)


FAULTS = [
    ("name = ", "board-file", "Its file is not valid TOML"),
    ("x = " + "[" * 9000, "board-file", "Its file is not valid TOML"),
    ("x = " + "9" * 9000, "board-file", "Its file is not valid TOML"),
    ("#" * 20_001, "board-size", "Its file has more than 20000 characters."),
    (changed('title = "An island"', ""), "board-key",
     'Its file needs a line title = "...".'),
    (changed('"A2.NW"', "7"), "board-key",
     'Its file needs a line start = "...".'),
    (changed('"island"', '"My Island"'), "board-name",
     "Its name cannot be 'My Island'. Use up to 40 lower-case letters, digits and hyph"),
    (changed(".l.t", ".l.x"), "board-character",
     "Character 4 of row B is 'x'. Use . for an open space, one of t a h l s for a symbol,"),
    (changed("~h.~\n.l.t", "~..~\n...."), "board-symbols",
     "No space bears a symbol, so Alexander could never move."),
    (changed(".l.t", "." * 61), "board-size", "A map has at most 26 rows of 60 spaces."),
    (changed("~h.~", "h~.~\n" * 26 + "~h.~"), "board-size",
     "A map has at most 26 rows of 60 spaces."),
    (changed("~h.~\n.l.t", "~h~t\n.l~t"), "board-connected",
     "A4 cannot be reached from A2 across sides. All spaces must be connected."),
    (changed("A2.NW", "A1.N"), "board-start",
     "The start 'A1.N' is not a point. Write a space and a corner, as in A2.NW."),
    (changed("A2.NW", "A2.N"), "board-start",
     "The start 'A2.N' is not a point. Write a space and a corner, as in A2.NW."),
    (changed("A2.NW", "somewhere"), "board-start",
     "The start 'somewhere' is not a point. Write a space and a corner, as in A2.NW."),
    (changed("eess", "eesz"), "board-regions",
     "B4 has the region 'z', which [region_names] does not name."),
    (changed("eess", "ees"), "board-regions",
     "B4 has the region ' ', which [region_names] does not name."),
    (changed('s = "South"', "s = 3"), "board-regions",
     "regions must be a second map of the board, and [region_names] must give each letter"),
    (changed('"South"', '"East"'), "board-names",
     "Two regions have the same name. Give each its own."),
    ("black_walls = 0" + SOUND, "board-walls", "black_walls must be a whole number from 1 to 200."),
    ("red_walls = true" + SOUND, "board-walls", "red_walls must be a whole number from 1 to 200."),
]


@pytest.mark.parametrize(("text", "code", "sentence"), FAULTS)
@pytest.mark.rule("T4")
def test_each_fault_has_its_sentence(text: str, code: str, sentence: str) -> None:
    found = fault(text)
    assert found.code == code
    assert found.sentence.startswith(f"We cannot use this board. {sentence}")


@pytest.mark.rule("T5")
def test_a_start_inside_the_land_is_refused() -> None:
    text = changed("~h.~", ".h.~").replace("~ee~", "eee~")
    found = fault(text.replace("A2.NW", "B1.NE"))
    assert found.code == "board-start"
    assert "The start B1.NE must lie on the rim of the map." in found.sentence
