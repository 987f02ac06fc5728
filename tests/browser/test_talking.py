"""People talk at a table in real browsers, on a phone and at a desk."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from games.models import ChatMessage, ChatMute, Game, Note, User
from games.table.talk import speaking
from tests.browser.table_driver import Table
from tests.visits import DESK, PHONE, Visit, fits, severe

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Sit = Callable[..., Table]


def talk(page: Any) -> Any:
    return page.locator("#talk")


def say(page: Any, text: str) -> None:
    page.get_by_label("Your message").fill(text)
    page.get_by_role("button", name="Say it").click()
    talk(page).locator("li", has_text=text).wait_for()


def test_what_one_player_says_appears_at_the_others_without_a_reload(
    sit: Sit, alice: User, bob: User, game: Game
) -> None:
    phone = sit(alice, game, viewport=PHONE).page
    desk = sit(bob, game, viewport=DESK, color_scheme="dark").page
    desk.get_by_label("Your message").fill("I am still writing")
    nothing = "Nobody has said anything yet."
    assert talk(phone).get_by_text(nothing).is_visible()
    say(phone, "Hello, Bob!")
    assert phone.get_by_label("Your message").input_value() == ""
    talk(desk).get_by_text("Hello, Bob!").wait_for()
    for page in (phone, desk):
        assert not talk(page).get_by_text(nothing).is_visible()
    assert desk.get_by_label("Your message").input_value() == "I am still writing"
    desk.get_by_role("button", name="Say it").click()
    talk(desk).get_by_text("I am still writing").wait_for()
    say(phone, "So am I")  # Alice is to move, so her page does not ask by itself
    talk(phone).get_by_text("I am still writing").wait_for()
    for page in (phone, desk):
        assert fits(page)
        assert severe(page) == []


def test_the_link_at_the_top_counts_what_is_new(
    sit: Sit, alice: User, bob: User, game: Game, now: datetime
) -> None:
    for n in range(2):
        speaking.say(game, user=bob, channel="table", text=f"Hello {n}", key=str(n), now=now)
    speaking.say(game, user=alice, channel="table", text="Hello, Bob", key="1", now=now)
    table = sit(alice, game, viewport=PHONE)
    link = table.page.get_by_role("link", name="Talk")
    table.page.locator('a[href="#talk"][data-fresh="2"]').wait_for()
    assert severe(table.page) == []
    table.tap(table.page.locator("#turn a.card").first)
    table.page.locator('a[href="#talk"][data-fresh="2"]').wait_for()
    link.click()
    table.page.locator('a[href="#talk"]:not([data-fresh])').wait_for()
    table.page.reload()
    table.page.locator('a[href="#talk"]:not([data-fresh])').wait_for()


def test_a_phrase_is_said_with_one_click_and_what_is_being_written_stays(
    sit: Sit, alice: User, game: Game
) -> None:
    page = sit(alice, game, viewport=PHONE).page
    page.get_by_label("Your message").fill("And then")
    page.get_by_role("button", name="Thanks!").click()
    talk(page).locator("li", has_text="Thanks!").wait_for()
    assert page.get_by_label("Your message").input_value() == "And then"
    assert ChatMessage.objects.get().preset == "thanks"
    page.reload()
    assert page.get_by_label("Your message").input_value() == "And then"


def test_a_turn_goes_on_while_one_talks(sit: Sit, alice: User, game: Game) -> None:
    table = sit(alice, game, viewport=DESK)
    table.page.get_by_label("Your message").fill("Let me think")
    table.tap(table.page.locator("#turn a.card").first)
    assert table.page.get_by_label("Your message").input_value() == "Let me think"
    table.page.keyboard.press("Escape")
    table.page.get_by_label("Your message").press("Control+Enter")
    talk(table.page).locator("li", has_text="Let me think").wait_for()
    assert table.page.locator(".draft").is_visible()


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_somebody_is_muted_and_heard_again(
    sit: Sit, alice: User, bob: User, game: Game, now: datetime, size: dict[str, int]
) -> None:
    speaking.say(game, user=bob, channel="table", text="Hurry up!", key="1", now=now)
    page = sit(alice, game, viewport=size).page
    talk(page).locator(".acts summary").click()
    assert fits(page)
    page.get_by_role("button", name="Mute Bob").click()
    page.get_by_text("You will not see what Bob says any more.").wait_for()
    assert not page.get_by_text("Hurry up!").is_visible()
    page.get_by_text("You have muted one person").click()
    page.get_by_role("button", name="unmute").click()
    talk(page).get_by_text("Hurry up!").wait_for()
    assert not ChatMute.objects.exists()


def test_a_refused_message_stays_and_the_reason_is_shown(
    sit: Sit, alice: User, game: Game, faults: list[str]
) -> None:
    page = sit(alice, game, viewport=PHONE).page
    page.get_by_label("Your message").evaluate("area => area.removeAttribute('maxlength')")
    page.get_by_label("Your message").fill("x" * 1001)
    page.get_by_role("button", name="Say it").click()
    page.get_by_text("This message is too long").wait_for()
    assert len(page.get_by_label("Your message").input_value()) == 1001
    faults.clear()  # the browser notes the status 400


def test_without_javascript_people_talk_on_a_page_of_its_own(
    visit: Visit, alice: User, game: Game
) -> None:
    page = visit(alice, f"/games/{game.code}/talk/", viewport=PHONE, java_script_enabled=False)
    say(page, "No scripts here")
    assert page.url.endswith("/talk/")
    page.get_by_role("button", name="Good game!").click()
    talk(page).locator("li", has_text="Good game!").wait_for()


def test_notes_are_saved_without_leaving_the_page(sit: Sit, alice: User, game: Game) -> None:
    page = sit(alice, game, viewport=PHONE).page
    page.get_by_text("Your notes").click()
    page.get_by_label("On this position").fill("Watch the east")
    page.get_by_role("button", name="Save the note").last.click()
    page.get_by_text("Saved.").wait_for()
    assert Note.objects.get().number == game.number
    assert fits(page)


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_comments_belong_to_a_position_of_the_replay(
    visit: Visit, alice: User, game: Game, now: datetime, size: dict[str, int]
) -> None:
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, result={"winners": [0]})
    page = visit(alice, f"/games/{game.code}/replay/9/", viewport=size)
    page.get_by_label("Your comment").fill("A fine march.")
    page.get_by_role("button", name="Comment", exact=True).click()
    page.locator("#comments li", has_text="A fine march.").wait_for()
    assert fits(page)
    page.get_by_label("Your comment").fill("Also")
    page.get_by_role("link", name="Step ›").click()
    page.get_by_text("Nobody has said anything yet.").wait_for()
    assert page.get_by_label("Your comment").input_value() == ""
    page.get_by_role("link", name="‹ Step").click()
    page.locator("#comments li", has_text="A fine march.").wait_for()
    assert page.get_by_label("Your comment").input_value() == "Also"
