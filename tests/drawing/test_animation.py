"""A game as an animation: a frame for each view, one palette, little weight."""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import State, change
from games.drawing import animation
from games.drawing.animation import LAST, MOST_FRAMES, PACE
from games.rulesets.alexandros.drawing import draw_frames
from tests.drawing.sample_positions import walled
from tests.engine.random_games import played, seed, setup

NAMES = ("Alice", "Bob")


@pytest.fixture(scope="module")
def views() -> list[State]:
    steps = played(setup("delta", players=2), seed=seed(1), bots=["greedy"] * 2)
    states = [state for state, _, _ in steps]
    return [a for a, b in pairwise(states) if a.turn != b.turn][:8]


def animate(views: Sequence[State], *, names: Sequence[str] = (), width: int) -> bytes:
    return animation.animate(draw_frames(views, names=names), width=width)


def opened(gif: bytes) -> Image.Image:
    return Image.open(io.BytesIO(gif))


def test_every_view_becomes_a_frame_and_the_last_is_held(views: list[State]) -> None:
    moving = opened(animate(views, names=NAMES, width=300))
    assert (moving.n_frames, moving.size[0]) == (len(views), 300)  # type: ignore[attr-defined]
    held = []
    for i in range(len(views)):
        moving.seek(i)
        held.append(moving.info["duration"])
    assert held == [*[PACE] * (len(views) - 1), LAST]
    assert moving.info["loop"] == 0


def test_the_same_views_give_the_same_bytes(views: list[State]) -> None:
    assert animate(views[:3], width=200) == animate(views[:3], width=200)


def test_each_frame_shows_its_own_position(views: list[State]) -> None:
    both = opened(animate(views[:2], names=NAMES, width=300))
    single = opened(animate(views[1:2], names=NAMES, width=300)).convert("RGB")
    both.seek(1)
    second = both.convert("RGB")
    apart = ImageChops.difference(second, single).convert("L").point(lambda v: 255 * (v > 40))
    assert apart.histogram()[255] < second.width * second.height // 200


def test_what_does_not_change_takes_no_room(views: list[State]) -> None:
    one, all_ = animate(views[:1], width=300), animate(views, width=300)
    assert len(all_) < 3 * len(one)


@pytest.mark.promise("R10")
def test_hands_and_supply_leave_no_trace_in_the_moving_picture(views: list[State]) -> None:
    hidden = [RULESET.view(view, None) for view in views[:3]]
    assert animate(hidden, width=200) == animate(views[:3], width=200)


def test_a_game_without_an_end_in_sight_is_thinned_out() -> None:
    views = [change(walled(), turn=turn) for turn in range(1, 2 * MOST_FRAMES)]
    frames = opened(animate(views, width=100)).n_frames  # type: ignore[attr-defined]
    assert frames == MOST_FRAMES


def test_no_view_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="at least one view"):
        animation.animate([])
