"""Creating tables: with settings, invitations and bots, or at once against bots."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from alexandros_rules.chance import commitment
from alexandros_rules.errors import Refusal
from alexandros_rules.ruleset import Bot
from games.models import Game, OutgoingEmail, Seat, StoredSetup, User
from games.table.lobby import open_tables
from games.table.play import bots, history
from tests.sample_games import RULES, mover


def test_a_table_seats_its_creator_and_waits(alice: User, now: datetime) -> None:
    game = open_tables.create_table(by=alice, name="Friends", players=3, now=now)
    assert game.status == Game.Status.OPEN
    assert [seat.status for seat in game.seats.all()] == ["taken", "open", "open"]
    assert history.seat_of(game, alice) == 0
    assert len(game.code) == 10
    assert not game.commitment


def test_a_table_without_a_name_gets_its_creators(alice: User, now: datetime) -> None:
    assert open_tables.create_table(by=alice, players=2, now=now).name == "Alice’s table"


@pytest.mark.promise("R19")
def test_a_name_is_one_clean_line(alice: User, now: datetime) -> None:
    game = open_tables.create_table(by=alice, name=" A\r\nBcc: x\x00\u202e  b ", players=2, now=now)
    assert game.name == "A Bcc: x b"


@pytest.mark.parametrize(
    ("wishes", "code", "words"),
    [
        ({"players": 1}, "players", "2 to 4"),
        ({"players": 5}, "players", "2 to 4"),
        ({"players": 2, "ruleset": "chess"}, "ruleset", "alexandros"),
        ({"players": 2, "board": "atlantis"}, "board", "persia"),
        ({"players": 2, "bots": ["hal"]}, "bot", "greedy"),
        ({"players": 2, "bots": ["greedy", "greedy"]}, "too-many", "seats"),
        ({"players": 2, "bots": ["greedy"], "invite_emails": ["b@example.org"]}, "too-many",
         "invitations"),
        ({"players": 2, "options": {"dice": True}}, "option", "no option"),
        ({"players": 2, "options": {"half_of_occupying": "yes"}}, "option", "on or off"),
        ({"players": 2, "options": {"first": 2}}, "option", "seats"),
        ({"players": 2, "name": "x" * 61}, "name", "60"),
        ({"players": 2, "invite_emails": ["bob"]}, "address", "alice@example.org"),
        ({"players": 2, "invite_emails": ["b@example.org\r\nBcc: c@example.org"]}, "address",
         "not an email address"),
        ({"players": 2, "invite_emails": ["ALICE@example.org"]}, "yourself", "somebody else"),
        ({"players": 3, "invite_emails": ["b@example.org", "B@example.org"]}, "twice", "once"),
    ],
)
def test_a_faulty_wish_is_refused_with_a_sentence_and_makes_nothing(
    alice: User, now: datetime, wishes: dict[str, Any], code: str, words: str
) -> None:
    with pytest.raises(Refusal) as refused:
        open_tables.create_table(by=alice, now=now, **wishes)
    assert refused.value.code == code
    assert words in refused.value.sentence
    assert refused.value.sentence.endswith(".")
    assert not Game.objects.exists()
    assert not OutgoingEmail.objects.exists()


@pytest.mark.promise("R30")
@pytest.mark.parametrize("invited", [[], ["bob@example.org"]])
def test_whoever_deletes_their_account_meanwhile_leaves_nothing_behind(
    alice: User, now: datetime, invited: list[str]
) -> None:
    by = User.objects.get(pk=alice.pk)
    alice.delete()
    with pytest.raises(Refusal, match="just been deleted"):
        open_tables.create_table(by=by, players=2, invite_emails=invited, now=now)
    assert not Game.objects.exists()
    assert not StoredSetup.objects.exists()


def test_invited_people_get_a_mail_and_a_kept_seat(alice: User, bob: User, now: datetime) -> None:
    game = open_tables.create_table(by=alice, players=3, now=now,
                               invite_emails=["Bob@Example.org", "new@example.org"])
    mails = OutgoingEmail.objects.filter(game=game).order_by("pk")
    assert [(m.kind, m.to, m.user) for m in mails] == [
        ("invitation", "bob@example.org", bob), ("invitation", "new@example.org", None)]
    assert [m.seat.index for m in mails if m.seat] == [1, 2]
    assert all(seat.invite_token for seat in game.seats.filter(status=Seat.Status.INVITED))


def test_a_guest_cannot_send_invitations(guest: User, now: datetime) -> None:
    with pytest.raises(Refusal, match="sign in"):
        open_tables.create_table(by=guest, players=2, invite_emails=["b@example.org"], now=now)


@pytest.mark.promise("R24")
def test_play_now_starts_at_once_and_publishes_the_commitment(guest: User, now: datetime) -> None:
    game = open_tables.play_now(guest, players=3, board="delta", now=now)
    assert game.status == Game.Status.RUNNING
    assert [bool(seat.bot) for seat in game.seats.all()] == [False, True, True]
    assert len(bytes(game.seed)) == 32
    assert game.commitment == commitment(bytes(game.seed))
    assert history.seat_of(game, guest) == 0


def test_two_games_are_dealt_from_different_seeds(guest: User, now: datetime) -> None:
    first, second = (
        open_tables.play_now(guest, players=2, board="delta", now=now) for _ in range(2)
    )
    assert bytes(first.seed) != bytes(second.seed)
    assert first.code != second.code


def test_bots_of_one_kind_have_a_name_each(guest: User, now: datetime) -> None:
    game = open_tables.play_now(guest, players=4, board="delta", bots=["greedy"] * 3, now=now)
    names = history.seat_names(game)[1:]
    assert names == ["Parmenion", "Craterus", "Ptolemy"]


def test_a_bot_leaves_people_their_names(alice: User, now: datetime) -> None:
    alice.name = "parmenion"
    alice.save()
    game = open_tables.play_now(alice, players=3, board="delta", now=now)
    assert history.seat_names(game) == ["parmenion", "Craterus", "Ptolemy"]


@pytest.mark.parametrize("bot", RULES.bots.values(), ids=RULES.bots)
def test_bots_have_names_for_a_full_table(bot: Bot) -> None:
    assert len({name.casefold() for name in bot.seat_names}) >= RULES.seats[-1]


@pytest.mark.parametrize("bot", RULES.bots.values(), ids=RULES.bots)
def test_bots_say_in_sentences_how_they_play(bot: Bot) -> None:
    assert bot.about[0].isupper()
    assert bot.about.endswith(".")
    assert bot.title[0].islower()
    assert not bot.title.endswith(".")


def test_it_is_said_who_is_a_bot_and_how_it_plays(guest: User, now: datetime) -> None:
    kinds = ["greedy", "random", "greedy"]
    game = open_tables.play_now(guest, players=4, board="delta", bots=kinds, now=now)
    assert bots.describe_bots(RULES, game.seats.all()) == (
        "Parmenion and Craterus are bots (playing style: the most valuable move)."
        " Bucephalus is a bot (playing style: random moves)."
    )


@pytest.mark.rule("S3")
def test_the_creator_may_name_the_first_player(guest: User, now: datetime) -> None:
    for first in range(3):
        game = open_tables.play_now(
            guest, players=3, board="delta", options={"first": first}, now=now
        )
        assert mover(game) == first


def test_people_who_play_alone_get_no_mail_that_the_game_has_started(
    alice: User, now: datetime
) -> None:
    game = open_tables.play_now(alice, players=2, board="delta", options={"first": 1}, now=now)
    assert not game.emails.exists()
    game = open_tables.play_now(alice, players=2, board="delta", options={"first": 0}, now=now)
    assert [mail.kind for mail in game.emails.all()] == ["turn"]


def test_a_bot_that_begins_is_woken(
    guest: User, now: datetime, announced: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        game = open_tables.play_now(guest, players=2, board="delta", options={"first": 1}, now=now)
    assert announced == [("play_bot", game.pk)]
