"""Simulated people: each waits for emails, and answers on the page or by email until it works."""

from __future__ import annotations

import http.client
import queue
import random
import re
import smtplib
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import make_msgid
from typing import TypeVar

from django.db import Error as DatabaseError
from django.db import connection

from engine.bot_plans import next_move
from games.models import Game, TurnToken, User
from games.post.inbox import tokens
from games.table.play import history
from tests.drill.ledger import Accepted, Ledger, Unanswered
from tests.drill.mail_server import MailServer
from tests.kill.http_client import HttpClient, Response, signed_in_client
from tests.sample_games import RULES

PATIENCE = 240.0  # seconds after which a person complains that nothing happens
RETRY = 1.0  # seconds before a person tries the same again
Answer = TypeVar("Answer")
_PLAYED = re.compile(r"played=(\d+)-(\d+)")


@dataclass(frozen=True, slots=True)
class Place:
    """Where the service is, for people."""

    web: int
    door: int
    mail: MailServer


@dataclass(frozen=True, slots=True)
class Position:
    """Where a game stands when a person is to move: turn, log row, their seat, their next move."""

    turn: int
    number: int
    seat: int
    order: str


class Person(threading.Thread):
    """One person at one table after another; some prefer the page, others email."""

    def __init__(self, user: User, *, place: Place, ledger: Ledger, seed: int) -> None:
        super().__init__(name=user.name, daemon=True)
        self.address = user.email or ""
        self._client: HttpClient = signed_in_client(user, port=place.web)
        self._place, self._ledger = place, ledger
        self._chance = random.Random(seed)
        self._by_email = self._chance.random() < 0.5
        self.leaving = threading.Event()

    def run(self) -> None:
        box = self._place.mail.boxes[self.address]
        try:
            while not self.leaving.is_set():
                try:
                    email = box.get(timeout=0.5)
                except queue.Empty:
                    continue
                self._react(email)
        finally:
            connection.close()

    def _react(self, email: EmailMessage) -> None:
        """Plays on from an email, as long as it is this person's turn.

        Whoever plays by email answers only emails about the present turn: we answer few mistakes.
        """
        found = re.search(r"/games/([a-z0-9]{10})/", _text(email))
        if found is None:
            return
        reply_to = _address_for_orders(email)
        while not self.leaving.is_set():
            position = _patiently(self._position, found[1])
            if position is None:
                return
            if self._by_email and reply_to:
                if _patiently(_turn_of, reply_to) != position.turn:
                    return
                answer = self._answer_by_email(reply_to, position.order, code=found[1])
                reply_to = _address_for_orders(answer) if answer is not None else ""
            else:
                self._answer_on_page(found[1], position)
            self._ledger.count("moves of people")

    def _position(self, code: str) -> Position | None:
        """The position and a move for it; None if it is not this person's turn."""
        game = Game.objects.get(code=code)
        seat = game.seats.filter(user__email=self.address, to_move=True).first()
        if seat is None or game.status != Game.Status.RUNNING:
            return None
        view = history.view(game, seat.index)
        move = next_move(RULES.bots["greedy"], view, seat=seat.index,
                         salt=self._chance.randbytes(8))
        return Position(game.turn, game.number, seat.index, RULES.format(move, view))

    def _answer_on_page(self, code: str, position: Position) -> None:
        """Sends the form, and sends the same form again until there is a definite answer."""
        order, number = position.order, position.number
        key, start = f"{self._chance.random()}", time.monotonic()
        while time.monotonic() < start + PATIENCE:
            self._look_at(code)
            response = self._request("POST", f"/games/{code}/orders/", orders=order,
                                     number=number, key=key)
            if response is not None and response.status == 302:
                self._ledger.took("page: a turn until it is accepted", time.monotonic() - start)
                played = _PLAYED.search(response.location)
                assert played is not None, response.location
                self._ledger.accept(Accepted(
                    code, position.seat, order, int(played[1]), int(played[2])))
                return
            if response is not None and response.status < 500:
                self._ledger.complain(f"{code}: {order!r} at row {number} got {response.status}")
                return
            time.sleep(RETRY)
        self._ledger.complain(f"{code}: no answer to {order!r} on the page in {PATIENCE:.0f} s")

    def _look_at(self, code: str) -> None:
        response = self._request("GET", f"/games/{code}/")
        if response is not None:
            self._ledger.took("page: looking at a game", response.seconds)

    def _request(self, method: str, path: str, **fields: object) -> Response | None:
        """The response; None if there is none, which people see as a browser's error page."""
        try:
            if method == "POST":
                return self._client.post(path, **fields)
            return self._client.get(path)
        except (OSError, http.client.HTTPException):
            self._ledger.count("requests without a response")
            return None

    def _answer_by_email(self, to: str, order: str, *, code: str) -> EmailMessage | None:
        """Sends the order, and waits for what the service says about it."""
        message, start = self._written(to, order), time.monotonic()
        self._hand_in(message, to)
        self._ledger.acknowledge(str(message["Message-ID"]))
        answer = self._wait_for_answer(str(message["Message-ID"]))
        if answer is None:
            self._ledger.miss(Unanswered(code, order, str(message["Message-ID"]), PATIENCE))
            return None
        self._ledger.took("email: a turn until its receipt", time.monotonic() - start)
        return answer

    def _written(self, to: str, order: str) -> EmailMessage:
        message = EmailMessage()
        message["From"], message["To"] = self.address, to
        message["Subject"], message["Message-ID"] = "Re: your turn", make_msgid(domain="drill")
        message.set_content(f"{order}\n")
        return message

    def _hand_in(self, message: EmailMessage, to: str) -> None:
        """Tries until the door has acknowledged the email, as a mail server would."""
        while True:
            try:
                with smtplib.SMTP("127.0.0.1", self._place.door, timeout=30) as door:
                    door.sendmail(self.address, [to], message.as_bytes())
                return
            except (OSError, smtplib.SMTPException):
                self._ledger.count("emails that had to be sent again")
                time.sleep(RETRY)

    def _wait_for_answer(self, message_id: str) -> EmailMessage | None:
        """The email that answers this one; others that arrive meanwhile are put back later."""
        box, others = self._place.mail.boxes[self.address], []
        end = time.monotonic() + PATIENCE
        try:
            while time.monotonic() < end:
                try:
                    email = box.get(timeout=1)
                except queue.Empty:
                    continue
                if str(email["In-Reply-To"] or "") == message_id:
                    return email
                others.append(email)
            return None
        finally:
            for email in others:
                box.put(email)


def _patiently(question: Callable[..., Answer], *about: str) -> Answer:
    """The answer, as soon as the database gives one; the drill stops it now and then."""
    while True:
        try:
            return question(*about)
        except DatabaseError:
            connection.close()
            time.sleep(RETRY)


def _turn_of(address: str) -> int | None:
    """The number of the turn that this address takes orders for."""
    token = address.removeprefix(tokens.PREFIX).partition("@")[0]
    row = tokens.find(token, purpose=TurnToken.Purpose.REPLY)
    return None if row is None else row.turn


def _address_for_orders(email: EmailMessage) -> str:
    """The address in an email about a turn; "" in other emails, which take no orders."""
    address = str(email["Reply-To"] or "")
    return address if address.startswith(tokens.PREFIX) else ""


def _text(email: EmailMessage) -> str:
    part = email.get_body(preferencelist=("plain",))
    return str(part.get_content()) if part is not None else ""
