"""The map that comes with the game, and how faulty maps are refused."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from itertools import combinations, pairwise
from math import dist, isclose

import pytest

from alexandros_rules.campaign import map_file
from alexandros_rules.campaign.map_file import load, shipped
from alexandros_rules.campaign.world import ANY_COMMODITY, COMMODITIES, World, bits
from alexandros_rules.errors import Unreadable


@pytest.fixture
def world() -> World:
    return map_file.named("campaign")


def mask(*junctions: int) -> int:
    return sum(1 << j for j in junctions)


def land_labels(world: World) -> set[str]:
    return {world.hexes[h].label for h in world.land}


@pytest.mark.rule("TH7")
def test_the_map_has_sixteen_hexes_of_sea_and_forty_three_of_land(world: World) -> None:
    assert Counter(place.kind for place in world.hexes) == {
        "sea": 16, "lumber": 7, "brick": 6, "wheat": 7, "wool": 7, "ore": 6, "gold": 3,
        "desert": 7}
    assert len(world.land) == 43
    assert {world.hexes[h].name for h in world.deserts} == {
        "Kyzylkum", "Syrian Desert", "Salt Desert", "Siwa", "Arabia", "Seistan", "Gedrosia"}


@pytest.mark.rule("TH7")
def test_the_land_has_125_junctions_and_167_paths(world: World) -> None:
    assert len(world.junctions) == len(world.points) == 125
    assert len(world.paths) == 167


@pytest.mark.rule("TH7")
def test_every_land_hex_but_deserts_has_a_number(world: World) -> None:
    for place in world.hexes:
        assert (place.number > 0) == (place.kind not in ("sea", "desert")), place.name
    assert world.hexes_by_number[7] == ()
    assert {world.hexes[h].name for h in world.hexes_by_number[12]} == {"Atropatene", "Margiana"}
    assert sum(map(len, world.hexes_by_number.values())) == 36


@pytest.mark.rule("TH7")
def test_each_hex_has_the_label_of_its_place(world: World) -> None:
    rows = zip("ABCDEFG", (10, 9, 10, 9, 10, 7, 4), strict=True)
    assert [place.label for place in world.hexes] == [
        f"{letter}{number}" for letter, most in rows for number in range(1, most + 1)]
    assert world.hexes[0].name == "Macedonia"
    assert [place.r for place in world.hexes] == sorted(place.r for place in world.hexes)


def test_a_hex_is_found_by_its_name_or_label_however_it_is_written(world: World) -> None:
    cilicia = world.hex_by_name("C3")
    assert cilicia is not None
    assert world.hexes[cilicia].name == "Cilicia"
    assert world.hex_by_name("c-3") == world.hex_by_name(" CILÍCIA!") == cilicia
    assert world.hex_by_name("upper syria") == world.hex_by_name("Upper-Syria")


def test_a_name_that_several_hexes_share_finds_none(world: World) -> None:
    assert world.hex_by_name("Arabian Sea") is None
    assert world.hex_by_name("Atlantis") is None
    assert world.hex_by_name("Alexandria in Areia") is None


def test_a_junction_is_found_by_its_label_or_its_name_as_a_stop(world: World) -> None:
    stop = world.route[6]
    assert stop.name == "Alexandria by Issus"
    assert world.junction_by_name("ALEXANDRIA by Issus") == stop.junction
    assert world.junction_by_name("d3.n") == world.junction_by_label["D3.N"] == stop.junction
    assert world.junction_by_name("Persepolis") == world.goal


@pytest.mark.rule("TH7")
def test_the_label_of_a_junction_leads_back_to_it(world: World) -> None:
    for j, junction in enumerate(world.junctions):
        assert world.junction_by_label[junction.label] == j
        assert junction.label.split(".")[0] in land_labels(world)
    labels = Counter(world.junction_by_label.values())
    assert all(labels[j] == len(junction.hexes) for j, junction in enumerate(world.junctions))


@pytest.mark.rule("TH7")
def test_the_label_of_a_path_leads_back_to_it(world: World) -> None:
    for p, path in enumerate(world.paths):
        assert world.path_by_label[path.label] == p
        assert path.label.split(".")[0] in land_labels(world)
    labels = Counter(world.path_by_label.values())
    assert all(labels[p] == len(path.hexes) for p, path in enumerate(world.paths))


def test_neighbouring_hexes_name_the_same_junction_and_path(world: World) -> None:
    known = world.junction_by_label
    assert known["C4.N"] == known["B3.SE"] == known["B4.SW"]
    assert known["C4.S"] == known["D3.NE"] == known["D4.NW"]
    assert world.junctions[known["B3.SE"]].label == "C4.N"
    assert world.path_by_label["C4.E"] == world.path_by_label["C5.W"]
    assert world.path_by_label["A3.SW"] == world.path_by_label["B2.NE"]


@pytest.mark.rule("TH7")
def test_junctions_are_numbered_from_north_to_south_and_from_west_to_east(world: World) -> None:
    places = [world.junction_point(j) for j in range(125)]
    assert places == sorted(places, key=lambda place: (place[1], place[0]))


@pytest.mark.rule("TH7")
def test_every_path_is_as_long_as_the_side_of_a_hex(world: World) -> None:
    for a, b in world.path_ends:
        assert isclose(dist(world.junction_point(a), world.junction_point(b)), 1)
        assert world.path_between[a, b] == world.path_between[b, a]
    for h in world.land:
        corners = bits(world.corners[h])
        assert len(corners) == 6
        assert all(isclose(dist(world.hex_centre(h), world.junction_point(j)), 1)
                   for j in corners)


@pytest.mark.rule("TH7")
def test_a_hex_is_drawn_at_its_axial_place(world: World) -> None:
    pattala = world.hex_by_name("Pattala")
    assert pattala is not None
    x, y = world.hex_centre(pattala)
    assert isclose(x, 3 ** 0.5 * (5 + 6 / 2))
    assert isclose(y, 1.5 * 6)


@pytest.mark.rule("TH7")
def test_the_tables_agree_with_the_paths(world: World) -> None:
    for j in range(125):
        beside = [path for path in world.paths if j in path.ends]
        assert {world.paths[p] for p in bits(world.paths_at[j])} == set(beside)
        assert mask(*(sum(path.ends) - j for path in beside)) == world.neighbours[j]
    for p, q in combinations(range(167), 2):
        share = not set(world.path_ends[p]).isdisjoint(world.path_ends[q])
        assert share == bool(world.adjacent_paths[p] >> q & 1)
        assert share == bool(world.adjacent_paths[q] >> p & 1)
    assert not any(world.adjacent_paths[p] >> p & 1 for p in range(167))


@pytest.mark.rule("TH7")
def test_the_sea_has_no_junctions_of_its_own(world: World) -> None:
    for h, place in enumerate(world.hexes):
        assert (world.corners[h] == 0) == (place.kind == "sea")


@pytest.mark.rule("TH7")
def test_the_harbours_are_those_of_the_map(world: World) -> None:
    rates = {harbour.name: (harbour.rate, harbour.kind) for harbour in world.harbours}
    assert rates == {
        "Aegean": (3, ""), "Sinope": (3, ""), "Berenice": (3, ""), "Indus mouth": (3, ""),
        "Phasis": (2, "ore"), "Halicarnassus": (2, "wool"), "Alexandria": (2, "wheat"),
        "Hyrcania": (2, "lumber"), "Charax": (2, "brick")}
    assert all(harbour.junctions in world.path_between for harbour in world.harbours)


@pytest.mark.rule("TH7")
def test_harbour_masks_have_two_junctions_for_each_harbour(world: World) -> None:
    counts = [junctions.bit_count() for junctions in world.harbour_masks]
    assert counts == [2, 2, 2, 2, 2, 0, 8]
    ore = world.harbour_masks[COMMODITIES.index("ore")]
    known = world.junction_by_label
    assert ore == mask(known["A5.NW"], known["A5.SW"])
    assert world.harbour_masks[ANY_COMMODITY] >> known["F6.S"] & 1


@pytest.mark.rule("AL1", "SU1")
def test_alexander_passes_eleven_temples_twenty_five_chits_and_nine_blanks(world: World) -> None:
    assert len(world.route) == 45
    assert Counter(stop.kind for stop in world.route) == {"temple": 11, "chit": 25, "blank": 9}
    assert (world.route[0].name, world.route[-1].name) == ("Philippi", "Salmous")
    assert world.goal_name == "Persepolis"


@pytest.mark.rule("TH7")
def test_the_route_is_one_simple_path_of_46_arrows_from_macedonia(world: World) -> None:
    assert len(world.arrow_ends) == 46
    assert all(arrow in world.path_between for arrow in world.arrow_ends)
    assert all(a[1] == b[0] for a, b in pairwise(world.arrow_ends))
    assert world.arrow_ends[0] == (world.start, world.route[0].junction)
    assert world.arrow_ends[45] == (world.route[44].junction, world.goal)
    assert len({end for arrow in world.arrow_ends for end in arrow}) == 47
    assert world.start == world.junction_by_label["A1.S"]
    assert world.route_mask == mask(*(stop.junction for stop in world.route), world.goal)


@pytest.mark.rule("AL2")
def test_the_last_three_arrows_are_violet(world: World) -> None:
    assert world.first_violet == 43
    assert world.route[world.first_violet - 1].name == "Ora"


@pytest.mark.rule("BU4")
def test_five_pairs_of_stops_are_neighbours_without_following_each_other(world: World) -> None:
    stops = [stop.junction for stop in world.route]
    pairs = [(i + 1, k + 1) for i, k in combinations(range(45), 2)
             if k > i + 1 and world.neighbours[stops[i]] >> stops[k] & 1]
    assert pairs == [(7, 16), (9, 14), (26, 31), (29, 38), (30, 35)]


@pytest.mark.rule("BU4")
def test_persepolis_and_its_neighbours_are_always_closed(world: World) -> None:
    closed = world.neighbours[world.goal] | mask(world.goal)
    assert closed.bit_count() == 4
    assert len(world.unpassed_masks) == 47
    assert all(junctions & closed == closed for junctions in world.unpassed_masks)
    assert world.unpassed_masks[45] == world.unpassed_masks[46] == closed


@pytest.mark.rule("BU4")
def test_each_move_opens_junctions_and_closes_none(world: World) -> None:
    for before, after in pairwise(world.unpassed_masks):
        assert before & after == after


@pytest.mark.rule("BU4")
def test_a_passed_stop_stays_closed_while_a_neighbour_is_ahead(world: World) -> None:
    issus = world.route[6].junction  # a neighbour of stop 16, Thapsacus
    assert all(world.unpassed_masks[arrow] >> issus & 1 for arrow in range(16))
    assert not world.unpassed_masks[16] >> issus & 1


@pytest.mark.rule("TH7")
def test_thirty_six_settlements_fit_beside_the_route(world: World) -> None:
    free = [j for j in range(125) if not world.route_mask >> j & 1]
    built = 0
    for j in free:
        if not built & world.neighbours[j]:
            built |= 1 << j
    assert built.bit_count() >= 36


def test_a_copied_world_is_the_same_object(world: World) -> None:
    assert pickle.loads(pickle.dumps(world)) is world  # noqa: S301


def test_blanks_at_the_ends_of_lines_do_not_change_the_fingerprint(world: World) -> None:
    text = world.text.replace("\n", "  \n")
    assert map_file.load(text).id == world.id


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


WRITE_A_HEX = (
    "Write a hex as its label, its place in the row, its name, its kind and its number, with two"
    " spaces between them, as in A1  0  Macedonia  lumber  4.")
WRITE_A_HARBOUR = (
    "Write a harbour as its name, its rate and its two junctions, with two spaces between them, as"
    " in Phasis  2:1 ore  A5.NW  A5.SW. The rate is 3:1, or 2:1 and brick, lumber, wheat, wool or"
    " ore.")
LABELS = ("rows have the letters A, B, C and so on from the north, and their hexes are numbered"
          " from the west.")
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
     WRITE_A_HEX),
    ("map-hex", [("A2 1 Thrace", "A2  one  Thrace")], "A2",
     WRITE_A_HEX),
    ("map-label", [("A2 1 Thrace", "A3  1  Thrace")], "A3 1",
     f"The hex A3 must have the label A2: {LABELS}"),
    ("map-label", [("B1 0", "a1  0")], "a1",
     f"The hex a1 must have the label A11: {LABELS}"),
    ("map-label", [("A1 0", "11  0")], "11",
     f"The hex 11 must have the label A1: {LABELS}"),
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
     WRITE_A_HARBOUR),
    ("map-harbour", [("Aegean 3:1", "Aegean  4:1")], "Aegean",
     WRITE_A_HARBOUR),
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
@pytest.mark.parametrize(("text", "sentence"), [
    (re.sub("desert", "gold  9", SOUND), "It has no desert for the robber. Add one."),
    (SOUND[:SOUND.index("[harbours]")], "The part [harbours] is missing or empty. Fill it."),
    ("#" * 20_001, "It has more than 20000 characters. Shorten it."),
], ids=["no desert", "no harbours", "too long"])
def test_a_map_that_lacks_something_or_is_too_long_is_refused(text: str, sentence: str) -> None:
    assert refusal(text).sentence == f"We cannot use this map. {sentence}"


def test_the_same_text_is_the_same_world() -> None:
    assert load(SOUND) is load(SOUND)
