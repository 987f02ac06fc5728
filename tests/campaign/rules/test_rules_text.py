"""The rules text for players: every rule has a row, and the example and the map are true."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import pytest

from alexandros_rules.campaign import events, moves
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.events import Event
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import AUCTION, State
from alexandros_rules.chance import SeededChance
from alexandros_rules.replay import fold
from tests.campaign.positions import (
    ALICE,
    BOB,
    CAROL,
    WORLD,
    auction,
    of_type,
    only,
    play,
    position,
    setup,
    stuff,
)
from tests.campaign.random_games import steps

TEXT = (Path(__file__).parents[3] / "docs" / "campaign-rules.md").read_text("utf-8")
COUNTS = {"TH": 7, "SU": 6, "YI": 5, "SE": 3, "AL": 3, "AU": 10, "CO": 2, "TR": 3, "BU": 5,
          "DE": 3, "LR": 1, "LA": 1, "EN": 4}
NAMES = ("Alice", "Bob", "Carol")
SEED = (4785).to_bytes(32, "big")


def section(name: str) -> str:
    return TEXT.partition(f"\n## {name}\n")[2].partition("\n## ")[0]


def example() -> list[tuple[int, str]]:
    """Returns the orders of the example, with their seats."""
    lines = [line for block in section("Three turns").split("```")[1::2]
             for line in block.strip().splitlines()]
    return [(NAMES.index(name), order) for name, _, order in
            (line.partition(": ") for line in lines)]


@lru_cache(maxsize=1)
def played() -> tuple[State, State, list[Event]]:
    """Plays the example; returns the states before and after it, and all its events."""
    chance = SeededChance(SEED)
    found = list(RULESET.start(setup(3), chance))
    first = state = fold(RULESET, None, found)
    for seat, order in example():
        move = RULESET.parse(order, RULESET.view(state, seat), seat=seat)
        assert RULESET.format(move, state) == order
        new = RULESET.decide(state, move, chance, seat=seat)
        state = fold(RULESET, state, new)
        found += new
    return first, state, found


def rows() -> list[tuple[str, str]]:
    """Returns the (id, text) of each rule."""
    return re.findall(r"^\| ((?!FIG)[A-Z]+\d+) \| (.+) \|$", TEXT, re.MULTILINE)


def test_every_rule_has_one_row_in_its_order_within_a_section() -> None:
    found = [rule for rule, _ in rows()]
    expected = [f"{letters}{n}" for letters, count in COUNTS.items() for n in range(1, count + 1)]
    assert found == expected


def test_every_rule_is_a_whole_sentence() -> None:
    assert all(re.fullmatch(r"[A-Z*].*\.(\)?|\*)", text) for _, text in rows())


def test_rulings_are_marked_as_such() -> None:
    assert {rule for rule, text in rows() if "(ruling)" in text} == {
        "TH5", "SU3", "SU4", "YI1", "YI2", "YI4", "YI5", "SE1", "SE2", "SE3", "AU3", "AU4", "AU6",
        "AU7", "AU8", "AU10", "CO1", "CO2", "TR1", "TR3", "BU3", "BU4", "DE1", "DE3", "LR1", "LA1",
        "EN3", "EN4"}


@pytest.mark.rule("AU10")
def test_the_text_does_not_describe_sealed_limits_as_bidding_played_out() -> None:
    assert "played out" not in TEXT.partition("AU10 |")[2].partition("\n")[0]
    assert "smallest raise" not in TEXT


@pytest.mark.rule("TR3")
def test_a_standing_offer_made_in_ones_own_turn_meets_no_other_by_itself() -> None:
    state = position(hands=["wool", "ore"])
    both = [moves.MakeOffer(stuff("wool"), stuff("ore"), 0b10, 1, standing=True),
            moves.MakeOffer(stuff("ore"), stuff("wool"), 0b01, 1, standing=True)]
    after = play(play(state, both[1], seat=BOB), both[0], seat=ALICE)
    assert len(after.offers) == 2
    assert "A standing offer never starts a trade by itself" in dict(rows())["TR3"]


def test_the_cards_in_the_example_are_those_of_the_players() -> None:
    assert played()[0].hands == (
        stuff("brick lumber 2 wheat wool ore 8 gold"), stuff("4 brick lumber wheat 8 gold"),
        stuff("3 lumber 2 wool ore 8 gold"))


@pytest.mark.rule("AU10", "AU6")
def test_the_auctions_of_the_example_end_as_it_says() -> None:
    _, after, found = played()
    first, second = of_type(found, events.AuctionWon)
    assert first == events.AuctionWon(ALICE, 4, ((th.WHEAT, 1), (th.GOLD, 3)))
    assert second == events.AuctionWon(CAROL, 2, ((th.WOOL, 1), (th.GOLD, 1)))
    assert only(found, events.Founded).junction == "A1.SE"
    assert [WORLD.stop_names[WORLD.junction_by_label[each.junction]]
            for each in of_type(found, events.AuctionBegan)] == [
                "Philippi", "Hellespont", "Sardis"]
    assert [th.CHIT_NAMES[each.chit] for each in of_type(found, events.ChitTurned)] == [
        "famine", "bridge"]
    assert after.phase == AUCTION


@pytest.mark.rule("YI1", "SE2")
def test_the_dice_and_the_robber_of_the_example_do_what_it_says() -> None:
    _, after, found = played()
    assert [each.dice for each in of_type(found, events.Rolled)] == [(4, 1), (2, 5)]
    assert only(found, events.Yielded).gains == (stuff("ore"), th.NOTHING, th.NOTHING)
    assert only(found, events.Stole) == events.Stole(CAROL, ALICE, th.WOOL)
    assert WORLD.hexes[after.robber].name == "Thrace"
    assert not of_type(found, events.DiscardsDue)


@pytest.mark.rule("TR3")
def test_the_trades_of_the_example_are_made_as_it_says() -> None:
    _, _, found = played()
    traded = only(found, events.Traded)
    assert (traded.seat, traded.other, traded.given, traded.got, traded.at_once) == (
        BOB, CAROL, stuff("brick"), stuff("wool"), True)
    assert only(found, events.Withdrawn).number == 2
    assert only(found, events.BankTraded).given == stuff("4 gold")


@pytest.mark.rule("TH7")
def test_the_text_names_every_hex_with_its_number() -> None:
    named = dict(re.findall(r"^\| (\w+) \| (.+) \|$", section("The map"), re.MULTILINE))
    for kind in ("brick", "lumber", "wheat", "wool", "ore", "gold", "desert"):
        places = [place.name + (f" {place.number}" if place.number else "")
                  for place in WORLD.hexes if place.kind == kind]
        assert sorted(named[kind].split(", ")) == sorted(places)


@pytest.mark.rule("TH7", "AL1")
def test_the_text_names_the_whole_route() -> None:
    told = re.sub(r"\n> ", " ", section("The map").partition("\n> ")[2].partition("\n\n")[0])
    marks = {"temple": "**{}**", "chit": "{}", "blank": "[{}]"}
    assert told.split(", ")[:-1] == [marks[stop.kind].format(stop.name) for stop in WORLD.route]
    assert told.endswith(f"and at last {WORLD.goal_name}.")


@pytest.mark.rule("TR1")
def test_the_text_names_every_harbour() -> None:
    told = re.findall(r"^\| (.+?) \| (\d:1)(?: for (\w+))? \| (.+) \|$", section("The map"),
                      re.MULTILINE)
    assert sorted((name, rate, kind) for name, rate, kind, _ in told) == sorted(
        (each.name, f"{each.rate}:1", each.kind) for each in WORLD.harbours)


def test_the_prices_are_those_of_the_rules() -> None:
    told = dict(re.findall(r"^\| ([\w ]+) \| ([\w ,]+) \| \d? ?\|$", section("Building"),
                           re.MULTILINE))
    assert {name: stuff(price.replace(",", "")) for name, price in told.items()} == {
        "road": th.ROAD_PRICE, "settlement": th.SETTLEMENT_PRICE, "city": th.CITY_PRICE,
        "development card": th.DEVELOPMENT_PRICE}


def test_the_table_of_auctions_is_that_of_the_rules() -> None:
    told = dict(re.findall(r"^\| (\w+) \| ([\w, ]+) \|$", section("The auction"), re.MULTILINE))
    for kind, name in enumerate(th.AUCTION_NAMES):
        counting = {th.KIND_NAMES[thing] for thing in th.COUNTING[kind]}
        assert {*told[name].split(", ")} == counting | ({"soldiers"} if name == "battle" else set())


def explained() -> list[str]:
    return re.findall(r"^\| `(.+?)` \|", section("How to write orders"), re.MULTILINE)


def test_every_kind_of_order_is_explained() -> None:
    made = {RULESET.format(step.move, step.state).split()[0] for step in steps()}
    made |= {order.split()[0] for _, order in example()}
    assert {order.split()[0] for order in explained()} == made | {"settlement"}  # a rare one


@pytest.mark.parametrize("order", explained())
def test_the_orders_can_be_read_and_are_those_that_the_game_writes(order: str) -> None:
    state = position()
    if order == "pass" or re.match(r"bid \d", order):
        state = auction(position(hands=["gold"], open_bidding=True), "settlement")
    move = RULESET.parse(order, state, seat=ALICE)
    assert RULESET.format(move, state) == order.replace("Philippi", "A1.SE")


@pytest.mark.parametrize("place", ["A1 south-east", "Philippi"])
def test_places_can_be_written_out(place: str) -> None:
    move = RULESET.parse(f"city {place}", position(), seat=ALICE)
    assert RULESET.format(move, position()) == "city A1.SE"


def test_a_bid_without_a_payment_is_paid_in_the_usual_order() -> None:
    state = auction(position(hands=["wool 3 ore 2 gold"], soldiers=[1]), "battle")
    move = RULESET.parse("bid up to 9", state, seat=ALICE)
    assert RULESET.format(move, state) == "bid up to 9 pay 3 ore wool 2 gold soldier"
