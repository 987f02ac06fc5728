"""What somebody said, noted and muted: in their data, after a merge, gone with their account."""

from __future__ import annotations

import json
from datetime import datetime

import pytest

from games.models import ChatMessage, ChatMute, ChatReport, Game, Note, User
from games.people import account_deletion, accounts
from games.table.talk import conversations, speaking
from tests.people.conftest import unpacked
from tests.sample_games import seat_table

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R25")]


def talk(game: Game, user: User, other: User, now: datetime) -> None:
    """The user says and notes something, mutes the other and reports what they said."""
    speaking.say(game, user=user, channel="table", text="Hello", key="1", now=now)
    speaking.say(game, user=user, channel="table", preset="thanks", key="2", now=now)
    heard = speaking.say(game, user=other, channel="table", text="Bah", key="1", now=now)
    speaking.write(game, user=user, number=1, text="Beware", now=now)
    speaking.mute_person(user, other, now=now)
    speaking.mute_table(user, game, now=now)
    speaking.report(heard, by=user, now=now)


def test_the_data_export_contains_it(
    fresh: Game, alice: User, bob: User, now: datetime
) -> None:
    talk(fresh, alice, bob, now)
    data, _ = unpacked(alice, now)
    told = data["talk"]
    assert [(one["text"], one["phrase"], one["game"]) for one in told["said"]] == [
        ("Hello", "", fresh.code), ("Thanks!", "thanks", fresh.code)]
    assert [(one["position"], one["text"]) for one in told["notes"]] == [(1, "Beware")]
    assert (told["muted_people"], told["muted_tables"]) == (["Bob"], [fresh.code])
    assert len(told["reported_at"]) == 1
    assert data["email_settings"]["chat"] == "turn"
    assert "Bah" not in json.dumps(data)
    assert conversations.exported(bob)["muted_people"] == []


def test_an_account_is_deleted_with_all_of_it(
    fresh: Game, alice: User, bob: User, now: datetime
) -> None:
    talk(fresh, alice, bob, now)
    speaking.mute_person(bob, alice, now=now)
    account_deletion.delete_account(alice, now=now)
    assert [message.text for message in ChatMessage.objects.all()] == ["Bah"]
    for model in (ChatMute, ChatReport, Note):
        assert not model.objects.exists()


def test_a_guest_who_signs_in_keeps_it(
    guest: User, alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([guest, bob], now=now)
    talk(game, guest, bob, now)
    speaking.mute_person(alice, bob, now=now)
    speaking.mute_person(bob, guest, now=now)
    accounts.merge_guest(guest, alice, now=now)
    told = conversations.exported(alice)
    assert [one["text"] for one in told["said"]] == ["Hello", "Thanks!"]
    assert [one["text"] for one in told["notes"]] == ["Beware"]
    assert (told["muted_people"], told["muted_tables"]) == (["Bob"], [game.code])
    assert len(told["reported_at"]) == 1
    assert conversations.exported(bob)["muted_people"] == ["Alice"]


def test_the_guest_keeps_what_belongs_to_a_seat_that_they_keep(
    guest: User, alice: User, now: datetime
) -> None:
    game = seat_table([guest, alice], now=now)
    talk(game, guest, alice, now)
    accounts.merge_guest(guest, alice, now=now)
    assert [one["text"] for one in conversations.exported(alice)["said"]] == ["Bah"]
    assert [one["text"] for one in conversations.exported(guest)["said"]] == ["Hello", "Thanks!"]
    assert Note.objects.get().user == guest
    assert not ChatMute.objects.filter(reader=alice, person=alice).exists()


def test_notes_on_the_same_position_are_joined(
    guest: User, alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([guest, bob], now=now)
    speaking.write(game, user=guest, number=1, text="Beware", now=now)
    Note.objects.create(user=alice, game=game, number=1, text="Once", changed_at=now)
    accounts.merge_guest(guest, alice, now=now)
    assert Note.objects.get().text == "Once\n\nBeware"
