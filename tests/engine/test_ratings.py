"""Ratings of bots, and the ladder."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable

import pytest

from alexandros_rules.ruleset import Setup
from games.labs.measuring import ratings
from games.labs.measuring.ratings import (
    Ladder,
    Result,
    lineups,
    pairing,
    points,
    rungs,
    seed_of,
    table,
    wins_by_deal,
)

BOTS = ("alice", "bob", "carol", "dave")


@pytest.fixture(scope="module")
def update() -> ratings.Update:
    return ratings.openskill_update()


# Ratings

def test_an_update_of_openskill_says_how_unlikely_a_win_was(update: ratings.Update) -> None:
    assert update(0, 0) == pytest.approx(1 / 2)
    assert update(400, 0) == pytest.approx(1 / 11)
    assert update(0, 400) == pytest.approx(10 / 11)


def test_two_bots_are_as_far_apart_as_their_wins_say(update: ratings.Update) -> None:
    rated = ratings.rate({("alice", "bob"): 100, ("bob", "alice"): 10}, BOTS[:2], update)
    assert rated["alice"] - rated["bob"] == pytest.approx(400, abs=0.1)


def test_everybody_wins_as_many_games_as_their_rating_predicts(update: ratings.Update) -> None:
    rng = random.Random(3)
    wins = {(a, b): rng.randint(1, 90) for a in BOTS for b in BOTS if a != b}
    rated = ratings.rate(wins, BOTS, update)
    for bot in BOTS:
        games = {other: wins[bot, other] + wins[other, bot] for other in BOTS if other != bot}
        predicted = sum(count / (1 + 10 ** ((rated[other] - rated[bot]) / 400))
                        for other, count in games.items())
        assert predicted == pytest.approx(sum(wins[bot, other] for other in games), abs=0.1)


def simulated_deals(
    strengths: dict[str, float], *, deals: int, seed: int
) -> dict[Hashable, ratings.Wins]:
    """Deals of which every pair plays two games; the better hand gives one seat 150 points."""
    rng, found = random.Random(seed), {}
    for deal in range(deals):
        wins: Counter[tuple[str, str]] = Counter()
        luck = rng.choice((-150, 150))
        for a, b in lineups(list(strengths), 2):
            for help_for_a in (luck, -luck):
                ahead = strengths[a] - strengths[b] + help_for_a
                won = rng.random() < 1 / (1 + 10 ** (-ahead / 400))
                wins[(a, b) if won else (b, a)] += 1
        found[deal] = dict(wins)
    return found


def test_intervals_of_ratings_cover_the_truth(update: ratings.Update) -> None:
    """The true ratings are those of very many games, since luck brings bots closer together."""
    strengths = {"alice": 100.0, "bob": 0.0, "carol": -120.0}
    many = simulated_deals(strengths, deals=20_000, seed=0)
    true = ratings.rate_deals(many, list(strengths), anchor="bob", points=0, update=update,
                              samples=1)
    covered = 0
    for seed in range(1, 21):
        deals = simulated_deals(strengths, deals=40, seed=seed)
        found = ratings.rate_deals(deals, list(strengths), anchor="bob", points=0, update=update,
                                   samples=100)
        covered += sum(low <= true[bot][0] <= high
                       for bot, (_, (low, high)) in found.items() if bot != "bob")
    assert 34 <= covered <= 40  # 38 on average


def test_the_anchor_has_the_rating_that_is_asked_for(update: ratings.Update) -> None:
    deals: dict[Hashable, ratings.Wins] = {1: {("alice", "bob"): 3, ("bob", "alice"): 1}}
    rated = ratings.rate_deals(deals, BOTS[:2], anchor="bob", points=1000, update=update)
    assert rated["bob"] == (1000, (1000, 1000))
    assert rated["alice"][0] > 1000


def test_who_has_won_all_games_has_a_finite_rating_and_a_wide_interval(
    update: ratings.Update
) -> None:
    deals: dict[Hashable, ratings.Wins] = {deal: {("alice", "bob"): 2.0} for deal in range(50)}
    rated = ratings.rate_deals(deals, BOTS[:2], anchor="bob", points=0, update=update)
    value, (low, high) = rated["alice"]
    assert value == pytest.approx(points(100.5 / 101), abs=0.1)
    assert low < value - 150
    assert high > value + 300


# The ladder

def test_the_winner_is_counted_against_each_of_the_others() -> None:
    games = {(0, ("alice", "bob", "carol")): Result((1,), (1.0, 1.0, 1.0))}
    assert wins_by_deal(games) == {(3, 0): {("bob", "alice"): 1.0, ("bob", "carol"): 1.0}}


def test_a_shared_win_is_shared_and_a_bot_does_not_beat_itself() -> None:
    games = {(0, ("alice", "bob")): Result((0, 1), (1.0, 1.0)),
             (0, ("alice", "alice")): Result((0,), (1.0, 1.0))}
    assert wins_by_deal(games) == {(2, 0): {("alice", "bob"): 0.5, ("bob", "alice"): 0.5}}


def test_only_missing_games_are_played() -> None:
    ladder = Ladder()
    keys = ladder.missing(BOTS, players=[2], deals=3)
    assert len(keys) == 6 * 3 * 2
    for key in keys:
        ladder.games[key] = Result((0,), (1.0, 1.0))
    assert ladder.missing(BOTS, players=[2], deals=3) == []
    assert {deal for deal, _ in ladder.missing(BOTS, players=[2], deals=4)} == {3}
    assert all("erin" in bots for _, bots in ladder.missing([*BOTS, "erin"], players=[2], deals=3))


def test_the_table_shows_ratings_wins_and_dashes(update: ratings.Update) -> None:
    games = {(deal, ("alice", "bob")): Result((deal % 4 == 0,), (2.0, 4.0)) for deal in range(40)}
    rows = rungs(Ladder(games), anchor="bob", points=0, update=update, seed="x", samples=100)
    assert [row.bot for row in rows] == ["alice", "bob"]
    assert [row.millis for row in rows] == [2.0, 4.0]
    head, _, last = table(rows, players=[2, 3])
    assert head == "bot    points  95 % interval   games   wins of 2   wins of 3"
    assert last == "bob         0          fixed      40      25.0 %           -"


def test_a_ladder_survives_being_stored() -> None:
    ladder = Ladder({(3, ("alice", "bob")): Result((0, 1), (1.5, 2.0))})
    assert Ladder.from_json(ladder.to_json()) == ladder


def test_the_setup_and_the_seed_of_a_game_are_those_of_its_number_of_players() -> None:
    setups = {count: Setup("board", count) for count in (2, 3)}
    game = pairing((5, ("alice", "bob", "carol")), setups, seed="x")
    assert game.setup.players == 3
    assert game.seed == seed_of("x", players=3, deal=5)
