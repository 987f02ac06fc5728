"""Tables the pages' tests look at, and people who look at them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.mime.image import MIMEImage
from urllib.parse import urlsplit

import pytest
from django.core.mail import EmailMultiAlternatives

from games.base import site_clock, task_queue
from games.base.sealing import row_token
from games.features.archive import facts, sums
from games.features.competitions import calendar as season_calendar
from games.features.competitions import cups, lifecycle, seasons
from games.features.finding import pool
from games.features.importing import imports
from games.features.puzzles import solving
from games.features.what_if import open_tree, trees
from games.features.what_if.open_tree import OpenTree
from games.models import Competition, Game, OutgoingEmail, Puzzle, Seat, User
from games.people import api_tokens, bot_accounts
from games.post.calendar_feed import feed_links
from games.post.deliveries import delivery as posts
from games.post.deliveries import hooks
from games.post.inbox import turn_links
from games.post.outbox import unsubscribe_links
from games.post.outbox.local_mailbox import keep
from games.table.clocks import playing_hours
from games.table.lobby import expiry, replay_links
from games.table.play import pauses
from games.table.seats import leaving, taking_over
from tests import sample_puzzles
from tests.pages import tables
from tests.pages.every_request import TURN
from tests.sample_games import FINISHED, clocked_table


@pytest.fixture
def against_a_bot(finished: Game, alice: User) -> Game:
    """A game of Alice against the greedy bot that is over; Alice has lost."""
    Seat.objects.filter(game=finished, index=1).update(user=None, bot="greedy", name="Parmenion")
    Game.objects.filter(pk=finished.pk).update(result={"winners": [1], "reason": "walls"})
    finished.refresh_from_db()
    return finished


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_queue, "send_task", lambda task, *args: True)


# ---------- what the requests in ``every_request`` name in braces ----------
@pytest.fixture
def waiting(alice: User, bob: User, carol: User, now: datetime) -> Game:
    return tables.waiting_table(alice, bob, carol, now=now)


@pytest.fixture
def clocked(alice: User, bob: User, now: datetime) -> Game:
    """A private game of Alice and Bob with a clock; Alice is to move."""
    return clocked_table([alice, bob], now=now)


@pytest.fixture
def paused(clocked: Game, now: datetime) -> Game:
    """The same game while it is paused."""
    for seat in range(2):
        pauses.agree(clocked, seat=seat, now=now)
    return clocked


@pytest.fixture
def deserted(alice: User, bob: User, carol: User, now: datetime) -> Game:
    """A game of three with a clock, after Alice has left her seat to a bot."""
    game = clocked_table([alice, bob, carol], now=now)
    leaving.leave(game, user=alice, now=now)
    return game


@pytest.fixture
def vacant(alice: User, bob: User, carol: User, now: datetime) -> Game:
    return tables.vacant_game(alice, bob, carol, now=now)


@pytest.fixture
def takeover_link(vacant: Game) -> str:
    return vacant.seats.get(index=0).takeover_token


@pytest.fixture
def extension_link(clocked: Game, alice: User) -> str:
    seat = clocked.seats.get(index=0)
    return _key_in(taking_over.url(taking_over.EXTENSION, seat, alice.pk, to=alice.email,
                          since=clocked.turn))


@pytest.fixture
def return_link(deserted: Game, alice: User) -> str:
    return _key_in(taking_over.url(
        taking_over.RETURN, deserted.seats.get(index=0), alice.pk, to=alice.email,
        since=deserted.number))


@pytest.fixture
def table_token(waiting: Game) -> str:
    return waiting.invite_token


@pytest.fixture
def invitation(waiting: Game) -> str:
    return waiting.seats.get(invited_email="carol@example.org").invite_token


@pytest.fixture
def what_if(fresh: Game, alice: User, now: datetime) -> str:
    """The key of a what-if board of Alice's with a turn of hers and an assumption after it."""
    tree = trees.begin(fresh, user=alice, seat=0, number=1, now=now)
    turn = open_tree.add_orders(OpenTree(tree), tree.nodes.get(), seat=0, text=TURN, now=now)
    open_tree.add_assumption(OpenTree(tree), turn, text="hand 2 horse", now=now)
    return tree.key


@pytest.fixture
def shared_what_if(finished: Game, bob: User, now: datetime) -> str:
    """The key of a what-if board that Bob has shared with the replay."""
    tree = trees.begin(finished, user=bob, seat=1, number=1, now=now)
    trees.share(tree, now=now)
    return tree.key


@pytest.fixture
def record_text() -> str:
    return FINISHED.replace("game: v1-delta-2-walls-5", "game: Issus")


@pytest.fixture
def imported(alice: User, now: datetime) -> str:
    """The code of a game that Alice has imported."""
    return imports.import_file(alice, FINISHED, now=now)[0].code


@pytest.fixture
def archived(finished: Game, now: datetime) -> str:
    """The name of the game that has a game in the archive and in its sums."""
    Game.objects.filter(pk=finished.pk).update(listed=True)
    facts.fill()
    sums.sweep(now)
    return finished.ruleset


@pytest.fixture
def key(finished: Game) -> str:
    return replay_links.sharing_key(finished)


@pytest.fixture
def turn_link(fresh: Game, now: datetime) -> str:
    return _key_in(turn_links.action_url(fresh, fresh.seats.get(index=0), "", now=now))


@pytest.fixture
def resign_link(fresh: Game, now: datetime) -> str:
    return _key_in(turn_links.resign_url(fresh, fresh.seats.get(index=0), now=now))


@pytest.fixture
def keep_link(waiting: Game) -> str:
    return expiry.link_key(waiting)


@pytest.fixture
def unsubscribe_link(fresh: Game, alice: User) -> str:
    return _key_in(unsubscribe_links.url(OutgoingEmail(game=fresh, user=alice, to=alice.email)))


@pytest.fixture
def puzzles(db: None) -> list[Puzzle]:
    """The puzzles of today, the easiest first."""
    return sample_puzzles.todays()


@pytest.fixture
def puzzle(puzzles: list[Puzzle]) -> str:
    """The key of the first of them."""
    return puzzles[0].key


@pytest.fixture
def best_turn(puzzles: list[Puzzle]) -> str:
    """The orders that solve it."""
    return puzzles[0].best


@pytest.fixture
def solved_puzzle(puzzles: list[Puzzle], alice: User, now: datetime) -> str:
    """The key of a puzzle that Alice has solved."""
    solving.note(alice, puzzles[0], solved=True, now=now)
    return puzzles[0].key


@pytest.fixture
def wish(alice: User) -> str:
    """The name of the game for which Alice waits."""
    return pool.ask(alice, ruleset="alexandros", players=[2, 3], paces=["day"], rated=True,
                    now=site_clock.now()).ruleset


def _key_in(url: str) -> str:
    """The key in a link such as /turn/KEY/."""
    return urlsplit(url).path.split("/")[2]


@pytest.fixture
def api_token(alice: User, now: datetime) -> str:
    """The name on pages of a token of Alice's."""
    api_tokens.make(alice, name="A program", scopes=["read"], now=now)
    return row_token(alice.api_tokens.get())


@pytest.fixture
def own_bot(alice: User, now: datetime) -> str:
    """The name on pages of a bot of Alice's, which has a token."""
    bot = bot_accounts.make(alice, "Hal", now=now)
    bot_accounts.make_token(alice, bot, now=now)
    return row_token(bot)


@pytest.fixture
def vacation(alice: User) -> str:
    """The token of a vacation of Alice's that has not begun."""
    day = datetime.now(UTC).date() + timedelta(days=60)
    return row_token(playing_hours.add(alice, day, last=day, now=datetime.now(UTC)))


@pytest.fixture
def calendar(alice: User, clocked: Game, now: datetime) -> str:
    """The token of Alice's calendar feed."""
    return _key_in(feed_links.url(feed_links.renew(alice, now=now))).partition(".")[0]


@pytest.fixture
def season_open(alice: User, monkeypatch: pytest.MonkeyPatch) -> str:
    """The day of the season that begins next, for which Alice has signed up at tables of four."""
    now = datetime.now(UTC)
    begins = now.replace(hour=12, minute=0, second=0, microsecond=0) + timedelta(days=5)
    monkeypatch.setattr(season_calendar, "FIRST", begins)
    seasons.enter(alice, seasons.find("alexandros", 4, begins), now=now)
    return begins.date().isoformat()


@pytest.fixture
def season_played(alice: User, bob: User, carol: User) -> str:
    """The day of the first season, in which Alice, Bob and Carol play matches."""
    begins = season_calendar.FIRST
    for user in (alice, bob, carol):
        seasons.enter(user, seasons.find("alexandros", 2, begins), now=begins - timedelta(days=1))
    lifecycle.look_after(seasons.find("alexandros", 2, begins).pk, now=begins)
    return begins.date().isoformat()


@pytest.fixture
def cup_open(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> str:
    """The code of a cup that Alice organises, and for which Bob has signed up."""
    return _cup(alice, [bob], monkeypatch).code


@pytest.fixture
def cup_played(alice: User, bob: User, carol: User, dave: User,
               monkeypatch: pytest.MonkeyPatch) -> str:
    """The code of a cup that Alice organises, and in which all four and bots play."""
    cup = _cup(alice, [alice, bob, carol, dave], monkeypatch)
    monkeypatch.setattr(cups, "FEWEST", 4)
    lifecycle.look_after(cup.pk, now=cup.starts_at)
    return cup.code


def _cup(by: User, people: list[User], patch: pytest.MonkeyPatch) -> Competition:
    now = datetime.now(UTC)
    patch.setattr(cups, "may_organise", lambda user: user == by)
    cup = cups.create(cups.Plan(
        title="Alice", kind=Competition.Kind.CUP, ruleset="alexandros", players=4,
        starts_at=now + timedelta(days=5)), by=by, now=now)
    for user in people:
        cups.enter(user, cup, now=now)
    return cup


@pytest.fixture
def webhook(alice: User, fresh: Game, now: datetime) -> str:
    """The token of Alice's webhook, to which two tests were posted."""
    hook = hooks.enter(alice, "https://hooks.example/1", posts="json", game=fresh, now=now)
    for name in ("test 1", "test 2"):
        posts.queue(name, {hook: {"event": "test", "seats": []}}, game=fresh, now=now)
    return row_token(hook)


@pytest.fixture
def next_month() -> str:
    return (datetime.now(UTC) + timedelta(days=30)).date().isoformat()


@pytest.fixture
def message() -> int:
    """An email in the mailbox that can be answered, with a picture in it."""
    written = EmailMultiAlternatives("Issus", "Issus", to=["alice@example.org"],
                                     reply_to=["turn@example.org"])
    written.attach_alternative("<p>Issus</p>", "text/html")
    picture = MIMEImage(b"picture", "png")
    picture["Content-ID"] = "<board>"
    written.attach(picture)
    return keep(written).pk
