"""What a player keeps, and no longer has, once somebody else has taken over their seat."""

from __future__ import annotations

import pytest

from games.base.refusals import Foreign
from games.models import Game, OutgoingEmail
from games.post.emails import rendering
from games.post.emails.rendering import compose
from games.post.outbox import digest
from games.post.outbox.delivery import Obsolete
from games.table.lobby import game_lists
from games.table.play import event_log
from games.table.seats import leaving, taking_over
from games.table.talk import conversations, speaking
from tests.absence.bobs_seat import BOBS, sentences
from tests.sample_games import advance, mover

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


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


def advance_to_bob(game, now):
    while mover(game) != BOBS:
        advance(game, now=now)
        game.refresh_from_db()


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
