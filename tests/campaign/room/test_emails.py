"""Emails say what the game waits for; replies are read as people write them."""

from __future__ import annotations

import re
from datetime import datetime

import pytest

from alexandros_rules.campaign import things
from alexandros_rules.campaign.state import ROBBER, ROLL, State
from alexandros_rules.campaign.view import view as seen_by
from games.base.refusals import TooOften
from games.models import Game, User
from games.rulesets import registry
from games.table.play import history, row_limits, turns
from tests.campaign.room.conftest import held, play_until_alice_builds, submit
from tests.campaign.scenes import ALICE, BOB, CAROL, NAMES, auction, discarding, turn
from tests.inbox.email_replies import PostOffice, html_of, text_of, words
from tests.pages.page_reader import Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def suggested(view: State, seat: int) -> list[str]:
    parts = registry.get("campaign").emails.suggestions(view, names=NAMES, seat=seat)
    return [one.order for one in parts["turns"]]


def test_an_email_in_an_auction_says_what_is_up_for_it_and_how_much_one_can_bid(
    game: Game, alice: User, now: datetime
) -> None:
    email = PostOffice(now).turn_email(game, alice)
    for text in (words(email), " ".join(html_of(email).split())):
        assert "A settlement at Philippi (A1.SE) is up for auction." in text
        assert re.search(r"You can bid from 1 to \d+, or nothing\.", text)
        assert text.count("What counts:") == 1 + (text == words(email))  # on the board in letters
        assert "You hold " in text
    assert max(map(len, text_of(email).split("THE BOARD")[0].splitlines())) <= 72


def test_an_email_in_ones_own_turn_says_what_one_could_build(
    game: Game, alice: User, now: datetime
) -> None:
    play_until_alice_builds(game, now=now)
    email = PostOffice(now).turn_email(game, alice)
    for text in (words(email), " ".join(html_of(email).split())):
        assert "Settlement (1 brick, 1 lumber, 1 wheat and 1 wool): you" in text
        assert "City (2 wheat and 3 ore): you" in text


def test_a_number_that_may_be_a_bid_is_asked_back_with_what_to_write(
    game: Game, alice: User, now: datetime
) -> None:
    office = PostOffice(now)
    email = office.turn_email(game, alice)
    quote = "\n".join(f"> {line}" for line in text_of(email).split("\n"))
    for text, status in (("1.", "refused"), ("Option 1.", "done")):
        reply = f"{text}\n\nOn Fri, 20 Nov 2026 at 10:15, Friends wrote:\n{quote}"
        assert office.reply(email, reply, sender=alice.email).status == status
        answer = words(office.deliver()[-1])
        assert ('Please write "option 1" if you want' in answer) is (status == "refused")


@pytest.mark.parametrize(("view", "task", "title"), [
    (turn(phase=ROLL), "The dice wait for you", "Orders, ready to play"),
    (discarding(), "You have to discard 10 of your cards.", "Orders, ready to play"),
    (turn(phase=ROBBER), "Move the robber, and steal a card.", "Orders, ready to play"),
    (turn(), "It is time to trade and build.", ""),
    (auction(), "You can bid from 1 to 23, or nothing.", "Bids, ready to play"),
    (auction(open_bidding=True), "You can bid from 1 to 23, or pass.", "Bids, ready to play"),
    (auction(bluff=True), "You can pay up to 23. You may bid more", "Bids, ready to play"),
    (auction(hands=((0,) * 7,) * 4), "so you can only pass.", "Bids, ready to play"),
    (auction(hands=((0, 1, 0, 0, 0, 0, 0),) * 4), "You can bid 1 or nothing.",
     "Bids, ready to play"),
])
def test_an_email_begins_with_what_the_game_waits_for(view: State, task: str, title: str) -> None:
    parts = registry.get("campaign").emails.suggestions(view, names=NAMES, seat=ALICE)
    assert task in parts["task"]
    assert parts["title"] == title


def test_an_email_tells_what_ones_own_last_order_began(
    game: Game, alice: User, now: datetime
) -> None:
    play_until_alice_builds(game, now=now)
    submit(game, ALICE, "end", now=now)
    assert game.seats.get(user=alice).to_move
    assert "* Your turn ends; Bob is next. Bob rolls" in words(
        PostOffice(now).turn_email(game, alice))


@pytest.mark.rule("AU10")
def test_an_email_tells_the_result_of_an_auction_but_not_who_has_decided(
    game: Game, alice: User, now: datetime
) -> None:
    submit(game, ALICE, "bid nothing", now=now)
    submit(game, BOB, "bid up to 2", now=now)
    submit(game, CAROL, "bid up to 1", now=now)
    text = words(PostOffice(now).turn_email(game, alice))
    assert "You bid nothing. Bob wins the auction for 1" in text
    assert "has decided" not in text


def test_an_email_says_how_to_accept_an_offer(game: Game, alice: User, now: datetime) -> None:
    state = play_until_alice_builds(game, now=now)
    gives, wants = held(state, BOB)[-1], held(state, ALICE)[0]
    submit(game, BOB, f"standing offer {gives} for {wants}", now=now)
    email = PostOffice(now).turn_email(game, alice)
    number = history.state(game).offers[-1].number
    assert f"To accept it, write: accept {number}" in words(email)
    assert f"accept {number}</code>" in html_of(email)


def test_a_ready_turn_ends_before_an_auction_for_which_one_first_draws_a_card() -> None:
    view = turn(phase=ROBBER, arrow=0)
    assert [order.split()[0] for order in suggested(view, ALICE)[0].split("; ")] == ["robber"]


def test_a_table_without_suggestions_gets_facts_but_no_turns(game: Game) -> None:
    parts = registry.get("campaign").emails.suggestions(turn(), names=NAMES, seat=ALICE,
                                                        advice=False)
    assert "turns" not in parts
    assert [price.name for price in parts["wares"]][:2] == ["Road", "Settlement"]


def test_several_bids_and_a_pass_are_ready_to_play(game: Game) -> None:
    orders = suggested(auction(), ALICE)
    assert len(orders) >= 3
    assert orders[-1] == "bid nothing"


def test_a_turn_is_ready_to_play_and_so_is_its_end(game: Game) -> None:
    orders = suggested(turn(), ALICE)
    assert orders[-1] == "end"
    assert all(order.endswith("end") or len(order.split(";")) <= 12 for order in orders)


def test_somebody_for_whom_nobody_waits_gets_no_turns(game: Game) -> None:
    parts = registry.get("campaign").emails.suggestions(turn(), names=NAMES, seat=BOB)
    assert "turns" not in parts


def test_no_two_ready_made_bids_have_the_same_limit() -> None:
    for gold in range(9):
        hand = (1, 0, 2, 2, 1, gold, 0)
        limits = [order.partition(" pay")[0]
                  for order in suggested(seen_by(auction(3, hands=(hand,) * 3), ALICE), ALICE)]
        assert len(limits) == len({*limits}) > 1


@pytest.fixture
def office(game: Game, now: datetime) -> PostOffice:
    """Where it is Alice's turn to trade and build."""
    play_until_alice_builds(game, now=now)
    return PostOffice(now)


def standing_offers(game: Game) -> list[tuple[int, int]]:
    """The seats of all offers, and to whom they are."""
    game.refresh_from_db()
    state: State = history.state(game)
    return [(offer.seat, offer.to) for offer in state.offers]


@pytest.mark.rule("TR3")
@pytest.mark.parametrize("text", [
    "standing offer {kind} to Bob for {other}", "Standing offer {kind} for {other} to BOB!",
])
def test_players_can_be_named_by_their_names(
    game: Game, alice: User, office: PostOffice, text: str
) -> None:
    email = office.turn_email(game, alice)
    order = text.format(kind="gold", other="ore")

    office.reply(email, f"{order}\n", sender="alice@example.org")

    assert (ALICE, 0b010) in standing_offers(game)


def test_a_name_that_means_something_in_orders_is_not_replaced(
    game: Game, alice: User, bob: User, office: PostOffice
) -> None:
    game.seats.filter(user=bob).update(name="Ore")
    User.objects.filter(pk=bob.pk).update(name="Ore")
    email = office.turn_email(game, alice)

    office.reply(email, "standing offer gold for ore\n", sender="alice@example.org")

    assert (ALICE, 0b110) in standing_offers(game)


@pytest.mark.parametrize("name", ["A1", "NE", "ne", "E", "C10.E", "2nd", "Up", "Persis"])
def test_no_name_changes_the_orders_of_others(game: Game, bob: User, name: str) -> None:
    game.seats.filter(user=bob).update(name=name)
    User.objects.filter(pk=bob.pk).update(name=name)
    orders = "road A1.NE; road C10.E; standing offer gold for ore 2 times; bid up to 2"
    assert turns.by_colours(game, orders) == orders


def test_a_name_may_end_with_a_number(game: Game, bob: User) -> None:
    game.seats.filter(user=bob).update(name="Guest 1")
    User.objects.filter(pk=bob.pk).update(name="Guest 1")
    assert turns.by_colours(game, "offer wool to guest 1 for ore") == (
        "offer wool to yellow for ore")


def test_the_page_reads_names_too(
    game: Game, alice: User, office: PostOffice, sit: Sit
) -> None:
    browser = sit(alice)
    browser.open(f"/games/{game.code}/")

    page = browser.press("Preview", orders="standing offer gold for ore to Carol")

    assert "standing offer gold for ore to blue" in page.words


def test_orders_that_are_confirmed_without_a_preview_read_names_too(
    game: Game, alice: User, sit: Sit
) -> None:
    browser = sit(alice)
    browser.open(f"/games/{game.code}/?draft=standing+offer+gold+for+ore+to+Carol")

    browser.press("Confirm", orders="standing offer gold for ore to Carol")

    assert (ALICE, 0b100) in standing_offers(game)


def test_a_line_that_is_not_an_order_is_answered_with_what_to_write(
    game: Game, alice: User, office: PostOffice
) -> None:
    answer = office.answer(office.turn_email(game, alice), "my limit is 5\n")

    assert answer["X-Game-Post"] == "refusal"
    assert "It does not begin with an order. Each order begins with a word such as" in words(answer)
    assert "and many more orders that begin with" in words(answer)


@pytest.mark.promise("R26")
def test_the_withdrawal_of_an_offer_is_not_an_offer(game: Game, now: datetime) -> None:
    give, get = trade(play_until_alice_builds(game, now=now))
    submit(game, ALICE, f"offer {give} for {get}", now=now)
    submit(game, ALICE, f"offer {give} for 2 {get}", now=now)
    game.emails.all().delete()
    first = min(offer.number for offer in history.state(game).offers)

    submit(game, ALICE, f"withdraw {first}", now=now)

    assert not game.emails.exists()


@pytest.mark.promise("R26")
def test_an_offer_that_is_withdrawn_before_its_email_leaves_is_not_told(
    game: Game, now: datetime
) -> None:
    give, get = trade(play_until_alice_builds(game, now=now))
    submit(game, ALICE, f"offer {give} for {get}", now=now)
    submit(game, ALICE, f"offer {give} for 2 {get}", now=now)
    first, second = (offer.number for offer in history.state(game).offers)
    submit(game, ALICE, f"withdraw {first}", now=now)

    sent = [email for email in PostOffice(now).deliver() if "offer" in text_of(email)]
    assert {f"accept {second}" in text_of(email) for email in sent} == {True}

    submit(game, ALICE, f"offer {give} for {get}", now=now)
    for offer in history.state(game).offers:
        submit(game, ALICE, f"withdraw {offer.number}", now=now)
    assert PostOffice(now).deliver() == []


@pytest.mark.promise("R26")
def test_offers_and_withdrawals_fill_the_log_no_further_than_a_limit(
    game: Game, now: datetime
) -> None:
    give, get = trade(play_until_alice_builds(game, now=now))
    before = game.number

    def go_on_offering() -> None:
        for _ in range(30):
            submit(game, ALICE, f"offer {give} for {get}", now=now)
            submit(game, ALICE, f"withdraw {history.state(game).offers[0].number}", now=now)

    with pytest.raises(TooOften, match="Please send orders that end your turn"):
        go_on_offering()
    assert game.number - before <= row_limits.MOST_MOVES

    submit(game, ALICE, "end", now=now)

    def go_on_preferring() -> None:
        for kind in ["wool", "ore"] * 50:
            submit(game, ALICE, f"prefer to discard {kind}", now=now)

    with pytest.raises(TooOften, match="as many as we keep"):
        go_on_preferring()


def trade(state: State) -> tuple[str, str]:
    """What Alice has, and something else that Bob or Carol has and she does not offer."""
    mine, theirs = state.hands[ALICE], [state.hands[seat] for seat in (BOB, CAROL)]
    give = next(kind for kind in things.KINDS if mine[kind])
    get = next(kind for kind in things.KINDS if kind != give and max(
        hand[kind] for hand in theirs) > 1)
    return things.KIND_NAMES[give], things.KIND_NAMES[get]
