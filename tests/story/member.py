"""Members: people with a browser, a mailbox and a program that writes emails."""

from __future__ import annotations

import contextlib
import queue
import re
import smtplib
import time
from collections.abc import Callable, Sequence
from email.message import EmailMessage
from email.utils import make_msgid

from tests.drill.emails import address_for_orders, text_of
from tests.drill.mail_server import MailServer
from tests.story.browser import Browser, Page
from tests.story.service import PATIENCE

_CODE = re.compile(r"\b[A-Z]{4}-[A-Z]{4}\b")
_GAME = re.compile(r"/games/([a-z0-9]{10})/")


class Member:
    """Somebody who has signed up with an address and chosen a name."""

    def __init__(self, name: str, *, number: int, web: int, door: int, mail: MailServer) -> None:
        self.name, self.address = name, f"{name.lower()}@{name.lower()}.example"
        self.browser = Browser(web, f"127.2.0.{number}")
        self.read: list[EmailMessage] = []
        self._door, self._box = door, mail.boxes[self.address]

    def sign_up(self) -> None:
        """Make an account with the code that comes by email, and choose a name."""
        self.browser.submit("/account/login/", email=self.address)
        email = self.wait_for("a code", lambda email: _CODE.search(text_of(email)) is not None)
        found = _CODE.search(text_of(email))
        assert found is not None
        self.browser.submit("/account/login/code/", code=found[0])
        page = self.browser.submit("/account/", name=self.name)
        self.sees(page, f"Welcome, {self.name}.")
        # Reviews take a minute of processor time for each game, and are no part of the story.
        self.browser.submit("/account/reviews/", seen_at="/account/")

    def sees(self, page: Page, *words: str) -> None:
        """Fail if a page does not say all of these."""
        self._reads(page.path, page.text, words)

    def finds(self, email: EmailMessage, *words: str) -> None:
        """Fail if an email does not say all of these."""
        self._reads("an email", words_of(email), words)

    def _reads(self, where: str, text: str, words: Sequence[str]) -> None:
        for each in words:
            assert each in text, f"{self.name} does not read {each!r} in {where}: {text}"

    # Email.

    def fetch(self) -> None:
        """Read the emails that have come since the last time."""
        with contextlib.suppress(queue.Empty):
            while True:
                self.read.append(self._box.get_nowait())

    def wait_for(self, what: str, wanted: Callable[[EmailMessage], bool]) -> EmailMessage:
        """Return the newest email of this kind, which may have been read already."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.fetch()
            for email in reversed(self.read):
                if wanted(email):
                    return email
            time.sleep(0.1)
        subjects = [str(email["Subject"]) for email in self.read]
        raise AssertionError(f"{self.name} has not got {what}, only {subjects}")

    def is_told_of_end(self, code: str) -> bool:
        """Return whether an email has told of the end of this game."""
        return any(is_over(email, code) for email in self.read)

    def reply(self, email: EmailMessage, text: str) -> str:
        """Reply as email programs do, with a signature and a quotation; return the Message-ID."""
        message = EmailMessage()
        message["From"], message["To"] = f"{self.name} <{self.address}>", str(email["Reply-To"])
        message["Subject"] = f"Re: {email['Subject']}"
        message["Message-ID"] = make_msgid(domain=self.address.partition("@")[2])
        message["In-Reply-To"] = message["References"] = str(email["Message-ID"])
        quoted = "\n".join(f"> {line}".rstrip() for line in text_of(email).splitlines())
        message.set_content(f"{text}\n\n-- \n{self.name}\nSent from Pella\n\n"
                            f"On Monday, {email['From']} wrote:\n{quoted}\n")
        with smtplib.SMTP("127.0.0.1", self._door, timeout=30) as door:
            door.sendmail(self.address, [address_for_orders(email)], message.as_bytes())
        return str(message["Message-ID"])


def words_of(email: EmailMessage) -> str:
    """Return the subject and the text of an email with single spaces."""
    return " ".join(f"{email['Subject']}\n{text_of(email)}".split())


def game_of(email: EmailMessage) -> str:
    """Return the code of the game of which an email tells; "" for none."""
    found = _GAME.search(text_of(email))
    return found[1] if found else ""


def is_over(email: EmailMessage, code: str) -> bool:
    """Return whether an email tells of the end of this game."""
    return game_of(email) == code and " is over" in words_of(email)[:200]
