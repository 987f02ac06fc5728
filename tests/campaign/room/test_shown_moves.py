"""What has happened is on the page with its places on the map, as far as its reader may know it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

import pytest

from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import AUCTION, BUILD, ROLL, State, change
from games.models import Game, User
from games.rulesets.campaign.board_pictures import CampaignBoards
from games.table.play import history
from tests.campaign.room.conftest import (
    Table,
    hasty_order,
    held,
    play_until_alice_builds,
    submit,
    to_move,
)
from tests.campaign.scenes import auction, places, turn
from tests.pages.page_reader import Page, Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
ALICE, BOB, CAROL = range(3)
BIDS = ("bid up to 2 pay 2 gold", "bid nothing", "bid up to 1 pay gold")


def changed(before: State, **changes: object) -> set[str]:
    """The kinds of shapes between a position and the one with these changes, for a spectator."""
    views = [RULESET.view(state, None) for state in (before, change(before, **changes))]
    return set(CampaignBoards().changes(*views))


def shown(page: Page) -> dict[str, Sequence[str]]:
    """The rows of the log that the map can show, with the kinds of their shapes."""
    found: dict[str, list[str]] = {}
    for _tag, name, value in page.attributes:
        if name == "data-row":
            row = found.setdefault(value or "", [])
        elif name.startswith("data-preview-") and found:
            row.append(name.removeprefix("data-preview-"))
    return found


def bid(game: Game, *bids: str, now: datetime) -> None:
    for seat, text in enumerate(bids):
        submit(game, seat, text, now=now)


def test_each_kind_of_change_has_its_shape() -> None:
    state = turn()
    assert changed(change(state, phase=ROLL, dice=(0, 0)), phase=BUILD, dice=(3, 5)) == {"lit"}
    assert changed(state, robber=state.world.hex_by_label["A1"]) == {"robbed"}
    assert changed(state, arrow=state.arrow + 1) == {"march"}
    assert changed(state, roads=(1, 0, 0, 0)) == {"road"}
    assert changed(state, cities=(places(state, "C4.N"), 0, 0, 0)) == {"place"}
    assert changed(auction(), auction=None) == {"place"}


def test_what_is_hidden_has_no_shape() -> None:
    state = turn()
    hand = (0, 0, 0, 0, 0, 9, 0)
    assert changed(state, hands=(hand, *state.hands[1:])) == set()
    assert changed(state, deck=state.deck[1:], supply=state.supply[1:]) == set()
    assert changed(state) == set()


@pytest.mark.promise("R10")
def test_a_bid_is_not_shown_before_all_are_known(
    game: Game, bob: User, sit: Sit, now: datetime
) -> None:
    bid(game, BIDS[0], now=now)
    assert shown(sit(bob).open(f"/games/{game.code}/")) == {}


@pytest.mark.rule("AU10")
@pytest.mark.promise("R10")
def test_what_came_of_ones_own_secret_bid_stands_there_until_it_is_put_away(
    game: Game, alice: User, bob: User, carol: User, sit: Sit, now: datetime
) -> None:
    bid(game, *BIDS[:2], now=now)
    assert "wins the auction" not in sit(bob).open(f"/games/{game.code}/").words
    submit(game, CAROL, BIDS[2], now=now)
    for user, own in ((bob, "You bid nothing."), (carol, "You bid up to 1.")):
        page = sit(user).open(f"/games/{game.code}/")
        card = page.html.partition('id="done"')[2].partition("got-it")[0]
        assert own in card
        assert f"{own} Alice wins the auction for 1 (1 gold) and founds a settlement" in card
        assert "pay" not in card
        assert "has decided" not in card
        assert "bid up to 2" not in card
        assert "place" in shown(page)[str(game.number)]
    assert 'id="done"' not in sit(None).open(f"/games/{game.code}/").html
    submit(game, ALICE, "end", now=now)
    assert 'id="done"' in sit(carol).open(f"/games/{game.code}/").html


@pytest.mark.rule("AU10")
def test_the_latest_auction_comes_first_each_in_a_line_and_earlier_orders_last(
    table: Table, bob: User, sit: Sit, now: datetime
) -> None:
    game = table()
    bid(game, *BIDS, now=now)
    submit(game, ALICE, "end", now=now)
    played = game.number + 1
    assert history.state(game).phase == AUCTION
    submit(game, BOB, "bid nothing", now=now)
    for seat in (CAROL, ALICE):
        submit(game, seat, "bid up to 1", now=now)
    page = sit(bob).open(f"/games/{game.code}/?played={played}-{played}")
    card = page.html.partition('id="done"')[2].partition("got-it")[0]
    lines = [" ".join(re.sub("<[^>]*>", "", line).split())
             for line in card.split("<span")[1:]]
    assert ["You bid nothing." in line for line in lines] == [True, True]
    assert "wins the auction for 1" in lines[0]
    assert "chit" in lines[0]
    assert "Philippi" in lines[1]
    assert f'data-last="{game.number}"' in card


def test_orders_stay_told_below_what_came_of_them(
    game: Game, alice: User, bob: User, carol: User, sit: Sit, now: datetime
) -> None:
    state = play_until_alice_builds(game, now=now)
    gives, wants = held(state, ALICE)[0], held(state, BOB)[-1]
    submit(game, ALICE, f"offer {gives} for {wants}", now=now)
    offered = game.number
    submit(game, BOB, f"accept {history.state(game).offers[-1].number}", now=now)
    page = sit(alice).open(f"/games/{game.code}/?played={offered}-{offered}")
    card = page.html.partition('id="done"')[2].partition("got-it")[0]
    assert 0 < card.index("You give") < card.index("</summary>") < card.index("You offer everybody")


def test_a_decision_that_is_still_secret_has_come_to_nothing(game: Game, now: datetime) -> None:
    bid(game, *BIDS[:2], now=now)
    names = ["Alice", "Bob", "Carol"]
    assert history.read(game, BOB, names=names).decisions() == []
    submit(game, CAROL, BIDS[2], now=now)
    rows = [entry.number for entry in history.read(game, BOB, names=names).decisions()]
    assert rows == [4]
    assert history.read(game, None, names=names).decisions() == []


def test_a_preference_is_no_decision(game: Game, now: datetime) -> None:
    submit(game, ALICE, "prefer discarding wool", now=now)
    assert history.read(game, ALICE, names=["Alice", "Bob", "Carol"]).decisions() == []


def test_that_somebody_has_decided_is_no_result_of_ones_own_orders(
    game: Game, alice: User, sit: Sit, now: datetime
) -> None:
    bid(game, *BIDS, now=now)
    last = ""
    while not (last == "roll" and history.state(game).phase == AUCTION):
        seat = to_move(game)[0]
        order = hasty_order(game, seat)
        last = order if seat == ALICE else ""
        submit(game, seat, order, now=now)
    submit(game, to_move(game)[1], "bid nothing", now=now)
    page = sit(alice).open(f"/games/{game.code}/?played={game.number - 1}-{game.number - 1}")
    card = page.html.partition('id="done"')[2].partition("got-it")[0]
    assert "You roll" in card
    assert "has decided" not in card
