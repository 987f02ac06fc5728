"""Visits to the site with a real browser: the fixtures ``visit`` and ``faults``, and checks."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client

from games.models import User

PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
SHORT = {"width": 640, "height": 400}  # a small laptop on which everything is twice as large
TIMEOUT = 20_000  # milliseconds: generous, because several browsers share the machine
SEVERE = ("serious", "critical")
# Whoever speaks to the page says the word that they see; axe does not look for it by itself.
OPTIONS = {"rules": {"label-content-name-mismatch": {"enabled": True}}}

Visit = Callable[..., Any]


@pytest.fixture
def faults() -> list[str]:
    """What browsers complained of."""
    return []


@pytest.fixture
def visit(browser: Any, live_server: Any, faults: list[str]) -> Iterator[Visit]:
    """Opens a page: ``visit(user, path, **options of the browser)``; None is a visitor.

    Whatever a browser complains of fails the test.
    """
    contexts = []

    def opened(user: User | None, path: str, **options: Any) -> Any:
        context = browser.new_context(**options)
        contexts.append(context)
        if user is not None:
            client = Client()
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
            cookie = client.cookies["sessionid"].value
            context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
        page = context.new_page()
        page.set_default_timeout(TIMEOUT)
        page.on("console",
                lambda m: faults.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(live_server.url + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    _wait_for_requests()
    assert faults == []


def _wait_for_requests() -> None:
    """Waits until the live server has answered what the closed browsers had still asked for.

    Each request has a thread and a connection, with which the database cannot be dropped.
    """
    for thread in threading.enumerate():
        if "(process_request_thread)" in thread.name:
            thread.join(TIMEOUT / 1000)
            assert not thread.is_alive()


# What fades in and out is held halfway, where it is faintest; what changes only once is ended.
FAINTEST = """() => {
  for (const one of document.getAnimations()) {
    if (one.effect.getTiming().iterations === Infinity) {
      one.pause();
      one.currentTime = one.effect.getTiming().duration / 2;
    } else {
      one.finish();
    }
  }
}"""


def severe(page: Any) -> list[str]:
    """What axe calls serious or critical on the page as it stands, at its faintest."""
    page.evaluate(FAINTEST)
    found = Axe().run(page, options=OPTIONS).response["violations"]
    return [
        f"{one['id']} at {node['target']}: {node['failureSummary']}"
        for one in found if one["impact"] in SEVERE for node in one["nodes"][:2]
    ]


def outline(page: Any) -> list[str]:
    """The headings, regions and choices of the page in the order in which they are read."""
    snapshot = page.locator("main").aria_snapshot()
    found = re.findall(r"""^ *- '?(heading|region|link|button) "(.*?)"(?=[ :']|$)""", snapshot,
                       re.M)
    return [f"{kind}: {name}" for kind, name in found]


def fits(page: Any) -> bool:
    """Whether nothing reaches beyond the screen; fails if axe finds something severe."""
    assert severe(page) == []
    width = page.viewport_size["width"]
    return bool(page.evaluate("document.documentElement.scrollWidth") <= width)
