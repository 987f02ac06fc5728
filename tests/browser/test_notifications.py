"""Notifications in Chromium: turning them on, what is shown, and turning them off."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.models import Game, PushDevice, User
from tests.pages.every_request import FORMS
from tests.visits import DESK, PHONE, Visit, fits

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FORM = FORMS["POST /push/"]
# A push service of Chromium's maker cannot be reached from a test: the page gets a subscription
# that looks like one, and everything else is real.
SUBSCRIBED = f"const form = {json.dumps(FORM)};" + """
    let subscribed = false;
    const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)));
    const made = (options) => ({
        options, toJSON: () => ({ endpoint: form.endpoint,
                                  keys: { p256dh: form.p256dh, auth: form.auth } }),
        unsubscribe: async () => { sessionStorage.removeItem("subscribed"); return true; },
    });
    const ours = () => Uint8Array.from(atob(sessionStorage.subscribed), (c) => c.charCodeAt(0));
    PushManager.prototype.subscribe = async (options) => {
        sessionStorage.subscribed = text(options.applicationServerKey);
        return made(options);
    };
    PushManager.prototype.getSubscription = async () => sessionStorage.subscribed
        ? made({ applicationServerKey: ours().buffer }) : null;
    Notification.requestPermission = async () => "granted";
"""
NOTIFICATIONS = """async () => {
    const registration = await navigator.serviceWorker.getRegistration("/");
    const shown = (await registration?.getNotifications()) ?? [];
    return shown.map((one) => [one.title, one.body, one.tag]);
}"""


def push(page: Any, message: dict[str, str], *, origin: str) -> None:
    """Delivers a message to the service worker, as the browser's push service would."""
    session = page.context.new_cdp_session(page)
    versions: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated",
               lambda event: versions.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    page.wait_for_function("navigator.serviceWorker.ready.then((it) => Boolean(it.active))")
    while not versions:
        page.wait_for_timeout(20)
    session.send("ServiceWorker.deliverPushMessage", {
        "origin": origin, "registrationId": versions[-1]["registrationId"],
        "data": json.dumps(message)})
    session.detach()


def eventually(page: Any, expected: list[list[str]]) -> None:
    """Waits until exactly these notifications are shown."""
    page.wait_for_function(
        f"async (expected) => JSON.stringify(await ({NOTIFICATIONS})()) === expected",
        arg=json.dumps(expected, separators=(",", ":")))


@pytest.fixture(scope="module")
def browser(browser_type: Any, browser_type_launch_args: dict[str, Any]) -> Iterator[Any]:
    """A whole browser: the headless shell, which other tests use, shows no notifications."""
    names = ("chromium", "chromium-browser", "google-chrome")
    whole = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    launched = browser_type.launch(**{**browser_type_launch_args, "executable_path": whole})
    yield launched
    launched.close()


@pytest.fixture
def settings_page(visit: Visit, live_server: Any) -> Callable[..., Any]:
    """Somebody's page of settings, in a browser that has been allowed to show notifications."""

    def opened(user: User, **options: Any) -> Any:
        page = visit(user, "/rules/", permissions=["notifications"], **options)
        page.context.add_init_script(SUBSCRIBED)
        page.goto(f"{live_server.url}/mail/")
        return page

    return opened


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_somebody_turns_notifications_on_gets_one_and_turns_them_off(
    settings_page: Callable[..., Any], alice: User, game: Game, live_server: Any,
    size: dict[str, int],
) -> None:
    page = settings_page(alice, viewport=size)
    assert fits(page)
    page.get_by_role("button", name="Turn on notifications here").click()
    page.get_by_text("Notifications are on in this browser.").wait_for()
    assert PushDevice.objects.get().endpoint == FORM["endpoint"]
    assert not page.get_by_role("button", name="Turn on notifications here").is_visible()
    assert fits(page)

    news = {"name": game.name, "sentence": "Your turn", "url": f"/games/{game.code}/"}
    push(page, news, origin=live_server.url)
    eventually(page, [[game.name, "Your turn", game.code]])
    push(page, {**news, "sentence": "Still your turn"}, origin=live_server.url)
    eventually(page, [[game.name, "Still your turn", game.code]])
    page.goto(f"{live_server.url}/games/{game.code}/")
    eventually(page, [])  # who looks at the game need not be told

    page.goto(f"{live_server.url}/mail/")
    page.get_by_role("button", name="Turn off").click()
    page.get_by_text("Notifications have been turned off").wait_for()
    assert not PushDevice.objects.exists()
    assert page.evaluate("sessionStorage.subscribed ?? null") is None


def test_a_browser_that_blocks_notifications_says_so(
    visit: Visit, alice: User
) -> None:
    page = visit(alice, "/mail/", permissions=["notifications"])
    page.context.add_init_script("Notification.requestPermission = async () => 'denied';")
    page.reload()
    page.get_by_role("button", name="Turn on notifications here").click()
    page.get_by_text("This browser blocks notifications from this site.").wait_for()


@pytest.mark.parametrize(("script", "sentence"), [
    ("delete window.PushManager", "This browser cannot show notifications from websites."),
    ("Object.defineProperty(window, 'isSecureContext', { value: false })",
     "Browsers show notifications only for pages opened by https."),
])
def test_where_there_can_be_none_the_page_says_why(
    visit: Visit, alice: User, script: str, sentence: str
) -> None:
    page = visit(alice, "/rules/")
    page.context.add_init_script(script)
    page.goto(page.url.replace("/rules/", "/mail/"))
    page.get_by_text(sentence).wait_for()
    assert not page.get_by_role("button", name="Turn on notifications here").is_visible()


def test_without_javascript_the_page_says_what_is_missing(visit: Visit, alice: User) -> None:
    page = visit(alice, "/mail/", java_script_enabled=False)
    assert page.get_by_text("Turning them on needs JavaScript").is_visible()
    assert not page.get_by_role("button", name="Turn on notifications here").is_visible()


def test_my_games_are_loaded_again_when_a_notification_comes(
    settings_page: Callable[..., Any], alice: User, game: Game, live_server: Any
) -> None:
    page = settings_page(alice)
    page.evaluate("navigator.serviceWorker.register('/push-worker.js', { scope: '/' })")
    page.goto(f"{live_server.url}/games/")
    with page.expect_navigation():
        push(page, {"name": game.name, "sentence": "Your turn", "url": f"/games/{game.code}/"},
             origin=live_server.url)
