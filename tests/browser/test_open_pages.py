"""Open pages show how many games wait, and ask for news no more often than the documents say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.models import Game, User
from tests.visits import Visit

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_title_and_icon_show_how_many_games_wait_and_follow_the_poll(
    visit: Visit, bob: User, game: Game
) -> None:
    page = visit(bob, "/rules/")
    page.clock.install()
    page.goto(page.url.replace("/rules/", f"/games/{game.code}/"))
    plain = page.locator("link[rel=icon]").get_attribute("href")
    assert page.title().startswith(game.name)
    for waiting, title in [(2, "(2) "), (12, "(12) "), (0, "")]:
        page.route("**/mark/", answer(page, waiting))
        page.clock.run_for(4000)
        page.wait_for_function("(title) => document.title.startsWith(title)",
                               arg=f"{title}{game.name}")
        drawn = page.locator("link[rel=icon]")
        page.wait_for_function(
            "(plain) => document.querySelector('[rel=icon]').href.startsWith('data:') !== plain",
            arg=waiting == 0)
        assert (drawn.get_attribute("href") == plain) == (waiting == 0)
        page.unroute("**/mark/")


def test_an_icon_that_loads_slowly_does_not_replace_a_newer_one(
    visit: Visit, alice: User, game: Game
) -> None:
    page = visit(alice, "/rules/")
    page.add_init_script(SLOW_PICTURES)
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


def answer(page: Any, waiting: int) -> Callable[[Any], None]:
    """What the poll answers: the page is up to date, and so many games wait."""
    version = page.locator("main").get_attribute("data-version")
    return lambda route: route.fulfill(json={"version": version, "waiting": waiting})


def test_a_swapped_turn_keeps_the_number_in_the_title(
    visit: Visit, alice: User, game: Game
) -> None:
    page = visit(alice, f"/games/{game.code}/")
    assert page.title().startswith("(1) Your turn")
    page.evaluate("document.querySelector('title').textContent = 'Your turn: again'")
    page.wait_for_function("document.title === '(1) Your turn: again'")


def test_an_open_page_asks_no_more_often_than_the_documents_say(
    visit: Visit, bob: User, game: Game
) -> None:
    """At first 20 times a minute, then 5 times; never in the background, nor after half an hour."""
    page = visit(bob, "/rules/")
    page.clock.install()
    page.goto(page.url.replace("/rules/", f"/games/{game.code}/"))
    page.evaluate(COUNTING, page.locator("main").get_attribute("data-version"))

    def in_seconds(seconds: int) -> int:
        """How often it asks; a minute from one request to another contains one more."""
        page.evaluate("asked = 0")
        for _ in range(seconds):
            page.clock.run_for(1000)
        return int(page.evaluate("asked"))

    assert 10 <= in_seconds(60) <= 21
    in_seconds(60)
    assert 2 <= in_seconds(60) <= 6
    hide(page, hidden=True)
    assert in_seconds(60) == 0
    hide(page, hidden=False)
    assert 2 <= in_seconds(60) <= 6
    page.clock.fast_forward("30:00")
    in_seconds(20)
    assert in_seconds(60) == 0
    hide(page, hidden=True)
    hide(page, hidden=False)
    assert page.evaluate("asked") == 1  # for somebody who comes back to it
    assert in_seconds(60) == 0


# Counts the requests of the page and answers them at once, however busy the machine is.
COUNTING = """(version) => {
    window.asked = 0;
    window.fetch = async (address) => {
        window.asked += String(address).endsWith("/mark/");
        return { ok: true, json: async () => ({ version, waiting: 0, talk: "" }) };
    };
}"""


def hide(page: Any, *, hidden: bool) -> None:
    """Puts the page into the background or brings it back."""
    page.evaluate("""(hidden) => {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }""", hidden)
