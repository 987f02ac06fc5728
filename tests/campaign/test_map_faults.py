"""Faulty map files are refused with a sentence that says where the fault is and what to do."""

from __future__ import annotations

import re

import pytest

from engine.campaign.map_file import load, shipped
from engine.errors import Unreadable

SOUND = shipped()["campaign"]


def refusal(text: str) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        load(text)
    return caught.value


def changed(*changes: tuple[str, str]) -> str:
    """Returns the sound map with the first of each text replaced, however wide its columns are."""
    text = SOUND
    for old, new in changes:
        pattern = r" +".join(map(re.escape, old.split()))
        text, count = re.subn(pattern, new, text, count=1)
        assert count, f"The map has no {old}."
    return text


def line_of(text: str, start: str) -> int:
    """Returns the number of the line that begins with these words."""
    lines = [" ".join(line.split()) for line in text.splitlines()]
    return next(n for n, line in enumerate(lines, 1) if line.startswith(start))


# The fault's code, its changes, the beginning of the line it is reported for ("" for the whole
# map), and the sentence.
FAULTS = [
    ("map-part", [("[harbours]", "[ports]")], "[ports]",
     "There is no part [ports]. The parts are [hexes], [route] and [harbours]."),
    ("map-heading", [("name campaign", "author  Alice")], "author",
     ("Only the name and the title stand above [hexes]. Write name  campaign, with two spaces"
     " between the columns.")),
    ("map-name", [("name campaign", "name  My Map")], "name My",
     ("The map's name cannot be 'My Map'. Use up to 40 lower-case letters, digits and hyphens,"
     " beginning with a letter.")),
    ("map-twice", [("name campaign", "name  campaign\nname  other")], "name other",
     "The line name is also on line 3. Remove one of them."),
    ("map-missing", [("violet", "")], "", "It needs a line like violet."),
    ("map-missing", [("name campaign", "")], "", "It needs a line like name  campaign."),
    ("map-missing", [("goal Persepolis E7.S", "")], "",
     "It needs a line like goal  Persepolis  E7.S."),
    ("map-hex", [("A2 1 Thrace ore 5", "A2  1  Thrace")], "A2",
     ("Write a hex as its label, its place in the row, its name, its kind and its number, with two"
     " spaces between them, as in A1  0  Macedonia  lumber  4.")),
    ("map-hex", [("A2 1 Thrace", "A2  one  Thrace")], "A2",
     ("Write a hex as its label, its place in the row, its name, its kind and its number, with two"
     " spaces between them, as in A1  0  Macedonia  lumber  4.")),
    ("map-label", [("A2 1 Thrace", "A3  1  Thrace")], "A3 1",
     ("The hex A3 must have the label A2: rows have the letters A, B, C and so on from the north,"
     " and their hexes are numbered from the west.")),
    ("map-label", [("B1 0", "a1  0")], "a1",
     ("The hex a1 must have the label A11: rows have the letters A, B, C and so on from the north,"
     " and their hexes are numbered from the west.")),
    ("map-label", [("A1 0", "11  0")], "11",
     ("The hex 11 must have the label A1: rows have the letters A, B, C and so on from the north,"
     " and their hexes are numbered from the west.")),
    ("map-place", [("A2 1 Thrace", "A2  0  Thrace")], "A2",
     ("Thrace is at place 0, but the hex before it is at place 0. List the hexes of a row from"
     " west to east, each at a place of its own.")),
    ("map-kind", [("Thrace ore", "Thrace  iron")], "A2",
     ("Thrace is of the kind iron, which does not exist. Use sea, brick, lumber, wheat, wool, ore,"
     " gold or desert.")),
    ("map-number", [("Thrace ore 5", "Thrace  ore")], "A2",
     "Thrace has no number. Add one from 2 to 12, but not 7."),
    ("map-number", [("Thrace ore 5", "Thrace  ore  7")], "A2",
     "Thrace has the number 7. Use one from 2 to 12, but not 7."),
    ("map-number", [("Thrace ore 5", "Thrace  ore  13")], "A2",
     "Thrace has the number 13. Use one from 2 to 12, but not 7."),
    ("map-number", [("Thrace ore 5", "Thrace  ore  five")], "A2",
     "Thrace has the number five. Use one from 2 to 12, but not 7."),
    ("map-number", [("Kyzylkum desert", "Kyzylkum  desert  4")], "A8",
     "Kyzylkum is desert and yields nothing. Remove its number."),
    ("map-number", [("Aral sea", "Aral  sea  4")], "A7",
     "Aral is sea and yields nothing. Remove its number."),
    ("map-names", [("Thrace", "Macedonia")], "A2",
     "The name Macedonia is also on line 7. Give each hex its own."),
    ("map-equal", [("Macedonia lumber 6", "Macedonia  lumber  5")], "A2",
     "Macedonia and Thrace are neighbours with the same number, 5. Change one of them."),
    ("map-frequent", [("Macedonia lumber 6", "Macedonia  lumber  4"),
                      ("Thrace ore 5", "Thrace  ore  8")], "B2",
     ("Thrace and Lydia are neighbours with the numbers 8 and 6, which are both rolled often."
     " Change one of them.")),
    ("map-island", [("F1 -1 Upper Egypt gold 3", "F1  -9  Upper Egypt  gold  3")], "F1",
     "Upper Egypt cannot be reached from Macedonia over paths. Connect all land."),
    ("map-route", [("T Philippi", "temple  Philippi")], "temple",
     ("Write a stop as T, ? or ., its name and its junction, with two spaces between them, as in"
     " T  Philippi  B1.N. The other lines of the route are start  A1.S, violet and"
     " goal  Persepolis  E7.S.")),
    ("map-junction", [("Philippi A1.SE", "Philippi  A1.E")], "T Philippi",
     "A1.E is not a junction. Write a hex and one of its corners that touches land, as in C4.N."),
    ("map-junction", [("start A1.S", "start  C1.NW")], "start",
     "C1.NW is not a junction. Write a hex and one of its corners that touches land, as in C4.N."),
    ("map-names", [("Hellespont", "Sardis")], "? Sardis A2.S",
     "Two stops have the name Sardis. Give each its own."),
    ("map-crossing", [("Sardis B2.SW", "Sardis  A1.SE")], "? Sardis",
     ("Sardis is at A1.SE, where the route has already been with Philippi. Use each junction"
     " once.")),
    ("map-arrow", [("Sardis B2.SW", "Sardis  E7.N")], "? Sardis",
     ("No path leads from Hellespont to Sardis. Alexander moves along one path at a time, and it"
     " needs land beside it.")),
    ("map-chits", [("? Hellespont", ".  Hellespont")], "",
     "The route has 24 stops with a chit. It needs 25."),
    ("map-temples", [("? Hellespont", "T  Hellespont"), (". Carrhae", "?  Carrhae")],
     "T Hellespont",
     "The temples of Philippi and Hellespont are less than 3 paths apart. Move one of them."),
    ("map-violet", [("violet", ""), ("start A1.S", "start  A1.S\nviolet")], "violet",
     ("The line violet stands above all stops. Move it below the stop from which only sevens move"
     " Alexander.")),
    ("map-harbour", [("Phasis 2:1 ore", "Phasis  2:1 gold")], "Phasis",
     ("Write a harbour as its name, its rate and its two junctions, with two spaces between them,"
     " as in Phasis  2:1 ore  A5.NW  A5.SW. The rate is 3:1, or 2:1 and brick, lumber, wheat,"
     " wool or ore.")),
    ("map-harbour", [("Aegean 3:1", "Aegean  4:1")], "Aegean",
     ("Write a harbour as its name, its rate and its two junctions, with two spaces between them,"
     " as in Phasis  2:1 ore  A5.NW  A5.SW. The rate is 3:1, or 2:1 and brick, lumber, wheat,"
     " wool or ore.")),
    ("map-junction", [("A5.NW A5.SW", "A5.NW  A5.X")], "Phasis",
     "A5.X is not a junction. Write a hex and one of its corners that touches land, as in C4.N."),
    ("map-coast", [("A5.NW A5.SW", "A5.NW  E5.S")], "Phasis",
     ("The harbour Phasis is not on a coast. Its junctions must be the ends of one path with land"
     " on one side and sea on the other.")),
    ("map-coast", [("A5.NW A5.SW", "C4.N  C4.NE")], "Phasis",
     ("The harbour Phasis is not on a coast. Its junctions must be the ends of one path with land"
     " on one side and sea on the other.")),
    ("map-harbours", [("A5.NW A5.SW", "A1.S  A1.SE")], "Phasis",
     "The harbours Aegean and Phasis share a junction. Move one of them."),
    ("map-names", [("Phasis 2:1", "Sinope  2:1")], "Sinope 2:1",
     "Two harbours have the name Sinope. Give each its own."),
]


@pytest.mark.parametrize(("code", "changes", "line", "sentence"), FAULTS)
@pytest.mark.rule("TH7")
def test_each_fault_has_its_sentence(
    code: str, changes: list[tuple[str, str]], line: str, sentence: str,
) -> None:
    text = changed(*changes)
    found = refusal(text)
    number = line_of(text, line) if line else 0
    where = f"Line {number}: " if number else ""
    assert (found.code, found.line) == (code, number)
    assert found.sentence == f"We cannot use this map. {where}{sentence}"


@pytest.mark.rule("SU2")
def test_a_map_without_a_desert_is_refused() -> None:
    found = refusal(re.sub("desert", "gold  9", SOUND))
    assert found.sentence == ("We cannot use this map. It has no desert for the robber."
                              " Add one.")


def test_a_map_without_harbours_is_refused() -> None:
    found = refusal(SOUND[:SOUND.index("[harbours]")])
    assert found.sentence == ("We cannot use this map. The part [harbours] is missing or empty."
                              " Fill it.")


def test_a_file_that_is_too_long_is_refused() -> None:
    found = refusal("#" * 20_001)
    assert found.sentence == ("We cannot use this map. It has more than 20000 characters."
                              " Shorten it.")


def test_the_same_text_is_the_same_world() -> None:
    assert load(SOUND) is load(SOUND)
