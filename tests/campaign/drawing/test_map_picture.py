"""What is in the picture exactly when it is in the view, in the reader's language."""

from __future__ import annotations

import gzip
import re
from random import Random

import pytest

from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import COLOURS
from alexandros_rules.campaign.things import AUCTION_NAMES
from alexandros_rules.campaign.world import bits
from games.drawing.layers import Picture
from games.drawing.stylesheets import THEMES
from games.rulesets.campaign.board_pictures import CampaignBoards
from games.rulesets.campaign.drawing import draw_map
from tests.campaign.drawing.drawn import (
    BEFORE_THE_FIRST_SEVEN,
    PERSEPOLIS,
    SVG,
    in_auction,
    of_class,
    roads,
    root,
    settled,
    text_version,
    title_of,
    uses,
    within,
)
from tests.campaign.positions import WORLD, position, started
from tests.campaign.random_games import positions, viewers
from tests.campaign.twins import twin
from tests.pseudo_language import spoken


def test_the_same_view_gives_the_same_bytes() -> None:
    assert draw_map(settled()) == draw_map(settled())


@pytest.mark.rule("TH7")
def test_every_hex_shows_its_name_label_and_number() -> None:
    texts = [e.text for e in root(draw_map(settled())).iter(f"{SVG}text")]
    words = " ".join(str(text) for text in texts)
    assert {place.label for place in WORLD.hexes} <= set(texts)
    # Where pieces leave no room for a name, only the title has it.
    assert sum(place.name not in words for place in WORLD.hexes) <= 2
    numbers = [place.number for place in WORLD.hexes if place.number]
    assert len(of_class(draw_map(settled()), "cm-number")) == len(numbers)
    for number in set(numbers):
        shown = [e.text for e in of_class(draw_map(settled()), "cm-number")]
        assert shown.count(str(number)) == numbers.count(number)


def test_numbers_have_a_dot_for_each_way_to_roll_them() -> None:
    svg = draw_map(settled())
    dots = sum((e.get("d") or "").count("M") for e in of_class(svg, "cm-dot"))
    assert dots == sum(6 - abs(7 - place.number) for place in WORLD.hexes if place.number)
    often = sum(place.number in (6, 8) for place in WORLD.hexes)
    assert len(of_class(svg, "cm-often-disc")) == often


@pytest.mark.rule("TH7")
@pytest.mark.parametrize("kind", ["brick", "lumber", "wheat", "wool", "ore", "gold", "desert"])
def test_every_hex_shows_what_it_yields_by_sign_and_relief(kind: str) -> None:
    svg = draw_map(settled())
    number = sum(place.kind == kind for place in WORLD.hexes)
    harbours = sum(harbour.kind == kind for harbour in WORLD.harbours)
    assert uses(svg, kind) == number + harbours
    [field] = [e for e in of_class(svg, "cm-field") if f"cm-{kind}-tint" in str(e.get("class"))]
    assert field.get("href") == f"#cm-{kind}-edge"
    [marks] = [e for e in root(svg).iter(f"{SVG}path")
               if e.get("marker-mid") == f"url(#cm-{kind}-mark)"]
    assert len((marks.get("d") or "").split()) > 4 * number


def test_no_two_reliefs_are_alike() -> None:
    drawn = [mark[0].get("d") for mark in root(draw_map(settled())).iter(f"{SVG}marker")]
    assert len(drawn) == len(set(drawn)) == 8  # with the mountains beyond the hexes


def test_rivers_run_through_the_land() -> None:
    svg = draw_map(settled())
    [course] = [e for e in root(svg).iter(f"{SVG}path") if e.get("id") == "cm-rivers"]
    assert (course.get("d") or "").count("M") == 6
    assert [e.get("href") for e in of_class(svg, "cm-river")] == ["#cm-rivers"]


@pytest.mark.rule("TH7", "TR1")
def test_every_harbour_shows_its_rate_and_has_two_piers() -> None:
    svg = draw_map(settled())
    rates = [e.text for e in of_class(svg, "cm-rate")]
    assert sorted(map(str, rates)) == sorted(f"{h.rate}:1" for h in WORLD.harbours)
    assert [(e.get("d") or "").count("M") for e in of_class(svg, "cm-pier")] == [2] * len(rates)
    assert uses(svg, "anchor") == sum(not harbour.kind for harbour in WORLD.harbours)


@pytest.mark.rule("AL1", "BU4")
@pytest.mark.parametrize("arrow", [0, 1, 20, 44, 45, PERSEPOLIS])
def test_stops_are_drawn_until_alexander_has_passed_them(arrow: int) -> None:
    svg = draw_map(settled(arrow=arrow))
    for kind in ("temple", "chit", "blank"):
        assert uses(svg, kind) == sum(stop.kind == kind for stop in WORLD.route[arrow:])
    assert uses(svg, "goal") == 1
    assert "Persepolis" in [e.text for e in of_class(svg, "cm-goal-name")]


@pytest.mark.rule("AL2")
def test_arrows_that_wait_for_a_seven_are_told_from_the_others() -> None:
    svg = draw_map(settled(arrow=0))
    assert uses(svg, "arrow") == BEFORE_THE_FIRST_SEVEN
    assert uses(svg, "violet") == len(WORLD.arrow_ends) - BEFORE_THE_FIRST_SEVEN
    arrows = [e for e in of_class(svg, "cm-arrow") if "cm-seven" in str(e.get("class"))]
    assert len(arrows) == uses(svg, "violet")


def parts_of_march(svg: str, kind: str) -> int:
    return sum((line.get("d") or "").count("M") for line in of_class(svg, kind))


@pytest.mark.rule("AL1", "AL2")
@pytest.mark.parametrize("arrow", [0, 20, 44, PERSEPOLIS])
def test_the_march_is_one_ribbon_faded_behind_alexander(arrow: int) -> None:
    svg = draw_map(settled(arrow=arrow))
    assert parts_of_march(svg, "cm-trail") == arrow + 1
    assert parts_of_march(svg, "cm-ribbon") == PERSEPOLIS - arrow
    violet = [e for e in of_class(svg, "cm-ribbon") if "cm-seven" in str(e.get("class"))]
    waiting = sum((line.get("d") or "").count("M") for line in violet)
    assert waiting == min(PERSEPOLIS - arrow, PERSEPOLIS - BEFORE_THE_FIRST_SEVEN)


@pytest.mark.rule("YI1")
def test_hexes_that_yield_something_by_the_dice_are_lit_and_the_robbers_is_not() -> None:
    view = settled(dice=(4, 4), robber="D5", settlements=["C4.N D5.N", "E3.N", "", ""])
    [lit] = of_class(draw_map(view), "cm-lit")
    assert (lit.get("d") or "").count("l42 24") == 2  # nobody lives at Paropamisus
    assert not of_class(draw_map(settled(dice=(0, 0))), "cm-lit")
    assert not of_class(draw_map(settled(dice=(3, 4))), "cm-lit")


@pytest.mark.parametrize("dice", [(1, 6), (5, 2)])
def test_the_dice_of_the_turn_lie_in_the_corner(dice: tuple[int, int]) -> None:
    shown = of_class(draw_map(settled(dice=dice)), "cm-pip")
    assert tuple((die.get("d") or "").count("M") for die in shown) == dice
    assert not of_class(draw_map(settled(dice=(0, 0))), "cm-pip")


@pytest.mark.rule("AL1")
def test_alexander_stands_on_his_arrow_and_points_along_it() -> None:
    places = set()
    for arrow in (0, 1, 20, PERSEPOLIS):
        svg = draw_map(settled(arrow=arrow))
        [figure] = of_class(svg, "cm-alexander")
        places.add((figure.get("x"), figure.get("y")))
        assert uses(svg, "pointer") == (arrow < PERSEPOLIS)
    assert len(places) == 4


@pytest.mark.rule("SU2", "SE2")
def test_the_robber_stands_on_his_hex_and_nowhere_else() -> None:
    spots = []
    for label in ("C5", "D5"):
        svg = draw_map(settled(robber=label))
        assert uses(svg, "robber") == 1
        [robber] = [e for e in root(svg).iter(f"{SVG}use") if e.get("href") == "#cm-robber"]
        spots.append((int(robber.get("x") or 0), int(robber.get("y") or 0)))
        assert title_of(svg, "hex", label).endswith("The robber stands here.")
    assert spots[1] == (spots[0][0] + 52, spots[0][1] + 90)


def test_every_building_and_road_is_drawn_in_its_players_colour() -> None:
    view = settled()
    svg = draw_map(view)
    for seat, colour in enumerate(COLOURS):
        assert uses(svg, f"{colour}-settlement") == view.settlements[seat].bit_count()
        assert uses(svg, f"{colour}-city") == view.cities[seat].bit_count()
        assert roads(svg, colour) == view.roads[seat].bit_count()


def test_nothing_is_built_at_the_start() -> None:
    svg = draw_map(started())
    assert not within(svg, "cm-building")
    assert not of_class(svg, "cm-road")


def test_players_are_told_by_the_outline_of_their_buildings() -> None:
    svg = draw_map(settled())
    outlines = {
        e.find(f"{SVG}path").get("d")  # type: ignore[union-attr]
        for e in root(svg).iter(f"{SVG}g")
        if e.get("id") in {f"cm-{colour}-settlement" for colour in COLOURS}}
    assert len(outlines) == len(COLOURS)


@pytest.mark.rule("AL3")
@pytest.mark.parametrize("kind", AUCTION_NAMES)
def test_what_is_up_for_auction_is_shown_where_it_is(kind: str) -> None:
    view = in_auction(kind, "C4.S")
    svg = draw_map(view)
    [shown] = of_class(svg, "cm-auction")
    assert [e.get("href") for e in shown.iter(f"{SVG}use")] == [f"#cm-{kind}"]
    assert kind in title_of(svg, "junction", "C4.S")
    assert kind in text_version(svg)
    assert not of_class(draw_map(settled()), "cm-auction")


@pytest.mark.promise("R10")
def test_chits_face_down_are_all_alike() -> None:
    state = settled(arrow=5)
    svg = draw_map(state)
    for kind in ("famine", "bridge", "battle", "statue"):
        assert uses(svg, kind) == 0
        assert kind not in text_version(svg)


@pytest.mark.promise("R10")
def test_states_alike_to_a_viewer_give_the_viewer_the_same_picture() -> None:
    rng = Random(7)
    for state in positions(every=60):
        for seat in viewers(state):
            other = twin(state, seat, rng)
            assert draw_map(RULESET.view(state, seat)) == draw_map(RULESET.view(other, seat))


@pytest.mark.promise("R10")
def test_all_seats_see_the_same_map() -> None:
    state = settled(cards=["point", "2 point"], hands=["2 wheat", "ore"])
    pictures = {draw_map(RULESET.view(state, seat)) for seat in (None, 0, 1, 2, 3)}
    assert len(pictures) == 1


def test_hexes_junctions_and_paths_say_what_they_are() -> None:
    svg = draw_map(settled())
    for part, places in (("hex", WORLD.hexes), ("junction", WORLD.junctions),
                         ("path", WORLD.paths)):
        found = [e.get(f"data-{part}") for e in root(svg).iter() if e.get(f"data-{part}")]
        assert sorted(map(str, found)) == sorted(place.label for place in places)
    assert title_of(svg, "hex", "D5") == "Babylonia (D5), wheat 8"
    assert title_of(svg, "hex", "A3") == "Black Sea W (A3), sea"
    assert title_of(svg, "junction", "B3.N") == "B3.N, harbour 3:1. Yellow's city."
    assert title_of(svg, "junction", "E5.N") == "Babylon (E5.N)"
    assert title_of(draw_map(settled(arrow=18)), "junction", "E5.N") == (
        "Babylon (E5.N). A temple that Alexander has not passed.")
    assert title_of(svg, "path", path_label("E9.N", "E9.NE")).endswith(". Green's road.")


def path_label(a: str, b: str) -> str:
    known = WORLD.junction_by_label
    return WORLD.paths[WORLD.path_between[known[a], known[b]]].label


def test_the_text_version_names_all_that_is_on_the_map() -> None:
    view = settled()
    text = text_version(draw_map(view))
    assert "The robber stands in Assyria (C5)." in text
    for mask in (*view.settlements, *view.cities):
        assert all(WORLD.junctions[junction].label in text for junction in bits(mask))
    for path in bits(view.built_paths):
        assert WORLD.paths[path].label in text
    assert "only a seven" not in text
    assert "only a seven" in text_version(draw_map(settled(arrow=BEFORE_THE_FIRST_SEVEN)))


def test_the_label_says_whose_turn_it_is_and_who_has_how_many_points() -> None:
    label = root(draw_map(settled())).get("aria-label") or ""
    assert "It is Red's turn." in label
    assert "Red 2, Yellow 3, Blue 2, Green 1" in label


def test_a_figure_has_no_titles() -> None:
    svg = draw_map(settled(), titles=False, label="An example")
    assert root(svg).get("aria-label") == "An example"
    assert not of_class(svg, "cm-places")
    assert not text_version(svg)


def test_the_frame_shows_the_heading_names_points_and_dice() -> None:
    svg = draw_map(settled(), frame=True, names=["Alice", "Bob", "Carol", "Dave"],
                   heading="The long way")
    texts = [e.text for e in root(svg).iter(f"{SVG}text")]
    for words in ("The long way", "Alice", "Bob", "Carol", "Dave", "Turn 5: 1 + 3"):
        assert words in texts
    assert [e.text for e in of_class(svg, "cm-score")] == ["2", "3", "2", "1"]


@pytest.mark.promise("R19")
def test_names_and_headings_are_escaped() -> None:
    nasty = '<script>alert("&")</script>'
    svg = draw_map(settled(), frame=True, names=[nasty, "Bob"], heading=nasty)
    assert "<script" not in svg
    assert nasty in [e.text for e in root(svg).iter(f"{SVG}title")]


@pytest.mark.promise("R21")
@pytest.mark.parametrize("frame", [False, True])
def test_a_picture_for_a_page_has_no_style_of_its_own(frame: bool) -> None:
    svg = draw_map(settled(), stylesheet="none", theme="auto", frame=frame)
    assert "<style" not in svg
    assert "style=" not in svg
    assert "<script" not in svg


@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_that_stands_alone_is_complete_in_every_theme(theme: str) -> None:
    svg = draw_map(settled(), theme=theme, frame=True)
    [style] = root(svg).iter(f"{SVG}style")
    assert "var(" not in (style.text or "")
    for name in ("cm-road", "cm-disc", "cm-brick-tint", "cm-ribbon.cm-seven"):
        assert f".{name}{{" in (style.text or "")


def test_ids_bear_the_prefix_asked_for() -> None:
    svg = draw_map(in_auction("bridge", "C4.S"), ids="small")
    ids = [e.get("id") for e in root(svg).iter() if e.get("id")]
    assert ids
    assert len(ids) == len(set(ids))
    assert all(str(name).startswith("small-") for name in ids)
    targets = {(e.get("href") or "")[1:] for e in root(svg).iter(f"{SVG}use")}
    targets |= set(re.findall(r"url\(#([^)]*)\)", svg))
    assert targets <= set(ids)


def test_the_picture_keeps_to_96_kilobytes_and_20_compressed() -> None:
    svg = draw_map(settled(arrow=0), frame=True, heading="Large").encode()
    assert len(svg) <= 96_000
    assert len(gzip.compress(svg)) <= 20_000


def test_the_picture_of_an_email_stands_alone_and_that_of_a_page_does_not() -> None:
    boards = CampaignBoards()
    alone = boards.standalone_board(settled(), names=["Alice"], heading="Heading")
    inline = boards.board(settled(), names=["Alice"])
    assert isinstance(alone, Picture)
    assert "<style>" in str(alone)
    assert "<style" not in str(inline)


def test_a_game_of_two_shows_two_players() -> None:
    svg = draw_map(position(2), frame=True, names=["Alice", "Bob"])
    assert len(of_class(svg, "cm-score")) == 2


LABEL = re.compile(r"\b[A-Z]\d+(?:\.[NESW]+)?\b")
PLAIN = re.compile(r"[A-Za-z]{2,}")


def test_names_titles_and_the_text_version_are_translated() -> None:
    for view in (settled(arrow=0), settled(arrow=WORLD.first_violet), settled(arrow=46),
                 in_auction("bridge", "C4.S")):
        with spoken():
            svg = draw_map(view, frame=True)
        for element in root(svg).iter():
            if element.tag != f"{SVG}style":
                for words in (element.text or "", element.get("aria-label") or ""):
                    assert not PLAIN.findall(LABEL.sub("", words)), words


def test_each_language_has_its_own_names() -> None:
    with spoken():
        accented = draw_map(settled())
    assert "Babylonia" not in accented
    assert "Babylonia" in draw_map(settled())
