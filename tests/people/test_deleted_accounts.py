"""Account deletion: no trace of the person remains, and their games can still be replayed."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime

import pytest
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core import serializers
from django.core.mail import EmailMessage
from django.test import Client

from games.base.refusals import Missing, TableRefusal
from games.models import (
    AddressStatus,
    FormerPlayer,
    Game,
    IncomingEmail,
    LoggedMove,
    OutgoingEmail,
    Seat,
    Session,
    TurnToken,
    User,
)
from games.people import account_deletion, accounts
from games.people.handles import FORMER
from games.post.inbox import processing, tokens, turn_links
from games.post.outbox import bounces, preferences
from games.post.outbox.local_mailbox import keep
from games.post.outbox.queue import queue_email
from games.table.lobby import game_lists, open_tables
from games.table.play import history, records, verification
from games.table.seats import leaving, taking_over
from tests.sample_games import advance, mover, seat_table

pytestmark = [pytest.mark.promise("R25"), pytest.mark.django_db]


@pytest.fixture
def zoe(db: None) -> User:
    """Somebody with a name and an address that appear nowhere else by accident."""
    return User.objects.create_user("zoe.quux@example.org", name="Zoe-Quux")


def everything() -> str:
    """All rows of all tables as text, with logs and sessions decoded."""
    told = [serializers.serialize("json", model.objects.all()) for model in apps.get_models()]
    told += [json.dumps(session.get_decoded()) for session in Session.objects.all()]
    told += [processing.unseal(bytes(message.raw)).raw.decode()
             for message in IncomingEmail.objects.exclude(raw=b"")]
    return "\n".join(told).lower()


def traces() -> list[str]:
    """What is left of Zoe anywhere in the database."""
    told = everything()
    return [trace for trace in ("zoe", "quux") if trace in told]


def replayed(game: Game) -> list[str]:
    """Every sentence about a game, as pages and emails show it."""
    found = Game.objects.get(pk=game.pk)
    entries = history.read(found, None).entries()
    return [sentence for entry in entries for sentence in entry.sentences]


@pytest.fixture
def played(zoe: User, finished: Game) -> Game:
    """A finished game in which Zoe played."""
    finished.seats.filter(index=0).update(user=zoe, name=zoe.name)
    return finished


def test_a_finished_game_is_replayed_without_the_name(
    played: Game, zoe: User, now: datetime
) -> None:
    told, digests = replayed(played), list(played.rows.values_list("digest", "chain"))
    assert any("Zoe-Quux" in sentence for sentence in told)
    account_deletion.delete_account(zoe, now=now)
    assert replayed(played) == [sentence.replace("Zoe-Quux", FORMER) for sentence in told]
    assert list(played.rows.values_list("digest", "chain")) == digests
    assert verification.first_fault(Game.objects.get(pk=played.pk)) is None


def test_the_record_of_a_game_names_nobody_who_is_gone(
    played: Game, zoe: User, now: datetime
) -> None:
    account_deletion.delete_account(zoe, now=now)
    text = records.export_record(Game.objects.get(pk=played.pk))
    assert f"players: {FORMER} | Bob" in text
    assert "Zoe" not in text
    assert verification.first_fault(records.import_record(text, now=now)) is None


def test_a_bot_plays_on_in_a_running_game(
    zoe: User, bob: User, carol: User, now: datetime, worker: Callable[[Game], None]
) -> None:
    game = seat_table([zoe, bob, carol], now=now, options={"first": 0})
    account_deletion.delete_account(zoe, now=now)
    seat = game.seats.get(index=0)
    assert (seat.user, seat.name, bool(seat.bot)) == (None, FORMER, True)
    assert replayed(game)[-1] == f"{FORMER} has left the game. A bot has taken over their seat."
    worker(game)
    assert mover(game) == 1
    assert OutgoingEmail.objects.filter(to=bob.email, kind="left").count() == 1
    assert verification.first_fault(game) is None


def test_a_seat_left_long_ago_loses_the_name_too(zoe: User, bob: User, now: datetime) -> None:
    game = seat_table([zoe, bob], now=now)
    leaving.leave(game, user=zoe, now=now)
    assert game.seats.get(index=0).name == "Zoe-Quux"
    account_deletion.delete_account(zoe, now=now)
    assert game.seats.get(index=0).name == FORMER
    assert traces() == []


def test_a_guest_who_left_and_then_signed_in_is_known_to_be_the_same(
    guest: User, bob: User, zoe: User, now: datetime
) -> None:
    game = seat_table([guest, bob], now=now)
    leaving.leave(game, user=guest, now=now)
    accounts.merge_guest(guest, zoe, now=now)
    account_deletion.delete_account(zoe, now=now)
    assert game.seats.get(index=0).name == FORMER


def test_two_who_are_gone_are_told_apart(zoe: User, bob: User, now: datetime) -> None:
    game = seat_table([zoe, bob], now=now)
    account_deletion.delete_account(zoe, now=now)
    account_deletion.delete_account(bob, now=now)
    first, second = history.seat_names(game)
    assert first == FORMER
    assert second.startswith(f"{FORMER} (")


def test_tables_that_wait_are_called_off_left_and_declined(
    zoe: User, bob: User, now: datetime
) -> None:
    own = open_tables.create_table(by=zoe, players=2, now=now)
    others = open_tables.create_table(by=bob, players=3, listed=True, now=now)
    open_tables.join(others, user=zoe, now=now)
    invited = open_tables.create_table(by=bob, players=2, invite_emails=[zoe.email or ""], now=now)
    account_deletion.delete_account(zoe, now=now)
    own.refresh_from_db()
    assert (own.status, own.created_by) == (Game.Status.CANCELLED, None)
    for game in (others, invited):
        assert set(game.seats.exclude(user=bob).values_list("status", "name", "invited_email")) == {
            (Seat.Status.OPEN, "", "")}
    assert traces() == []


@pytest.mark.parametrize(("called", "then"), [
    ("Zoe-Quux’s table", f"{FORMER}’s table"),
    ("ZOE-QUUX against Bob", f"{FORMER} against Bob"),
    ("The Zoe-Quuxes", "The Zoe-Quuxes"),
])
def test_the_name_goes_out_of_the_names_of_tables(
    zoe: User, bob: User, now: datetime, called: str, then: str
) -> None:
    game = seat_table([zoe, bob], now=now)
    Game.objects.filter(pk=game.pk).update(name=called)
    account_deletion.delete_account(zoe, now=now)
    assert Game.objects.get(pk=game.pk).name == then


def test_nothing_that_is_kept_tells_of_the_person(
    zoe: User, bob: User, played: Game, now: datetime
) -> None:
    """All tables of the database, after Zoe has used every feature."""
    running = seat_table([zoe, bob], now=now, options={"first": 0})
    open_tables.create_table(by=zoe, players=2, now=now)
    advance(running, now=now)
    key = tokens.issue_token(
        running.seats.select_related("game").get(index=0),
        number=running.number,
        purpose=TurnToken.Purpose.PLAY,
        now=now,
    )
    preferences.set_for_all(zoe, "daily")
    preferences.set_for_game(zoe, running, "now")
    for kind in ("turn", "test"):
        queue_email(kind, to=zoe.email or "", now=now, game=running, user=zoe)
    bounces.record_bounce(zoe.email or "", error="550", now=now)
    keep(EmailMessage("Your turn", "Dear Zoe-Quux", to=[zoe.email or ""]))
    message = processing.store(b"From: Zoe-Quux <zoe.quux@example.org>\r\n\r\ndraw", gateway="smtp",
                            now=now)
    IncomingEmail.objects.filter(pk=message.pk).update(sender=zoe.email)
    client = Client()
    client.force_login(zoe, backend="django.contrib.auth.backends.ModelBackend")
    LogEntry.objects.create(user=bob, object_id=str(zoe.pk), object_repr=str(zoe),
                            action_flag=CHANGE,
                            content_type=ContentType.objects.get_for_model(User))
    assert traces() == ["zoe", "quux"]

    account_deletion.delete_account(zoe, now=now)
    assert traces() == []
    assert not Session.objects.exists()
    assert not TurnToken.objects.exists()
    with pytest.raises(Missing):
        turn_links.open_link(key, purpose=TurnToken.Purpose.PLAY)
    assert client.get("/games/").status_code == 302


def test_the_note_of_a_table_goes(zoe: User, bob: User, now: datetime) -> None:
    game = open_tables.create_table(by=zoe, players=2, listed=True, note="Zoe plays fast", now=now)
    open_tables.join(game, user=bob, now=now)
    account_deletion.delete_account(zoe, now=now)
    assert Game.objects.get(pk=game.pk).note == ""
    assert traces() == []


def test_mail_of_others_stays(zoe: User, bob: User, now: datetime) -> None:
    seat_table([zoe, bob], now=now)
    for user in (zoe, bob):
        queue_email("test", to=user.email or "", now=now, user=user)
    account_deletion.delete_account(zoe, now=now)
    assert set(OutgoingEmail.objects.values_list("to", flat=True)) == {bob.email}


def test_who_wanted_no_mail_at_all_still_gets_none(zoe: User, now: datetime) -> None:
    """The one thing that stays, because they asked for it: the bare address in the stop list."""
    bounces.stop_all(zoe.email or "", now=now)
    account_deletion.delete_account(zoe, now=now)
    assert AddressStatus.objects.get().address == "zoe.quux@example.org"


def test_the_same_address_begins_anew(zoe: User, played: Game, now: datetime) -> None:
    account_deletion.delete_account(zoe, now=now)
    again = User.objects.create_user("zoe.quux@example.org")
    assert game_lists.my_games(again) == []


@pytest.mark.parametrize("right", ["is_staff", "is_superuser"])
def test_an_operator_must_be_none_any_more(zoe: User, now: datetime, right: str) -> None:
    setattr(zoe, right, True)
    with pytest.raises(TableRefusal, match="operator’s account"):
        account_deletion.delete_account(zoe, now=now)
    assert User.objects.filter(pk=zoe.pk).exists()


def test_a_failure_on_the_way_leaves_everything_as_it_was(
    zoe: User, bob: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = seat_table([zoe, bob], now=now)
    monkeypatch.setattr(account_deletion, "_delete_personal_data", lambda user: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        account_deletion.delete_account(zoe, now=now)
    assert game.seats.get(index=0).user == zoe
    assert not LoggedMove.objects.filter(game=game, move="@seat").exists()


def test_guests_can_be_deleted_as_well(guest: User, now: datetime) -> None:
    game = open_tables.play_now(guest, players=2, now=now)
    account_deletion.delete_account(guest, now=now)
    assert game.seats.get(index=0).name == FORMER
    assert not User.objects.exists()


@pytest.fixture
def left(zoe: User, bob: User, carol: User, now: datetime) -> Game:
    """A listed game of three that Zoe has left."""
    game = seat_table([zoe, bob, carol], now=now, listed=True)
    leaving.leave(game, user=zoe, now=now)
    return game


def test_somebody_whose_seat_was_taken_over_leaves_no_trace(
    left: Game, zoe: User, dave: User, now: datetime
) -> None:
    taking_over.take_over(left, user=dave, seat=0, now=now)
    account_deletion.delete_account(zoe, now=now)
    assert traces() == []
    assert replayed(left)[-1] == f"Dave has taken over {FORMER}’s seat."
    assert left.seats.get(index=0).user == dave
    assert verification.first_fault(left) is None


def test_a_successor_who_deletes_their_account_leaves_the_seat_to_a_bot(
    left: Game, dave: User, now: datetime
) -> None:
    taking_over.take_over(left, user=dave, seat=0, now=now)
    account_deletion.delete_account(dave, now=now)
    seat = left.seats.get(index=0)
    assert (seat.user, seat.left_by, seat.name, seat.is_vacant) == (None, None, FORMER, True)
    assert replayed(left)[-2:] == [
        f"{FORMER} has taken over Zoe-Quux’s seat.",
        f"{FORMER} has left the game. A bot has taken over their seat."]


def test_the_seat_of_somebody_who_is_gone_can_be_taken_over(
    left: Game, zoe: User, dave: User, now: datetime
) -> None:
    account_deletion.delete_account(zoe, now=now)
    taking_over.take_over(left, user=dave, seat=0, now=now)
    assert traces() == []
    assert replayed(left)[-1] == f"Dave has taken over {FORMER}’s seat."


def test_a_guest_who_lost_their_seat_and_then_signed_in_is_known_to_be_the_same(
    guest: User, zoe: User, bob: User, carol: User, dave: User, now: datetime
) -> None:
    game = seat_table([guest, bob, carol], now=now, listed=True)
    leaving.leave(game, user=guest, now=now)
    taking_over.take_over(game, user=dave, seat=0, now=now)
    accounts.merge_guest(guest, zoe, now=now)
    assert FormerPlayer.objects.get().user == zoe
