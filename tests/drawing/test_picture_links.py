"""Links in the picture: what can be chosen, where it leads, what is refused."""

from __future__ import annotations

import pytest

from games.rulesets.alexandros.drawing import draw_board
from tests.drawing.sample_positions import SVG, root, title_of, walled

VIEW = walled()
C4 = VIEW.board.space_by_name["C4"]


def anchors(**links: object) -> list[dict[str, str]]:
    """The links of the picture as their attributes."""
    return [dict(a.attrib) for a in root(draw_board(VIEW, links=links)).iter(f"{SVG}a")]


def test_a_space_becomes_a_link_that_says_what_the_space_is() -> None:
    [link] = anchors(space={C4: "?space=C4"})
    assert link["href"] == "?space=C4"
    assert link["aria-label"] == title_of(draw_board(VIEW), "C4")


def test_a_province_is_one_link_round_all_its_spaces() -> None:
    province = 1 << C4 | 1 << VIEW.board.space_by_name["C3"]
    svg = draw_board(VIEW, links={"area": [(province, "?province=C3", "Occupy it")]})
    [link] = root(svg).iter(f"{SVG}a")
    assert (link.get("href"), link.get("aria-label")) == ("?province=C3", "Occupy it")
    [shape] = link.iter(f"{SVG}path")
    assert (shape.get("d") or "").count("M") == 1


def test_a_point_becomes_a_link_with_room_for_a_finger() -> None:
    svg = draw_board(VIEW, links={"point": {VIEW.board.start: "/g/abc?point=1"}})
    [link] = root(svg).iter(f"{SVG}a")
    assert link.get("aria-label") == f"Go to {VIEW.board.point_name(VIEW.board.start)}"
    assert max(float(c.get("r") or 0) for c in link.iter(f"{SVG}circle")) >= 28


def test_ways_are_links_with_a_letter_and_a_title_each() -> None:
    start = VIEW.board.start
    goal = next(
        p for p in range(len(VIEW.board.coordinates)) if len(VIEW.board.routes(start, p)) == 3
    )
    ways = [
        (way.sides, f"?way={i}", f"Way {i}")
        for i, way in enumerate(VIEW.board.routes(start, goal))
    ]
    svg = draw_board(VIEW, links={"way": ways})
    links = list(root(svg).iter(f"{SVG}a"))
    assert [a.get("aria-label") for a in links] == ["Way 0", "Way 1", "Way 2"]
    assert [t.text for a in links for t in a.iter(f"{SVG}text")] == ["A", "B", "C"]
    handles = [(c.get("cx"), c.get("cy")) for a in links for c in a.iter(f"{SVG}circle")]
    assert len(set(handles)) == 3


def test_addresses_are_escaped() -> None:
    svg = draw_board(VIEW, links={"space": {C4: '?a=1&b="><script>'}})
    assert "<script" not in svg
    [link] = root(svg).iter(f"{SVG}a")
    assert link.get("href") == '?a=1&b="><script>'


@pytest.mark.promise("R19")
@pytest.mark.parametrize(
    "href", ["javascript:alert(1)", "https://example.org/", "//example.org", "/\\example.org",
             "", "#here", "data:text/html,x", " ?x", "\t/x"],
)
def test_an_address_that_leaves_the_site_is_a_mistake(href: str) -> None:
    for links in ({"area": [(1 << C4, href, "Here")]}, {"space": {C4: href}},
                  {"point": {VIEW.board.start: href}},
                  {"way": [(1 << VIEW.board.sides_of(C4)[0], href, "Way")]}):
        with pytest.raises(ValueError, match="must begin with"):
            draw_board(VIEW, links=links)
