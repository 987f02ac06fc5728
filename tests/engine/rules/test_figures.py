"""The rulebook's figures as positions: the engine agrees with each caption."""

from __future__ import annotations

from dataclasses import replace

import pytest

from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.board import SYMBOLS
from alexandros_rules.alexandros.figures import Figure, figures
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.marches import new_walls
from alexandros_rules.alexandros.moves import Levy, March, Occupy
from alexandros_rules.alexandros.occupying import occupation_cost
from alexandros_rules.alexandros.provinces import (
    levy_gains,
    owner,
    price,
    province_of,
    provinces,
    value,
)
from alexandros_rules.alexandros.state import MARCH, TAKE, State
from tests.engine import positions as at
from tests.engine.positions import (
    ALICE,
    BOB,
    CAROL,
    DAVE,
    HORSE,
    LYRE,
    SOLDIER,
    TEMPLE,
    decide,
    of_kind,
    play,
    position,
    refused,
    target_names,
)


def marches_to(state: State, point: int | None) -> list[March]:
    """Returns the legal marches to a point."""
    return [march for march in of_kind(state, March) if march.point == point]


def cost(state: State, march: March) -> int:
    return len(new_walls(state.board, state.alexander, march.steps, state.walls))


def shown_march(figure: Figure) -> March:
    """Returns the legal march along the route that the figure shows."""
    (shown,) = [
        march for march in marches_to(figure.state, figure.target)
        if route_of(figure.state, march) == figure.route
    ]
    return shown


def route_of(state: State, march: March) -> int:
    """Returns the mask of the sides that a march follows, with and without walls."""
    return sum(1 << side for side in new_walls(state.board, state.alexander, march.steps, 0))


def after_march(state: State, march: March) -> State:
    return play(state, at.RULESET.format(march, state))


def cut_off(state: State, march: March) -> int:
    """Returns the number of spaces that a march cuts off from the land around them; 0 if none."""
    new = set(provinces(state.board, after_march(state, march).walls))
    new -= set(provinces(state.board, state.walls))
    return min((province.bit_count() for province in new), default=0)


def distance_to(state: State, space: int) -> int:
    board = state.board
    return min(board.distance[state.alexander][corner] for corner in board.corners[space])


ALL = pytest.mark.parametrize("figure", figures().values(), ids=figures())


@ALL
@pytest.mark.rule("A4", "A10", "A11")
def test_legal_marches_from_the_start_lead_to_each_figure(figure: Figure) -> None:
    state = position("empire")
    for text in figure.marches:
        card, _, march = text.partition(" ")
        face_up = (SYMBOLS.index(card), SYMBOLS.index(card))
        state = play(replace(state, phase=TAKE, seat=ALICE, face_up=face_up),
                     f"take {card}; march {march}")

    end = figures()["FIG8"] if figure.id == "FIG9" else figure  # figure 9 has one more march
    assert (state.walls, state.alexander) == (end.state.walls, end.state.alexander)
    assert state.red == 0


# Figures 1 to 3: the opening corner of the large maps that come with the game.


@pytest.fixture(params=["march", "persia", "empire"])
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


@pytest.mark.rule("FIG1", "FIG2", "FIG3")
def test_the_first_figures_show_the_start_with_the_lyre_and_the_horse() -> None:
    first, second, third = (figures()[f"FIG{number}"] for number in (1, 2, 3))
    assert first.state == position("empire", face_up="hl")
    assert at.named(first.state.board, first.spaces) == "B10 D7"
    for figure, walls, closed in ((second, 2, 0), (third, 3, 4)):
        assert cost(figure.state, shown_march(figure)) == walls
        assert cut_off(figure.state, shown_march(figure)) == closed


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


@pytest.mark.rule("FIG4", "A8", "A9")
def test_three_soldiers_at_distance_two_offer_nine_points() -> None:
    figure = figures()["FIG4"]
    state = figure.state
    reached = of_kind(state, March)

    assert {distance_to(state, space) for space in bits(figure.spaces)} == {2}
    assert figure.spaces & ~state.board.symbols[SOLDIER] == 0
    assert figure.spaces.bit_count() == 3
    assert {march.space for march in reached} == set(bits(figure.spaces))
    assert {march.point for march in reached} == set(figure.points)
    assert len(figure.points) == 9
    assert (state.phase, state.card) == (MARCH, SOLDIER)


def test_figures_5_and_6_show_two_of_the_nine_points() -> None:
    nine, *others = (figures()[f"FIG{number}"] for number in (4, 5, 6))
    for figure in others:
        assert figure.state == nine.state
        assert figure.target in nine.points
        assert figure.spaces & nine.spaces == figure.spaces
    assert others[0].target != others[1].target


@pytest.mark.rule("FIG5", "A10", "A11")
def test_of_three_routes_the_chosen_one_cuts_the_biggest_province_and_takes_one_more_wall() -> None:
    figure = figures()["FIG5"]
    state, chosen = figure.state, shown_march(figure)
    others = [march for march in marches_to(state, figure.target) if march != chosen]

    assert figure.target is not None
    assert len(state.board.routes(state.alexander, figure.target)) == 3
    assert (cost(state, chosen), figure.route & state.walls) == (3, 0)
    assert len(others) == 2
    for march in others:
        assert (route_of(state, march) & state.walls).bit_count() == 1
        assert cost(state, march) == 2
        assert state.black_left - after_march(state, march).black_left == 2
        assert 0 < cut_off(state, march) < cut_off(state, chosen)


@pytest.mark.rule("FIG6", "A10", "A11")
def test_a_point_along_walls_takes_no_new_wall_and_the_other_route_runs_inside_a_province() -> None:
    figure = figures()["FIG6"]
    state, along = figure.state, shown_march(figure)
    (inside,) = [march for march in marches_to(state, figure.target) if march != along]
    after = after_march(state, along)

    assert (after.walls, after.black_left) == (state.walls, state.black_left)
    assert figure.target is not None
    assert len(state.board.routes(state.alexander, figure.target)) == 2
    new = new_walls(state.board, state.alexander, inside.steps, state.walls)
    around = {space for side in new for space in state.board.lattice.cells_of(side)}
    (closed,) = {province_of(state.board, state.walls, space) for space in around}
    assert len(new) == len(inside.steps)
    assert closed.bit_count() < len(state.board.spaces) // 4


# Figures 7 and 11: a province of six symbol and nine open spaces.


def fifteen() -> tuple[State, int]:
    """Returns the position of figure 7 before the province is occupied, and the province."""
    state = figures()["FIG11"].state
    red = state.guards[ALICE]
    (guarded,) = [mask for mask in provinces(state.board, state.walls) if mask & red]
    hands = (cards.read_code("alts"), cards.NONE)
    return replace(state, players=2, seat=ALICE, guards=(0, 0), hands=hands, scores=(0, 0),
                   known=(cards.NONE, cards.NONE)), guarded


@pytest.mark.rule("FIG7", "O1", "O2", "P2")
def test_a_province_of_fifteen_spaces_is_occupied_with_two_guards_and_four_cards() -> None:
    before, inside = fifteen()
    after = figures()["FIG7"].state
    board = before.board

    assert (value(board, inside), (inside & ~board.open).bit_count()) == (9, 6)
    assert cards.code(price(board, inside)) == "ttahls"
    assert inside in provinces(board, after.walls)
    assert owner(before, inside) is None
    assert owner(after, inside) == ALICE
    guards = at.named(board, after.guards[ALICE])
    assert sorted(board.symbol_of[space] for space in bits(after.guards[ALICE])) == [TEMPLE, HORSE]
    assert play(before, f"occupy {guards}").guards == after.guards
    assert at.hand(after, ALICE) == ""
    assert at.discard_pile(after) == "tals"
    assert after.guards_left(ALICE) == 2


@pytest.mark.rule("FIG7", "O3")
@pytest.mark.parametrize(("card", "saved"), [("h", HORSE), ("t", TEMPLE)])
def test_with_one_more_of_two_cards_one_guard_would_have_done(card: str, saved: int) -> None:
    state, _ = fifteen()
    board, both = state.board, figures()["FIG7"].state.guards[ALICE]
    guard = at.named(board, both & ~board.symbols[saved])
    assert refused(state, f"occupy {guard}").code == "cannot-pay"

    richer = replace(state, hands=(cards.read_code("alts" + card), cards.NONE))

    after = play(richer, f"occupy {guard}")
    assert after.guards[ALICE].bit_count() == 1
    assert at.hand(after, ALICE) == ""


def takeover(players: int) -> State:
    """Returns figure 11 at a table of so many: yellow can take red's province over."""
    state = figures()["FIG11"].state
    absent = players - state.players
    if absent < 0:
        return replace(state, players=2, guards=state.guards[:2], hands=state.hands[:2],
                       scores=(0, 0), known=state.known[:2])
    return replace(state, players=players, guards=state.guards + (0,) * absent,
                   hands=state.hands + (cards.NONE,) * absent, scores=(0,) * players,
                   known=(cards.NONE,) * players)


def lyre(state: State) -> str:
    return at.named(state.board, figures()["FIG11"].new_guards)


@pytest.mark.rule("FIG11", "K1")
def test_the_takeover_costs_four_cards_for_the_guards_and_five_for_the_spaces() -> None:
    state, figure = takeover(3), figures()["FIG11"]
    inside = at.province(state, lyre(state))
    (space,) = bits(figure.new_guards)

    paid = occupation_cost(state, inside, figure.new_guards)

    assert state.board.symbol_of[space] == LYRE
    assert state.guards[ALICE] == figures()["FIG7"].state.guards[ALICE]
    assert cards.code(paid.removal) == "tthh"
    assert cards.code(paid.paid) == "ttahs"
    assert paid.given == 5
    gifts = [m.give for m in of_kind(state, Occupy) if m.spaces == (space,)]
    assert gifts
    assert all(gift is not None and sum(gift) == 5 for gift in gifts)


@pytest.mark.rule("FIG11", "K2", "K3")
@pytest.mark.parametrize("players", [3, 4])
def test_with_more_than_two_players_the_loser_gets_five_of_the_nine_cards(players: int) -> None:
    state = takeover(players)

    after = play(state, f"occupy {lyre(state)} give temple temple temple temple soldier")

    assert at.hand(after, ALICE) == "tttts"
    assert at.discard_pile(after) == "ahhh"
    assert at.hand(after, BOB) == ""
    assert after.guards_left(ALICE) == 4
    assert owner(after, at.province(after, lyre(after))) == BOB


@pytest.mark.rule("FIG11", "K4")
def test_with_two_players_the_loser_gets_none_of_the_nine_cards() -> None:
    state = takeover(2)

    after = play(state, f"occupy {lyre(state)}")

    assert at.hand(after, ALICE) == ""
    assert sum(after.discard) == 9
    assert after.actions == state.actions - 1
    assert len(decide(state, f"occupy {lyre(state)}")) == 1


# Figures 8 to 10: a great province in the north-east, and what a march through it leaves.

CARDS = ("take soldier", "take temple", "play horse", "play lyre", "play amphora")
ONE_OF_EACH = cards.read_code("tahls")


def yellow_gain(state: State) -> int:
    return levy_gains(state)[BOB]


def guarded_province(state: State) -> int:
    """Returns the province in which yellow has a guard."""
    (inside,) = [mask for mask in provinces(state.board, state.walls) if mask & state.guards[BOB]]
    return inside


def gains_left(state: State, order: str) -> set[int]:
    """Returns what yellow's provinces are worth after each march with this card."""
    marching = play(state, order)
    return {yellow_gain(after_march(marching, march)) for march in of_kind(marching, March)}


@pytest.mark.rule("FIG8", "A8", "A9", "A12")
def test_five_spaces_with_fourteen_points_lie_inside_a_province_worth_eleven() -> None:
    figure = figures()["FIG8"]
    state, inside = figure.state, guarded_province(figure.state)
    reached = [march for order in CARDS for march in of_kind(play(state, order), March)
               if inside >> march.space & 1]

    assert yellow_gain(state) == 11
    assert {march.space for march in reached} == set(bits(figure.spaces))
    assert {march.point for march in reached} == set(figure.points)
    assert (figure.spaces.bit_count(), len(figure.points)) == (5, 14)
    (guard,) = bits(state.guards[BOB])
    assert state.board.symbol_of[guard] == HORSE
    rows, columns = zip(*(state.board.lattice.row_and_column(s) for s in bits(inside)), strict=True)
    assert 2 * max(rows) < state.board.lattice.rows
    assert 2 * min(columns) > state.board.lattice.columns


@pytest.mark.rule("FIG9", "A15", "P5")
def test_a_march_divides_the_province_and_the_mover_takes_the_free_part() -> None:
    divided, before = figures()["FIG9"].state, figures()["FIG8"].state
    board, inside = before.board, guarded_province(before)
    kept = guarded_province(divided)
    free = inside & ~kept
    (soldier,) = bits(figures()["FIG8"].spaces & board.symbols[SOLDIER])

    assert divided.guards == before.guards
    assert divided.alexander == min(board.corners[soldier])  # points are numbered from the north
    assert board.coordinates[divided.alexander][0] == 0
    assert free in provinces(board, divided.walls)
    assert (owner(divided, kept), value(board, kept)) == (BOB, 3)
    assert (owner(divided, free), value(board, free)) == (None, 8)
    assert average_column(divided, kept) > average_column(divided, free)

    after = play(divided, f"occupy {cheapest(divided, free)}")

    assert owner(after, free) == ALICE
    assert levy_gains(after) == (8, 3)


def average_column(state: State, spaces: int) -> float:
    columns = [state.board.lattice.row_and_column(space)[1] for space in bits(spaces)]
    return sum(columns) / len(columns)


def cheapest(state: State, province: int) -> str:
    """Returns a space on which one guard, with the cards in hand, occupies the province."""
    orders = [m.spaces for m in of_kind(state, Occupy)
              if province >> m.spaces[0] & 1 and len(m.spaces) == 1]
    return state.board.names[orders[0][0]]


@pytest.mark.rule("FIG10", "A6")
def test_a_guard_on_the_soldier_keeps_a_soldier_card_out_of_the_province() -> None:
    figure = figures()["FIG10"]
    state = replace(figure.state, phase=TAKE, card=None)
    (soldier,) = bits(state.guards[BOB])
    name = state.board.names[soldier]

    assert soldier in bits(figures()["FIG8"].spaces & state.board.symbols[SOLDIER])
    assert refused(play(state, "take soldier"), f"march {name}.N").sentence.startswith(
        f"{name} is not empty")
    assert gains_left(state, "take soldier") == {11}


@pytest.mark.rule("FIG10", "A12")
@pytest.mark.parametrize("order", ["take temple", "play lyre", "play amphora", "play temple",
                                   "play soldier"])
def test_no_other_card_divides_the_province_of_a_guard_on_the_soldier(order: str) -> None:
    state = figures()["FIG10"].state
    hands = (ONE_OF_EACH, cards.NONE)
    assert gains_left(replace(state, phase=TAKE, card=None, hands=hands), order) == {11}


@pytest.mark.rule("FIG10", "A12")
def test_only_a_horse_from_hand_still_divides_the_province_with_less_damage() -> None:
    figure = figures()["FIG10"]
    damage = min(gains_left(figures()["FIG8"].state, "take soldier"))

    left = yellow_gain(after_march(figure.state, shown_march(figure)))

    assert figure.state.card == HORSE
    assert left == min(yellow_gain(after_march(figure.state, march))
                       for march in of_kind(figure.state, March))
    assert damage <= 3 < left < 11


# Figure 12: a levy at a table of four.


@pytest.mark.rule("FIG12", "L1", "L2", "L3")
def test_red_levies_with_a_card_for_a_province_that_itself_scores_nothing() -> None:
    state = figures()["FIG12"].state
    worth = {
        seat: sorted((value(state.board, mask), (mask & state.guards[seat]).bit_count())
                     for mask in provinces(state.board, state.walls) if mask & state.guards[seat])
        for seat in range(state.players)
    }
    assert worth == {ALICE: [(4, 1), (8, 1), (8, 2)], BOB: [(4, 1)], CAROL: [(9, 1)],
                     DAVE: [(6, 1)]}

    after = play(state, "levy soldier")

    assert after.scores == (12, 4, 9, 6)
    assert at.hand(after, ALICE) == "s"
    assert at.discard_pile(after) == "s"


@pytest.mark.rule("FIG12")
def test_red_scores_in_egypt_and_in_syria_and_levies_for_a_guard_in_the_north() -> None:
    state = figures()["FIG12"].state
    board = state.board
    where = {}
    for mask in provinces(board, state.walls):
        if count := (mask & state.guards[ALICE]).bit_count():
            where[value(board, mask), count] = mask
    assert {board.region_of[space] for space in bits(where[8, 1])} == {"Egypt"}
    syria = [board.region_of[space] == "Syria" for space in bits(where[4, 1])]
    assert 3 * sum(syria) >= 2 * len(syria)
    rows = [board.lattice.row_and_column(space)[0] for space in bits(where[8, 2])]
    assert 3 * sum(rows) / len(rows) < board.lattice.rows
    soldiers = board.symbols[SOLDIER] & state.guards[ALICE]
    assert soldiers & ~where[8, 2] == 0
    assert soldiers.bit_count() == 1


@pytest.mark.rule("FIG12", "L1")
def test_each_symbol_under_a_guard_of_red_pays_for_the_same_levy() -> None:
    state = figures()["FIG12"].state
    under = {state.board.symbol_of[space] for space in bits(state.guards[ALICE])}
    holding = replace(state, hands=(ONE_OF_EACH, *state.hands[1:]))

    assert {m.card for m in of_kind(holding, Levy)} == under
