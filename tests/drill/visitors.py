"""Visitors: what everybody in a drill has in common who asks the site for pages."""

from __future__ import annotations

import http.client
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from django.contrib.sessions.backends.base import UpdateError
from django.db import Error as DatabaseError
from django.db import connection

from tests.drill.ledger import Accepted, Ledger
from tests.drill.outages import Outages
from tests.kill.http_client import HttpClient, Response

PATIENCE = 240.0  # seconds after which a person complains that nothing happens
RETRY = 1.0  # seconds before a person tries the same again
Answer = TypeVar("Answer")
_PLAYED = re.compile(r"played=(\d+)-(\d+)")


@dataclass(frozen=True, slots=True)
class Notes:
    """Where visitors write down what happens, and read what the drill is doing to the site."""

    ledger: Ledger
    outages: Outages


class Visitor(threading.Thread):
    """Somebody with a browser, until they are asked to leave."""

    def __init__(self, name: str, *, client: HttpClient, notes: Notes) -> None:
        super().__init__(name=name, daemon=True)
        self.client, self.notes, self.ledger = client, notes, notes.ledger
        self.leaving = threading.Event()

    def request(self, method: str, path: str, **fields: object) -> Response | None:
        """The response; None if there is none, which people see as a browser's error page.

        The ``fields`` are those of a form or, without one, headers.
        Complains about errors of the server while everything it needs is there.
        """
        start = time.monotonic()
        try:
            if method == "POST":
                response = self.client.post(path, **fields)
            else:
                headers = {name: str(value) for name, value in fields.items()}
                response = self.client.get(path, **headers)
        except (OSError, http.client.HTTPException):
            self.ledger.count("requests without a response")
            return None
        if response.status == 503 and response.retry_after:
            self.ledger.count("requests told to come back later")
        elif response.status >= 500:
            self.ledger.count("errors of the server")
            if not self.notes.outages.touch(start, time.monotonic()):
                self.ledger.complain(f"{method} {path}: {response.status}")
        return response

    def give_orders(self, code: str, order: str, *, number: int, seat: int, key: str) -> bool:
        """Sends the form, and sends the same form again until there is a definite answer.

        Returns whether the orders were played; the game may have moved on.
        """
        start = time.monotonic()
        while time.monotonic() < start + PATIENCE:
            response = self.request("POST", f"/games/{code}/orders/", orders=order, number=number,
                                    key=key)
            if response is not None and response.status == 302:
                self.ledger.took("page: a turn until it is accepted", time.monotonic() - start)
                played = _PLAYED.search(response.location)
                assert played is not None, response.location
                self.ledger.accept(Accepted(code, seat, order, int(played[1]), int(played[2])))
                return True
            if response is not None and response.status == 409:
                self.ledger.count("orders that came too late")
                return False
            if response is not None and response.status < 500:
                self.ledger.complain(f"{code}: {order!r} at row {number} got {response.status}")
                return False
            time.sleep(RETRY)
        self.ledger.complain(f"{code}: no answer to {order!r} on the page in {PATIENCE:.0f} s")
        return False


def patiently(question: Callable[..., Answer], *about: object) -> Answer:
    """The answer, as soon as the database gives one; the drill stops it now and then."""
    while True:
        try:
            return question(*about)
        except (DatabaseError, UpdateError):  # the latter is one that saving a session hides
            connection.close()
            time.sleep(RETRY)
