"""What the page says of a position: points, chits, prices, and what is in the way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from alexandros_rules.campaign import things
from alexandros_rules.campaign.moves import Bid
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import OVER, State, change
from alexandros_rules.immutable import with_item
from games.rulesets.campaign.bid_facts import (
    bid_facts,
    stakes_text,
    tie_text,
    usual_price_text,
)
from games.rulesets.campaign.phases import unplayable_texts
from games.rulesets.campaign.replay_chart import Moment, draw_points, production
from games.rulesets.campaign.settled_places import HeldTemples, SettledPlaces
from games.rulesets.campaign.table_panel import CampaignTable, deciding_texts, sources
from games.rulesets.campaign.wares import first_home_text, road_aim, wares
from tests.campaign.scenes import ALICE, BOB, CAROL, NAMES, auction, paths, places, turn

TABLE = CampaignTable()
TWO_POINTS = ((0, 2, 0, 0, 0, 0), *[things.NO_DEVELOPMENTS] * 3)


def table_of(state: State, seat: int | None) -> dict[str, Any]:
    return dict(TABLE.table(RULESET.view(state, seat), names=NAMES[:state.players], seat=seat))


def place(state: State, seat: int, reader: int | None = None) -> Any:
    return table_of(state, reader)["places"][seat]


@pytest.mark.promise("R10")
def test_victory_point_cards_are_added_for_their_owner_only() -> None:
    state = turn(cards=TWO_POINTS)
    own, others = place(state, ALICE, ALICE), place(state, ALICE, BOB)
    assert (own.hidden, others.hidden) == (2, 0)
    assert others.developments == 2
    assert "(and 2 that only you see)" in own.holdings


def test_after_the_end_the_points_contain_them_and_hands_are_open() -> None:
    state = turn(cards=TWO_POINTS, phase=OVER)
    shown = place(state, ALICE)
    assert (shown.score, shown.hidden) == (state.points(ALICE), 0)
    assert table_of(state, BOB)["open"] is True


def test_the_table_says_whom_an_auction_waits_for() -> None:
    state = auction(3, bids=(Bid(2, ((things.GOLD, 2),)),))
    tasks = [place(state, seat).task for seat in range(3)]
    assert tasks == ["", "bids now", "bids now"]


def test_the_notice_tells_the_reader_only_their_own_limit() -> None:
    state = auction(3, bids=(Bid(2, ((things.GOLD, 2),)),))
    assert "You bid up to 2." in str(table_of(state, ALICE)["notice"])
    for reader in (BOB, CAROL, None):
        assert "2" not in str(table_of(state, reader)["notice"])


@pytest.mark.rule("TR1")
def test_the_rates_of_the_bank_name_harbours() -> None:
    state = auction(2)
    assert table_of(state, ALICE)["hand"].rates == (
        "The bank gives you 1 for 4 of a kind.")
    harbour = next(one for one in state.world.harbours if one.kind == "wool")
    state = change(state, settlements=(1 << harbour.junctions[0], 0))
    assert table_of(state, ALICE)["hand"].rates == (
        "The bank gives you 1 for 4 of a kind, or for 2 wool.")


NAMED = NAMES[:3]


def ended(**changes: Any) -> State:
    """Alice has two cities, Bob the counselor card and an army, and Carol a settlement."""
    state = turn(3)
    homes = (0, places(state, "D5.S"), places(state, "D5.N"))
    return change(state, **{
        "phase": OVER, "settlements": homes, "cities": (places(state, "C4.N", "A1.SE"), 0, 0),
        "cards": (things.NO_DEVELOPMENTS,) * 3, "counselors": (BOB, None), "army": BOB,
        "winners": (BOB,), **changes})


@pytest.mark.rule("EN1")
def test_the_sources_add_up_to_the_points() -> None:
    state = ended()
    for seat in range(3):
        assert sum(source.points[seat] for source in sources(state)) == state.points(seat)
    assert {source.name: source.points[BOB] for source in sources(state) if source.points[BOB]} == {
        "settlements": 1, "counselor card": 4, "largest army": 2}


def test_a_spectator_learns_why_the_winner_is_ahead_of_the_second() -> None:
    [told] = deciding_texts(ended(), NAMED, None)
    assert told == (
        "Bob is 3 points ahead of Alice. Bob has more from: counselor card (+4), largest army (+2),"
        " settlements (+1). Alice has more from: cities (+4).")


def test_whoever_came_last_learns_what_they_lacked() -> None:
    told = deciding_texts(ended(), NAMED, CAROL)
    assert len(told) == 2
    assert told[1] == ("Bob is 6 points ahead of Carol. Bob has more from: counselor card (+4),"
                       " largest army (+2).")


@pytest.mark.rule("EN3")
def test_with_equal_points_the_chits_have_decided() -> None:
    state = ended(army=None, counselors=(None, None), winners=(ALICE,),
                  cities=(0, 0, 0), settlements=(1, 2, 0), won=((3, 0, 0, 0),) + ((0,) * 4,) * 2)
    assert deciding_texts(state, NAMED, BOB)[0] == (
        "Alice and Bob have equally many points, but Alice has more chits.")


@pytest.mark.parametrize("changes", [{"phase": "build"}, {"winners": (ALICE, BOB)}])
def test_nothing_is_said_before_the_end_nor_of_a_shared_win(changes: dict[str, Any]) -> None:
    assert deciding_texts(ended(**changes), NAMED, ALICE) == ()


RICH: things.Counts = (5, 5, 5, 5, 5, 0, 0)


def sentence(state: State, number: int) -> str:
    """Returns what is said of a road, a settlement, a city or a development card."""
    rich = change(state, hands=with_item(state.hands, ALICE, RICH))
    return wares(rich, ALICE)[number].sentence


def without_buildings(state: State) -> State:
    return change(state, settlements=with_item(state.settlements, ALICE, 0))


@pytest.mark.rule("BU2")
def test_somebody_without_a_building_has_no_place_for_a_road() -> None:
    assert sentence(turn(), 0) == "Road (1 brick and 1 lumber): you have everything."
    assert "your first road must begin at a settlement" in sentence(without_buildings(turn()), 0)


@pytest.mark.rule("BU3")
def test_a_settlement_needs_a_road_that_reaches_a_free_place() -> None:
    assert "a road of yours must lead to it" in sentence(turn(), 1)
    near = change(turn(), roads=(paths(turn(), "C4.NE"), 0, 0, 0))
    assert "your roads reach no free place" in sentence(near, 1)
    far = change(turn(), roads=(paths(turn(), "C4.NE", "C5.NW"), 0, 0, 0))
    assert sentence(far, 1).endswith("you have everything.")


def test_a_city_needs_a_settlement() -> None:
    cities = change(without_buildings(turn()), cities=(places(turn(), "C4.N"), 0, 0, 0))
    assert "replaces a settlement of yours, and you have none" in sentence(cities, 2)


def test_what_cannot_be_paid_names_only_what_is_missing() -> None:
    poor = change(turn(), hands=with_item(turn().hands, ALICE, things.NOTHING))
    assert [ware.sentence for ware in wares(poor, ALICE)][:2] == [
        "Road (1 brick and 1 lumber): you lack 1 brick and 1 lumber.",
        ("Settlement (1 brick, 1 lumber, 1 wheat and 1 wool): you lack 1 brick, 1 lumber, 1 wheat"
         " and 1 wool.")]
    assert not any(ware.is_possible for ware in wares(poor, ALICE))


def test_somebody_with_nothing_is_told_of_the_next_temple() -> None:
    assert first_home_text(turn(), ALICE) == ""
    told = first_home_text(without_buildings(change(turn(), arrow=16)), ALICE)
    assert "The next temple is Babylon, 3 moves ahead of Alexander" in told
    assert first_home_text(without_buildings(change(turn(), arrow=40)), ALICE) == ""


@pytest.mark.rule("CO1", "CO2")
@pytest.mark.parametrize(("chits", "counselors", "text"), [
    ((0, 0, 0, 0), (None,) * 3, "You have 0 chits. You need 3 more for a counselor card."),
    ((2, 0, 0, 0), (None,) * 3,
     "You have 2 chits. With this one, you gain 4 points for a counselor card."),
    ((3, 3, 0, 0), (BOB, ALICE, None),
     "You have 3 chits. With this one, you gain 1 point for a counselor card."),
    ((4, 3, 0, 0), (ALICE, BOB, None), (
        "You have 4 chits. You have the best counselor card and are 1 chit ahead: this one brings"
        " no points, but makes it harder to take the card from you.")),
    ((3, 5, 0, 0), (BOB, ALICE, None),
     "You have 3 chits. You need 3 more for a better counselor card."),
])
def test_the_page_says_what_one_more_chit_brings(
    chits: tuple[int, ...], counselors: tuple[int | None, ...], text: str
) -> None:
    state = auction(kind=things.BATTLE, counselors=counselors,
                    won=tuple([(0, number, 0, 0) for number in chits]))
    assert stakes_text(state, ALICE) == text


def test_a_settlement_says_nothing_of_chits() -> None:
    assert stakes_text(auction(), ALICE) == ""


def test_chits_that_come_too_late_bring_nothing() -> None:
    late = auction(kind=things.BATTLE, arrow=44)
    assert stakes_text(late, ALICE).endswith("for you to gain points by them.")


@pytest.mark.rule("AU1", "CO2")
def test_the_facts_of_a_bid_are_those_that_everybody_can_know() -> None:
    state = auction(kind=things.BATTLE, soldiers=(0, 2, 0, 0), counselors=(ALICE, BOB, None),
                    won=((0, 3, 0, 0), (0, 3, 0, 0), (0, 2, 0, 0), (0,) * 4))
    facts = bid_facts(RULESET.view(state, ALICE), ALICE, NAMES)
    assert facts[1:3] == ["Bob would gain 1 point with it, and you would lose 1.",
                          "Carol would gain 2 points with it."]
    assert facts[-2:] == [
        "With all of their cards and gold, the others could pay: Bob 18, Carol 12 and Dave 12.",
        "After this one, 25 of 25 chits are still to come."]


@pytest.mark.rule("AU10")
def test_a_bid_says_whose_of_equal_ones_wins() -> None:
    def told(seat: int, players: int) -> str:
        return tie_text(RULESET.view(auction(players), seat), seat, NAMES[:players])

    assert told(ALICE, 2) == "Of equal bids, yours wins."
    assert told(BOB, 2) == "Of equal bids, Alice’s wins."
    assert told(ALICE, 3) == "Of equal bids, yours wins."
    assert told(BOB, 3) == "Of equal bids, the first one of these wins: Alice, you, Carol."
    assert told(CAROL, 3) == "Of equal bids, yours never wins."


def test_prices_of_strong_bots_are_told_for_each_place_and_number_of_players() -> None:
    assert usual_price_text(auction(2)).endswith("the price here is often 7 or 8.")
    assert usual_price_text(auction(4)).endswith("the price here is often 8.")
    at = auction(2).world
    far = auction(2, auction=replace(auction(2).auction, junction=next(
        place for place, name in at.stop_names.items() if name == "Ecbatana")))
    assert usual_price_text(far).endswith("the price here is often 5 to 7.")


@pytest.mark.rule("CO1", "TH6", "SU5")
@pytest.mark.parametrize(("players", "text"), [
    (2, ("The first player with three chits gets the counselor card, worth 2 points. Whoever then"
         " has more chits than its owner takes it.")),
    (3, ("Three chits bring a counselor card: the first player to have them gets 4 points, the"
        " next 2. Whoever has more chits than the owner of a better card takes it.")),
    (4, ("Three chits bring a counselor card: the first player to have them gets 4 points, the"
        " next 3 and 2. Whoever has more chits than the owner of a better card takes it.")),
])
def test_an_auction_of_a_chit_says_what_three_bring(players: int, text: str) -> None:
    facts = bid_facts(auction(players, kind=things.BATTLE), ALICE, NAMES[:players])
    assert facts[0] == f"{text} You have 0 chits. You need 3 more for a counselor card."


def test_chits_stand_with_the_players() -> None:
    table = table_of(turn(won=((1, 2, 0, 0), *((0,) * 4,) * 3)), BOB)
    assert "3 chits" in table["players"][ALICE].facts
    assert not any("chit" in fact for fact in table["players"][BOB].facts)


@pytest.mark.rule("DE1", "DE3")
def test_cards_that_cannot_be_played_say_why() -> None:
    assert unplayable_texts(turn(), ALICE) == []
    assert "in your next turn" in unplayable_texts(change(turn(), played=True), ALICE)[0]
    empty = change(without_buildings(turn()), bank=things.single(things.ORE))
    assert unplayable_texts(empty, ALICE) == [
        "You cannot play year of plenty while the bank has fewer than two commodity cards.",
        "You cannot play road building while there is no place for a road of yours."]


MOMENTS = [
    Moment(1, 1, 0, (0, 0), (0, 0), (0, 0)),
    Moment(2, 1, 0, (1, 0), (0, 0), (8, 0)),
    Moment(3, 2, 1, (1, 2), (1, 0), (8, 5)),
]


def titles(svg: str) -> list[str]:
    return re.findall(r"<title>([^<]*)</title>", svg)


def test_it_says_how_the_points_stand_at_the_end_and_after_each_turn() -> None:
    chart = draw_points(MOMENTS, names=["Alice", "Bob"])
    assert titles(chart) == [
        "Points over 2 turns. At the end: Alice 1, Bob 2.",
        "Turn 1: Alice 1, Bob 0.", "Turn 2: Alice 1, Bob 2.",
    ]


def test_each_turn_links_to_its_last_position() -> None:
    chart = draw_points(MOMENTS, names=["Alice", "Bob"], number=2, href=lambda row: f"/at/{row}/")
    assert re.findall(r'href="([^"]*)"', chart) == ["/at/2/", "/at/3/"]
    assert chart.count('class="marker"') == 3


def test_a_marked_row_is_told_with_its_turn() -> None:
    chart = draw_points(MOMENTS, names=["Alice", "Bob"], marks={3: "A mistake."})
    assert titles(chart)[-1] == "Turn 2: Alice 1, Bob 2. A mistake."


def test_alone_it_has_colours_of_its_own_and_on_a_page_those_of_the_page() -> None:
    assert "var(--" not in draw_points(MOMENTS)
    assert "var(--seat-1)" in draw_points(MOMENTS, href=lambda row: f"/{row}/")


def test_a_chart_needs_a_position() -> None:
    with pytest.raises(ValueError, match="at least one position"):
        draw_points([])


@pytest.mark.rule("YI1")
def test_a_city_yields_twice_as_much_as_a_settlement() -> None:
    state = auction(2)
    place = 1 << state.world.junction_by_label["C5.N"]
    yields = [production(change(state, settlements=settled, cities=cities))
              for settled, cities in (((place, 0), (0, 0)), ((0, 0), (place, 0)))]
    assert yields[0][0] > 0
    assert yields[1] == (2 * yields[0][0], 0)


LANDMARKS = SettledPlaces()


def test_temples_come_in_the_order_of_the_route_then_harbours_and_awards() -> None:
    names = LANDMARKS.names(RULESET.boards()["campaign"])
    assert names[:2] == ["temple of Philippi", "temple of Halicarnassus"]
    assert names[11:13] == ["harbour Aegean", "harbour Sinope"]
    assert names[20:] == ["longest road", "largest army"]


def test_a_building_settles_a_temple_and_a_harbour_that_share_its_place() -> None:
    empty = change(auction(), settlements=(0,) * 4, cities=(0,) * 4)
    assert LANDMARKS.reached(empty) == set()
    philippi, alexandria = places(empty, "A1.SE"), places(empty, "E3.NW")
    built = change(empty, settlements=(philippi, 0, 0, 0), cities=(0, alexandria, 0, 0))
    assert LANDMARKS.reached(built) == {
        "temple of Philippi", "temple of Alexandria", "harbour Aegean", "harbour Alexandria"}


def test_a_building_beside_a_temple_holds_it_for_its_owner() -> None:
    empty = change(auction(), settlements=(0,) * 4, cities=(0,) * 4)
    philippi, alexandria = places(empty, "A1.SE"), places(empty, "E3.NW")
    built = change(empty, settlements=(philippi, 0, 0, 0), cities=(alexandria, 0, 0, 0))
    assert [HeldTemples().held(built, seat=seat) for seat in (0, 1)] == [
        ["Philippi", "Alexandria"], []]


def test_awards_count_once_somebody_has_them() -> None:
    state = change(auction(), settlements=(0,) * 4, cities=(0,) * 4, longest=ALICE, army=BOB)
    assert LANDMARKS.reached(state) == {"longest road", "largest army"}


def standing(settlements: Sequence[Sequence[str]] = (), cities: Sequence[Sequence[str]] = (),
             seat: int = ALICE, **changes: Any) -> str:
    """Returns how a seat stands when all of them have these buildings."""
    state = turn()
    masks = {name: tuple(places(state, *some) for some in (*each, (), (), (), ())[:4])
             for name, each in (("settlements", settlements), ("cities", cities))}
    state = change(state, robber=state.world.hex_by_label["A1"], **masks, **changes)
    return str(table_of(state, seat)["standing"])


@pytest.mark.rule("EN1", "YI1")
def test_everybody_is_told_how_far_they_are_ahead_or_behind_and_by_what() -> None:
    assert standing() == "Your land yields nothing yet."
    one, two = ["C4.N"], ["C4.N", "E6.N"]
    assert standing([two, ["D5.S"]]) == "You are 1 ahead of Bob (points: settlements 2 to 1)."
    assert standing([two, ["D5.S"]], seat=BOB) == (
        "You are 1 behind Alice (points: settlements 1 to 2).")
    assert standing([["D5.S"]], [[], one], longest=BOB) == (
        "You are 3 behind Bob (points: settlements 1 to 0, cities 0 to 2, longest road 0 to 2).")
    assert standing(army=ALICE) == "You are 2 ahead of Bob (points: largest army 2 to 0)."
    assert standing(counselors=(BOB, ALICE)) == (
        "You are 1 behind Bob (points: counselor card 3 to 4).")
    assert standing([["F1.SW"], ["F1.SW"]]) == (
        "You are level with Bob: their land brings 2 cards in 36 rolls, yours 2.")


@pytest.mark.rule("EN1")
@pytest.mark.parametrize("seat", [ALICE, BOB])
def test_hidden_points_change_nothing_of_what_is_said_of_leads(seat: int) -> None:
    some = [["F1.SW"], ["F1.SW"]]
    assert standing(some, seat=seat, cards=TWO_POINTS) == standing(some, seat=seat)


@pytest.mark.rule("YI1", "SE2")
def test_the_table_says_that_the_robber_stands_on_ones_standing() -> None:
    state = turn()
    tiles = state.world.hex_by_label
    robbed = change(state, robber=tiles["F1"], settlements=(places(state, "F1.SW"), 0, 0, 0))
    stands = "The robber stands on your land in Upper Egypt (F1), which yields nothing."
    assert table_of(robbed, ALICE)["standing"].endswith(f"settlements 1 to 0). {stands}")
    assert stands not in table_of(robbed, BOB)["standing"]


@pytest.mark.rule("BU1", "TH4", "EN1")
def test_each_thing_to_build_says_what_it_is_good_for() -> None:
    road, settlement, city, card = wares(turn(), ALICE)
    assert road.cards == [("brick", "1 brick"), ("lumber", "1 lumber")]
    assert settlement.brings == "It brings 1 point, and a card whenever a hex beside it yields."
    assert "two cards instead of one" in city.brings
    assert "25 are left" in card.brings
    assert "Of all 25, 14 are soldiers (rob a card), 5 are a point each, and 2 each" in card.brings


@pytest.mark.rule("BU2", "BU3", "LR1")
def test_a_place_for_a_road_says_what_it_could_be_worth() -> None:
    state = turn()
    aims = {path: road_aim(state, ALICE, state.world.path_by_label[path])
            for path in ("C4.NE", "C4.NW")}
    assert aims["C4.NE"][-1].startswith("towards a free place: ")
    far = change(state, roads=(paths(state, "C4.NE"), 0, 0, 0))
    reaching = road_aim(far, ALICE, state.world.path_by_label["C5.NW"])
    assert reaching[-1].startswith("reaches a free place: ")
    none_left = change(far, settlements=(places(state, "A1.SE", "B3.N", "E6.N", "D3.S", "C4.N"),
                                         0, 0, 0))
    assert road_aim(none_left, ALICE, state.world.path_by_label["C5.NW"])[-1] == (
        "makes your longest line 2 roads")
