"""A game of three over real SMTP: one plays by email alone, one by page, one is a bot.

The player by email is a program that knows only the emails it received: where to reply, which
orders are legal, and whether its turn continues.
"""

from __future__ import annotations

import re
import smtplib
from collections import deque
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from django.test import Client

from alexandros_rules.bot_plans import next_move
from alexandros_site.celery import app
from games.base import queues, task_queue
from games.models import Game, IncomingEmail, LoggedMove, OutgoingEmail, User
from games.post.inbox.gateways import smtp
from games.post.outbox import smtp_backend
from games.table.lobby import open_tables
from games.table.play import history, verification
from tests.inbox.email_replies import text_of, written
from tests.pages.page_reader import Browser
from tests.sample_games import RULES, mover
from tests.with_servers import free_port

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sandbox]

MOST_ROUNDS = 2000
LIST = re.compile(r"(?:order:|now:|Friends\.)\n\n((?:  \S.*\n)+)")
EAGER = ("levy", "occupy", "draw", "take", "play", "march", "recall", "end")


class Sink:
    """A mail server that accepts everything."""

    def __init__(self) -> None:
        self.new: deque[EmailMessage] = deque()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        message = message_from_bytes(envelope.original_content, policy=policy.default)
        assert envelope.rcpt_tos == [message["To"]]
        self.new.append(message)
        return "250 OK"


class Correspondent:
    """Plays by email and knows only the emails it received."""

    def __init__(self, address: str, port: int):
        self.address, self.port = address, port
        self.got: list[EmailMessage] = []
        self.wrote = 0

    def get(self, email: EmailMessage) -> None:
        """Reads an email and replies to it if it asks for orders."""
        self.got.append(email)
        text = text_of(email)
        kind = str(email["X-Game-Post"])
        if kind == "turn":
            self._write(email, "moves")
        elif found := LIST.search(text):
            self._write(email, self._choose(found[1].split("\n")))

    def _choose(self, lines: list[str]) -> str:
        orders = [line.strip() for line in lines if line.strip() and "(and" not in line]
        eager = {verb: rank for rank, verb in enumerate(EAGER)}
        return min(orders, key=lambda order: eager[order.split()[0]])

    def _write(self, email: EmailMessage, text: str) -> None:
        self.wrote += 1
        quoted = "\n".join(f"> {line}" for line in text_of(email).splitlines())
        raw = written(f"{text}\n\nBob\n\nThe post wrote:\n{quoted}\n", to=str(email["Reply-To"]),
                      sender=self.address, answers=str(email["Message-ID"]))
        with smtplib.SMTP("127.0.0.1", self.port, timeout=60) as client:
            client.sendmail(self.address, [str(email["Reply-To"])], raw)


class Visitor:
    """Plays by page, one order after another, as a bot would choose them."""

    def __init__(self, user: User, code: str):
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        self.browser, self.code = Browser(client), code

    def play(self) -> bool:
        """Plays one order if it is their turn; returns whether it was."""
        page = self.browser.open(f"/games/{self.code}/?draft=nothing")
        if "It is your turn." not in page.words:
            return False
        form = next(form for form in page.forms if form.action.endswith("/orders/")
                    and any(words == "Confirm" for _, _, words, _ in form.buttons))
        data = form.data(orders=self._choice())
        assert self.browser.client.post(form.action, data).status_code == 302
        return True

    def _choice(self) -> str:
        game = Game.objects.get(code=self.code)
        view = history.view(game, mover(game))
        move = next_move(RULES.bots["greedy"], view, seat=view.seat, salt=b"page")
        return RULES.format(move, view)


@pytest.fixture
def sink(settings: Any) -> Iterator[Sink]:
    """A real mail server that receives the site's emails."""
    found, port = Sink(), free_port()
    settings.EMAIL_BACKEND = "games.post.outbox.smtp_backend.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    controller = Controller(found, hostname="127.0.0.1", port=port)
    controller.start()
    yield found
    smtp_backend.kept().close()
    controller.stop()


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> deque[tuple[str, int]]:
    """The announced tasks; ``work`` runs them."""
    waiting: deque[tuple[str, int]] = deque()
    app.autodiscover_tasks(force=True)  # as a worker does when it starts

    def note(task: str, *args: int) -> bool:
        waiting.append((task, args[0]))
        return True

    monkeypatch.setattr(task_queue, "send_task", note)
    return waiting


def work(waiting: deque[tuple[str, int]]) -> bool:
    """Runs all announced tasks; returns whether there were any."""
    done = bool(waiting)
    while waiting:
        task, pk = waiting.popleft()
        app.tasks[queues.prefixed(task)](pk)
    return done


@pytest.mark.promise("R1", "R16")
def test_a_game_is_played_to_its_end_by_email_by_page_and_by_a_bot(
    alice: User, bob: User, sink: Sink, worker: deque[tuple[str, int]], now: Any
) -> None:
    User.objects.update(wants_reviews=False)  # an analyst would think as long as all else takes
    game = open_tables.create_table(by=alice, name="Friends", players=3, board="delta",
                               bots=["greedy"], listed=True, now=now)
    open_tables.join(game, user=bob, now=now)
    page = Visitor(alice, game.code)
    with smtp.smtp_server("127.0.0.1", 0) as port:
        email = Correspondent(bob.email or "", port)
        for _ in range(MOST_ROUNDS):
            busy = work(worker)
            while sink.new:
                message = sink.new.popleft()
                if message["To"] == bob.email:
                    email.get(message)
                busy = True
            if not (busy or page.play()):
                break
    game.refresh_from_db()
    assert game.status == Game.Status.OVER
    assert verification.first_fault(game) is None
    assert verification.reveal_deal(game).kept
    actors = {
        seat: set(LoggedMove.objects.filter(game=game, seat=seat).values_list("actor", flat=True))
        for seat in range(3)
    }
    assert actors == {0: {"page"}, 1: {"mail"}, 2: {"bot"}}
    [end] = [text_of(got) for got in email.got if got["X-Game-Post"] == "over"]
    assert "The game is over" in end
    assert not OutgoingEmail.objects.exclude(status="sent").exists()
    assert IncomingEmail.objects.filter(status="done", gateway="smtp").count() == email.wrote > 10
