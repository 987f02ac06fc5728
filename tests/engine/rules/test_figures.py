"""The rulebook's figures as positions: the engine agrees with each caption."""

from __future__ import annotations

import pytest

from engine.alexandros import cards
from engine.alexandros.lattice import bits
from engine.alexandros.marches import new_walls
from engine.alexandros.moves import Levy, March, Occupy
from engine.alexandros.occupying import occupation_cost
from engine.alexandros.provinces import levy_gains, owner, provinces, value
from engine.alexandros.state import ACT, MARCH, State
from tests.engine import positions as at
from tests.engine.positions import (
    ALICE,
    BOB,
    HORSE,
    LYRE,
    SOLDIER,
    decide,
    draw_board,
    of_kind,
    play,
    point,
    position,
    refused,
    target_names,
)


def marches_to(state: State, name: str) -> list[March]:
    """Returns the legal marches to a point."""
    return [m for m in of_kind(state, March) if m.point == point(state.board, name)]


def cost(state: State, march: March) -> int:
    return len(new_walls(state.board, state.alexander, march.steps, state.walls))


def distance_to(state: State, space: int) -> int:
    board = state.board
    return min(board.distance[state.alexander][corner] for corner in board.corners[space])


# Figures 1 to 3: the opening corner of the large maps that come with the game.


@pytest.fixture(params=["march", "persia"])
def opening(request: pytest.FixtureRequest) -> State:
    return position(request.param, face_up="hl")


@pytest.mark.rule("FIG1", "A4", "A5", "A7")
@pytest.mark.parametrize(("card", "symbol", "target"), [
    ("horse", HORSE, "B10"), ("lyre", LYRE, "D7"),
])
def test_one_space_of_either_card_is_closest_and_two_sides_away(
    opening: State, card: str, symbol: int, target: str
) -> None:
    found = [distance_to(opening, space) for space in bits(opening.board.symbols[symbol])]

    assert target_names(play(opening, f"take {card}")) == target
    assert distance_to(opening, opening.board.space_by_name[target]) == min(found) == 2
    assert found.count(2) == 1


@pytest.mark.rule("FIG1", "A4")
def test_a_horse_three_sides_away_to_the_lower_right_is_not_allowed(opening: State) -> None:
    board = opening.board
    y, x = board.coordinates[opening.alexander]
    (far,) = [space for space in bits(board.symbols[HORSE]) if distance_to(opening, space) == 3]

    assert all(board.coordinates[p][0] > y and board.coordinates[p][1] > x
               for p in board.corners[far])
    refusal = refused(play(opening, "take horse"), "march D11")
    assert refusal.code == "not-closest"
    assert refusal.sentence == (
        "D11 is not the closest empty space with a horse. Alexander can go to B10."
    )
    assert board.names[far] == "D11"


@pytest.fixture
def lyre_taken(opening: State) -> State:
    return play(opening, "take lyre")


@pytest.mark.rule("FIG2", "FIG3", "A9", "A10", "A11")
@pytest.mark.parametrize(("corner", "routes"), [
    ("NE", ["SE SE"]), ("S", ["SE SE SW", "SE SW SE", "SW SE SE"]),
])
def test_one_route_leads_to_the_lyres_easternmost_point_and_three_to_its_southernmost(
    lyre_taken: State, corner: str, routes: list[str]
) -> None:
    found = [m for m in at.moves(lyre_taken) if m.startswith(f"march D7.{corner} ")]

    assert found == [f"march D7.{corner} via {route}" for route in routes]
    for order, route in zip(found, routes, strict=True):
        after = play(lyre_taken, order)
        assert after.walls.bit_count() == len(route.split())
        assert after.black_left == lyre_taken.black_left - len(route.split())


@pytest.mark.rule("FIG3", "A10", "P1", "P2")
def test_one_route_follows_the_coast_and_another_closes_off_two_symbol_and_two_open_spaces(
    lyre_taken: State
) -> None:
    board = lyre_taken.board
    along, across = (play(lyre_taken, f"march D7.S via {route}")
                     for route in ("SW SE SE", "SE SE SW"))

    assert along.walls & board.coast == along.walls
    closed = at.province(across, "D7")
    assert at.named(board, closed) == "B6 C6 C7 D7"
    assert closed in provinces(board, across.walls)
    assert value(board, closed) == 2
    assert LYRE in {board.symbol_of[space] for space in bits(closed & ~board.open)}
    assert HORSE not in {board.symbol_of[space] for space in bits(closed & ~board.open)}


# Figures 4 to 6: three soldiers equally near, a trail of walls and a closed province.

THREE_SOLDIERS = draw_board("""
    .......s.........
    .................
    .................
    .................
    ....s.....s......
    .................
""")


@pytest.fixture
def three_soldiers() -> State:
    """Alexander stands at D8.N; he came from the south-west, past a closed province."""
    state = position(THREE_SOLDIERS, alexander="D8.N", face_up="st",
                     routes=["E5.SW: SE E NE NW NE", "D8.N: SE E NE NE W W SW"])
    return play(state, "take soldier")


@pytest.mark.rule("FIG4", "A8", "A9")
def test_three_soldiers_at_distance_two_offer_nine_points(three_soldiers: State) -> None:
    board = three_soldiers.board

    assert target_names(three_soldiers) == "A8 E5 E11"
    assert {distance_to(three_soldiers, board.space_by_name[s]) for s in ("A8", "E5", "E11")} == {2}
    assert len({m.point for m in of_kind(three_soldiers, March)}) == 9
    assert (three_soldiers.phase, at.row(three_soldiers)) == (MARCH, "tt")


def cut_off(state: State, march: March) -> int:
    """Returns the number of spaces that a march cuts off from the open land around it."""
    after = play(state, at.RULESET.format(march, state))
    new = set(provinces(after.board, after.walls)) - set(provinces(state.board, state.walls))
    return min(province.bit_count() for province in new)


@pytest.mark.rule("FIG5", "A10", "A11")
def test_of_three_routes_the_chosen_one_cuts_the_biggest_province_and_takes_one_more_wall(
    three_soldiers: State,
) -> None:
    found = marches_to(three_soldiers, "E5.SW")
    chosen, *others = sorted(found, key=lambda march: -cut_off(three_soldiers, march))

    assert len(three_soldiers.board.routes(three_soldiers.alexander, chosen.point)) == 3
    assert at.RULESET.format(chosen, three_soldiers) == "march E5.SW via W SW SW"
    assert cost(three_soldiers, chosen) == 3
    assert {at.RULESET.format(march, three_soldiers) for march in others} == {
        "march E5.SW via SW SW W", "march E5.SW via SW W SW"}
    for march in others:
        assert cut_off(three_soldiers, chosen) > cut_off(three_soldiers, march)
        assert cost(three_soldiers, march) == 2
        after = play(three_soldiers, at.RULESET.format(march, three_soldiers))
        assert three_soldiers.black_left - after.black_left == 2


@pytest.mark.rule("FIG6", "A10", "A11")
def test_a_point_along_walls_takes_no_new_wall_and_the_other_route_runs_inside_a_province(
    three_soldiers: State,
) -> None:
    board = three_soldiers.board
    along, inside = marches_to(three_soldiers, "E11.N")
    if cost(three_soldiers, along):
        along, inside = inside, along

    after = play(three_soldiers, at.RULESET.format(along, three_soldiers))

    assert after.walls == three_soldiers.walls
    assert after.black_left == three_soldiers.black_left
    closed = at.province(three_soldiers, "C10")
    assert closed.bit_count() < len(board.spaces) // 2
    for side in new_walls(board, three_soldiers.alexander, inside.steps, three_soldiers.walls):
        assert all(closed >> space & 1 for space in board.lattice.cells_of(side))


# Figures 7 and 11: a province of six symbol and nine open spaces.

SIX_AND_NINE = draw_board("""
    t.a.....
    ..h.l...
    s..t....
""")
PROVINCE = " ".join(f"{row}{number}" for row in "ABC" for number in range(1, 6))


def six_and_nine(*, players: int = 2, hands: list[str], guards: list[str], seat: int) -> State:
    return position(SIX_AND_NINE, players=players, seat=seat, phase=ACT, alexander="C8.S",
                    closed=[PROVINCE], hands=hands, guards=guards)


@pytest.mark.rule("FIG7", "O1", "O2", "P2")
def test_a_province_of_fifteen_spaces_is_occupied_with_two_guards_and_four_cards() -> None:
    before = six_and_nine(hands=["alts"], guards=[], seat=ALICE)
    mask = at.province(before, "A1")
    assert (value(before.board, mask), (mask & ~before.board.open).bit_count()) == (9, 6)
    assert "occupy A1 B3" in at.moves(before)

    after = play(before, "occupy A1 B3")

    assert owner(after, mask) == ALICE
    assert at.hand(after, ALICE) == ""
    assert at.discard_pile(after) == at.hand(before, ALICE)
    assert after.guards_left(ALICE) == 2


@pytest.mark.rule("FIG7", "O3")
@pytest.mark.parametrize(("card", "guard"), [("h", "A1"), ("t", "B3")])
def test_with_one_more_of_two_cards_one_guard_would_have_done(card: str, guard: str) -> None:
    without = six_and_nine(hands=["alts"], guards=[], seat=ALICE)
    assert refused(without, f"occupy {guard}").code == "cannot-pay"

    state = six_and_nine(hands=["alts" + card], guards=[], seat=ALICE)

    after = play(state, f"occupy {guard}")
    assert after.guards[ALICE].bit_count() == 1
    assert at.hand(after, ALICE) == ""


def takeover(players: int) -> State:
    """Yellow can take over the province that red holds with guards on temple and horse."""
    return six_and_nine(players=players, seat=BOB, guards=["A1 B3"], hands=["", "tthhtthsa"])


@pytest.mark.rule("FIG11", "K1")
def test_the_takeover_costs_four_cards_for_the_guards_and_five_for_the_spaces() -> None:
    state = takeover(3)
    lyre = state.board.space_by_name["B5"]

    price = occupation_cost(state, at.province(state, "A1"), 1 << lyre)

    assert cards.code(price.removal) == "tthh"
    assert cards.code(price.paid) == "ttahs"
    assert price.given == 5
    gifts = [m.give for m in of_kind(state, Occupy) if m.spaces == (lyre,)]
    assert gifts
    assert all(gift is not None and sum(gift) == 5 for gift in gifts)


@pytest.mark.rule("FIG11", "K2", "K3")
@pytest.mark.parametrize("players", [3, 4])
def test_with_more_than_two_players_the_loser_gets_five_of_the_nine_cards(players: int) -> None:
    after = play(takeover(players), "occupy B5 give temple temple temple temple soldier")

    assert at.hand(after, ALICE) == "tttts"
    assert at.discard_pile(after) == "ahhh"
    assert at.hand(after, BOB) == ""
    assert after.guards_left(ALICE) == 4
    assert owner(after, at.province(after, "A1")) == BOB


@pytest.mark.rule("FIG11", "K4")
def test_with_two_players_the_loser_gets_none_of_the_nine_cards() -> None:
    state = takeover(2)

    after = play(state, "occupy B5")

    assert at.hand(after, ALICE) == ""
    assert sum(after.discard) == 9
    assert after.actions == state.actions - 1
    assert len(decide(state, "occupy B5")) == 1


# Figures 8 to 10: a great province, and what a march through it leaves.

GREAT = draw_board("""
    ..lha.ah.hs...
    ....at...h....
    .....l........
    ...a...l.....s
    ..............
""")
GREAT_PROVINCE = "A3 A4 A5 A6 A7 A8 A9 A10 A11 A12 B5 B6 B7 B8 B9 B10 B11 C6 C7 C8 C9 C10"
CARDS = ("take soldier", "take temple", "play horse", "play lyre", "play amphora")


def great(guard: str, *, hand: str = "hla") -> State:
    """Red must march; yellow holds the great province with one guard."""
    return position(GREAT, alexander="C6.S", closed=[GREAT_PROVINCE], guards=["", guard],
                    hands=[hand], face_up="st")


def yellow_gain(state: State) -> int:
    return levy_gains(state)[BOB]


def gains_left(state: State, order: str) -> set[int]:
    """Returns what yellow's provinces are worth after each march with this card."""
    marching = play(state, order)
    return {
        yellow_gain(play(marching, at.RULESET.format(march, marching)))
        for march in of_kind(marching, March)
    }


@pytest.mark.rule("FIG8", "A8", "A9", "A12")
def test_five_spaces_with_fourteen_points_lie_inside_a_province_worth_eleven() -> None:
    state = great("A10")
    inside = at.province(state, "A10")
    reached = [march for order in CARDS for march in of_kind(play(state, order), March)
               if inside >> march.space & 1]

    assert yellow_gain(state) == 11
    assert len({march.space for march in reached}) == 5
    assert len({march.point for march in reached}) == 14


@pytest.mark.rule("FIG9", "A15", "P5")
def test_a_march_divides_the_province_and_the_mover_takes_the_free_part() -> None:
    divided = play(great("A10"), "take soldier; march A11.N via NE NE E NE")

    kept, free = at.province(divided, "A10"), at.province(divided, "B10")
    assert kept != free
    assert (owner(divided, kept), value(divided.board, kept)) == (BOB, 3)
    assert (owner(divided, free), value(divided.board, free)) == (None, 8)

    after = play(divided, "occupy A11")

    assert owner(after, free) == ALICE
    assert levy_gains(after) == (8, 3)


@pytest.mark.rule("FIG10", "A6")
def test_a_guard_on_the_soldier_keeps_a_soldier_card_out_of_the_province() -> None:
    state = play(great("A11"), "take soldier")

    assert refused(state, "march A11.N").sentence.startswith("A11 is not empty")
    assert gains_left(great("A11"), "take soldier") == {11}
    assert target_names(state) == "D14"


@pytest.mark.rule("FIG10", "A12")
@pytest.mark.parametrize("order", ["take temple", "play lyre", "play amphora", "play temple",
                                   "play soldier"])
def test_no_other_card_divides_the_province_of_a_guard_on_the_soldier(order: str) -> None:
    assert gains_left(great("A11", hand="tahls"), order) == {11}


@pytest.mark.rule("FIG10", "A12")
def test_only_a_horse_from_hand_still_divides_the_province_with_less_damage() -> None:
    damage = min(gains_left(great("A10"), "take soldier"))

    left = gains_left(great("A11"), "play horse")

    assert damage == 3
    assert damage < min(left) < 11


# Figure 12: a levy at a table of four, on six provinces in a row.

SIX_PROVINCES = (8, 4, 8, 4, 6, 9)
STRIP = draw_board("t........a....st........h....l......s.........")


def six_provinces() -> State:
    groups, first = [], 1
    for size in (9, 5, 10, 5, 7, 10):
        groups.append(" ".join(f"A{n}" for n in range(first, first + size)))
        first += size
    return position(STRIP, players=4, phase=ACT, alexander="A46.NE", closed=groups,
                    guards=["A1 A10 A15 A16", "A25", "A37", "A30"], hands=["ss"])


@pytest.mark.rule("FIG12", "L1", "L2", "L3")
def test_red_levies_with_a_card_for_a_province_that_itself_scores_nothing() -> None:
    state = six_provinces()
    worth = [value(state.board, p) for p in provinces(state.board, state.walls)]
    assert tuple(worth) == SIX_PROVINCES

    after = play(state, "levy soldier")

    assert after.scores == (12, 4, 9, 6)
    assert at.hand(after, ALICE) == "s"
    assert at.discard_pile(after) == "s"


@pytest.mark.rule("FIG12", "L1")
def test_each_symbol_under_a_guard_of_red_pays_for_the_same_levy() -> None:
    state = at.position(STRIP, players=4, phase=ACT, alexander="A46.NE", guards=["A1 A10 A15 A16"],
                        hands=["tahls"])

    assert [m.card for m in of_kind(state, Levy)] == [0, 1, SOLDIER]
