"""A real browser shows the game on a phone and on a desk, and keys choose what they say."""

from __future__ import annotations

from datetime import datetime

import pytest

from alexandros_rules.campaign import things
from alexandros_rules.campaign.state import BUILD, ROBBER
from games.models import Game, User
from tests.campaign.room.conftest import Table, play_until, play_until_alice_builds, submit
from tests.visits import DESK, PHONE, SHORT, Visit, fits, outline

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SMALL = {"width": 360, "height": 640}
LARGE = 736  # the width of a map that is scrolled, in pixels
CARD = 44  # the height of a card, in pixels


def test_a_bid_is_made_with_two_keys(game: Game, alice: User, visit: Visit) -> None:
    page = visit(alice, f"/games/{game.code}/", viewport=DESK)
    page.keyboard.press("3")
    page.get_by_role("heading", name="Your draft").wait_for()
    told = "You bid up to 3 and would pay with 3 gold. Your draft"
    assert page.locator("#announcer").text_content() == told
    page.keyboard.press("Enter")
    page.wait_for_url("**played=**")
    page.get_by_text("You bid up to 3.").first.wait_for()


def test_a_screen_reader_goes_from_the_players_over_the_map_to_the_bids(
    game: Game, alice: User, visit: Visit
) -> None:
    read = outline(visit(alice, f"/games/{game.code}/", viewport=DESK))
    bids = ["link: Pass", *(f"link: Bid up to {number}" for number in (7, 8, 9, 13))]
    assert read[:read.index("region: Talk")] == [
        "heading: Friends", "link: Talk", "button: Shortcuts",
        "region: Players", "link: Alice", "link: Bob", "link: Carol",
        "region: Board", "region: Board. The arrow keys move from space to space.",
        "link: 2 wheat (Pay with wheat)", "link: 3 wool (Pay with wool)",
        "link: 8 gold (Pay with gold)",
        "heading: Bid for a settlement", *bids,
    ]


@pytest.mark.parametrize("viewport", [PHONE, SHORT])
def test_a_small_screen_shows_a_large_map_where_something_happens(
    game: Game, alice: User, visit: Visit, viewport: dict[str, int]
) -> None:
    page = visit(alice, f"/games/{game.code}/", viewport=viewport)
    map_ = page.locator(".board-frame > svg")
    frame, place = (page.locator(part).bounding_box() for part in (".board-frame", ".cm-mark"))
    assert map_.bounding_box()["width"] == LARGE
    for side, size in (("x", "width"), ("y", "height")):
        assert frame[side] <= place[side] <= frame[side] + frame[size] - place[size]
    page.locator(".zoom label").first.click()
    assert map_.bounding_box()["width"] <= frame["width"]


@pytest.mark.parametrize("viewport", [SMALL, SHORT])
def test_every_phase_fits_a_small_screen(
    table: Table, alice: User, bob: User, carol: User, visit: Visit, now: datetime,
    viewport: dict[str, int],
) -> None:
    game = table()
    people = (alice, bob, carol)
    for phase in ("auction", BUILD, ROBBER):
        state = play_until(game, phase, now=now)
        page = visit(people[state.seat], f"/games/{game.code}/", viewport=viewport)
        page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        assert fits(page), phase
        page.context.close()


def test_a_trade_is_tapped_on_a_phone_and_the_cards_stay_under_the_thumb(
    game: Game, alice: User, visit: Visit, now: datetime
) -> None:
    state = play_until_alice_builds(game, now=now)
    word = things.KIND_NAMES[things.expand(state.hands[0])[0]]
    page = visit(alice, f"/games/{game.code}/", viewport=PHONE)
    page.get_by_text("Choose what to trade").click()
    card = page.locator(f"#give-{word}")
    card.click(trial=True)  # scrolls as far as it needs
    before = card.bounding_box()["y"]
    card.click()
    page.get_by_text("Now tap what you get.").wait_for()
    assert abs(page.locator(f"#give-{word}").bounding_box()["y"] - before) < CARD
    page.locator("#get-gold a" if word != "gold" else "#get-ore a").click()
    page.locator(".bar").get_by_text("Offer this").wait_for()
    assert "You give 1 " in page.locator(".bar .drafted").inner_text()
    assert fits(page)
    page.locator(".bar").get_by_text("Offer this").click()
    page.wait_for_url("**played=**")


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_a_suggested_offer_opens_its_button_where_it_stands(
    game: Game, alice: User, visit: Visit, now: datetime, viewport: dict[str, int]
) -> None:
    state = play_until_alice_builds(game, now=now)
    give, get = (things.KIND_NAMES[kind] for kind in (things.expand(state.hands[0])[0], things.ORE))
    page = visit(alice, f"/games/{game.code}/", viewport=viewport,
                 reduced_motion="reduce")
    page.evaluate("""(query) => {
        const link = document.createElement("a");
        link.textContent = "An offer";
        link.href = `${location.pathname}?${query}#best-trade`;
        document.querySelector("#trade-cards").before(link);
        link.scrollIntoView({block: "center"});
    }""", f"form=trade&give-{give}=1&get-{get}=1")
    before = page.evaluate("scrollY")
    page.get_by_role("link", name="An offer").click()
    button = page.locator("#best-trade button")
    button.wait_for()
    assert abs(page.evaluate("scrollY") - before) < 2 * CARD
    assert button.evaluate("(button) => button === document.activeElement")
    box = button.bounding_box()
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    assert button.evaluate(
        "(button, at) => document.elementFromPoint(...at) === button", middle)  # nothing covers it


def test_a_card_tapped_in_the_hand_says_above_it_that_it_is_chosen(
    game: Game, alice: User, visit: Visit, now: datetime
) -> None:
    state = play_until_alice_builds(game, now=now)
    word = things.KIND_NAMES[things.expand(state.hands[0])[0]]
    page = visit(alice, f"/games/{game.code}/", viewport=DESK, reduced_motion="reduce")
    card = page.locator(f"#card-{word}")
    card.click(trial=True)
    before = card.bounding_box()["y"]
    card.click()
    chosen = page.get_by_text(f"Chosen: 1 {word}.")
    chosen.wait_for()
    assert abs(card.bounding_box()["y"] - before) < CARD
    assert 0 < chosen.bounding_box()["y"] < before


def test_cards_that_are_not_known_yet_fit_a_phone(
    game: Game, alice: User, visit: Visit
) -> None:
    page = visit(alice, f"/games/{game.code}/", viewport=PHONE)
    page.evaluate("""
        const kind = document.querySelector(".board-foot .held > li").cloneNode();
        kind.textContent = "2 not known yet";
        document.querySelector(".board-foot .held").append(kind);
    """)
    assert fits(page)


def test_a_choice_on_the_map_makes_the_draft(
    table: Table, alice: User, bob: User, carol: User, visit: Visit, now: datetime
) -> None:
    game = table()
    state = play_until(game, ROBBER, now=now)
    page = visit((alice, bob, carol)[state.seat], f"/games/{game.code}/", viewport=PHONE)
    page.locator(".board-frame a").first.click()
    page.get_by_role("heading", name="Your draft").wait_for()
    page.locator(".bar button").get_by_text("Move the robber").click()
    page.wait_for_url("**played=**")


def test_arrow_keys_tell_of_hexes_and_junctions(game: Game, alice: User, visit: Visit) -> None:
    page = visit(alice, f"/games/{game.code}/", viewport=DESK)
    page.keyboard.press("m")
    announced = set()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
        announced.add(page.locator("#announcer").text_content())
    assert len(announced) == 3
    assert page.locator(".cm-places .cursor title").text_content() in announced


def test_what_came_of_a_secret_bid_is_shown_on_the_map(
    game: Game, carol: User, visit: Visit, now: datetime
) -> None:
    for seat, bid in enumerate(("bid up to 2 pay 2 gold", "bid nothing", "bid nothing")):
        submit(game, seat, bid, now=now)
    page = visit(carol, f"/games/{game.code}/", viewport=DESK, reduced_motion="reduce")
    page.locator("#done [data-row]").last.hover()
    page.locator(".preview-layer .preview-place").first.wait_for(state="attached")
    page.get_by_role("button", name="Got it").click()
    page.locator("#done").wait_for(state="hidden")
