"""Whole sites that are built twice: with a clock that stands still, and with repeatable chance.

Whatever is left to chance follows from what is just being done, where in the code it is asked for
and how often it was there, so that something that is done in one world only changes nothing else.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from types import FrameType
from typing import Any

import pytest
import time_machine
from celery import current_app
from django.core.cache import cache
from django.db import transaction
from django.test import Client, TestCase, override_settings

from games.base import heartbeats, outgoing_http, task_queue
from games.base.outgoing_http import Answer
from games.base.queues import prefixed
from games.models import EmailPreferences, FormerPlayer, Game, PushDevice, Seat, User
from games.operations import sweeps
from games.post.calendar_feed import feed_links
from games.post.deliveries import hooks
from games.post.push import keys, web_push
from games.post.push.web_push import Message
from games.table.play import log_cache, records
from tests.api.programs import program_of
from tests.worlds.logs import Log

NOW = datetime.fromisoformat("2026-03-03T09:00:00+00:00")
PLAYERS = ("Alice", "Bob", "Carol", "Dave")
# Somebody without a seat, somebody who had Bob's until the game began, and two operators, of whom
# one may open pages of the admin.
OTHERS = ("guest", "Frank", "staff", "operator")
SOURCES = ("/games/", "/allauth/", "/django/", "/alexandros_rules/")
CALLERS = 2  # functions whose variables may tell for whom something random is made
ADDRESSEES = {"letter": "to", "seat": "user_id"}
WITHOUT_WORK = ("heartbeat", "sweep", "review_game")  # a review takes seconds


class Chance:
    """Chance that repeats itself in every world."""

    def __init__(self) -> None:
        self._doing, self._asked = "", Counter[str]()

    def begin(self, doing: str) -> None:
        self._doing = doing
        self._asked.clear()

    def generator(self) -> Random:
        """Return the source of the next random value."""
        words = f"{self._doing} {' '.join(_askers(sys._getframe(2)))}"
        self._asked[words] += 1
        return Random(hashlib.sha256(f"{words} {self._asked[words]}".encode()).digest())

    def replace(self, patch: pytest.MonkeyPatch) -> None:
        def token_bytes(nbytes: int | None = None) -> bytes:
            return self.generator().randbytes(nbytes or 32)

        patch.setattr(os, "urandom", token_bytes)
        patch.setattr(secrets, "token_bytes", token_bytes)
        patch.setattr(secrets, "token_hex",
                      lambda nbytes=None: self.generator().randbytes(nbytes or 32).hex())
        # One for the site, whoever of the readers is the first to open a page with it.
        patch.setattr(keys, "new_private_key", lambda: keys.encoded(bytes(range(1, 33))))
        patch.setattr(secrets, "choice", lambda items: self.generator().choice(items))
        patch.setattr(secrets, "randbelow", lambda below: self.generator().randrange(below))


def _askers(frame: FrameType | None) -> Iterator[str]:
    """Yield what asks for chance: a function of ours or of a library, and for whom it does so."""
    found = 0
    while frame is not None and found < CALLERS:
        file = frame.f_code.co_filename
        if any(source in file for source in SOURCES):
            if not found:
                yield f"{file} {frame.f_code.co_name}"
            found += 1
            for name, whom in ADDRESSEES.items():
                if name in frame.f_locals:
                    yield str(getattr(frame.f_locals[name], whom, ""))
        frame = frame.f_back


@dataclass
class Site:
    """A site with a game of Alice, Bob and others."""

    log: Log
    chance: Chance
    clock: Any
    now: datetime = NOW
    users: dict[str, User] = field(default_factory=dict)
    games: list[Game] = field(default_factory=list)
    notices: list[tuple[str, Message]] = field(default_factory=list)
    posts: list[bytes] = field(default_factory=list)  # what webhooks of the table were sent
    clients: dict[str, Client] = field(default_factory=dict)  # in which people are signed in
    tasks: deque[tuple[str, tuple[Any, ...]]] = field(default_factory=deque)
    drafts: tuple[str, ...] = ()  # orders that everybody tries

    @property
    def game(self) -> Game:
        """The game that hides something."""
        return Game.objects.get(pk=self.games[0].pk)

    def user_in(self, seat: int) -> User:
        user = Seat.objects.select_related("user").get(game=self.games[0], index=seat).user
        assert user is not None
        return user

    @contextmanager
    def doing(self, what: str, *, after: timedelta = timedelta(0)) -> Iterator[None]:
        """Let time pass, and then do something, with all tasks that it causes."""
        self.now += after
        self.clock.move_to(self.now)
        self.chance.begin(what)
        with TestCase.captureOnCommitCallbacks(execute=True):
            yield
        self.work()

    def work(self) -> None:
        """Do what the workers have to do."""
        while self.tasks:
            task, args = self.tasks.popleft()
            if task not in WITHOUT_WORK:
                with TestCase.captureOnCommitCallbacks(execute=True):
                    current_app.tasks[prefixed(task)](*args)

    def let_pass(self, period: timedelta) -> None:
        """Let time pass; then comes a sweep."""
        with self.doing(f"a sweep after {period}", after=period):
            heartbeats.record(heartbeats.SWEEP, now=self.now - timedelta(minutes=1))
            sweeps.run_all(self.now)

    def post(self, who: str, path: str, form: dict[str, str], *,
             after: timedelta = timedelta(0)) -> None:
        """Have somebody send a form about the game."""
        with self.doing(f"{who} sends {path}", after=after):
            response = self.clients[who].post(f"/games/{self.games[0].code}/{path}", form)
        assert response.status_code == 302, (who, path, form, response.content.decode()[:3000])

    def play(self, seat: int, orders: str) -> None:
        """Have the person in this seat give orders on the page."""
        user, game = self.user_in(seat), self.game
        self.post(user.name, "orders/", {"orders": orders, "number": str(game.number),
                                         "key": f"{game.number}"}, after=timedelta(minutes=1))


@contextmanager
def built(log: Log, *, live: int, before: Callable[[Site], None],
          after: Callable[[Site], None]) -> Iterator[Site]:
    """Build a site with this game; all but its last rows have been played before.

    ``before`` prepares the table, and ``after`` is what happens at last.  In the end, everything is
    undone.
    """
    current_app.loader.import_default_modules()
    cache.clear()
    log_cache.forget()
    with pytest.MonkeyPatch.context() as patch, transaction.atomic(), time_machine.travel(
            NOW, tick=False) as clock, override_settings(
            EMAIL_BACKEND="games.post.outbox.local_mailbox.MailboxBackend"):
        site = Site(log, Chance(), clock)
        site.chance.replace(patch)
        patch.setattr(web_push, "send_message", _pushed(site))
        patch.setattr(outgoing_http, "post", _posted(site))
        with task_queue.handed_to(lambda task, args: site.tasks.append((task, args))):
            _people(site)
            _table(site, live=live)
            before(site)
            moves = site.log.moves[len(site.log.moves) - live:]
            for number, (seat, move) in enumerate(moves, len(site.log.moves) - live):
                site.play(seat, site.log.plot.rules.format(move, site.log.states[number]))
            after(site)
            yield site
        transaction.set_rollback(True)
    log_cache.forget()


def _pushed(site: Site) -> Callable[[PushDevice, Message], Answer]:
    def send(device: PushDevice, message: Message) -> Answer:
        site.notices.append((device.user.name, message))
        return Answer(201)

    return send


def _posted(site: Site) -> Callable[..., Answer]:
    def post(url: str, body: bytes, headers: Any, *, seconds: float) -> Answer:
        site.posts.append(body)
        return Answer(200)

    return post


def _people(site: Site) -> None:
    site.clients["visitor"] = Client()
    for name in (*PLAYERS, *OTHERS):
        with site.doing(f"{name} joins"):
            address = f"{name.lower()}@example.org"
            if name == "guest":
                user = User.objects.create_guest()
            elif name == "operator":
                user = User.objects.create_superuser(address, name=name)
            else:
                user = User.objects.create_user(address, name=name, is_staff=name == "staff")
            site.users[name] = user
            site.clients[name] = Client() if user.is_guest else program_of(user)
            site.clients[name].force_login(
                user, backend="django.contrib.auth.backends.ModelBackend")
            if name == "guest":
                continue
            feed_links.renew(user, now=site.now)
            EmailPreferences.objects.create(
                user=user, when="daily" if name == "Bob" else "now", chat="now")
            PushDevice.objects.create(user=user, endpoint=f"https://push.example/{name}",
                                      p256dh="key", auth="auth", name="Firefox",
                                      created_at=site.now)


def _table(site: Site, *, live: int) -> None:
    record = site.log.record
    rows = record.rows[:len(record.rows) - live]
    with site.doing("the game begins"):
        game = records.create_game(_beginning(record, rows), name="Friends", now=site.now)
        for seat in game.seats.all():
            seat.user, seat.name = site.users[PLAYERS[seat.index]], PLAYERS[seat.index]
            seat.save(update_fields=["user", "name"])
        Game.objects.filter(pk=game.pk).update(
            listed=True, created_by=site.users["Alice"], started_at=site.now,
            moved_at=site.now)
        FormerPlayer.objects.create(seat=game.seats.get(index=1), user=site.users["Frank"],
                                    name="Frank", number=1, replaced_at=site.now)
        site.games.append(game)
        for posts in hooks.formats():
            hooks.enter(site.users["Alice"], f"https://hooks.example/{posts}", posts=posts,
                        game=game, now=site.now)


def _beginning(record: Any, rows: tuple[Any, ...]) -> Any:
    return type(record)(record.ruleset, record.version, record.game, record.names, record.setup,
                        record.commitment, record.key, record.seed, rows)
