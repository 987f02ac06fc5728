"""How games change ratings: odds, weights, ties, uncertainty and absent opponents."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta

import pytest

from games.features.ratings.ledger import (
    DOUBT,
    Change,
    Ledger,
    Part,
    Played,
    Skill,
    Unrated,
)
from tests.features.ratings.measuring_ratings import measure

NOW = datetime(2026, 3, 1, tzinfo=UTC)
DAY = timedelta(days=1)
ALICE, BOB, CAROL, DAVE = range(4)
POOL = ("alexandros", 2)


def played(*ranks: tuple[int, int], at: datetime = NOW, began: datetime | None = None,
           points: int | None = None, lost: int | None = None) -> Played:
    """A game of these people with their ranks, perhaps with a bot that comes last."""
    parts = [Part(person, None, rank, at - DAY / 2 if person == lost else None)
             for person, rank in ranks]
    if points is not None:
        parts.append(Part(None, points, 9))
    return Played(1, ("alexandros", len(parts)), began or at - DAY, at, parts)


def of(changes: list[Change], person: int) -> Change:
    return next(change for change in changes if change.player == person)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_400_points_are_odds_of_10_to_1_with_any_number_of_players(players: int) -> None:
    certain = [Skill(1900, 0.01, 9, NOW), *[Skill(1500, 0.01, 9, NOW)] * (players - 1)]
    pool = ("alexandros", players)
    ledger = Ledger({(pool, person): skill for person, skill in enumerate(certain)})
    changes = ledger.enter(played(*((person, person + 1) for person in range(players))))
    # A winner rises by the probability of not winning.
    rise = of(changes, 0).after.mu - 1900
    chance = 10 / (10 + players - 1)
    assert rise == pytest.approx(
        0.01**2 * (1 - chance) * math.log(10) / 400, rel=1e-3)


def test_the_first_game_of_two_new_people() -> None:
    changes = Ledger().enter(played((ALICE, 1), (BOB, 2)))

    assert of(changes, ALICE).after.mu == pytest.approx(1560.3, abs=0.1)
    assert of(changes, BOB).after.mu == pytest.approx(1439.7, abs=0.1)
    assert of(changes, ALICE).after.sigma < DOUBT


def test_a_shared_win_of_equal_people_changes_no_rating_but_makes_it_more_certain() -> None:
    changes = Ledger().enter(played((ALICE, 1), (BOB, 1)))

    assert of(changes, ALICE).after.mu == pytest.approx(1500)
    assert of(changes, ALICE).after.sigma < DOUBT


def test_with_a_bot_at_the_table_changes_are_halved() -> None:
    changes = Ledger().enter(played((ALICE, 1), (BOB, 2), points=1500))

    assert [change.weight for change in changes] == [0.5, 0.5]


def test_from_the_sixth_game_of_a_pair_in_thirty_days_weights_are_halved() -> None:
    ledger = Ledger()
    weights = [of(ledger.enter(played((ALICE, 1), (BOB, 2), at=NOW + number * DAY)), ALICE).weight
               for number in range(8)]
    assert weights == [1, 1, 1, 1, 1, 1 / 2, 1 / 4, 1 / 8]

    others = ledger.enter(played((ALICE, 1), (CAROL, 2), at=NOW + 8 * DAY))
    assert of(others, ALICE).weight == 1
    later = ledger.enter(played((ALICE, 1), (BOB, 2), at=NOW + 40 * DAY))
    assert of(later, ALICE).weight == 1


def test_of_a_larger_table_only_the_pair_that_meets_often_counts_less() -> None:
    ledger = Ledger()
    for number in range(5):
        ledger.enter(played((ALICE, 1), (BOB, 2), at=NOW + number * DAY))
    changes = ledger.enter(played((ALICE, 1), (BOB, 2), (CAROL, 3), at=NOW + 5 * DAY))

    assert [of(changes, person).weight for person in (ALICE, BOB, CAROL)] == [0.5, 0.5, 1]


def test_after_three_games_lost_on_time_running_games_are_unrated_for_opponents() -> None:
    ledger = Ledger()
    began = NOW - 10 * DAY
    for number in range(3):
        changes = ledger.enter(played((BOB, 1), (ALICE, 2), at=NOW + number * DAY, lost=ALICE))
        assert of(changes, BOB).weight == 1
    changes = ledger.enter(played((CAROL, 1), (ALICE, 2), at=NOW + 5 * DAY, began=began))

    assert of(changes, CAROL).why == Unrated.ABSENT
    assert of(changes, CAROL).after == of(changes, CAROL).before
    assert of(changes, ALICE).weight == 1
    assert ledger.skills.get((POOL, CAROL)) is None


def test_a_game_that_begins_after_the_three_losses_counts() -> None:
    ledger = Ledger()
    for number in range(3):
        ledger.enter(played((BOB, 1), (ALICE, 2), at=NOW + number * DAY, lost=ALICE))
    changes = ledger.enter(played((CAROL, 1), (ALICE, 2), at=NOW + 5 * DAY, began=NOW + 3 * DAY))

    assert of(changes, CAROL).weight == 1


def test_three_losses_in_more_than_seven_days_change_nothing() -> None:
    ledger = Ledger()
    for number in range(3):
        ledger.enter(played((BOB, 1), (ALICE, 2), at=NOW + 4 * number * DAY, lost=ALICE))
    changes = ledger.enter(played((CAROL, 1), (ALICE, 2), at=NOW + 9 * DAY, began=NOW - DAY))

    assert of(changes, CAROL).weight == 1


def test_uncertainty_grows_by_two_points_for_each_week_without_play() -> None:
    skill = Skill(1600, 70, 20, NOW)

    assert skill.doubt(NOW) == 70
    assert skill.doubt(NOW + 7 * DAY) == pytest.approx(72)
    assert skill.doubt(NOW + 14 * DAY) == pytest.approx(74)
    assert skill.doubt(NOW + 7000 * DAY) == DOUBT


def test_a_rating_is_new_below_five_games_and_above_110() -> None:
    assert Skill(1600, 70, 4, NOW).is_new(NOW)
    assert not Skill(1600, 70, 5, NOW).is_new(NOW)
    assert Skill(1600, 111, 50, NOW).is_new(NOW)
    firm_until = Skill(1600, 100, 5, NOW).firm_until
    assert firm_until == NOW + 35 * DAY
    assert Skill(1600, 100, 5, NOW).is_new(NOW + 36 * DAY)


def test_the_order_of_a_list_is_that_of_mean_minus_twice_the_uncertainty_at_any_time() -> None:
    one, other = Skill(1600, 70, 9, NOW), Skill(1590, 70, 9, NOW + 70 * DAY)

    for later in (NOW + 70 * DAY, NOW + 100 * DAY):
        worth = [skill.mu - 2 * skill.doubt(later) for skill in (one, other)]
        assert (worth[0] < worth[1]) == (one.standing < other.standing)


@pytest.mark.parametrize("players", [2, 4])
def test_after_thirty_games_the_order_of_200_people_is_nearly_that_of_their_strengths(
    players: int
) -> None:
    after = measure(players, games=30)[-1]

    assert after.games == 30
    assert after.correlation >= 0.9
    assert 0.8 < after.error < 1.3
    assert after.new < 0.3
