"""No search of a sweep and no task reads what merely waits: their plans on PostgreSQL say so.

The tables are full of what is not due (``crowd``); beside it there is a little of everything that
is.  A search that is added to ``sweeps`` is checked without a test of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.core.management import call_command

from games import tasks
from games.base import heartbeats, site_clock
from games.base.outgoing_http import Answer
from games.features.competitions import calendar, seasons
from games.features.finding import pool
from games.features.hints import advice, finding
from games.features.ratings import facts
from games.features.review import reviewing
from games.models import (
    AddressStatus,
    ArchivedGame,
    Competition,
    Delivery,
    EmailTiming,
    Game,
    MailboxEmail,
    Match,
    OutgoingEmail,
    Plan,
    PlanAttempt,
    PoolEntry,
    PushDevice,
    PushNotice,
    PuzzleSolver,
    Review,
    Seat,
    SeenAt,
    TurnAdvice,
    User,
    Webhook,
)
from games.operations import sweeps
from games.operations.doctor import work_checks
from games.operations.doctor.findings import Options
from games.operations.monitoring.status_pages import Gauges
from games.people import accounts
from games.post.outbox import bounces, codes, digest, preferences
from games.post.outbox.queue import queue_email
from games.post.push import web_push
from games.table.seats import leaving, time_outs
from tests.conftest import NOW
from tests.inbox.email_replies import PostOffice, written
from tests.sample_games import clocked_table, legal, seat_table
from tests.size import crowd, plans

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(days=20)  # when everything of the tests' own is due
SMALL = ("django_content_type", "auth_permission")


# No row of these is so old, or they are about a moment of their own.
OFTEN_NOTHING = ("old sessions forgotten", "old messages and keys forgotten",
                 "old failures forgotten", "old turn timings forgotten")


@pytest.fixture
def game(crowd_of_rows: None, alice: User, bob: User) -> Game:
    """A game in which Alice is to move."""
    return seat_table([alice, bob], now=LATER, options={"first": 0})


@pytest.fixture(scope="module")
def crowd_of_rows(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Full tables."""
    with django_db_blocker.unblock(), crowd.crowded(NOW):
        yield


@pytest.fixture
def due(crowd_of_rows: None, announced: list[Any], monkeypatch: pytest.MonkeyPatch,
        alice: User, bob: User, carol: User) -> None:
    """A little of everything that sweeps look for, due at ``LATER``."""
    left_over_from_long_ago([alice, bob])
    clocked_table([alice, bob], now=NOW)
    time_outs.start_waiting(NOW)
    clocked_table([alice, bob], now=LATER)
    unhurried = seat_table([alice, bob], now=NOW, options={"first": 0})
    phone = PushDevice.objects.create(user=alice, endpoint="https://push.example/a", p256dh="",
                                      auth="", name="phone", created_at=NOW)
    PushNotice.objects.create(device=phone, game=unhurried, kind="turn", status="sent",
                              not_before=NOW, created_at=NOW)
    PushNotice.objects.create(device=phone, game=None, kind="test", not_before=NOW, created_at=NOW)
    hook = Webhook.objects.create(owner=alice, format="json", receiver="1", created_at=NOW)
    for number in range(2):
        Delivery.objects.create(hook=hook, receiver="1", event=f"test {number}", not_before=NOW,
                                created_at=NOW, facts={"event": "test", "seats": []})
    left = clocked_table([alice, bob, carol], now=NOW)
    for user in (alice, bob, carol):
        leaving.leave(left, user=user, now=NOW)
    paused = clocked_table([alice, bob], now=NOW)
    Game.objects.filter(pk=paused.pk).update(paused_at=NOW - timedelta(days=20))
    match = seat_table([alice, bob], now=NOW, match=Match.FIRST, rated=True)
    leaving.leave(match, user=bob, now=NOW)
    Review.objects.create(game=match, asked_at=NOW)
    monkeypatch.setattr(facts, "FEWEST_TURNS", 0)
    leaving.leave(seat_table([alice, bob], now=NOW, rated=True), user=bob, now=NOW)
    Game.objects.filter(pk=match.pk).update(listed=True)
    call_command("archive", verbosity=0)
    ArchivedGame.objects.filter(game=match).update(
        counted=False, ended_at=NOW - timedelta(days=9))
    TurnAdvice.objects.create(game=unhurried, number=1, seat=0, look_at=NOW)
    plan = Plan.objects.create(seat=unhurried.seats.get(user=alice), user=alice, text="ask me",
                               made_by="page", revision=1, created_at=NOW)
    PlanAttempt.objects.create(plan=plan, step=0, turn=1, number=1, begun_at=NOW, due_at=NOW,
                               look_at=NOW)
    bot = seat_table([alice, bob], now=NOW, options={"first": 0})
    bot.seats.filter(index=0).update(user=None, bot="greedy")
    for warned in (None, NOW):
        table = seat_table([alice, bob], now=NOW)
        Game.objects.filter(pk=table.pk).update(status="open", active_at=NOW, warned_at=warned)
    preferences.set_for_all(bob, EmailTiming.DAILY)
    for game in (unhurried, bot):
        queue_email("left", to=bob.email or "", game=game, seat=game.seats.get(user=bob), user=bob,
                    number=1, now=NOW)
    for user in (alice, bob):
        PuzzleSolver.objects.create(user=user, game="alexandros", next_email_at=NOW)
    season = seasons.find("alexandros", 2, calendar.following(NOW))
    seasons.enter(alice, season, now=season.starts_at - timedelta(days=1))
    Competition.objects.filter(entries__user=alice).update(look_at=NOW)
    for user, ruleset, at in ((alice, "alexandros", NOW), (alice, "campaign", LATER),
                              (bob, "campaign", LATER)):
        pool.ask(user, ruleset=ruleset, players=[2], paces=["day"], rated=False, now=at)
    PoolEntry.objects.create(user=bob, ruleset="alexandros", players=[2], paces=["day"],
                             rated=False, since=NOW, lapsed_at=NOW, until=NOW)
    codes.queue_code(codes.SIGN_IN, "123456", to="dave@example.org", now=NOW)
    accounts.member("dave@example.org", now=NOW)
    clocked_table([carol, bob], now=LATER)
    bounces.record_bounce("carol@example.org", error="", now=LATER)
    PostOffice(NOW).store(b"Subject: Hello", to="nobody@example.org")
    # No outage of the service or of its email has to be made up for.
    heartbeats.record(heartbeats.SWEEP, now=LATER)
    OutgoingEmail.objects.create(kind="test", to="dave@example.org", message_id="a", status="sent",
                                 not_before=LATER, sent_at=LATER, created_at=LATER)
    OutgoingEmail.objects.create(kind="digest", to="dave@example.org", message_id="d",
                                 not_before=NOW, due_since=NOW, created_at=NOW)


def left_over_from_long_ago(players: list[User]) -> None:
    """An ended game, a bounce, emails, a name and a browser that nobody needs any more."""
    ended = clocked_table(players, now=NOW)
    leaving.leave(ended, user=players[1], now=NOW)
    long_ago = LATER - timedelta(days=400)
    Game.objects.filter(pk=ended.pk).update(untidy_since=long_ago)
    accounts.rename(players[1], "Robert", now=long_ago)
    SeenAt.objects.create(user=players[0], kind=SeenAt.Kind.BROWSER, mark="0", seen_at=long_ago)
    AddressStatus.objects.create(address="erin@example.org", bounced_at=long_ago)
    MailboxEmail.objects.create(message_id="b", to="dave@example.org", subject="Hello", raw=b"",
                                created_at=long_ago)
    OutgoingEmail.objects.create(kind="digest", to="dave@example.org", message_id="c", attempts=1,
                                 status="sent", not_before=long_ago, sent_at=long_ago,
                                 created_at=long_ago)


def checked(work: Callable[[], object]) -> list[plans.Statement]:
    """Does this, and checks the plan of every statement."""
    with plans.examined() as statements:
        work()
    found = plans.complaints(statements, except_for=SMALL)
    assert not found, "\n\n".join(found)
    return statements


@pytest.mark.parametrize("name", sweeps._searches())
def test_a_search_reads_only_what_is_due(due: None, name: str) -> None:
    found: list[Any] = []
    search = sweeps._searches()[name]
    assert checked(lambda: found.append(search(LATER)))
    assert found[0] or name in OFTEN_NOTHING


@pytest.mark.parametrize("name", sweeps._searches())
def test_a_search_that_finds_nothing_reads_nothing_else(crowd_of_rows: None, name: str) -> None:
    search = sweeps._searches()[name]
    assert checked(lambda: search(NOW))


@pytest.mark.parametrize("number", range(len(sweeps._DUE)))
def test_when_something_is_due_next_is_read_from_an_index(due: None, number: int) -> None:
    _, find = sweeps._DUE[number]
    assert checked(lambda: find(NOW))


@pytest.fixture
def at_this_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks read the time of the tests."""
    monkeypatch.setattr(site_clock, "now", lambda: LATER)


def test_sending_an_email_reads_only_what_it_is_about(
    due: None, at_this_moment: None, game: Game, alice: User
) -> None:
    email = queue_email("turn", to="alice@example.org", now=LATER, game=game, user=alice,
                        seat=game.seats.get(user=alice), number=game.number)
    assert email is not None
    checked(lambda: tasks.deliver_email(email.pk))
    email.refresh_from_db()
    assert email.status == "sent"


def test_so_does_sending_a_digest(due: None, at_this_moment: None, bob: User) -> None:
    digest.release_due(LATER)
    email = OutgoingEmail.objects.get(kind="digest", user=bob)
    checked(lambda: tasks.deliver_held(email.pk))
    email.refresh_from_db()
    assert email.status == "sent"


def test_so_does_sending_a_code(due: None, at_this_moment: None) -> None:
    email = codes.queue_code(codes.SIGN_IN, "123456", to="dave@example.org", now=LATER)
    checked(lambda: tasks.deliver_code(email.pk))
    email.refresh_from_db()
    assert email.status == "sent"


def test_so_does_sending_a_notice(
    due: None, at_this_moment: None, game: Game, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        web_push, "send_message", lambda device, message: Answer(HTTPStatus.CREATED)
    )
    notice = PushNotice.objects.get(device__user=alice, game=game)
    checked(lambda: tasks.send_notice(notice.pk))
    notice.refresh_from_db()
    assert notice.status == "sent"


def test_so_does_reading_an_email(
    due: None, at_this_moment: None, game: Game, alice: User
) -> None:
    office = PostOffice(LATER)
    turn = office.turn_email(game, alice)
    to = str(turn["Reply-To"])
    message = office.store(written(legal(game, 0)[0], to=to, sender="alice@example.org"), to=to,
                           sender="alice@example.org")
    checked(lambda: tasks.read_message(message.pk))
    message.refresh_from_db()
    assert message.outcome == "orders"


def test_so_does_playing_a_bot(due: None, at_this_moment: None, game: Game) -> None:
    game.seats.filter(index=0).update(user=None, bot="greedy")
    checked(lambda: tasks.play_bot(game.pk))
    assert game.rows.filter(actor="bot").exists()


def test_so_does_choosing_what_to_think_about(
    due: None, monkeypatch: pytest.MonkeyPatch, alice: User
) -> None:
    monkeypatch.setattr(finding, "_orders", lambda game, row: [])
    checked(lambda: finding.find_next(now=LATER))
    assert not TurnAdvice.objects.filter(look_at__isnull=False).exists()
    assert checked(lambda: reviewing.choose(0, now=LATER))
    seat = Seat.objects.filter(user=alice, game__status=Game.Status.RUNNING).first()
    assert seat
    number = seat.game.number + 1
    Game.objects.filter(pk=seat.game_id).update(number=number)
    seat.refresh_from_db()
    checked(lambda: advice.ask(seat.game, seat=seat.index, user=alice, number=number, now=LATER))


def test_gauges_and_the_doctors_checks_of_pending_work_do_not_count_everything(due: None) -> None:
    assert checked(lambda: [*Gauges(LATER).collect()])
    assert checked(lambda: [*work_checks.check_pending(Options(), LATER)])


@pytest.mark.parametrize("work", [
    lambda: list(OutgoingEmail.objects.filter(error="timeout").order_by("pk")[:500]),
    lambda: list(Game.objects.filter(note="nobody has written this")),
    lambda: Seat.objects.filter(name="nobody").update(name="Nobody"),
    lambda: Game.objects.filter(status="running").count(),
    lambda: list(OutgoingEmail.objects.order_by("-created_at")[:1]),
    lambda: list(User.objects.filter(email__iendswith="@example.net")),
])
def test_a_query_that_reads_a_whole_table_is_noticed(
    crowd_of_rows: None, work: Callable[[], object]
) -> None:
    with plans.examined() as statements:
        work()
    assert plans.complaints(statements)


def test_every_table_that_grows_with_the_number_of_games_is_full(crowd_of_rows: None) -> None:
    assert {table for table, _ in crowd.TABLES} <= set(plans.sizes())
