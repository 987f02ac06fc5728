"""What is in the picture exactly when it is in the view."""

from __future__ import annotations

import gzip
import re

import pytest

from alexandros_rules.alexandros.board import SYMBOLS
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import COLOURS, change
from alexandros_rules.alexandros.text_board import text_map
from games.rulesets.alexandros.drawing import draw_board
from games.rulesets.alexandros.drawing.stylesheet import THEMES
from tests.drawing.sample_positions import (
    BOARD,
    SVG,
    at_points,
    late,
    of_class,
    root,
    title_of,
    uses,
    walled,
    within,
)
from tests.engine.positions import position


def test_the_same_view_gives_the_same_bytes() -> None:
    assert draw_board(walled()) == draw_board(walled())


@pytest.mark.parametrize(("chosen", "mistake"), [
    ({"theme": "pink"}, "no theme 'pink'"), ({"stylesheet": "some"}, "no style sheet 'some'")])
def test_an_unknown_theme_is_a_mistake(chosen: dict[str, str], mistake: str) -> None:
    with pytest.raises(ValueError, match=mistake):
        draw_board(walled(), **chosen)


def test_alexander_stands_on_his_point_and_nowhere_else() -> None:
    svg = draw_board(walled())
    moved = draw_board(walled(alexander="D4.N"))
    [here], [there] = of_class(svg, "ax-alexander"), of_class(moved, "ax-alexander")
    assert (here.get("x"), here.get("y")) != (there.get("x"), there.get("y"))


@pytest.mark.parametrize("seat", range(4))
def test_a_shield_is_drawn_exactly_when_its_guard_is_in_the_view(seat: int) -> None:
    guards = ["B5" if other == seat else "" for other in range(4)]
    with_guard = draw_board(position(BOARD, players=4, guards=guards))
    without = draw_board(position(BOARD, players=4))
    for other, colour in enumerate(COLOURS):
        assert uses(with_guard, f"ax-{colour}") == (other == seat)
        assert uses(without, f"ax-{colour}") == 0


def test_the_four_shields_have_four_outlines() -> None:
    svg = draw_board(walled())
    shields = {
        e.get("id"): e.find(f"{SVG}path").get("d")  # type: ignore[union-attr]
        for e in root(svg).iter(f"{SVG}g") if e.get("id") in {f"ax-{c}" for c in COLOURS}
    }
    assert len(shields) == len(set(shields.values())) == 4


def test_a_shield_bears_the_symbol_of_its_space_in_place_of_the_space() -> None:
    lyres = walled().board.symbols[SYMBOLS.index("lyre")].bit_count()
    svg = draw_board(walled())
    [emblem] = of_class(svg, "ax-emblem")
    assert emblem.get("href") == "#ax-lyre"
    assert at_points(svg, "ax-lyre-spot") == lyres - 1
    assert at_points(draw_board(position(BOARD)), "ax-lyre-spot") == lyres


def test_no_wall_and_no_province_is_drawn_before_the_first_march() -> None:
    svg = draw_board(position(BOARD))
    for name in ("ax-wall", "ax-province", "ax-value"):
        assert not of_class(svg, name)


def test_every_wall_is_drawn_once_and_red_ones_apart() -> None:
    view = position(BOARD, routes=["C5.N: SE"], red=["D4.N: SE"])
    svg = draw_board(view)
    edges = within(svg, "ax-wall-edge")
    assert [(edge.get("d") or "").count("M") for edge in edges] == [1, 1]
    for layer in ("ax-wall", "ax-stone"):
        black, red = of_class(svg, layer)
        assert [line.get("href") for line in (black, red)] == [f"#{e.get('id')}" for e in edges]
        assert "ax-last-turn" in (red.get("class") or "")
    assert "ax-last-turn" not in draw_board(walled())


def test_a_closed_province_shows_its_owner_and_value() -> None:
    view = walled()
    svg = draw_board(view)
    tints = " ".join(e.get("class") or "" for e in of_class(svg, "ax-province"))
    assert tints.count("ax-red") == tints.count("ax-free") == 1
    assert {e.text for e in within(svg, "ax-value")} >= {"1"}


@pytest.mark.rule("L2")
def test_a_province_with_two_guards_is_marked_as_scoring_nothing() -> None:
    view = position(BOARD, closed=["C1 C2 C3 C4"], guards=["C2 C4"])
    svg = draw_board(view)
    assert len(of_class(svg, "ax-crowded")) == len(of_class(svg, "ax-struck")) == 1
    assert title_of(svg, "C3").endswith(
        "Red's province worth 2, but it pays nothing: it has more than one guard.")


def test_the_last_march_is_shown_with_the_point_it_began_at() -> None:
    view = walled()
    (there, side) = next(iter(view.board.links[view.alexander].values()))
    svg = draw_board(view, last_way=(1 << side, there))
    assert len(of_class(svg, "ax-way")) == len(of_class(svg, "ax-origin")) == 1
    assert not of_class(draw_board(view), "ax-way")


def test_coordinates_come_on_demand() -> None:
    numbers = of_class(draw_board(walled(), coordinates=True), "ax-name")[0]
    texts = [e.text or "" for e in numbers]
    assert texts.count("A") == texts.count("E") == 2
    assert "".join(texts).count("4") == sum(
        name[1:] == "4" for name in walled().board.space_by_name
    )
    for line in numbers.iter(f"{SVG}text"):
        assert len((line.get("x") or "").split()) == len(line.text or "")


def test_numbers_of_two_digits_have_a_place_of_their_own() -> None:
    svg = draw_board(late(), coordinates=True)
    found = [e.text for e in of_class(svg, "ax-name")[0].iter(f"{SVG}tspan")]
    assert sorted(map(str, found)) == sorted(
        name[1:] for name in late().board.space_by_name if len(name) > 2
    )
    assert not of_class(draw_board(walled()), "ax-name")


def test_every_space_says_what_it_is() -> None:
    svg = draw_board(walled())
    assert title_of(svg, "C4").endswith("Red's province worth 1. Red's guard stands here.")
    assert title_of(svg, "D7").endswith("Free province worth 1.")
    assert title_of(svg, "A4").endswith("Open land.")
    for name in walled().board.space_by_name:
        assert title_of(svg, name)


def test_the_picture_holds_the_board_as_text() -> None:
    view = walled()
    described = root(draw_board(view)).find(f"{SVG}desc")
    assert described is not None
    assert described.text == text_map(view)


def test_a_picture_is_an_image_and_a_group_once_it_has_links() -> None:
    assert root(draw_board(walled())).get("role") == "img"
    label = root(draw_board(walled())).get("aria-label") or ""
    assert "Red 12, Yellow 7" in label
    linked = draw_board(walled(), links={"space": {walled().board.space_by_name["C4"]: "?s=C4"}})
    assert root(linked).get("role") == "group"


@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_that_stands_alone_is_complete_in_every_theme(theme: str) -> None:
    svg = draw_board(walled(), theme=theme, frame=True)
    [style] = root(svg).iter(f"{SVG}style")
    assert "var(" not in (style.text or "")
    assert ".ax-wall{" in (style.text or "")


def test_themes_differ_in_the_style_sheet_alone() -> None:
    bare = {draw_board(walled(), theme=theme, stylesheet="none") for theme in THEMES}
    assert len({svg.replace(f"ax-{theme}", "") for svg in bare for theme in THEMES
                if f'class="ax ax-{theme} ' in svg}) == 1
    assert len({draw_board(walled(), theme=theme) for theme in THEMES}) == len(THEMES)


def test_the_sea_goes_on_where_a_page_gives_the_picture_more_room() -> None:
    [sea] = of_class(draw_board(walled()), "ax-sea")
    _, _, wide, high = map(int, (root(draw_board(walled())).get("viewBox") or "").split())
    assert int(sea.get("x") or 0) <= -wide
    assert int(sea.get("y") or 0) <= -high
    assert int(sea.get("width") or 0) >= 3 * wide
    assert int(sea.get("height") or 0) >= 3 * high


def test_a_small_board_is_told_from_a_large_one() -> None:
    assert "ax-small" in (root(draw_board(walled())).get("class") or "")
    assert "ax-small" not in (root(draw_board(late())).get("class") or "")


@pytest.mark.promise("R21")
@pytest.mark.parametrize("frame", [False, True])
def test_a_picture_for_a_page_has_no_style_of_its_own(frame: bool) -> None:
    svg = draw_board(walled(), stylesheet="none", theme="auto", frame=frame)
    assert "<style" not in svg
    assert "style=" not in svg
    assert "<script" not in svg


def test_ids_bear_the_prefix_asked_for() -> None:
    svg = draw_board(walled(), ids="small")
    ids = [e.get("id") for e in root(svg).iter() if e.get("id")]
    assert ids
    assert len(ids) == len(set(ids))
    assert all(str(name).startswith("small-") for name in ids)
    targets = {(e.get("href") or "")[1:] for e in root(svg).iter(f"{SVG}use")}
    targets |= set(re.findall(r"url\(#([^)]*)\)", svg))
    assert targets <= set(ids)


def test_the_frame_shows_names_scores_walls_and_the_face_up_cards() -> None:
    svg = draw_board(walled(face_up="hl"), frame=True, names=["Alice", "Bob"], heading="Issus")
    texts = [e.text for e in root(svg).iter(f"{SVG}text")]
    walls = walled().board.black_walls - walled().walls.bit_count()
    for words in ("Issus", "Alice", "12", "Bob", "7", f"{walls} + 10 red walls"):
        assert words in texts
    assert len(of_class(svg, "ax-card")) == 2


@pytest.mark.promise("R19")
def test_names_and_headings_are_escaped() -> None:
    nasty = '<script>alert("&")</script>'
    svg = draw_board(walled(), frame=True, names=[nasty, "Bob"], heading=nasty)
    assert "<script" not in svg
    assert nasty in [e.text for e in root(svg).iter(f"{SVG}title")]


@pytest.mark.promise("R10")
def test_hidden_cards_change_nothing_in_the_picture() -> None:
    view = walled(hands=["tt", "hls"], supply="tahls")
    other = walled(hands=["tt", "aaa"], supply="slhat")
    for frame in (False, True):
        assert draw_board(view, frame=frame) == draw_board(other, frame=frame)
    state = late()
    other = change(state, supply=state.supply[::-1])
    for seat in (None, 0, 1, 2, 3):
        assert draw_board(RULESET.view(state, seat)) == draw_board(RULESET.view(other, seat))


def test_the_great_board_keeps_to_its_budget_and_a_frame_adds_little() -> None:
    bare = draw_board(late()).encode()
    framed = draw_board(late(), frame=True, coordinates=True).encode()
    assert len(bare) <= 37_000
    assert len(gzip.compress(bare)) <= 9_000
    assert len(framed) <= len(bare) + 8_000
    assert len(gzip.compress(framed)) <= 10_000


def test_a_width_in_pixels_sets_the_height_with_it() -> None:
    picture = root(draw_board(walled(), size=500))
    assert picture.get("width") == "500"
    _, _, width, height = (int(n) for n in (picture.get("viewBox") or "").split())
    assert picture.get("height") == str(round(500 * height / width))
    assert root(draw_board(walled())).get("width") is None


def test_marks_show_what_would_come() -> None:
    view = walled()
    numbers = view.board.space_by_name
    side = view.board.sides_of(numbers["D4"])[0]
    marks = {
        "space": [numbers["D4"]], "wall": 1 << side, "guard": {numbers["B5"]: 1},
        "point": [view.board.start], "area": 1 << numbers["C3"] | 1 << numbers["C4"],
    }
    svg = draw_board(view, marks=marks)
    for name in ("ax-mark-area", "ax-mark-wall", "ax-mark-point"):
        assert len(of_class(svg, name)) == 1
    assert len(of_class(svg, "ax-mark")) == 2
    assert uses(svg, "ax-yellow") == 1
    assert not of_class(draw_board(view), "ax-mark")
