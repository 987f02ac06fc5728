"""A real browser looks back on a game: playing, keys, the chart as a slider, on phone and desk."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from games.models import Game, Seat, User
from games.table.play import records
from tests.sample_games import FINISHED
from tests.visits import DESK, PHONE, Visit, severe

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES = {"phone": PHONE, "desk": DESK}

Look = Callable[..., Any]


@pytest.fixture
def game(alice: User, bob: User, now: datetime, transactional_db: None) -> Game:
    """A finished game of Alice and Bob."""
    game = records.import_record(FINISHED, name="The long way home", now=now)
    for index, user in enumerate((alice, bob)):
        Seat.objects.filter(game=game, index=index).update(user=user, name=user.name)
    return game


@pytest.fixture
def look(visit: Visit, alice: User, game: Game) -> Look:
    """Opens Alice's replay at a position."""

    def opened(number: int, size: str = "desk", **options: Any) -> Any:
        return visit(alice, f"/games/{game.code}/replay/{number}/", viewport=SIZES[size], **options)

    return opened


def at(page: Any, number: int) -> None:
    """Waits until the page shows this position in all its parts."""
    page.wait_for_url(f"**/replay/{number}/")
    page.locator("#replay-position", has_text=f"Position {number} of").wait_for()
    page.locator(f"#replay-files a[href$='/{number}/board.svg']").wait_for()
    here = page.locator("#replay-log [aria-current=step]")
    assert here.get_attribute("href").endswith(f"/replay/{number}/")
    assert page.locator("#replay-thumb").get_attribute("aria-valuenow") == str(number)
    assert f"Position {number} of" in page.title()


@pytest.mark.parametrize("size", SIZES)
def test_keys_step_and_jump(look: Look, game: Game, faults: list[str], size: str) -> None:
    page = look(3, size)
    presses = [("ArrowRight", 4), ("ArrowRight", 5), ("ArrowLeft", 4), ("End", game.number),
               ("Home", 1), ("ArrowDown", 2)]
    for key, number in presses:
        page.keyboard.press(key)
        at(page, number)
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_url(lambda url: not url.endswith("/replay/2/"))
    second = int(page.url.rstrip("/").rpartition("/")[2])
    page.keyboard.press("ArrowUp")
    at(page, 2)
    page.keyboard.press("ArrowDown")
    at(page, second)
    assert faults == []


def test_the_whole_page_says_the_same_as_the_step(look: Look, faults: list[str]) -> None:
    page = look(8)
    page.keyboard.press("ArrowRight")
    at(page, 9)
    stepped = [page.locator(f"#replay-{part}").inner_text()
               for part in ("step", "standings", "table", "position", "log")]
    page.wait_for_timeout(100)
    page.reload()
    at(page, 9)
    assert stepped == [page.locator(f"#replay-{part}").inner_text()
                       for part in ("step", "standings", "table", "position", "log")]
    assert faults == []


@pytest.mark.parametrize("size", SIZES)
def test_it_plays_by_itself_until_paused_and_to_the_end(
    look: Look, game: Game, faults: list[str], size: str
) -> None:
    page = look(2, size)
    page.locator("#replay-speed").select_option("very fast")
    page.locator("#replay-toggle").click()
    page.locator("#replay-position", has_text=re.compile(r"Position ([5-9]|\d\d) of")).wait_for()
    page.get_by_role("button", name="Pause").click()
    page.wait_for_timeout(600)
    stood = page.locator("#replay-position").inner_text()
    page.wait_for_timeout(600)
    assert page.locator("#replay-position").inner_text() == stood
    page.keyboard.press("End")
    at(page, game.number)
    page.keyboard.press("ArrowLeft")
    at(page, game.number - 1)
    page.locator("h1").click()
    page.keyboard.press("Space")
    at(page, game.number)
    page.get_by_role("button", name="Play").wait_for()
    assert faults == []


def test_the_chart_is_a_slider(look: Look, game: Game, faults: list[str]) -> None:
    page = look(1)
    box = page.locator(".chart-sheet").bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 0.12 * box["width"], middle)
    page.mouse.down()
    for part in range(12, 99):
        page.mouse.move(box["x"] + part / 100 * box["width"], middle)
    page.mouse.up()
    at(page, game.number)
    page.locator("#replay-thumb").press("ArrowLeft")
    at(page, game.number - 1)
    page.locator("#replay-thumb").press("Home")
    at(page, 1)
    assert faults == []


def test_the_log_and_the_buttons_lead_to_positions(look: Look, faults: list[str]) -> None:
    page = look(4)
    page.locator("#replay-log a").nth(6).click()
    at(page, 7)
    page.get_by_role("link", name="Step ›").click()
    at(page, 8)
    page.get_by_role("link", name="« First").click()
    at(page, 1)
    assert page.locator("[data-go=back]").get_attribute("aria-disabled") == "true"
    assert page.locator("#replay-link").input_value().endswith("/replay/1/")
    assert faults == []


def test_a_player_visits_his_own_turns_by_key_and_button(
    look: Look, game: Game, faults: list[str]
) -> None:
    turns = [row.number for row in game.rows.order_by("number")
             if row.seat == 0 and row.move.startswith(("take", "play"))
             and (row.number == 2 or game.rows.get(number=row.number - 1).seat == 1)]
    page = look(1)
    page.keyboard.press("m")
    at(page, turns[0])
    page.get_by_role("link", name="Mine ›").click()
    at(page, turns[1])
    page.keyboard.press("Shift+M")
    at(page, turns[0])
    assert page.locator("[data-go=mine_back]").get_attribute("aria-disabled") == "true"
    assert faults == []


def sweep(page: Any, across: int) -> None:
    """A finger moves over the board."""
    box = page.locator("#replay-board").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    send = page.context.new_cdp_session(page).send
    send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in (across / 2, across):
        there = [{"x": x + part, "y": y}]
        send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": there})
    send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_turns_the_steps_like_pages(look: Look, faults: list[str]) -> None:
    page = look(4, "phone", has_touch=True, is_mobile=True)
    sweep(page, -120)
    at(page, 5)
    sweep(page, 120)
    at(page, 4)
    assert faults == []


def test_on_a_phone_the_board_stays_in_sight(look: Look, faults: list[str]) -> None:
    page = look(6, "phone")
    page.evaluate("window.scrollTo(0, 700)")
    assert page.locator("#replay-board").bounding_box()["y"] == 0
    assert faults == []


def test_the_log_is_one_stop_for_the_tab_key(look: Look, faults: list[str]) -> None:
    page = look(6)
    page.locator("#replay-log").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')").endswith("/replay/6/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "turn-number"
    assert faults == []


WATCH_MOTION = """() => {
    window.moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        window.moved.push(this.getAttribute("class"));
        return animate.apply(this, how);
    };
}"""


@pytest.mark.parametrize(("wish", "moves"), [("no-preference", True), ("reduce", False)])
def test_alexander_walks_and_walls_grow_unless_somebody_wants_no_motion(
    look: Look, game: Game, faults: list[str], wish: str, moves: bool
) -> None:
    march = game.rows.filter(move__startswith="march").first()
    assert march
    page = look(march.number - 1, reduced_motion=wish)
    page.evaluate(WATCH_MOTION)
    page.keyboard.press("ArrowRight")
    at(page, march.number)
    moved = page.evaluate("window.moved")
    assert ("ax-alexander" in moved) == moves
    assert ("ax-wall" in moved) == moves
    assert bool(moved) == moves
    assert faults == []


def test_without_javascript_everything_is_a_link(look: Look, game: Game) -> None:
    page = look(3, "phone", java_script_enabled=False)
    assert not page.locator("#replay-play").is_visible()
    assert not page.locator("#replay-thumb").is_visible()
    page.get_by_role("link", name="Step ›").click()
    page.wait_for_url("**/replay/4/")
    page.locator(".ax-turns a").last.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/replay/{game.number}/")
    page.locator("#turn-number").fill("2")
    page.get_by_role("button", name="Go").click()
    assert "turn 2" in page.locator("#replay-position").inner_text()


@pytest.mark.parametrize("size", SIZES)
def test_the_page_fits_and_thumbs_fit_its_buttons(look: Look, size: str) -> None:
    page = look(9, size)
    width = SIZES[size]["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.locator("#replay-large").check()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for button in page.locator(".replay .steps a, .replay .play button").all():
        box = button.bounding_box()
        assert box["height"] >= 38
        assert box["width"] >= 60


@pytest.mark.promise("R21")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["replay", "rules", "home"])
def test_axe_finds_nothing_serious(
    look: Look, game: Game, live_server: Any, faults: list[str], scheme: str, path: str
) -> None:
    page = look(game.number - 1, color_scheme=scheme)
    if path != "replay":
        page.goto(live_server.url + {"rules": "/rules/", "home": "/"}[path])
    assert severe(page) == []
    assert faults == []


def test_nothing_shifts_while_the_page_loads_and_plays(look: Look, faults: list[str]) -> None:
    page = look(5)
    page.evaluate("""() => { window.shifted = 0; new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shifted += entry.value;
    }).observe({ type: "layout-shift", buffered: true }); }""")
    page.locator("#replay-speed").select_option("very fast")
    page.locator("#replay-toggle").click()
    late = re.compile(r"Position (1[2-9]|[2-9]\d) of")
    page.locator("#replay-position", has_text=late).wait_for()
    assert page.evaluate("window.shifted") < 0.1
    assert faults == []


@pytest.mark.parametrize("size", SIZES)
def test_the_link_to_play_on_follows_the_steps(
    look: Look, game: Game, faults: list[str], size: str
) -> None:
    page = look(3, size)
    page.keyboard.press("ArrowRight")
    at(page, 4)
    link = page.get_by_role("link", name="Play on from here")
    assert link.get_attribute("href") == f"/games/{game.code}/replay/4/play-on/"
    page.keyboard.press("End")
    at(page, game.number)
    assert link.count() == 0

    page.goto(page.url.replace(f"/{game.number}/", "/4/play-on/"))
    assert severe(page) == []
    page.get_by_role("button", name="Play on", exact=True).press("Enter")

    page.wait_for_url(f"**/games/{Game.objects.latest('pk').code}/")
    assert Game.objects.get(origin=game).status == Game.Status.RUNNING
    assert severe(page) == []
    assert faults == []
