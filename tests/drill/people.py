"""Simulated people: each waits for emails, and answers on the page or by email until it works."""

from __future__ import annotations

import queue
import random
import re
import smtplib
import time
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import make_msgid

from django.db import connection

from alexandros_rules.bot_plans import next_move
from games.models import Game, User
from games.table.play import bot_tasks, event_log, history
from tests.drill.emails import address_for_orders, text_of, turn_of
from tests.drill.ledger import Unanswered
from tests.drill.mail_server import MailServer
from tests.drill.visitors import PATIENCE, RETRY, Notes, Visitor, patiently
from tests.kill.http_client import signed_in_client

TOO_MANY = b"4.7.1"  # how the door refuses more email than its quotas allow
LAST_ANSWER = "We will not reply to further mistakes"  # in the last refusal of a day


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


class Person(Visitor):
    """One person at one table after another; some prefer the page, others email."""

    def __init__(self, user: User, *, place: Place, notes: Notes, seed: int) -> None:
        super().__init__(user.name, client=signed_in_client(user, port=place.web), notes=notes)
        self.user, self.address = user, user.email or ""
        self._place = place
        self._chance = random.Random(seed)
        self._by_email = self._chance.random() < 0.5

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

        Whoever plays by email answers only emails about the present turn, because others often move
        first, and the service answers few mistakes; after the last answer they use the page.
        """
        found = re.search(r"/games/([a-z0-9]{10})/", text_of(email))
        if found is None:
            return
        reply_to = address_for_orders(email)
        while not self.leaving.is_set():
            position = patiently(self._position, found[1])
            if position is None:
                return
            if self._by_email and reply_to:
                if patiently(turn_of, reply_to) != position.turn:
                    return
                answer = self._answer_by_email(reply_to, position.order, code=found[1])
                reply_to = address_for_orders(answer) if answer is not None else ""
            else:
                self._answer_on_page(found[1], position)
            self.ledger.count("moves of people")

    def _position(self, code: str) -> Position | None:
        """The position and a move for it; None if it is not this person's turn."""
        game = Game.objects.get(code=code)
        seat = game.seats.filter(user__email=self.address, to_move=True).first()
        if seat is None or game.status != Game.Status.RUNNING:
            return None
        view = history.view(game, seat.index)
        ruleset = event_log.ruleset_of(game)
        bot = ruleset.bots[bot_tasks.default_bot(ruleset)]
        move = next_move(bot, view, seat=seat.index, salt=self._chance.randbytes(8))
        return Position(game.turn, game.number, seat.index, ruleset.format(move, view))

    def _answer_on_page(self, code: str, position: Position) -> None:
        response = self.request("GET", f"/games/{code}/")
        if response is not None:
            self.ledger.took("page: looking at a game", response.seconds)
        self.give_orders(code, position.order, number=position.number, seat=position.seat,
                         key=f"{self._chance.random()}")

    def _answer_by_email(self, to: str, order: str, *, code: str) -> EmailMessage | None:
        """Sends the order, and waits for what the service says about it."""
        message, start = self._written(to, order), time.monotonic()
        if not self._hand_in(message, to):
            return None
        self.ledger.acknowledge(str(message["Message-ID"]))
        answer = self._wait_for_answer(str(message["Message-ID"]))
        if answer is None:
            self.ledger.miss(Unanswered(code, order, str(message["Message-ID"]), PATIENCE))
            return None
        self.ledger.took("email: a turn until its receipt", time.monotonic() - start)
        if LAST_ANSWER in " ".join(text_of(answer).split()):
            self._by_email = False
        return answer

    def _written(self, to: str, order: str) -> EmailMessage:
        message = EmailMessage()
        message["From"], message["To"] = self.address, to
        message["Subject"], message["Message-ID"] = "Re: your turn", make_msgid(domain="drill")
        message.set_content(f"{order}\n")
        return message

    def _hand_in(self, message: EmailMessage, to: str) -> bool:
        """Tries until the door has acknowledged the email, as a mail server would.

        Returns whether it has: whoever writes too often may come back in another hour.
        """
        while True:
            try:
                with smtplib.SMTP("127.0.0.1", self._place.door, timeout=30) as door:
                    door.sendmail(self.address, [to], message.as_bytes())
                return True
            except smtplib.SMTPRecipientsRefused as refused:
                if any(TOO_MANY in said for _code, said in refused.recipients.values()):
                    self.ledger.count("emails beyond the quota of an hour")
                    return False
                self.ledger.count("emails that had to be sent again")
                time.sleep(RETRY)
            except (OSError, smtplib.SMTPException):
                self.ledger.count("emails that had to be sent again")
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
