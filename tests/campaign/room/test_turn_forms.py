"""Every phase of a turn can be played by the links and forms of pages and emails."""

from __future__ import annotations

import re
from datetime import datetime
from urllib.parse import urlsplit

import pytest

from alexandros_rules.campaign import things, yields
from alexandros_rules.campaign.state import ROBBER, State
from games.models import Game, User, WhatIfTree
from games.table.play import history
from tests.campaign.room.conftest import Table, drafts, play_until, play_until_alice_builds, submit
from tests.inbox.email_replies import PostOffice, text_of
from tests.pages.page_reader import Browser, Page, Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
ALICE, BOB, CAROL = range(3)


@pytest.fixture
def alices(game: Game, alice: User, sit: Sit) -> Browser:
    """Alice's browser on the page of the game."""
    browser = sit(alice)
    browser.open(f"/games/{game.code}/")
    return browser


def hand_of(game: Game, seat: int) -> dict[str, int]:
    game.refresh_from_db()
    state: State = history.state(game)
    return dict(zip(things.KIND_NAMES, state.hands[seat], strict=False))


def test_the_page_says_what_is_up_for_auction_and_what_counts(alices: Browser) -> None:
    assert "Bid for a settlement Philippi (A1.SE)" in alices.page.words
    assert "What counts: brick, lumber, wheat, wool and gold." in alices.page.words
    assert "lumber 6, ore 5, harbour 3:1" in alices.page.words


def test_a_limit_is_named_with_one_tap(alices: Browser, game: Game) -> None:
    order = next(order for order in drafts(alices.page) if order.startswith("bid up to 3 "))
    alices.open(drafts(alices.page)[order])
    page = alices.press("Confirm the bid")
    assert "You bid up to 3." in page.words
    assert "Waiting for Bob and Carol." in page.words


@pytest.mark.rule("AU6", "AU10")
def test_the_payment_of_a_bid_is_named_before_it_is_confirmed(alices: Browser, game: Game) -> None:
    order = next(order for order in drafts(alices.page) if order.startswith("bid up to 3 "))
    page = alices.open(drafts(alices.page)[order])
    assert game.rows.count() == 1
    assert "You bid up to 3 and would pay with " in page.words


def test_there_is_a_button_for_every_limit_up_to_the_most_that_can_be_paid(
    alices: Browser, game: Game
) -> None:
    most = int(re.search(r"You can pay up to (\d+)\.", alices.page.words)[1])  # type: ignore[index]
    limits = [int(order.split()[3]) for order in drafts(alices.page) if order.startswith("bid up")]

    assert sorted(limits) == [*range(1, most + 1)]


def test_a_form_says_how_a_bid_is_paid(alices: Browser) -> None:
    page = alices.press("Add this bid", limit="2", **{"pay-gold": "2"})
    assert "draft=bid+up+to+2+pay+2+gold" in page.url


@pytest.mark.rule("AU6")
def test_a_payment_with_too_much_is_refused(alices: Browser) -> None:
    page = alices.press("Add this bid", limit="2", **{"pay-gold": "3"})
    assert page.status == 400
    assert "What you would pay is worth 3, but your bid is 2. Name as much as you bid" in page.words


@pytest.mark.parametrize(("fields", "sentence"), [
    ({"limit": "lots"}, "'lots' is not a number that fits here."),
    ({"limit": ""}, "Enter what you bid, at least 1."),
    ({"limit": "-2"}, "'-2' is not a number that fits here."),
])
def test_fields_that_are_no_numbers_are_refused(
    alices: Browser, fields: dict[str, str], sentence: str
) -> None:
    page = alices.press("Add this bid", **fields)
    assert page.status == 400
    assert sentence in page.words


def test_in_an_open_auction_the_page_says_who_leads(
    table: Table, bob: User, sit: Sit, now: datetime
) -> None:
    game = table(3, open_bidding=True)
    submit(game, ALICE, "bid 2 pay 2 gold", now=now)
    page = sit(bob).open(f"/games/{game.code}/")
    assert "The highest bid is 2, by Alice." in page.words
    assert "Bid at least 3, or pass." in page.words
    assert not any(order.startswith("bid 2") for order in drafts(page))


@pytest.mark.rule("SE2")
def test_the_robber_is_moved_by_the_list_and_by_the_map_then_its_victim_is_chosen(
    game: Game, alice: User, bob: User, carol: User, sit: Sit, now: datetime
) -> None:
    state = play_until(game, ROBBER, now=now)
    browser = sit((alice, bob, carol)[state.seat])
    page = browser.open(f"/games/{game.code}/")
    assert "You rolled a seven: move the robber." in page.words
    others = sit((bob, alice, alice)[state.seat]).open(f"/games/{game.code}/")
    name = ("Alice", "Bob", "Carol")[state.seat]
    assert f"{name} has rolled a seven and moves the robber." in others.words
    listed = {link.href for link in page.find(on_board=False) if "draft=robber" in link.href}
    drawn = {link.href for link in page.find(on_board=True)}
    assert len(listed) >= len(state.world.land) - 1
    robbed = [tile for tile in state.world.land if tile != state.robber
              and yields.victims(state, tile, seat=state.seat)]
    assert len(drawn) == len(robbed) > 0

    label = state.world.hexes[0].label
    page = browser.open(f"/games/{game.code}/?tile={label}")
    listed = {link.href for link in page.find(on_board=False) if "draft=robber" in link.href}
    assert listed
    assert all(f"draft=robber+{label}" in href for href in listed)
    assert "Choose another hex" in page.words


def test_the_page_lists_what_can_be_built_and_what_is_missing(
    alices: Browser, game: Game, now: datetime
) -> None:
    play_until_alice_builds(game, now=now)
    page = alices.open(f"/games/{game.code}/")
    assert "Trade and build" in page.words
    assert "Settlement Costs 1 brick 1 lumber 1 wheat 1 wool" in page.words
    assert any(link.href for link in page.find() if "draft=end" in link.href)


@pytest.mark.rule("TR2")
def test_an_offer_goes_out_with_the_orders_drafted_before_it(
    alices: Browser, game: Game, now: datetime
) -> None:
    play_until_alice_builds(game, now=now)
    alices.open(f"/games/{game.code}/?draft=prefer+discarding+wool&form=trade&give-gold=1&get-wool=1")
    page = alices.press("Confirm and offer this")
    assert "You offer everybody 1 gold for 1 wool" in page.words
    game.refresh_from_db()
    assert [row.move for row in game.rows.order_by("-number")[:2]] == [
        "offer gold for wool", "prefer to discard wool"]


@pytest.mark.rule("TR2")
def test_an_offer_is_made_by_taps_and_needs_two_sides(
    alices: Browser, game: Game, now: datetime
) -> None:
    play_until_alice_builds(game, now=now)
    alices.open(f"/games/{game.code}/")
    page = alices.follow("+ give one gold")
    assert "You give 1 gold. Now tap what you get." in page.words
    assert "Offer this" not in page.words
    alices.follow("+ get one wool")
    page = alices.follow("+ get one wool")
    assert "You give 1 gold; you get 2 wool." in page.words
    page = alices.follow("− get one wool fewer")
    assert "You give 1 gold; you get 1 wool." in page.words
    alices.follow("Bob")
    assert "The offer is made at once." in page.words
    page = alices.press("Offer this")
    assert game.rows.filter(move="offer gold for wool to yellow").exists()
    assert "draft=" not in page.url


@pytest.mark.rule("YI1")
def test_what_one_got_by_the_next_dice_is_not_folded_with_ones_last_turn(
    alices: Browser, game: Game, now: datetime
) -> None:
    play_until_alice_builds(game, now=now)
    alices.open(f"/games/{game.code}/?draft=end")
    page = alices.press("Confirm the turn")
    assert "What came of your last turn" in page.words
    told = page.html.partition('<section class="panel mine">')[2].partition("<h2")[0]
    assert "Bob rolls " in told
    assert "You get 1 " in told
    assert "Your turn ends" not in told


@pytest.mark.rule("TR3")
def test_a_page_watches_for_the_answer_of_a_bot(
    alices: Browser, game: Game, now: datetime
) -> None:
    play_until_alice_builds(game, now=now)
    assert 'data-reload="no"' in alices.open(f"/games/{game.code}/").html
    game.seats.filter(index=BOB).update(user=None, bot="planner", unanswered=True)
    assert 'data-reload="yes"' in alices.open(f"/games/{game.code}/").html
    before = alices.open(f"/games/{game.code}/stream/").html
    game.seats.filter(index=BOB).update(unanswered=False)
    assert alices.open(f"/games/{game.code}/stream/").html != before, "which loads the page again"


@pytest.mark.rule("TR3")
def test_the_page_says_which_bots_have_refused_an_offer(
    alices: Browser, game: Game, now: datetime
) -> None:
    play_until_alice_builds(game, now=now)
    submit(game, ALICE, "offer gold for ore", now=now)
    yet, bobs, carols = ": nobody has taken it yet.", "Bob declines.", "Carol declines."
    for bots, words in (((), {yet}), ((BOB,), {yet, bobs}), ((BOB, CAROL), {bobs, carols})):
        game.seats.filter(index__in=bots).update(user=None, bot="planner", unanswered=False)
        page = alices.open(f"/games/{game.code}/")
        assert {one for one in (yet, bobs, carols) if one in page.words} == words
    game.seats.filter(index=BOB).update(unanswered=True)
    page = alices.open(f"/games/{game.code}/")
    assert bobs not in page.words
    assert carols in page.words
    alices.open(f"/games/{game.code}/?draft=offer+gold+for+wool")
    assert alices.page.words.count("taken it yet") == 1


@pytest.mark.rule("TR3")
def test_a_standing_offer_is_made_out_of_turn_and_taken_by_link(
    alices: Browser, game: Game, bob: User, sit: Sit, now: datetime
) -> None:
    play_until_alice_builds(game, now=now)
    wanted = next(kind for kind in things.KIND_NAMES[:5] if hand_of(game, ALICE)[kind])
    bobs = sit(bob)
    page = bobs.open(f"/games/{game.code}/")
    assert "Make a standing offer" in page.words
    bobs.follow("+ give one gold")
    bobs.follow(f"+ get one {wanted}")
    bobs.follow("2 times")
    bobs.press("Offer this")
    page = bobs.press("Confirm")
    assert f"You give 1 gold for 1 {wanted} (2 times)" in page.words

    page = alices.open(f"/games/{game.code}/")
    assert "Offers that you can accept" in page.words
    before = hand_of(game, ALICE)
    alices.open(next(href for order, href in drafts(page).items() if order.startswith("accept")))
    alices.press("Confirm")
    assert hand_of(game, ALICE)["gold"] == before["gold"] + 1


def test_somebody_decides_in_advance_what_to_discard(alices: Browser, game: Game) -> None:
    page = alices.press("Discard in this order", kind=["wool", "", "ore"])
    assert "draft=prefer+to+discard+wool+ore" in page.url
    page = alices.press("Confirm")
    assert "you give up these first: wool, ore." in page.words


def test_the_dice_can_be_told_to_roll_at_once(alices: Browser) -> None:
    alices.follow("Always roll the dice at once")
    page = alices.press("Confirm")
    assert "The dice roll at once when your turn begins." in page.words


def keys_of(page: Page) -> list[str]:
    return [value for _tag, name, value in page.attributes if name == "aria-keyshortcuts"]


def test_the_first_choices_have_keys_and_none_has_two(alices: Browser) -> None:
    keys = keys_of(alices.page)
    assert {"0", "1", "9"} <= {*keys}
    assert len({*keys}) == len(keys)




def test_bids_can_be_tried_on_a_what_if_board_by_form_and_by_link(
    game: Game, alice: User, sit: Sit
) -> None:
    browser = sit(alice)
    browser.open(f"/games/{game.code}/what-if/")
    board = browser.press("New board from the current position").url
    page = browser.press("Add this bid", limit="2", **{"pay-gold": "2"})
    assert "draft=bid+2+pay+2+gold" in page.url
    browser.open(board)
    browser.follow("Pass")
    browser.press("Add to the tree")
    assert [(node.seat, node.text) for node in WhatIfTree.objects.get().nodes.all()] == [
        (None, ""), (ALICE, "bid nothing")]


def test_a_link_in_an_email_shows_the_turn_and_plays_it(
    game: Game, alice: User, now: datetime, sit: Sit
) -> None:
    email = PostOffice(now).turn_email(game, alice)
    address = next(url for url in re.findall(r"http\S+/turn/\S+", text_of(email))
                   if "bid+nothing" in url)
    visitor, parts = sit(None), urlsplit(address)
    page = visitor.open(f"{parts.path}?{parts.query}")
    assert "You bid nothing." in page.words
    assert "Confirm the turn" not in page.words
    assert history.state(game).auction.bids[ALICE] is None
    visitor.follow("Undo")
    page = visitor.press("Add this bid", limit="2", **{"pay-gold": "2"})
    assert page.url == f"{parts.path}?draft=bid+up+to+2+pay+2+gold"
    assert "Confirmed. You bid up to 2" in visitor.press("Confirm").words
    assert game.rows.latest("number").seat == ALICE


@pytest.mark.rule("TR3")
def test_an_offer_is_told_by_email_and_accepted_by_reply(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    state = play_until_alice_builds(game, now=now)
    office = PostOffice(now)
    office.deliver()
    wanted = next(kind for kind, held in zip(
        ("brick", "lumber", "wheat", "wool", "ore"), state.hands[BOB], strict=False) if held)
    submit(game, ALICE, f"offer 1 gold for 1 {wanted} to yellow", now=now)

    (email,) = [mail for mail in office.deliver() if mail["X-Game-Post"] == "asked"]
    assert email["To"] == bob.email
    office.reply(email, "accept 1\n", sender=str(bob.email))

    game.refresh_from_db()
    after = history.state(game)
    assert after.hands[BOB][5] == state.hands[BOB][5] + 1
