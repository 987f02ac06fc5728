"""Cups: announcing one, signing up, its rounds with equal deals, and how it ends."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from games.base.refusals import Closed, Foreign, TableRefusal
from games.features.competitions import cups, entries, judging, lifecycle, results
from games.features.matches import matches
from games.models import Competition, Entry, Fixture, Game, Match, Rating, Seat, User
from games.table.lobby import open_tables
from games.table.play import bots
from games.table.seats import seating
from tests.features.competitions.conftest import BEGINS, NOW, Cup, look_after, over, plan

pytestmark = pytest.mark.django_db

Kind, Status, Decided = Competition.Kind, Competition.Status, Fixture.Decided
def finish_round(cup: Competition, *, now: datetime) -> None:
    """Ends all games of the round: whoever signed up earlier wins."""
    for game in Game.objects.filter(fixture__competition=cup, status=Game.Status.RUNNING):
        people = [seat.user for seat in game.seats.order_by("user") if seat.user]
        over(game, people[0], now=now)
        if game.match == Match.FIRST:
            second = matches.start_second(game.pk, now=now)
            assert second is not None
            over(second, people[0], now=now)
    look_after(cup, now)


# Announcing one.

def test_whoever_has_finished_enough_games_can_organise_a_cup(
    alice: User, bob: User, guest: User, announced: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Foreign, match="10 games"):
        cups.create(plan(), by=alice, now=NOW)
    monkeypatch.setattr(cups, "TO_ORGANISE", 2)
    for _number in range(2):
        assert not cups.may_organise(alice)
        open_tables.arrange([alice, guest], name="Old", ruleset="alexandros", pace="day", now=NOW)
        Game.objects.update(status=Game.Status.OVER)

    assert cups.may_organise(alice)
    assert not cups.may_organise(guest)
    assert not cups.may_organise(bob)
    bob.is_staff = True
    assert cups.may_organise(bob), "an operator"


@pytest.mark.parametrize(("changes", "sentence"), [
    ({"title": " "}, "give the cup a name"), ({"title": "x" * 61}, "too long"),
    ({"title": "look at example.org"}, "address"), ({"about": "x" * 1001}, "too long"),
    ({"players": 3}, "no such cups"), ({"ruleset": "chess"}, "no such cups"),
    ({"kind": Kind.DUPLICATE, "players": 2}, "no such cups"),
    ({"starts_at": NOW + timedelta(hours=2)}, "a day to sign up"),
    ({"starts_at": NOW + timedelta(days=70)}, "more than 60 days"),
    ({"round_length": timedelta(days=3)}, "how long a round takes"),
])
def test_what_is_no_cup_is_refused(
    organiser: User, changes: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(TableRefusal, match=sentence):
        cups.create(plan(**changes), by=organiser, now=NOW)
    assert not Competition.objects.exists()


def test_somebody_organises_three_cups_at_a_time(organiser: User) -> None:
    for _number in range(cups.AT_ONCE):
        cups.create(plan(), by=organiser, now=NOW)
    with pytest.raises(TableRefusal, match="3 cups already"):
        cups.create(plan(), by=organiser, now=NOW)


# Signing up.

def test_people_sign_up_once_and_withdraw(cup: Competition, alice: User) -> None:
    for _number in range(2):
        cups.enter(alice, cup, now=NOW)
    assert Entry.objects.count() == 1
    entries.withdraw(alice, cup, now=NOW)
    assert not Entry.objects.exists()


def test_a_full_cup_takes_nobody_else(
    cup: Competition, many: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cups, "MOST", 2)
    for user in many[:2]:
        cups.enter(user, cup, now=NOW)
    with pytest.raises(Closed, match="no room"):
        cups.enter(many[2], cup, now=NOW)
    cups.enter(many[0], cup, now=NOW)


def test_a_cup_with_too_few_people_is_not_played(begun_cup: Cup) -> None:
    cup = begun_cup(7)

    assert (cup.status, cup.look_at) == (Status.CANCELLED, None)
    assert not Fixture.objects.exists()


# Rounds.

def test_bots_have_the_empty_seats_at_tables_of_four(begun_cup: Cup, many: list[User]) -> None:
    cup = begun_cup(9)

    assert (cup.status, cup.rounds, cup.divisions) == (Status.RUNNING, 3, 1)
    games = Game.objects.filter(fixture__competition=cup)
    assert [game.seats.exclude(bot="").count() for game in games] == [1, 1, 1]
    assert {seat.user for game in games for seat in game.seats.all()} - {None} == set(many)


def test_all_tables_of_a_round_have_the_same_deal_and_rounds_have_others(begun_cup: Cup) -> None:
    cup = begun_cup()
    assert len({bytes(game.seed) for game in Game.objects.all()}) == 1
    finish_round(cup, now=BEGINS + timedelta(days=1))

    assert len({bytes(game.seed) for game in Game.objects.all()}) == 2


def test_second_games_have_the_same_deal_too(begun_cup: Cup) -> None:
    begun_cup(8, players=2)
    for game in Game.objects.all():
        over(game, now=BEGINS)
        matches.start_second(game.pk, now=BEGINS)
    seconds = Game.objects.filter(match=Match.SECOND)

    assert seconds.count() == 4
    assert len({bytes(game.seed) for game in seconds}) == 1
    assert not seconds.filter(seed__in=Game.objects.filter(match_of=None).values("seed")).exists()


def test_games_are_sealed_until_the_round_is_over(begun_cup: Cup) -> None:
    cup = begun_cup()
    games = list(Game.objects.all())
    assert {(game.sealed, game.listed) for game in games} == {(True, False)}
    for game in games[:-1]:
        over(game, now=BEGINS)
        look_after(cup, BEGINS)
    assert Game.objects.filter(sealed=True).count() == 3
    over(games[-1], now=BEGINS)
    look_after(cup, BEGINS)

    assert set(Game.objects.filter(fixture__round=1).values_list("sealed", "listed")) == {
        (False, True)}
    assert Game.objects.filter(fixture__round=2, sealed=True).count() == 3


def test_the_next_round_begins_when_all_tables_have_ended(begun_cup: Cup) -> None:
    cup = begun_cup()
    later = BEGINS + timedelta(days=3)
    finish_round(cup, now=later)

    assert set(cup.fixtures.values_list("round", flat=True)) == {1, 2}
    assert cup.ends_at == later + cup.round_length
    assert cup.status == Status.RUNNING


def test_a_cup_ends_with_places_after_its_last_round(begun_cup: Cup, many: list[User]) -> None:
    cup = begun_cup()
    for days in range(1, 4):
        finish_round(cup, now=BEGINS + timedelta(days=days))

    assert cup.status == Status.OVER
    assert cup.look_at is None
    places = [entry.place for entry in cup.entries.order_by("user")]
    assert places[0] == 1
    assert None not in places
    assert not Game.objects.filter(sealed=True).exists()
    firsts: dict[int, int] = {}
    for game in Game.objects.all():
        first = game.seats.get(index=0).user_id
        firsts[first or 0] = firsts.get(first or 0, 0) + 1
    assert max(count for user, count in firsts.items() if user) == 1, "places go round"


def test_of_an_odd_number_in_a_swiss_cup_one_has_won_without_a_game(begun_cup: Cup) -> None:
    cup = begun_cup(players=2)

    bye = Fixture.objects.get(decided=Decided.WALKOVER)
    assert [seat.points for seat in bye.seats.all()] == [2.0]
    assert Game.objects.filter(match=Match.FIRST, sealed=True).count() == 4
    finish_round(cup, now=BEGINS + timedelta(days=1))
    assert not Game.objects.filter(fixture__round=1, sealed=True).exists()
    assert not Game.objects.filter(match=Match.SECOND, sealed=True).exists()


def test_a_match_that_was_called_off_does_not_keep_its_round_sealed(
    begun_cup: Cup, many: list[User]
) -> None:
    cup = begun_cup(8, players=2)
    entries.withdraw(many[0], cup, now=BEGINS)
    look_after(cup, BEGINS)
    finish_round(cup, now=BEGINS + timedelta(days=1))

    assert cup.fixtures.filter(round=2).exists()
    assert not Game.objects.filter(fixture__round=1, sealed=True).exists()


def test_a_campaign_cup_for_two_is_one_game_a_round(begun_cup: Cup) -> None:
    cup = begun_cup(players=2, ruleset="campaign")

    assert Game.objects.filter(match=Match.NONE).count() == 4
    assert results.games_of(cup) == 1


def test_what_is_not_over_is_played_out_and_stays_sealed(
    begun_cup: Cup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "PLAYOUTS", 3)
    cup = begun_cup()
    first, *others = Game.objects.order_by("pk")
    for game in others:
        over(game, now=BEGINS)
    look_after(cup, cup.ends_at)
    judging.judge(first.fixture.pk)
    look_after(cup, cup.ends_at)

    first.refresh_from_db()
    first.fixture.refresh_from_db()
    assert first.fixture.decided == Decided.JUDGED
    assert cup.fixtures.filter(round=2).exists()
    assert first.status == Game.Status.RUNNING
    assert Game.objects.filter(fixture__round=1, sealed=True).count() == 3, "it goes on"
    over(first, now=cup.ends_at)
    look_after(cup, cup.ends_at)
    assert not Game.objects.filter(fixture__round=1, sealed=True).exists()


def test_nobody_who_has_dropped_out_is_seated_again(begun_cup: Cup, many: list[User]) -> None:
    cup = begun_cup()
    entries.withdraw(many[0], cup, now=BEGINS)
    look_after(cup, BEGINS)
    assert Seat.objects.filter(left_by=many[0]).count() == 1
    finish_round(cup, now=BEGINS + timedelta(days=1))

    assert not cup.fixtures.filter(round=2, seats__entry__user=many[0]).exists()
    assert cup.fixtures.filter(round=2).count() == 2


def test_the_second_game_lost_on_time_takes_somebody_out(begun_cup: Cup, many: list[User]) -> None:
    cup = begun_cup()
    for days in range(2):
        seat = Seat.objects.select_related("game").get(user=many[0])
        seating.hand_to_bot(seat, resigned=False, now=BEGINS)
        assert (Entry.objects.get(user=many[0]).out_at is None) == (days == 0)
        finish_round(cup, now=BEGINS + timedelta(days=days))

    assert not cup.fixtures.filter(round=3, seats__entry__user=many[0]).exists()


def test_a_cup_ends_when_nobody_is_left_to_play_against(begun_cup: Cup, many: list[User]) -> None:
    cup = begun_cup(8)
    for user in many[1:8]:
        entries.withdraw(user, cup, now=BEGINS)
    finish_round(cup, now=BEGINS + timedelta(days=1))

    assert cup.status == Status.OVER
    assert cup.entries.get(place=1).user == many[0]


def test_the_first_round_mixes_strengths(
    begun_cup: Cup, many: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cups.seasons, "ratings_of", lambda users, cup: {
        user.pk: 2000.0 - 100 * place for place, user in enumerate(many)})
    begun_cup(8)
    strong = {user.pk for user in many[:2]}

    for fixture in Fixture.objects.all():
        assert len(strong & {seat.entry.user_id for seat in fixture.seats.all()}) == 1


# A duplicate cup.

def test_in_a_duplicate_cup_everybody_plays_alone(begun_cup: Cup, many: list[User]) -> None:
    cup = begun_cup(3, kind=Kind.DUPLICATE)

    games = list(Game.objects.all())
    assert [game.seats.get(index=0).user for game in games] == many[:3]
    assert {game.seats.exclude(bot="").count() for game in games} == {3}
    assert {(game.rated, game.sealed, game.has_clock) for game in games} == {(False, True, False)}
    assert len({bytes(game.seed) for game in games}) == 1
    assert cup.ends_at == BEGINS + cups.ALONE_FOR
    assert not Rating.objects.exists()
    assert not any(game.suggests_turns or bots.is_learning_game(game, list(game.seats.all()))
                   for game in games), "nobody gets advice"


def test_a_duplicate_cup_ends_with_the_leads_of_all(begun_cup: Cup, many: list[User]) -> None:
    cup = begun_cup(3, kind=Kind.DUPLICATE)
    first, second, third = Game.objects.order_by("pk")
    for game, user in ((first, many[0]), (second, None)):
        over(game, *([user] if user else []), now=BEGINS)
        look_after(cup, BEGINS)
    assert cup.status == Status.RUNNING
    over(third, many[2], now=BEGINS)
    look_after(cup, BEGINS)

    assert cup.status == Status.OVER
    leads = {seat.entry.user: seat.points for seat in cup.fixtures.all()[0].seats.all()}
    assert leads == {many[0]: 77.0}
    assert [entry.place for entry in cup.entries.order_by("pk")] == [1, 3, 1]
    assert not Game.objects.filter(sealed=True).exists()


def test_after_two_weeks_whoever_has_not_finished_has_no_result(
    begun_cup: Cup, many: list[User]
) -> None:
    cup = begun_cup(3, kind=Kind.DUPLICATE)
    over(Game.objects.order_by("pk")[0], now=BEGINS)
    look_after(cup, cup.ends_at)

    assert cup.status == Status.OVER
    assert cup.entries.filter(out_at=None).get().user == many[0]
    assert not Game.objects.filter(status=Game.Status.RUNNING).exists()
    assert not Game.objects.filter(sealed=True).exists()


def test_a_sweep_finds_cups_and_looks_daily_at_sealed_games(begun_cup: Cup) -> None:
    cup = begun_cup()

    assert cup.look_at == BEGINS + cups.LOOKS
    assert lifecycle.sweep(BEGINS + cups.LOOKS) == 1
