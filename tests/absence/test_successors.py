"""Somebody else takes over a seat that a bot keeps for its player."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from games.base import rate_limits
from games.base.refusals import Closed, Foreign, TableRefusal, TooOften
from games.models import (
    FormerPlayer,
    Game,
    LoggedMove,
    OutgoingEmail,
    SeatClock,
    TurnTiming,
    User,
)
from games.models.game import NAME_LENGTH
from games.post.emails import rendering
from games.post.emails.rendering import compose
from games.post.outbox import digest
from games.post.outbox.delivery import Obsolete
from games.table.clocks import paces
from games.table.lobby import game_lists
from games.table.play import event_log, history, records, verification
from games.table.seats import leaving, seating, taking_over, time_outs
from games.table.talk import conversations, speaking
from tests.absence.conftest import BOBS, advance_to_bob, let_bots_play, seat_of_bob
from tests.sample_games import advance, mover

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

HOUR = timedelta(hours=1)


def sentences(game, seat=0):
    return [sentence for entry in history.read(game, seat).entries()
            for sentence in entry.sentences]


def time_out(game, now):
    """Lets Bob's third turn in a row run out."""
    advance_to_bob(game, now)
    SeatClock.objects.filter(seat__game=game, seat__index=BOBS).update(missed=2, extensions=0)
    OutgoingEmail.objects.filter(status="queued").update(status="sent", sent_at=now)
    time_outs.start_waiting(now)
    clock = SeatClock.objects.select_related("seat__game").get(seat=seat_of_bob(game))
    seating.hand_to_bot(clock.seat, resigned=False, now=now)
    game.refresh_from_db()


# ---------- taking over ----------
def test_a_successor_has_the_seat_with_their_own_name(vacant, bob, dave, now):
    seat = taking_over.take_over(vacant, user=dave, seat=BOBS, now=now + HOUR)
    stored = seat_of_bob(vacant)
    assert (stored.user, stored.left_by, stored.left_at, stored.bot) == (dave, None, None, "")
    assert (stored.offered_at, stored.takeover_token, stored.name) == (None, "", "Dave")
    assert seat == stored
    former = FormerPlayer.objects.get()
    assert (former.seat, former.user, former.name) == (stored, bob, "Bob")
    assert (former.number, former.replaced_at) == (vacant.number, now + HOUR)


def test_the_log_says_so_with_both_names_to_everybody(vacant, dave, now):
    taking_over.take_over(vacant, user=dave, seat=BOBS, now=now)
    row = vacant.rows.last()
    assert (row.move, row.actor) == ("@successor", LoggedMove.Actor.TABLE)
    assert "Dave" not in row.events
    for seat in (None, 0, BOBS):
        assert sentences(vacant, seat)[-2:] == [
            "Bob has left the game. A bot has taken over their seat.",
            "You have taken over Bob’s seat." if seat == BOBS
            else "Dave has taken over Bob’s seat."]


def test_what_the_former_player_did_stays_theirs_in_the_log(game, bob, dave, alice, now):
    while history.read(game, None).entries()[-1].seat != BOBS:
        advance(game, now=now)
        game.refresh_from_db()
    own = game.number
    said = history.read(game, None).entry(own).sentences
    assert any("Bob" in sentence for sentence in said)
    leaving.leave(game, user=bob, now=now)
    taking_over.take_over(game, user=dave, seat=BOBS, now=now)
    past = history.read(game, None)
    assert past.entry(own).sentences == said
    assert past.names_at(own)[BOBS] == "Bob"
    assert past.names_at(game.number)[BOBS] == "Dave"


def test_a_seat_can_change_hands_twice(vacant, alice, dave, guest, now):
    taking_over.take_over(vacant, user=dave, seat=BOBS, now=now)
    leaving.leave(vacant, user=dave, now=now)
    guest.name = "Eve"
    guest.save(update_fields=["name"])
    taking_over.take_over(vacant, user=guest, seat=BOBS, now=now)
    assert sentences(vacant)[-4:] == [
        "Bob has left the game. A bot has taken over their seat.",
        "Dave has taken over Bob’s seat.",
        "Dave has left the game. A bot has taken over their seat.",
        "Eve (guest) has taken over Dave’s seat."]


def test_nobody_gets_the_name_of_their_predecessor(vacant, dave, now):
    seating.rename(seat_of_bob(vacant), "Dave")
    taking_over.take_over(vacant, user=dave, seat=BOBS, now=now)
    assert seat_of_bob(vacant).name == "Dave (yellow)"


def test_successors_of_the_same_name_are_counted(vacant, now):
    names = []
    for _ in range(3):
        namesake = User.objects.create_guest("bob")
        taking_over.take_over(vacant, user=namesake, seat=BOBS, now=now)
        names.append(seat_of_bob(vacant).name)
        leaving.leave(vacant, user=namesake, now=now)
    assert names == ["bob (guest)", "bob (guest) (yellow)", "bob (guest) (yellow 2)"]


def test_nobody_renames_themselves_to_a_former_player_but_a_seat_keeps_its_name(vacant, guest, now):
    taking_over.take_over(vacant, user=guest, seat=BOBS, now=now)
    seating.rename(seat_of_bob(vacant), "Bob")
    assert seat_of_bob(vacant).name == "Bob (yellow)"
    for _ in range(2):
        seating.rename(seat_of_bob(vacant), "Bob")
        assert seat_of_bob(vacant).name == "Bob (yellow)"


def test_a_long_name_leaves_room_for_what_tells_it_apart(vacant, alice, now):
    long = "x" * NAME_LENGTH
    for index, name in ((0, long), (2, f"{long[:-9]} (yellow)")):
        vacant.seats.filter(index=index).update(name=name)
    seating.rename(seat_of_bob(vacant), long)
    assert seat_of_bob(vacant).name == f"{long[:-11]} (yellow 2)"


def test_a_successor_has_a_full_clock_and_no_missed_turns(game, bob, dave, now):
    time_out(game, now)
    SeatClock.objects.filter(seat__game=game, seat__index=BOBS).update(
        bank=HOUR, missed=2, in_time=3, wants_pause=True)
    taking_over.take_over(game, user=dave, seat=BOBS, now=now + 72 * HOUR)
    clock = SeatClock.objects.get(seat__game=game, seat__index=BOBS)
    assert (clock.bank, clock.extensions) == (game.bank_at_start, paces.EXTENSIONS)
    assert (clock.missed, clock.in_time, clock.reminded, clock.wants_pause) == (0, 0, False, False)
    assert not TurnTiming.objects.filter(user=dave).exists()
    assert TurnTiming.objects.filter(user=bob).get().outcome == TurnTiming.Outcome.MISSED


def test_their_turn_begins_with_an_email_and_their_clock_when_it_has_left(game, dave, now):
    time_out(game, now)
    later = now + 72 * HOUR
    taking_over.take_over(game, user=dave, seat=BOBS, now=later)
    [email] = OutgoingEmail.objects.filter(user=dave)
    assert (email.kind, email.deadline) == ("turn", later + 24 * HOUR)
    clock = SeatClock.objects.get(seat__game=game, seat__index=BOBS)
    assert (clock.asked_at, clock.since) == (later, None)
    assert "You have taken over Bob’s seat." in compose(email).body
    OutgoingEmail.objects.filter(pk=email.pk).update(status="sent", sent_at=later + HOUR)
    time_outs.start_waiting(later + HOUR)
    clock.refresh_from_db()
    assert clock.since == later + HOUR
    advance(game, now=later + HOUR)


def test_everybody_else_and_the_former_player_are_told_once(
    vacant, alice, bob, carol, dave, now
):
    taking_over.take_over(vacant, user=dave, seat=BOBS, now=now)
    told = OutgoingEmail.objects.filter(kind="table")
    assert {email.user for email in told} == {alice, carol}
    assert "Dave has taken over Bob’s seat." in compose(told[0]).body
    [email] = OutgoingEmail.objects.filter(user=bob, kind="succeeded")
    message = compose(email)
    assert "Dave has taken over your seat." in message.body
    assert "you cannot take it back" in " ".join(message.body.split())
    assert digest.relevant_items([email])
    assert "/return/" not in message.body


def test_a_deserted_game_wakes_up(vacant, alice, carol, dave, now):
    leaving.leave(vacant, user=alice, now=now)
    leaving.leave(vacant, user=carol, now=now)
    vacant.refresh_from_db()
    assert vacant.deserted_at == now
    taking_over.take_over(vacant, user=dave, seat=BOBS, now=now + HOUR)
    vacant.refresh_from_db()
    assert vacant.deserted_at is None
    let_bots_play(vacant, now + HOUR)
    assert mover(vacant) == BOBS
    assert seating.finish_deserted(now + seating.REST) == 0


def test_a_guest_may_take_over_also_in_a_paused_game(vacant, guest, now):
    Game.objects.filter(pk=vacant.pk).update(paused_at=now)
    taking_over.take_over(vacant, user=guest, seat=BOBS, now=now)
    assert seat_of_bob(vacant).user == guest


def test_verification_and_a_record_know_the_row(vacant, dave, now):
    taking_over.take_over(vacant, user=dave, seat=BOBS, now=now)
    let_bots_play(vacant, now)
    advance(vacant, now=now, moves=2)
    vacant.refresh_from_db()
    assert verification.first_fault(vacant) is None
    Game.objects.filter(pk=vacant.pk).update(status=Game.Status.OVER)  # so that all is revealed
    vacant.refresh_from_db()
    copy = records.import_record(records.export_record(vacant), now=now)
    assert [row.move for row in copy.rows.all()] == [row.move for row in vacant.rows.all()]


# ---------- who may ----------
def test_nobody_plays_two_seats(vacant, alice, bob, now):
    with pytest.raises(TableRefusal, match="You have a seat at this table already"):
        taking_over.take_over(vacant, user=alice, seat=BOBS, now=now)
    with pytest.raises(TableRefusal, match="A bot keeps your own seat"):
        taking_over.take_over(vacant, user=bob, seat=BOBS, now=now)
    leaving.leave(vacant, user=alice, now=now)
    with pytest.raises(TableRefusal, match="A bot keeps your own seat"):
        taking_over.take_over(vacant, user=bob, seat=0, now=now)


def test_a_former_player_takes_no_seat_here_any_more(vacant, alice, bob, dave, now):
    taking_over.take_over(vacant, user=dave, seat=BOBS, now=now)
    leaving.leave(vacant, user=alice, now=now)
    with pytest.raises(TableRefusal, match="You have played in this game before"):
        taking_over.take_over(vacant, user=bob, seat=0, now=now)
    assert game_lists.games_with_vacant_seats(bob, now=now).games == []


def test_people_from_the_lobby_must_be_reliable_but_not_those_with_the_link(
    vacant, alice, dave, now
):
    Game.objects.filter(pk=vacant.pk).update(required_reliability="always", newcomers=False)
    with pytest.raises(TableRefusal, match="ask somebody at this table for its link"):
        taking_over.take_over(vacant, user=dave, seat=BOBS, now=now)
    taking_over.make_link(vacant, by=alice, seat=BOBS)
    token = seat_of_bob(vacant).takeover_token
    taking_over.take_over(vacant, user=dave, seat=BOBS, token=token, now=now)
    assert seat_of_bob(vacant).user == dave


def test_the_second_of_two_is_refused_and_the_first_may_repeat_it(vacant, dave, guest, now):
    taking_over.take_over(vacant, user=dave, seat=BOBS, now=now)
    number = vacant.number
    with pytest.raises(Closed, match="somebody else may have taken it"):
        taking_over.take_over(vacant, user=guest, seat=BOBS, now=now)
    assert taking_over.take_over(vacant, user=dave, seat=BOBS, now=now).user == dave
    vacant.refresh_from_db()
    assert vacant.number == number


def test_nobody_takes_over_seats_again_and_again(vacant, alice, dave, now, monkeypatch):
    monkeypatch.setitem(rate_limits.LIMITS, "successor",
                        replace(rate_limits.LIMITS["successor"], times=0))
    with pytest.raises(TooOften, match="take over another seat tomorrow"):
        taking_over.take_over(vacant, user=dave, seat=BOBS, now=now)
    assert seat_of_bob(vacant).user is None


def test_nobody_takes_over_in_a_game_that_is_over(vacant, dave, now):
    Game.objects.filter(pk=vacant.pk).update(status=Game.Status.OVER)
    with pytest.raises(Closed, match="This game is over"):
        taking_over.take_over(vacant, user=dave, seat=BOBS, now=now)


# ---------- offering the seat ----------
def test_a_seat_at_a_listed_table_is_offered_at_once_when_its_player_resigns(vacant, dave, now):
    assert seat_of_bob(vacant).offered_at == now
    assert game_lists.games_with_vacant_seats(dave, now=now).games == [vacant]
    assert game_lists.games_with_vacant_seats(None, now=now).games == [vacant]


def test_whoever_ran_out_of_time_has_three_days_to_come_back_first(game, dave, now):
    time_out(game, now)
    assert game_lists.games_with_vacant_seats(dave, now=now + 71 * HOUR).games == []
    assert game_lists.games_with_vacant_seats(dave, now=now + 72 * HOUR).games == [game]


def test_in_a_live_game_nobody_waits_for_them(game, now):
    Game.objects.filter(pk=game.pk).update(pace="live")
    game.refresh_from_db()
    time_out(game, now)
    assert seat_of_bob(game).offered_at == now


def test_a_private_table_offers_nothing_by_itself(game, bob, dave, now):
    Game.objects.filter(pk=game.pk).update(listed=False)
    leaving.leave(game, user=bob, now=now)
    assert game_lists.games_with_vacant_seats(dave, now=now).games == []
    with pytest.raises(Closed, match="not free"):
        taking_over.take_over(game, user=dave, seat=BOBS, now=now)


def test_the_players_offer_it_in_the_lobby_and_withdraw_it(vacant, alice, dave, now):
    taking_over.withdraw(vacant, by=alice, seat=BOBS)
    assert game_lists.games_with_vacant_seats(dave, now=now).games == []
    with pytest.raises(Closed, match="not free"):
        taking_over.take_over(vacant, user=dave, seat=BOBS, now=now)
    taking_over.show_in_lobby(vacant, by=alice, seat=BOBS, now=now)
    assert game_lists.games_with_vacant_seats(dave, now=now).games == [vacant]


def test_only_players_offer_seats_and_only_vacant_ones(vacant, alice, bob, dave, now):
    for user in (bob, dave):
        with pytest.raises(Foreign, match="Only the players"):
            taking_over.make_link(vacant, by=user, seat=BOBS)
    for seat in (0, 2, 7):
        with pytest.raises(Closed, match="No bot keeps this seat"):
            taking_over.show_in_lobby(vacant, by=alice, seat=seat, now=now)


def test_a_new_link_replaces_the_old_one_and_can_be_revoked(vacant, alice, dave, now):
    taking_over.withdraw(vacant, by=alice, seat=BOBS)
    taking_over.make_link(vacant, by=alice, seat=BOBS)
    old = seat_of_bob(vacant).takeover_token
    taking_over.make_link(vacant, by=alice, seat=BOBS)
    new = seat_of_bob(vacant).takeover_token
    seats = [seat_of_bob(vacant)]
    assert taking_over.find(seats, BOBS, token=new, now=now) == seats[0]
    assert taking_over.find(seats, BOBS, token=old, now=now) is None
    taking_over.revoke_link(vacant, by=alice, seat=BOBS)
    with pytest.raises(Closed, match="not free"):
        taking_over.take_over(vacant, user=dave, seat=BOBS, token=new, now=now)


def test_somebody_who_comes_back_ends_the_offer(vacant, alice, bob, dave, now):
    taking_over.make_link(vacant, by=alice, seat=BOBS)
    token = seat_of_bob(vacant).takeover_token
    taking_over.take_back(vacant, user=bob, now=now)
    assert game_lists.games_with_vacant_seats(dave, now=now).games == []
    with pytest.raises(Closed, match="Its player may be back"):
        taking_over.take_over(vacant, user=dave, seat=BOBS, token=token, now=now)
    leaving.leave(vacant, user=bob, now=now)
    taking_over.withdraw(vacant, by=alice, seat=BOBS)
    with pytest.raises(Closed, match="not free"):
        taking_over.take_over(vacant, user=dave, seat=BOBS, token=token, now=now)


# ---------- what the former player keeps ----------
def test_the_former_player_cannot_come_back(vacant, bob, dave, now):
    taking_over.take_over(vacant, user=dave, seat=BOBS, now=now)
    assert taking_over.former_seat(vacant, bob) is None
    with pytest.raises(Foreign, match="Somebody else may have taken it"):
        taking_over.take_back(vacant, user=bob, now=now)
    assert game_lists.games_left_to_bots(bob) == []


def test_their_list_has_the_game_until_somebody_has_their_seat(vacant, bob, dave):
    assert game_lists.games_left_to_bots(bob) == [vacant]
    assert game_lists.games_left_to_bots(dave) == []


def test_they_talk_to_spectators_and_no_longer_to_the_table(game, bob, dave, now):
    speaking.say(game, user=bob, channel="table", key="1", text="I attack Carol", now=now)
    leaving.leave(game, user=bob, now=now)
    taking_over.take_over(game, user=dave, seat=BOBS, now=now)
    assert conversations.readable_channels(game, seat=None, user=bob) == ["spectators"]
    with pytest.raises(Foreign, match="Only the players"):
        speaking.say(game, user=bob, channel="table", key="2", text="Hello", now=now)
    speaking.say(game, user=dave, channel="table", key="3", text="Hi", now=now)
    seats = list(game.seats.all())
    told = conversations.conversation(game, "table", seats=seats, reader=dave)
    assert [(said.name, said.seat, said.own) for said in told] == [
        ("Bob", None, False), ("Dave", BOBS, True)]
    assert not OutgoingEmail.objects.filter(kind="chat", user=bob).exists()


def test_a_turn_email_that_still_waits_is_not_sent_to_them(game, bob, dave, now):
    advance_to_bob(game, now)
    [email] = OutgoingEmail.objects.filter(kind="turn", user=bob)
    leaving.leave(game, user=bob, now=now)
    taking_over.take_over(game, user=dave, seat=BOBS, now=now)
    assert digest.relevant_items([OutgoingEmail.objects.select_related("game", "seat").get(
        pk=email.pk)]) == []
    with pytest.raises(Obsolete, match="no longer has this seat"):
        compose(email)


def test_the_row_is_read_the_same_with_other_versions_of_the_rules(vacant, dave, now):
    taking_over.take_over(vacant, user=dave, seat=BOBS, now=now)
    vacant.snapshot.delete()
    Game.objects.filter(pk=vacant.pk).update(rules_version=1)
    vacant.refresh_from_db()
    assert sentences(vacant)[-1] == "Dave has taken over Bob’s seat."
    assert event_log.latest_state(vacant)[1].move == "@successor"


@pytest.mark.promise("R2")
def test_an_earlier_email_says_the_same_when_it_is_rendered_again(vacant, carol, dave, now):
    email = OutgoingEmail.objects.get(kind="left", user=carol)
    before = rendering.texts(email)
    assert "Bob" in before[0]
    taking_over.take_over(vacant, user=dave, seat=BOBS, now=now)
    assert rendering.texts(OutgoingEmail.objects.get(pk=email.pk)) == before


def test_private_notes_stay_with_whoever_wrote_them(game, bob, dave, now):
    speaking.write(game, user=bob, number=0, text="Carol bluffs", now=now)
    leaving.leave(game, user=bob, now=now)
    taking_over.take_over(game, user=dave, seat=BOBS, now=now)
    assert speaking.of_player(game, dave) == {}
    assert speaking.of_player(game, bob) == {0: "Carol bluffs"}
    with pytest.raises(Foreign, match="Only the players"):
        speaking.write(game, user=bob, number=0, text="Carol wins", now=now)
