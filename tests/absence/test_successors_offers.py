"""A vacant seat is offered to others: by itself, by the players, in the lobby or by a link."""

from __future__ import annotations

import pytest

from games.base.refusals import Closed, Foreign
from games.models import Game
from games.table.lobby import game_lists
from games.table.seats import leaving, taking_over
from tests.absence.bobs_seat import BOBS, HOUR, seat_of_bob, time_out

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


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
