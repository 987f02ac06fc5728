"""A real browser plays a step of the replay: what is new appears, and nothing else moves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from alexandros_rules.alexandros.state import State
from games.rulesets.alexandros.drawing import draw_board
from tests.drawing.sample_positions import BOARD, walled
from tests.engine.positions import position

pytestmark = pytest.mark.browser

MOTION = Path(__file__).parents[2] / "games/rulesets/alexandros/static/alexandros/motion.js"
STEP = """([before, after]) => {
    const shown = (html) => {
        const box = document.createElement("div");
        box.innerHTML = html;
        return document.body.appendChild(box).firstChild;
    };
    const moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        const name = this.getAttribute("class") || this.parentElement.getAttribute("class");
        moved.push([name, this.getAttribute("d")]);
        return animate.apply(this, how);
    };
    const [was, is] = [shown(before), shown(after)];
    window.animateStep(was, is, 1000);
    Element.prototype.animate = animate;
    return { moved, walls: is.querySelector(".ax-wall-edge path").getAttribute("d") };
}"""

Step = Callable[[State, State], dict[str, Any]]


@pytest.fixture
def step(browser: Any) -> Step:
    """What a browser moves from one position to the next, and the walls that stood before."""

    def taken(before: State, after: State) -> dict[str, Any]:
        page = browser.new_page()
        page.add_script_tag(path=MOTION)
        drawn = [draw_board(view, stylesheet="none") for view in (before, after)]
        moved: dict[str, Any] = page.evaluate(STEP, drawn)
        page.close()
        return moved

    return taken


def test_a_province_that_changes_its_owner_appears_with_its_guard_and_no_other(
    step: Step
) -> None:
    moved = step(walled(guards=["C4", ""]), walled(guards=["", "C4"]))["moved"]
    assert [name for name, _ in moved] == ["ax-province ax-yellow", "ax-guard ax-yellow"]


def test_a_value_appears_when_a_second_guard_keeps_its_province_from_scoring(step: Step) -> None:
    closed = ["C1 C2 C3 C4"]
    one, two = (position(BOARD, closed=closed, guards=[posts]) for posts in ("C2", "C2 C4"))
    moved = step(one, two)["moved"]
    assert sorted(name for name, _ in moved) == ["ax-guard ax-red", "ax-value ax-crowded"]


def test_each_new_wall_grows_with_its_edge_and_its_stones(step: Step) -> None:
    before, after = walled(alexander="D4.N"), walled(alexander="D4.SE", routes=["D4.N: SE"])
    new = after.walls & ~before.walls
    assert new.bit_count() == 1
    found = step(before, after)
    line = {d for name, d in found["moved"] if name == "ax-wall"}
    assert len(line) == 1
    assert [name for name, d in found["moved"] if d in line] == [
        "ax-wall-edge", "ax-wall", "ax-stone",
    ]
    assert found["walls"].count("M") == before.walls.bit_count()
    assert not line & {f"M{rest}" for rest in found["walls"].split("M")}
