"""A browser without a screen for a web server in another process."""

from __future__ import annotations

import http.client
import time
from dataclasses import dataclass
from urllib.parse import urlencode

from django.test import Client

from games.models import User

CSRF = "k" * 32


@dataclass(frozen=True, slots=True)
class Answer:
    """What a page answered, and after how many seconds."""

    status: int
    text: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who is logged in at the server on this port."""

    port: int
    session: str

    def post(self, path: str, **fields: object) -> Answer:
        """Sends a form as a browser does."""
        body = urlencode({**fields, "csrfmiddlewaretoken": CSRF})
        return self._ask("POST", path, body)

    def get(self, path: str) -> Answer:
        return self._ask("GET", path, None)

    def is_let_in(self) -> bool:
        """Whether the server is there."""
        try:
            return self.get("/").status == 200
        except OSError:
            return False

    def _ask(self, method: str, path: str, body: str | None) -> Answer:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        begun = time.monotonic()
        try:
            line.request(method, path, body, {
                "Cookie": f"sessionid={self.session}; csrftoken={CSRF}",
                "Content-Type": "application/x-www-form-urlencoded",
            })
            answer = line.getresponse()
            text = answer.read().decode()
        finally:
            line.close()
        return Answer(answer.status, text, time.monotonic() - begun)


def visitor(user: User, *, port: int) -> Visitor:
    """This person, logged in."""
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return Visitor(port, client.cookies["sessionid"].value)
