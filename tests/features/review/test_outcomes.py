"""A review says first why its reader has lost or won, and shows in which turns that happened."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import pytest
from django.test import Client

from alexandros_rules.addressing import for_reader
from games.features.review import outcome, reading, reviewing
from games.features.review.reading import SeatReview
from games.models import Game, Seat, User
from games.models.review_findings import JudgedTurn, Standing
from games.rulesets import registry
from games.table.play import history
from games.table.play.history import GameHistory
from tests.features.review.remembering_analyst import ask
from tests.sample_games import import_sample

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
STORED = Path(__file__).parent / "careless"  # by ``careless_bots``; in each, Alice is careless
ALICE, BOB = range(2)
BLUNDER = 6  # the turn of the stored blunder


def stored(name: str, now: datetime, *people: User) -> Game:
    """The stored game, with these people at its first seats."""
    game = import_sample((STORED / f"{name}.record").read_text("utf-8"), name="Careless", now=now)
    for index, user in enumerate(people):
        Seat.objects.filter(game=game, index=index).update(user=user, name=user.name)
    return game


@pytest.mark.parametrize(("name", "sentence"), [
    ("two-guards", "your provinces with two or more guards paid you nothing"),
    ("no-levies", "You made 0 of the game’s levies"),
    ("hoarding", "the cards that were never spent cost about"),
])
def test_the_first_cause_is_what_alice_did_wrong(
    name: str, sentence: str, alice: User, now: datetime
) -> None:
    past = history.read(stored(name, now, alice), ALICE)
    first, *_ = outcome.find_causes(past, (), seat=ALICE)
    causes = registry.get(past.game.ruleset).causes
    assert causes is not None
    assert sentence in first.text
    assert first.turns
    assert first.points >= causes.least_points


def test_the_worst_turn_is_the_one_with_the_largest_loss_of_the_chance_to_win(
    alice: User, now: datetime
) -> None:
    past = history.read(stored("blunder", now, alice), ALICE)
    turns = tuple(JudgedTurn(ALICE, turn, row, row, row, chance, best, "draw")
                  for turn, row, chance, best in ((4, 14, 0.4, 0.55), (8, 30, 0.03, 0.13)))
    worst = reading.worst_turn(SeatReview(ALICE, 2, 0, 0.125, 0.0, turns))
    assert worst is not None
    assert reading.worst_in_words(worst, past) == (
        "In turn 4, you gave away more than in any other: 40 % to win instead of 55 %.")


@pytest.fixture
def blundered(alice: User, bob: User, now: datetime) -> Game:
    """The game with a blunder of Alice's, and its review."""
    game = stored("blunder", now, alice, bob)
    assert reviewing.go_on(game.pk, now=now, ask=ask, seconds=600)
    return game


def test_the_turn_of_the_blunder_lost_most_and_lowered_the_chance_most(blundered: Game) -> None:
    past, review = history.read(blundered, ALICE), reading.read(blundered)
    alice = review.seats[ALICE]
    assert max(alice.judged, key=lambda one: one.loss).turn == BLUNDER
    rows = registry.get(blundered.ruleset).replay.moments(past.views(), moves=past.moves)
    course = outcome.whole_course(review.course, past)
    swings = outcome.largest_swings(course, rows, seat=ALICE, winners=outcome.winners_of(past))
    assert min(swings, key=lambda one: one.rise).turn == BLUNDER
    assert BLUNDER in [one.turn.turn for one in reading.moments(past, alice)]


def test_the_page_says_first_why_its_reader_has_lost(
    blundered: Game, alice: User, bob: User
) -> None:
    text = page(alice, blundered)
    assert text.index("Why you lost") < text.index("Everybody’s chances") < text.index("<table")
    assert f"In turn {BLUNDER}, you gave away more than in any other" in text
    assert re.search("<svg[^>]*ax-chart", text)
    assert "Why you won" in page(bob, blundered)


def test_spectators_are_told_by_name(blundered: Game) -> None:
    Game.objects.filter(pk=blundered.pk).update(listed=True)
    text = page(None, blundered)
    assert "Why you" not in text
    assert f"In turn {BLUNDER}, Alice gave away more than in any other" in text


def page(user: User | None, game: Game) -> str:
    client = Client(headers={"host": "localhost"})
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    response = client.get(f"/games/{game.code}/review/")
    assert response.status_code == 200
    return response.content.decode()


def test_nothing_is_said_of_the_chances_of_somebody_who_has_turned_reviews_off(
    blundered: Game, alice: User, bob: User
) -> None:
    User.objects.filter(pk=bob.pk).update(wants_reviews=False)
    text = page(alice, blundered)
    assert text.count("ax-line-edge") == 1
    assert "Why Bob" not in text


def told(past: GameHistory, seat: int, names: Sequence[str]) -> list[str]:
    """The summary and all causes of a seat's result, for the reader of these names."""
    causes = registry.get(past.game.ruleset).causes
    assert causes is not None
    moves, winners = outcome.played_game(past), outcome.winners_of(past)
    found = causes.causes(moves, seat=seat, names=names, winners=winners, lost={})
    return [causes.summary(moves, seat=seat, names=names, winners=winners),
            *(one.text for one in found)]


@pytest.mark.parametrize("name", ["two-guards", "no-levies", "hoarding"])
@pytest.mark.parametrize("seat", range(3))
def test_causes_call_their_reader_you_and_all_others_by_name(
    name: str, seat: int, now: datetime
) -> None:
    past = history.read(stored(name, now), None)
    by_name = told(past, seat, past.names)
    assert len(by_name) > 1
    for reader, called in enumerate(past.names):
        for named, read in zip(by_name, told(past, seat, for_reader(past.names, reader)),
                               strict=True):
            assert called not in read
            assert (read == named) == (called not in named)


def test_chances_are_in_percent_after_each_row_and_end_with_the_result(
    finished: Game,
) -> None:
    past = history.read(finished, ALICE)
    rows = registry.get(finished.ruleset).replay.moments(past.views(), moves=past.moves)
    course = outcome.whole_course([Standing(1, (0.4, 0.6)), Standing(5, (0.25, 0.75))], past)
    found = outcome.percents(course, rows, {ALICE})
    assert [found[0], found[3], found[4]] == [[40, None], [40, None], [25, None]]
    assert found[-1][ALICE] in (0, 50, 100)


def test_a_small_swing_is_not_told(finished: Game) -> None:
    past = history.read(finished, ALICE)
    rows = registry.get(finished.ruleset).replay.moments(past.views(), moves=past.moves)
    course = [Standing(1, (0.5, 0.5)), Standing(5, (0.42, 0.58)), Standing(9, (0.2, 0.8))]
    swing, = outcome.largest_swings(course, rows, seat=ALICE, winners={BOB})
    assert (swing.number, swing.turn, swing.mover) == (9, rows[5].turn, rows[5].seat)
    rise, = outcome.largest_swings(course, rows, seat=BOB, winners={BOB})
    assert (rise.number, round(rise.rise, 2)) == (9, 0.22)


@pytest.mark.parametrize(("chances", "percents"), [
    ((1 / 3, 1 / 3, 1 / 3), [34, 33, 33]),
    ((0.335, 0.335, 0.33), [34, 33, 33]),
    ((0.125, 0.375, 0.125, 0.375), [13, 37, 12, 38]),
    ((1.0, 0.0), [100, 0]),
])
def test_percents_of_all_players_add_up_to_100(
    chances: tuple[float, ...], percents: list[int]
) -> None:
    assert sum(outcome.whole_percents(chances)) == 100
    assert sorted(outcome.whole_percents(chances)) == sorted(percents)
