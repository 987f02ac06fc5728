"""The position in plain text, for emails and screen readers."""

from __future__ import annotations

import pytest

from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.moves import Bid
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import (
    AUCTION,
    DISCARD,
    OVER,
    ROBBER,
    ROLL,
    Offer,
    State,
    change,
)
from alexandros_rules.campaign.text_board import text_map
from alexandros_rules.chance import SeededChance
from alexandros_rules.replay import fold
from alexandros_rules.ruleset import Setup
from tests.campaign import positions as at
from tests.campaign.random_games import GAMES
from tests.campaign.scenes import ALICE, BOB, SEED, auction, discarding, paths, places, turn


def lines(state: State) -> list[str]:
    return RULESET.text_board(state).split("\n")


def blocks(state: State) -> list[list[str]]:
    """The blocks of lines, without those that begin with the continuation of a line."""
    joined = RULESET.text_board(state).replace("\n  ", " ")
    return [block.split("\n") for block in joined.split("\n\n")]


def block(state: State, beginning: str) -> list[str]:
    """Returns the block whose first line begins like this."""
    return next(found for found in blocks(state) if found[0].startswith(beginning))


def test_the_drawing_shows_hexes_junctions_roads_and_buildings() -> None:
    state = turn()
    built = change(state, roads=(paths(state, "C4.E", "C4.NE"), paths(state, "D5.SE"), 0, 0),
                   cities=(places(state, "D2.S"), 0, 0, 0))

    assert text_map(built).split("\n")[8:22] == [
        r"         .\   /.\   /rr   /.\   /.\   /.\   /.\   /o\   /.\ ".rstrip(),
        r"           \./   \./   r./   \./   \./   \./   \T/   \?/   \.",
        r"            | C3  | C4  r C5  | C6  | C7  | C8  | C9  | C10 |",
        r"  ~     ~   | W9  | G8  r B4  | O9  | L4  | G5  | O8  | L4  |",
        r"            .\   /.\   /.\   /b\   /?\   /T\   /?\   /T\   /.",
        r"              \./   \g/   \./   \T/   \?/   \o/   \o/   \?/",
        r"               | D3  | D4  | D5  | D6  | D7  | D8  | D9  |",
        r"     ~     ~   | L5  | D   | G8  | D   | W6  | B9  | G5  |",
        r"  /.\   /.\   /.\   /.\   /.\   y?\   /.\   /?\   /?\   /?\ ".rstrip(),
        r"./   \./   \R/   \./   \./   \yy   \./   \./   \T/   \?/   \.",
        r"| E1  | E2  | E3  | E4  | E5  | E6  | E7  | E8  | E9  | E10 |",
        r"| W11 | D   | G8  | D   | B9  | B10 | W3  | D   | B6  | $10 |",
        r".\   /.\   /.\   /.\   /.\   /.\   /.\   /?\   /.\   /T\   /.",
        r"  \./   \./   \./   \./   \./   \./   \P/   \?/   \?/   \./",
    ]


@pytest.mark.rule("SU2")
def test_alexander_stands_at_the_junction_that_he_has_passed_last() -> None:
    state = turn(settlements=(0,) * 4)

    assert text_map(state).count("@") == 1
    assert block(state, "The robber")[1] == "Alexander has passed Susa (D5.S)."
    assert "@" not in text_map(turn())  # somebody's settlement is there


def test_the_robber_is_marked_on_the_hex_and_named() -> None:
    state = turn(robber=turn().world.hex_by_label["A10"])

    assert " W3 !|" in text_map(state)
    assert block(state, "The robber")[0] == "The robber stands in Scythia (A10)."


@pytest.mark.rule("TH7")
def test_the_signs_are_explained_and_the_dice_are_listed() -> None:
    assert block(turn(), "B brick") == [
        "B brick, L lumber, G wheat, W wool, O ore, $ gold, D desert, ~ sea",
        "! robber, @ Alexander, P end of the route",
        "T temple, ? chit face down, o blank stop, . other junction",
        "Small letters of colours: roads and settlements. Capitals: cities.",
        "C4.N is the northern corner of the hex C4, C4.E its eastern side.",
    ]
    dice = block(turn(), "What the dice yield")
    assert dice[1:3] == ["2: A5 lumber, A9 brick", "3: A10 wool, B4 ore, E7 wool, F1 gold"]
    assert "7: no hex, the robber" in dice
    assert dice[-2] == "Desert: A8, D4, D6, E2, E4, E8, F6"


@pytest.mark.rule("AL1", "AL2", "EN3")
def test_the_route_ahead_is_listed() -> None:
    assert block(turn(), "The robber")[2:] == [
        ("Next on the route: Persian Gates (E6.N) chit, Ecbatana (C6.S) temple, Caspian Gates"
        " (D6.N) chit, Hecatompylos (C7.S) chit, Alexandria in Areia (D7.N) temple"),
        "26 steps to Persepolis",
    ]
    assert block(turn(arrow=44), "The robber")[1:] == [
        "Alexander has passed Pura (E8.S).",
        "Next on the route: Salmous (F5.N) chit, Persepolis (E7.S)", "2 steps to Persepolis",
        "Alexander moves on only after a seven.",
    ]
    assert block(turn(arrow=46), "The robber")[1] == "Alexander stands at Persepolis (E7.S)."


@pytest.mark.parametrize(("state", "turn_lines"), [
    (turn(dice=(3, 5), played=True), [
        "Turn 1: it is red's turn.", "The dice show 3 and 5.", "It is time to trade and build.",
        "A development card has been played in this turn."]),
    (turn(phase=ROLL), ["Turn 1: it is red's turn.", "The dice have not been rolled yet."]),
    (turn(phase=ROBBER), ["Turn 1: it is red's turn.", "The robber has to be moved."]),
    (discarding(), ["Turn 1: it is red's turn.", "Red has to discard 10 cards."]),
    (turn(phase=OVER), ["The game is over after turn 1."]),
])
def test_what_the_game_waits_for_is_said(state: State, turn_lines: list[str]) -> None:
    assert block(state, turn_lines[0]) == turn_lines


@pytest.mark.rule("SE1")
def test_who_has_chosen_discards_sees_what_they_were() -> None:
    chosen = discarding(discards=(th.single(th.WOOL, 10), None, None, None))

    assert block(RULESET.view(chosen, ALICE), "Turn 1")[1:] == [
        "Red has chosen to discard 10 wool."]
    assert block(RULESET.view(chosen, BOB), "Turn 1")[1:] == []


def full(state: State) -> State:
    """Red has something of everything."""
    return change(
        state, cities=(places(state, "E3.NW"), 0, 0, 0),
        roads=(paths(state, "C4.NE", "C4.E"), 0, 0, 0), won=((1, 0, 2, 0), *[(0,) * 4] * 3),
        soldiers=(3, 0, 0, 0), army=ALICE, longest=BOB, counselors=(ALICE, None, None),
        preferred=((th.WOOL, th.ORE), (), (), ()), at_once=(True, False, False, False),
        bought=(1, 0, 0, 0, 0, 0))


@pytest.mark.rule("EN1", "TR1", "TH3")
def test_a_player_sees_what_they_own() -> None:
    assert block(RULESET.view(full(turn()), ALICE), "Red") == [
        "Red: 10 points",
        "Holds 3 brick, 3 lumber, 4 wheat, 8 wool, 3 ore and 5 gold",
        ("Development cards: soldier (3), victory point (1), road building (2), year of plenty"
        " (2), monopoly (2)"),
        "Bought in this turn: soldier (1)",
        "Face up: 3 soldiers",
        "Chits: famine (1), battle (2)",
        "Settlements: C4.N",
        "Cities: Alexandria (E2.NE)",
        "Roads (longest line 2): B4.SW, C4.E",
        "Harbours: 2:1 wheat",
        "Left: settlements 4, cities 3, roads 13",
        "Discards first: wool, ore",
        "The dice roll at once.",
    ]


@pytest.mark.promise("R10")
def test_others_see_how_much_a_player_has_but_not_what() -> None:
    seen = block(RULESET.view(full(turn()), BOB), "Red")

    assert seen[:3] == ["Red: 9 points", "Holds 5 gold and 21 cards", "Development cards: 10"]
    assert seen[3] == "Face up: 3 soldiers"
    assert seen[-1] == "Left: settlements 4, cities 3, roads 13"


@pytest.mark.rule("CO1", "LR1", "LA1", "SU5")
def test_awards_and_stores_are_listed() -> None:
    found = blocks(full(turn()))

    assert found[-2] == [
        "First counselor (4 points): red", "Second counselor (3 points): nobody",
        "Third counselor (2 points): nobody", "Longest road (2 points): yellow",
        "Largest army (2 points): red",
    ]
    assert found[-1][:3] == [
        "Bank: 5 brick, 5 lumber, 5 wheat, 5 wool, 5 ore and 10 gold", "Supply: 71 cards",
        "Development cards left: 25",
    ]
    assert "E2.NE and E2.N 2:1 wheat" in found[-1][3]


@pytest.mark.rule("AU1", "AU10")
@pytest.mark.promise("R10")
def test_a_sealed_auction_shows_who_has_decided_and_one_s_own_limit() -> None:
    bid = auction(bids=(Bid(4, ((th.WOOL, 4),)), Bid(2, ((th.GOLD, 2),))))

    begin = ["Auction: settlement at Philippi (A1.SE)",
             "What counts: brick, lumber, wheat, wool and gold"]
    end = ["Decided: red and yellow", "Still to bid: blue and green"]
    assert block(RULESET.view(bid, ALICE), "Auction") == [
        *begin, "Red's limit: 4 (4 wool)", *end]
    assert block(RULESET.view(bid, None), "Auction") == [*begin, *end]


@pytest.mark.rule("AU3")
def test_an_open_auction_shows_the_bids() -> None:
    bid = auction(bids=(Bid(4, ((th.WOOL, 4),)), Bid(0, ())), open_bidding=True)

    assert block(RULESET.view(bid, BOB), "Auction")[2:] == [
        "Red bids 4", "Yellow has passed", "Next to bid: blue"]
    assert block(RULESET.view(bid, ALICE), "Auction")[2] == "Red bids 4 (4 wool)"


@pytest.mark.rule("TR3")
def test_offers_are_listed_with_their_numbers() -> None:
    more = Offer(4, ALICE, th.single(th.GOLD, 2), th.single(th.ORE), 14, 1, standing=False)
    state = turn()

    assert block(change(state, offers=(*state.offers, more)), "Offers") == [
        "Offers:", "3: yellow gives 1 wool for 1 ore, to red (standing, 2 times)",
        "4: red gives 2 gold for 1 ore",
    ]


def widest() -> State:
    """A position in which every list is as long as it can be."""
    state = full(turn())
    offers = tuple([
        Offer(100 + i, i % 4, (9, 9, 9, 0, 0, 0, 0), (0, 0, 0, 19, 19, 40, 0), 15 & ~(1 << i % 4),
              9, standing=True) for i in range(24)])
    stops = [1 << stop.junction for stop in state.world.route]
    each = (1 << len(state.world.paths)) - 1
    return change(
        state, hands=((19, 19, 19, 19, 19, 40, 0),) * 4, roads=(each & ((1 << 15) - 1),) * 4,
        settlements=tuple([sum(stops[i:40:8]) for i in range(4)]),
        cities=tuple([sum(stops[i:32:8]) for i in range(4, 8)]), offers=offers,
        phase=AUCTION, auction=auction().auction, won=((7, 7, 7, 7),) * 4)


def test_the_widest_position_fits_into_72_columns() -> None:
    for state in (widest(), RULESET.view(widest(), None), turn(players=2, offers=())):
        assert max(map(len, lines(state))) <= 72
        assert lines(state) == [line.rstrip() for line in lines(state)]


@pytest.mark.rule("TH7")
def test_a_map_that_is_too_wide_is_told_in_lists_only() -> None:
    text = RULESET.boards()["campaign"]
    row = next(line for line in text.split("\n") if line.startswith("A10"))
    wide = text.replace(row, "\n".join([row, *[f"A{n}  {n - 1}  Sea {n}  sea"
                                               for n in range(11, 14)]]))
    events = RULESET.start(Setup(wide, 2), SeededChance(SEED))
    found = lines(fold(RULESET, None, events))

    assert found[0] == "What the dice yield:"
    assert max(map(len, found)) <= 72


def test_nobody_is_next_to_bid_while_a_bluffer_discards() -> None:
    begun = at.auction(at.position(hands=["2 ore", "2 ore"], bluff=True, open_bidding=True),
                       "famine")
    caught = at.bids(begun, at.PASS, at.bid(5), at.PASS, at.PASS)

    assert caught.phase == DISCARD
    assert not [line for line in lines(caught) if line.startswith("Next to bid")]


def test_every_position_of_random_games_can_be_drawn() -> None:
    for game in GAMES:
        for state, seat, *_ in [*game.steps()][::8]:
            text = lines(RULESET.view(state, seat))
            assert max(map(len, text)) <= 72
            assert text[-1]
