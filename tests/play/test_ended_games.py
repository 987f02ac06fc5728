"""Tidying up after games that ended long ago: what is deleted, what stays, and when."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.base import retention
from games.models import (
    ChatInEmail,
    ChatMessage,
    Game,
    LoggedMove,
    OutgoingEmail,
    PushDevice,
    PushNotice,
    Seat,
    SeatClock,
    Snapshot,
    StoredSetup,
    TurnToken,
    User,
)
from games.operations import sweeps
from games.people import account_deletion
from games.post.deliveries import hooks
from games.post.emails import talk_section
from games.post.inbox import tokens
from games.post.inbox.processing import accepts_address
from games.post.outbox import bounces
from games.post.outbox.queue import queue_email
from games.post.push import notices
from games.table.lobby import open_tables
from games.table.play import ended_games, history, records, verification
from games.table.seats import leaving
from games.table.talk import speaking
from games.web import data_export
from tests.sample_games import clocked_table

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)
LONG = retention.ENDED_GAMES


@pytest.fixture
def game(alice: User, bob: User, now: datetime) -> Game:
    """A game of Alice and Bob with a clock, of which there are emails, tokens and notices."""
    return much_told(alice, bob, now=now)


def much_told(first: User, second: User, *, now: datetime) -> Game:
    """A game of these two with a clock, of which there are emails, tokens and notices."""
    game = clocked_table([first, second], now=now)
    seat = game.seats.select_related("user", "game").get(index=0)
    email = queue_email("turn", to=first.email or "", user=first, game=game, seat=seat,
                        number=game.number, now=now)
    assert email is not None
    SeatClock.objects.filter(seat=seat).update(email=email)
    speaking.say(game, user=second, text="Good luck!", channel=ChatMessage.Channel.TABLE, key="1",
                 now=now)
    talk_section.news_of_talk(email, game)
    tokens.issue_token(seat, number=game.number, purpose=TurnToken.Purpose.REPLY, now=now)
    device = PushDevice.objects.create(user=first, endpoint=f"https://push.example.org/{first.pk}",
                                       name="Telephone", created_at=now)
    hooks.enter(first, "https://hooks.example/1", posts="json", game=game, now=now)
    notices.queue("turn", device, game=game, now=now, not_before=now)
    game.refresh_from_db()
    return game


@pytest.fixture
def over(game: Game, bob: User, now: datetime) -> Game:
    """The same game, which ended when Bob left it."""
    leaving.leave(game, user=bob, now=now)
    game.refresh_from_db()
    return game


@pytest.fixture
def closed(alice: User, now: datetime) -> Game:
    """A table of Alice's to which Carol was invited, and which was closed before the start."""
    game = Game.objects.create(name="Friends", ruleset="alexandros", rules_version=1,
                               setup_id=StoredSetup.keep("{}"),
                               created_by=alice, created_at=now)
    Seat.objects.create(game=game, index=0, user=alice, status=Seat.Status.TAKEN)
    Seat.objects.create(game=game, index=1, status=Seat.Status.INVITED, invite_token="0" * 32,
                        invited_email="carol@example.org")
    open_tables.cancel(game, by=alice, now=now)
    return game


def left_over(game: Game) -> dict[str, int]:
    """How many rows about the game there are of each kind that is not for ever."""
    return {
        "snapshots": Snapshot.objects.filter(game=game).count(),
        "clocks": SeatClock.objects.filter(seat__game=game).count(),
        "tokens": TurnToken.objects.filter(seat__game=game).count(),
        "webhooks": game.webhooks.count(),
        "notices": PushNotice.objects.filter(game=game).count(),
        "emails": OutgoingEmail.objects.filter(game=game).count(),
        "talk in emails": ChatInEmail.objects.filter(game=game).count(),
    }


def test_nothing_is_deleted_a_second_too_early(over: Game, now: datetime) -> None:
    before = left_over(over)
    assert all(before.values())
    assert ended_games.tidy_up(now + LONG) == 0
    assert left_over(over) == before


def test_what_only_a_game_in_progress_needs_is_deleted_after_its_end(
    over: Game, now: datetime
) -> None:
    assert ended_games.tidy_up(now + LONG + SECOND) == 1
    assert not any(left_over(over).values())
    assert ended_games.tidy_up(now + LONG + SECOND) == 0


def test_nothing_is_deleted_of_another_game(
    over: Game, carol: User, dave: User, now: datetime
) -> None:
    other = much_told(carol, dave, now=now)
    Seat.objects.filter(game=other, index=1).update(status=Seat.Status.INVITED)
    before = left_over(other)
    assert ended_games.tidy_up(now + LONG + SECOND) == 1
    assert left_over(other) == before
    assert Seat.objects.filter(game=other, status=Seat.Status.INVITED).count() == 1


def test_a_game_in_progress_keeps_everything_however_old_it_is(
    game: Game, now: datetime
) -> None:
    before, clock = left_over(game), SeatClock.objects.get(seat__game=game, seat__index=0)
    years = now + 20 * LONG
    for name, search in sweeps._searches().items():
        if "forgotten" in name or "tidied" in name:
            search(years)
    assert left_over(game) == before
    clock.refresh_from_db()
    assert clock.email is not None


def test_the_log_the_seats_and_the_talk_stay(
    over: Game, now: datetime, alice: User, client: Client
) -> None:
    exported, rows = records.export_log(over), LoggedMove.objects.filter(game=over).count()
    seen = history.view(over, 0)
    ended_games.tidy_up(now + LONG + SECOND)
    over = Game.objects.get(pk=over.pk)
    assert verification.first_fault(over) is None
    assert verification.reveal_deal(over).follows
    assert records.export_log(over) == exported
    assert LoggedMove.objects.filter(game=over).count() == rows
    assert history.view(over, 0) == seen
    assert history.views([(over, 0)]) == {over.pk: seen}
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    assert "Good luck!" in client.get(f"/games/{over.code}/").content.decode()
    assert client.get(f"/games/{over.code}/replay/1/").status_code == 200
    assert over.code in client.get("/games/").content.decode()


def test_the_positions_of_many_games_without_snapshots_take_one_more_query(
    finished: Game, running: Game
) -> None:
    pairs = [(finished, None), (running, None)]
    with CaptureQueriesContext(connection) as with_them:
        before = history.views(pairs)
    Snapshot.objects.all().delete()
    with CaptureQueriesContext(connection) as without:
        assert history.views(pairs) == before
    assert len(without) == len(with_them) + 1


def test_a_late_email_about_an_ended_game_is_kept_as_long_as_any_other(
    over: Game, alice: User, now: datetime
) -> None:
    later = now + LONG - SECOND
    email = queue_email("over", to=alice.email or "", user=alice, now=later,
                        game=Game.objects.get(pk=over.pk), seat=over.seats.get(index=0))
    assert ended_games.tidy_up(later + LONG) == 0
    assert OutgoingEmail.objects.filter(pk=email.pk if email else None).exists()
    assert ended_games.tidy_up(later + LONG + SECOND) == 1
    much_later = later + 3 * LONG
    queue_email("over", to=alice.email or "", user=alice, now=much_later,
                game=Game.objects.get(pk=over.pk), seat=over.seats.get(index=0))
    assert ended_games.tidy_up(much_later + LONG) == 0
    assert ended_games.tidy_up(much_later + LONG + SECOND) == 1
    assert not any(left_over(over).values())


def test_an_email_after_that_does_not_repeat_what_was_said_before(
    over: Game, alice: User, bob: User, now: datetime
) -> None:
    ended_games.tidy_up(now + LONG + SECOND)
    later = now + LONG + 2 * SECOND
    over = Game.objects.get(pk=over.pk)
    speaking.say(over, user=bob, text="Again?", channel=ChatMessage.Channel.TABLE, key="2",
                 now=later)
    email = queue_email("over", to=alice.email or "", user=alice, now=later, game=over,
                        seat=over.seats.get(index=0))
    assert email is not None
    assert [said.text for said in talk_section.news_of_talk(email, over).messages] == ["Again?"]


def test_a_bounce_of_an_email_about_the_end_still_counts_a_week_later(
    over: Game, alice: User, now: datetime
) -> None:
    email = OutgoingEmail.objects.filter(game=over, user=alice).latest("pk")
    OutgoingEmail.objects.filter(pk=email.pk).update(status="sent", sent_at=now)
    week = now + timedelta(days=7)
    sweeps.run_all(week)
    report = f"Action: failed\nStatus: 5.1.1\n\nMessage-ID: {email.message_id}\n"
    assert bounces.process_report(report.encode(), now=week)


def test_a_table_that_was_closed_forgets_whom_its_seats_were_kept_for(
    closed: Game, now: datetime
) -> None:
    ended_games.tidy_up(now + LONG)
    assert Seat.objects.filter(game=closed, invited_email="carol@example.org").exists()
    ended_games.tidy_up(now + LONG + SECOND)
    [(status, token)] = Seat.objects.filter(game=closed, index=1).values_list(
        "status", "invite_token")
    assert (status, token) == ("open", "")
    assert not Seat.objects.exclude(invited_email="").exists()


@pytest.mark.promise("R13")
def test_the_address_of_a_turn_works_no_longer_than_that(over: Game, now: datetime) -> None:
    seat = over.seats.select_related("user", "game").get(index=0)
    address = tokens.reply_address(seat, number=1, now=now)
    assert accepts_address(address)
    ended_games.tidy_up(now + LONG)
    assert accepts_address(address)
    ended_games.tidy_up(now + LONG + SECOND)
    assert not accepts_address(address)


def test_only_a_few_games_are_tidied_up_in_one_sweep(
    over: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies = [Game.objects.create(
        name="Friends", ruleset="alexandros", rules_version=1,
        setup_id=StoredSetup.keep("{}"), created_at=now,
        status=Game.Status.CANCELLED, finished_at=now, untidy_since=now,
    ) for _ in range(2)]
    monkeypatch.setattr(ended_games, "BATCH", 2)
    later = now + LONG + SECOND
    assert [ended_games.tidy_up(later) for _ in range(3)] == [2, 1, 0]
    assert len(copies) == 2


@pytest.mark.promise("R25")
def test_people_can_export_their_data_and_delete_their_account_afterwards(
    over: Game, alice: User, now: datetime
) -> None:
    ended_games.tidy_up(now + LONG + SECOND)
    with data_export.archive(alice, now=now + LONG) as archive:
        assert archive.read(2) == b"PK"
    account_deletion.delete_account(alice, now=now + LONG)
    assert verification.first_fault(Game.objects.get(pk=over.pk)) is None


@pytest.mark.parametrize("ending", ["finished", "over", "closed"])
def test_every_ended_game_will_be_tidied_up(
    ending: str, request: pytest.FixtureRequest, now: datetime
) -> None:
    ended = Game.objects.get(pk=request.getfixturevalue(ending).pk)
    assert ended.status in (Game.Status.OVER, Game.Status.CANCELLED)
    assert ended.untidy_since == ended.finished_at == now


def test_a_game_in_progress_is_not_marked(game: Game) -> None:
    assert game.status == Game.Status.RUNNING
    assert game.untidy_since is None
