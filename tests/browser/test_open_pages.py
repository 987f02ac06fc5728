"""Open pages show how many games wait, and listen for news only while somebody looks at them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.models import Game, User
from tests.visits import Visit

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_title_and_icon_show_how_many_games_wait_and_follow_the_stream(
    visit: Visit, bob: User, game: Game
) -> None:
    page = visit(bob, f"/games/{game.code}/")
    plain = page.locator("link[rel=icon]").get_attribute("href")
    assert page.title().startswith(game.name)
    page.route("**/stream/", lambda route: route.fulfill(
        content_type="text/event-stream", body=told(page, waiting)))
    for waiting, title in [(2, "(2) "), (12, "(12) "), (0, "")]:
        page.wait_for_function("(title) => document.title.startsWith(title)",
                               arg=f"{title}{game.name}")
        drawn = page.locator("link[rel=icon]")
        page.wait_for_function(
            "(plain) => document.querySelector('[rel=icon]').href.startsWith('data:') !== plain",
            arg=waiting == 0)
        assert (drawn.get_attribute("href") == plain) == (waiting == 0)


def told(page: Any, waiting: int) -> str:
    """What the stream says: the page is up to date, and so many games wait."""
    version = page.locator("main").get_attribute("data-version")
    mark = json.dumps({"version": version, "waiting": waiting, "talk": ""})
    return f"retry: 100\n\ndata: {mark}\n\n"


def test_an_icon_that_loads_slowly_does_not_replace_a_newer_one(
    visit: Visit, alice: User, game: Game
) -> None:
    page = visit(alice, "/rules/")
    page.add_init_script(SLOW_PICTURES)
    page.route("**/stream/", lambda route: route.fulfill(status=204))
    page.goto(page.url.replace("/rules/", f"/games/{game.code}/"))
    page.wait_for_function("window.held.length === 1")
    page.evaluate("window.dispatchEvent(new CustomEvent('waiting', {detail: 0}))")
    page.evaluate("window.held[0]()")
    page.wait_for_function("window.loaded === 1")
    assert page.locator("link[rel=icon]").get_attribute("href").endswith(".svg")


#: Pictures that a script has loaded are ready when the test says so.
SLOW_PICTURES = """
window.held = [];
window.loaded = 0;
const decode = HTMLImageElement.prototype.decode;
HTMLImageElement.prototype.decode = async function () {
  await decode.call(this);
  await new Promise((resolve) => window.held.push(resolve));
  setTimeout(() => { window.loaded += 1; });
};
"""


def test_a_swapped_turn_keeps_the_number_in_the_title(
    visit: Visit, alice: User, game: Game
) -> None:
    page = visit(alice, f"/games/{game.code}/")
    assert page.title().startswith("(1) Your turn")
    page.evaluate("document.querySelector('title').textContent = 'Your turn: again'")
    page.wait_for_function("document.title === '(1) Your turn: again'")


def test_a_page_listens_only_while_somebody_looks_at_it_and_for_half_an_hour(
    visit: Visit, bob: User, game: Game
) -> None:
    page = visit(bob, "/rules/")
    page.clock.install()
    page.add_init_script(STREAMS)
    page.goto(page.url.replace("/rules/", f"/games/{game.code}/"))

    def streams() -> tuple[int, int]:
        """How many streams it has opened, and how many are open."""
        opened, closed = page.evaluate("[window.streams.length, window.ended]")
        return opened, opened - closed

    assert streams() == (1, 1)
    hide(page, hidden=True)
    assert streams() == (1, 0)
    hide(page, hidden=False)
    assert streams() == (2, 1)
    page.clock.fast_forward("30:01")
    assert streams() == (2, 0)
    page.evaluate("window.dispatchEvent(new Event('news'))")
    assert streams() == (3, 1)
    page.evaluate("window.streams[2].refuse()")
    page.clock.fast_forward(31_000)
    assert streams() == (4, 1)


def test_a_page_that_is_out_of_date_waits_until_nobody_types_in_it(
    visit: Visit, bob: User, game: Game
) -> None:
    page = visit(bob, "/rules/")
    page.add_init_script(STREAMS)
    page.goto(page.url.replace("/rules/", f"/games/{game.code}/"))
    page.evaluate(TYPE)
    page.evaluate("""window.streams[0].onmessage({data: '{"version": "another", "waiting": 0}'})""")
    page.wait_for_timeout(200)
    assert page.evaluate("document.activeElement.id") == "typed"
    with page.expect_navigation():
        page.get_by_role("button", name="Show it").click()


# Streams that count how often they are opened and closed.
STREAMS = """
window.streams = [];
window.ended = 0;
window.EventSource = class {
  static CLOSED = 2;
  constructor() { this.readyState = 1; window.streams.push(this); }
  close() { window.ended += this.readyState === 1; this.readyState = 2; }
  refuse() { this.close(); this.onerror(); }
};
"""
TYPE = """() => {
  const field = document.createElement("textarea");
  field.id = "typed";
  document.querySelector("main").append(field);
  field.focus();
}"""


def hide(page: Any, *, hidden: bool) -> None:
    """Puts the page into the background or brings it back."""
    page.evaluate("""(hidden) => {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }""", hidden)
