"""Line-ups, intervals and counts of games between bots."""

from __future__ import annotations

import math
import random
from collections import Counter
from itertools import pairwise

import pytest

from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.ruleset import Setup
from games.base.samples import wilson
from games.labs.measuring.experiments import Gear, Pairing, Played, play, play_all
from games.labs.measuring.ratings import (
    largest_by_chance,
    lineups,
    middle_of,
    points,
    seatings,
    seed_of,
)
from games.labs.measuring.tally import Tally, report
from games.rulesets.alexandros.owned_land import ABOVE_EARLY, ABOVE_FIRST, ABOVE_LARGE, OwnedLand
from tests.engine import positions as at

BOTS = ("alice", "bob", "carol", "dave")
GEAR = Gear(RULESET, RULESET.bots)


# Line-ups

@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_bots_play_equally_often_and_meet_each_other_equally_often(players: int) -> None:
    some = lineups(BOTS, players)
    seated = Counter(bot for lineup in some for bot in lineup)
    met = Counter((a, b) for lineup in some for a in lineup for b in lineup if a < b)
    assert len(set(seated.values())) == len(set(met.values())) == 1
    assert (len(seated), len(met)) == (4, 6)


def test_two_bots_fill_a_larger_table_in_all_ways() -> None:
    assert lineups(("alice", "bob"), 3) == [("alice", "alice", "bob"), ("alice", "bob", "bob")]


@pytest.mark.parametrize("deal", range(7))
def test_everybody_has_each_place_of_the_turn_order_once(deal: int) -> None:
    orders = seatings(BOTS, deal)
    for place in range(4):
        assert {order[place] for order in orders} == set(BOTS)


def test_from_deal_to_deal_everybody_moves_after_everybody_else() -> None:
    after = Counter((a, b) for deal in range(6) for order in seatings(BOTS, deal)
                    for a, b in pairwise(order))
    assert len(after) == 12
    assert len(set(after.values())) == 1


def test_all_line_ups_play_the_same_deals() -> None:
    assert seed_of("x", players=2, deal=1) == seed_of("x", players=2, deal=1)
    assert len({seed_of("x", players=n, deal=d) for n in (2, 3) for d in range(3)}) == 6


# Intervals

def test_the_interval_of_a_share_is_wilsons() -> None:
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)  # Newcombe (1998)
    assert wilson(0, 20)[0] == 0
    assert wilson(20, 20)[1] == 1


def test_the_interval_of_a_share_covers_the_truth_as_often_as_it_says() -> None:
    rng, covered = random.Random(1), 0
    for _ in range(1000):
        true = rng.random()
        low, high = wilson(sum(rng.random() < true for _ in range(100)), 100)
        covered += low <= true <= high
    assert 930 <= covered <= 970


def test_the_middle_leaves_out_a_fortieth_on_each_side() -> None:
    assert middle_of(range(401)) == (10, 390)


def test_four_hundred_points_are_odds_of_ten_to_one() -> None:
    assert points(10 / 11) == pytest.approx(400)


def test_chance_alone_rarely_exceeds_what_is_said() -> None:
    rng, limit, beyond = random.Random(2), largest_by_chance(3, 600), 0
    for _ in range(400):
        wins = Counter(rng.randrange(3) for _ in range(600))
        beyond += max(abs(wins[place] / 600 - 1 / 3) for place in range(3)) > limit
    assert 8 <= beyond <= 34  # 20 on average


# Games and counts

def delta(players: int, **options: object) -> Setup:
    return Setup(RULESET.boards()["delta"], players, options)


def test_the_turn_order_begins_with_the_first_player() -> None:
    for first in range(3):
        game = play(GEAR, Pairing(delta(3, first=first), ("greedy",) * 3, bytes(32)))
        assert game.order == tuple((first + place) % 3 for place in range(3))
        assert min(game.millis) > 0


def test_games_in_two_processes_are_the_same_in_the_same_order() -> None:
    pairings = [Pairing(delta(2), ("greedy", "random"), bytes([number] * 32))
                for number in range(6)]

    def results(processes: int) -> list[tuple[object, ...]]:
        return [(game.scores, game.winners, game.turns, game.reason)
                for game in play_all(GEAR, pairings, processes=processes)]

    assert results(1) == results(2)
    assert len(set(results(1))) > 1


def played(winners: tuple[int, ...], *, order: tuple[int, ...] = (1, 2, 0)) -> Played:
    return Played(("greedy",) * 3, order, 10, (7, 5, 7), winners, "end", (1.0,) * 3,
                  frozenset({"Egypt"}))


def test_wins_are_counted_by_place_in_the_turn_order_and_shared() -> None:
    tally = Tally()
    tally.add(played((0,)))
    tally.add(played((0, 2)))
    assert tally.wins == [0, 0.5, 1.5]


def test_a_report_says_what_happened_and_what_never_did() -> None:
    tally = Tally()
    for number in range(100):
        tally.add(played((number % 3,)))
    lines = list(report(tally, landmarks=("Egypt", "India"), title="regions"))
    assert lines[:4] == ["games   100", "turns   10 to 10, median 10, mean 10.0",
                         "winner  5 to 7, median 7, mean 6.3 points",
                         "ahead   -2 to 0, median 0, mean -0.7 points"]
    assert "  first    33.0 %    24.6 to  42.7 %" in lines
    assert "+0.7 percentage points (third); chance alone" in lines[8]
    assert lines[-2:] == ["  Egypt  100.0 %    96.3 to 100.0 %",
                          "  India    0.0 %     0.0 to   3.7 %"]


def test_a_tally_survives_being_stored() -> None:
    tally = Tally()
    tally.add(played((0, 2)))
    assert Tally.from_json(tally.to_json()) == tally
    assert math.isclose(sum(tally.wins), 1)


# Land

@pytest.mark.parametrize(("guard", "closed", "owned"), [
    ("", "", set()),
    ("A1", "", {"North", "South"}),
    ("A1", "A1 A2", {"North"}),
    ("A4", "A4", set()),  # a province without an open space is worth nothing
])
def test_a_region_is_owned_if_one_of_its_open_spaces_is_in_a_province_with_a_guard(
    guard: str, closed: str, owned: set[str]
) -> None:
    names = '[region_names]\nn = "North"\ns = "South"\n'
    board = at.draw_board("l..l") + f'regions = """\nnnss\n"""\n{names}'
    landmarks = OwnedLand()
    assert landmarks.names(board)[:2] == ["North", "South"]
    state = at.position(board, guards=["", guard], closed=[closed] if closed else ())
    assert landmarks.reached(state) == owned


@pytest.mark.parametrize(("guards", "turn", "large"), [
    (["", "A1"], 2, set()),
    (["B1", ""], 2, {ABOVE_FIRST}),
    (["B1", "A1"], 2, set()),  # not the only one any more
    (["C1", "A1"], 2, {ABOVE_EARLY}),
    (["C1", "A1"], 4, set()),
    (["D1", "A1"], 4, {ABOVE_LARGE}),
])
def test_large_provinces_are_counted_first_ones_early_ones_and_others(
    guards: list[str], turn: int, large: set[str]
) -> None:
    board = at.draw_board("\n".join(4 * [23 * "." + "l"]))
    rows = [" ".join(f"{row}{number}" for number in range(1, size + 1))
            for row, size in zip("ABCD", (6, 7, 9, 21), strict=True)]
    state = at.position(board, guards=guards, closed=rows, turn=turn)
    assert OwnedLand().reached(state) == large
