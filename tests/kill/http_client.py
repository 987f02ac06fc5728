"""A minimal HTTP client for a web server in another process."""

from __future__ import annotations

import http.client
import time
from dataclasses import dataclass
from urllib.parse import urlencode

from django.test import Client

from games.models import User

CSRF = "k" * 32


@dataclass(frozen=True, slots=True)
class Response:
    """A response, how many seconds it took, and two headers ("" if it does not have them)."""

    status: int
    body: bytes
    seconds: float
    location: str = ""
    retry_after: str = ""

    @property
    def text(self) -> str:
        return self.body.decode(errors="replace")


@dataclass(frozen=True, slots=True)
class HttpClient:
    """A client with a session on the server on this port.

    ``address`` is the client's own address ("": the usual one); on loopback it can have many.
    """

    port: int
    session: str
    address: str = ""

    def post(self, path: str, **fields: object) -> Response:
        """Sends a form like a browser."""
        body = urlencode({**fields, "csrfmiddlewaretoken": CSRF})
        return self._request("POST", path, body)

    def get(self, path: str, **headers: str) -> Response:
        return self._request("GET", path, None, **headers)

    def can_connect(self) -> bool:
        """Whether the server answers."""
        try:
            return self.get("/").status == 200
        except OSError:
            return False

    def _request(self, method: str, path: str, body: str | None, **headers: str) -> Response:
        source = (self.address, 0) if self.address else None
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60,
                                                source_address=source)
        start = time.monotonic()
        try:
            connection.request(method, path, body, {
                "Cookie": f"sessionid={self.session}; csrftoken={CSRF}",
                "Content-Type": "application/x-www-form-urlencoded", **headers,
            })
            response = connection.getresponse()
            content = _content(response)
        finally:
            connection.close()
        return Response(response.status, content, time.monotonic() - start,
                        response.headers["Location"] or "", response.headers["Retry-After"] or "")


def _content(response: http.client.HTTPResponse) -> bytes:
    """The body of a response; of a stream, which goes on, up to its first event."""
    if response.headers.get_content_type() != "text/event-stream":
        return response.read()
    lines = list[bytes]()
    for line in response:
        lines.append(line)
        if line.startswith(b"data:"):
            break
    return b"".join(lines)


def signed_in_client(user: User, *, port: int) -> HttpClient:
    """A client that is signed in as this user."""
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return HttpClient(port, client.cookies["sessionid"].value)
