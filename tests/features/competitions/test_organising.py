"""What organisers can do at a cup, and that everybody can read it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.base.refusals import Closed, Foreign, TableRefusal, TooOften
from games.features.competitions import cups, entries, organising, results, showing
from games.models import Competition, Entry, Fixture, Game, OutgoingEmail, Seat, User
from games.post.emails.rendering import compose
from games.table.seats import seating
from tests.features.competitions.conftest import BEGINS, NOW, Cup, look_after, over

pytestmark = pytest.mark.django_db

Status, Decided = Competition.Status, Fixture.Decided
LATER = BEGINS + timedelta(days=7)


def told(user: User) -> str:
    """The text of the last email to somebody about a deed of an organiser."""
    email = OutgoingEmail.objects.filter(kind="competition-news", user=user).latest("pk")
    return " ".join(str(compose(email).body).split())


def leave(user: User) -> None:
    """Lets a bot play for somebody at their only table."""
    seat = Seat.objects.select_related("game").get(user=user)
    seating.hand_to_bot(seat, resigned=True, now=BEGINS)


def test_a_cup_begins_later(cup: Competition, organiser: User, bob: User) -> None:
    cups.enter(bob, cup, now=NOW)
    organising.postpone(cup, LATER, by=organiser, text="Easter", now=NOW)
    look_after(cup, BEGINS)

    assert (cup.status, cup.starts_at, cup.look_at) == (Status.OPEN, LATER, LATER)
    assert f"The cup begins later, on {showing.day_of(LATER)}. Easter" in told(bob)
    (note,) = showing.notes_of(cup)
    assert (note.by, note.text) == (organiser, "Easter")


def test_a_cup_cannot_begin_earlier(cup: Competition, organiser: User) -> None:
    with pytest.raises(TableRefusal, match="only begin later"):
        organising.postpone(cup, BEGINS - timedelta(days=1), by=organiser, now=NOW)


def test_a_cup_is_called_off(cup: Competition, organiser: User, bob: User) -> None:
    cups.enter(bob, cup, now=NOW)
    with pytest.raises(TableRefusal, match="give a reason"):
        organising.call_off(cup, by=organiser, now=NOW)
    organising.call_off(cup, by=organiser, text="Nobody has time.", now=NOW)
    look_after(cup, BEGINS)

    assert (cup.status, cup.look_at) == (Status.CANCELLED, None)
    assert "The cup was called off." in told(bob)


def test_nobody_but_organisers_and_operators_can_do_anything(
    cup: Competition, bob: User, carol: User
) -> None:
    with pytest.raises(Foreign, match="organiser"):
        organising.announce(cup, by=bob, text="Hello", now=NOW)
    carol.is_staff = True
    organising.announce(cup, by=carol, text="Hello", now=NOW)

    assert [note.by for note in showing.notes_of(cup)] == [carol]


def test_an_announcement_reaches_all_who_play_three_times_a_day(
    cup: Competition, organiser: User, bob: User
) -> None:
    cups.enter(bob, cup, now=NOW)
    for number in (1, 2, 2, 3):
        organising.announce(cup, by=organiser, text=f"Round {number}.\nHave fun!", now=NOW)
    assert cup.notes.count() == 3, "a button that is pressed twice does it once"
    assert "Round 3. Have fun! From Alice" in told(bob)
    with pytest.raises(TooOften):
        organising.announce(cup, by=organiser, text="One more thing", now=NOW)
    with pytest.raises(TableRefusal, match="what you want to tell"):
        organising.announce(cup, by=organiser, text=" ", now=NOW)


def test_somebody_who_waits_takes_the_place_of_another(
    begun_cup: Cup, many: list[User], organiser: User, bob: User
) -> None:
    cup = begun_cup()
    cups.enter(bob, cup, now=BEGINS)
    gone, came = Entry.objects.get(user=many[0]), Entry.objects.get(user=bob)
    with pytest.raises(TableRefusal, match="still plays"):
        organising.replace(cup, gone.pk, came.pk, by=organiser, text="Ill", now=BEGINS)
    leave(many[0])
    with pytest.raises(TableRefusal, match="give a reason"):
        organising.replace(cup, gone.pk, came.pk, by=organiser, text="", now=BEGINS)
    organising.replace(cup, gone.pk, came.pk, by=organiser, text="Ill", now=BEGINS)

    game = Game.objects.get(seats__user=bob)
    assert not game.seats.filter(user=many[0]).exists()
    assert Fixture.objects.get(seats__entry=came).game == game
    gone.refresh_from_db()
    came.refresh_from_db()
    assert gone.out_at == BEGINS
    assert came.division == 1
    assert f"Bob plays on for {many[0].name}. Ill" in told(bob)


def test_a_substitute_has_the_points_of_the_game_that_they_play_on(
    begun_cup: Cup, many: list[User], organiser: User, bob: User
) -> None:
    cup = begun_cup(8)
    cups.enter(bob, cup, now=BEGINS)
    gone, came = Entry.objects.get(user=many[0]), Entry.objects.get(user=bob)
    leave(many[0])
    organising.replace(cup, gone.pk, came.pk, by=organiser, text="Ill", now=BEGINS)
    over(Game.objects.get(seats__user=bob), bob, now=BEGINS)

    assert came.seats.get().points == 4.0


def test_whoever_takes_a_seat_without_the_place_in_the_cup_plays_for_nobody(
    begun_cup: Cup, many: list[User], bob: User
) -> None:
    begun_cup(8)
    leave(many[0])
    seating.take_over(Seat.objects.select_related("game").get(left_by=many[0]), bob, now=BEGINS)
    game = Game.objects.get(seats__user=bob)
    over(game, bob, now=BEGINS)

    assert Entry.objects.get(user=many[0]).seats.get().points == 0.0


def test_a_match_is_won_against_somebody_who_is_replaced(
    begun_cup: Cup, many: list[User], organiser: User, bob: User
) -> None:
    cup = begun_cup(8, players=2)
    cups.enter(bob, cup, now=BEGINS)
    gone, came = Entry.objects.get(user=many[0]), Entry.objects.get(user=bob)
    entries.withdraw(many[0], cup, now=BEGINS)
    organising.replace(cup, gone.pk, came.pk, by=organiser, text="Ill", now=BEGINS)
    look_after(cup, BEGINS)

    match = Fixture.objects.get(seats__entry=gone)
    assert match.decided == Decided.WALKOVER
    assert {seat.points for seat in match.seats.all()} == {0.0, 2.0}
    assert not came.seats.exists()


def test_only_people_of_this_cup_change_places(
    begun_cup: Cup, many: list[User], organiser: User
) -> None:
    cup = begun_cup()
    first, second = Entry.objects.all()[:2]
    with pytest.raises(TableRefusal, match="choose somebody"):
        organising.replace(cup, first.pk, second.pk, by=organiser, text="Ill", now=BEGINS)
    with pytest.raises(TableRefusal, match="choose somebody"):
        organising.replace(cup, 0, 0, by=organiser, text="Ill", now=BEGINS)


def test_an_organiser_decides_about_a_table_with_a_reason(
    begun_cup: Cup, many: list[User], organiser: User
) -> None:
    cup = begun_cup(8)
    table = Fixture.objects.all()[0]
    with pytest.raises(TableRefusal, match="reason"):
        organising.rule(cup, table.pk, [4, 2, 1, 0], by=organiser, text="", now=BEGINS)
    for points in ([4, 2, 1, 1], [7, 0, 0, 0], [4, 2, 1], [8, -1, 0, 0], [2.4, 2.6, 1, 1]):
        with pytest.raises(TableRefusal, match="7 in all"):
            organising.rule(cup, table.pk, points, by=organiser, text="Cheating", now=BEGINS)
    organising.rule(cup, table.pk, [4, 2, 0.5, 0.5], by=organiser, text="Cheating", now=BEGINS)

    table.refresh_from_db()
    assert table.decided == Decided.RULED
    assert table.game is not None
    assert table.game.status == Game.Status.CANCELLED
    assert [seat.points for seat in table.seats.all()] == [4, 2, 0.5, 0.5]
    winner = table.seats.all()[0].entry.user
    assert winner is not None
    assert f"Round 1, table 1 was decided: {winner.name} 4, " in told(winner)


def test_an_organiser_can_correct_themselves_but_not_a_table_that_was_played(
    begun_cup: Cup, many: list[User], organiser: User
) -> None:
    cup = begun_cup(8)
    table, other = Fixture.objects.all()
    organising.rule(cup, table.pk, [4, 2, 1, 0], by=organiser, text="Cheating", now=BEGINS)
    organising.rule(cup, table.pk, [0, 4, 2, 1], by=organiser, text="A typing error", now=BEGINS)
    assert [seat.points for seat in table.seats.all()] == [0, 4, 2, 1]
    organising.rule(cup, table.pk, [0, 4, 2, 1], by=organiser, text="A typing error", now=BEGINS)
    assert [note.text for note in showing.notes_of(cup)] == ["A typing error", "Cheating"]
    organising.rule(cup, table.pk, [4, 2, 1, 0], by=organiser, text="No, I was right", now=BEGINS)
    with pytest.raises(TooOften, match="three times"):
        organising.rule(cup, table.pk, [0, 4, 2, 1], by=organiser, text="Or not", now=BEGINS)

    assert other.game is not None
    over(other.game, now=BEGINS)
    with pytest.raises(Closed, match="nothing to decide"):
        organising.rule(cup, other.pk, [4, 2, 1, 0], by=organiser, text="Again", now=BEGINS)


def test_nobody_decides_about_their_own_table(begun_cup: Cup, many: list[User]) -> None:
    cup = begun_cup(8)
    Competition.objects.update(organiser=many[0])
    cup.refresh_from_db()
    own = Fixture.objects.get(seats__entry__user=many[0])

    with pytest.raises(Foreign, match="You play at this table"):
        organising.rule(cup, own.pk, [4, 2, 1, 0], by=many[0], text="I won", now=BEGINS)


def test_a_match_that_is_decided_has_no_second_game(begun_cup: Cup, organiser: User) -> None:
    cup = begun_cup(8, players=2)
    match = Fixture.objects.all()[0]
    organising.rule(cup, match.pk, [1.5, 0.5], by=organiser, text="Agreed", now=BEGINS)

    assert match.game is not None
    match.game.refresh_from_db()
    assert match.game.status == Game.Status.CANCELLED


def test_a_successor_has_the_points_of_earlier_rounds(
    begun_cup: Cup, many: list[User], organiser: User, bob: User
) -> None:
    cup = begun_cup(8)
    for game in Game.objects.all():
        over(game, many[0], now=BEGINS)
    look_after(cup, BEGINS)
    cups.enter(bob, cup, now=BEGINS)
    gone, came = Entry.objects.get(user=many[0]), Entry.objects.get(user=bob)
    entries.withdraw(many[0], cup, now=BEGINS)
    look_after(cup, BEGINS)
    organising.replace(cup, gone.pk, came.pk, by=organiser, text="Ill", now=BEGINS)

    rows = {row.entrant: row for row in results.standings(cup)[1]}
    assert (rows[came.pk].points, rows[came.pk].place) == (4.0, 1)
    assert (rows[gone.pk].points, rows[gone.pk].is_out) == (0.0, True)
    assert Fixture.objects.get(round=1, seats__entry=gone).decided == Decided.PLAYED
    assert Fixture.objects.get(round=2, seats__entry=came).game == Game.objects.get(
        seats__user=bob)


def test_whoever_has_played_at_a_table_does_not_decide_about_it(
    begun_cup: Cup, many: list[User], bob: User
) -> None:
    cup = begun_cup(8)
    Competition.objects.update(organiser=many[0])
    cup.refresh_from_db()
    cups.enter(bob, cup, now=BEGINS)
    own = Fixture.objects.get(seats__entry__user=many[0])
    leave(many[0])
    organising.replace(cup, Entry.objects.get(user=many[0]).pk, Entry.objects.get(user=bob).pk,
                       by=many[0], text="No time", now=BEGINS)

    with pytest.raises(Foreign, match="You play at this table"):
        organising.rule(cup, own.pk, [4, 2, 1, 0], by=many[0], text="I won", now=BEGINS)
