"""A browser without JavaScript: it keeps cookies, follows redirects and sends forms as they are."""

from __future__ import annotations

import html
import http.client
import re
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

TIMEOUT = 60.0  # seconds
REDIRECTS = 5
_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
_FORM = re.compile(r'<form\b[^>]*method="post"')
_UNSEEN = re.compile(r"<(script|style|head)\b.*?</\1>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class Page:
    """A page, where it is, and its source."""

    status: int
    path: str
    source: str

    @property
    def text(self) -> str:
        """What somebody reads on it, with single spaces."""
        return plain(self.source)


def plain(source: str) -> str:
    """Return the text of a page, without its tags and with single spaces."""
    return " ".join(html.unescape(_TAG.sub(" ", _UNSEEN.sub(" ", source))).split())


@dataclass
class Browser:
    """One person's browser; ``address`` is theirs, of which loopback has many."""

    port: int
    address: str
    _cookies: dict[str, str] = field(default_factory=dict)

    def get(self, path: str) -> Page:
        """Return the page to which this path leads; an error of any kind is an AssertionError."""
        return self._follow("GET", path)

    def submit(self, path: str, *, seen_at: str = "", **fields: object) -> Page:
        """Look at the page with a form (``seen_at``, or else its target), send it, and look."""
        source = self.get(seen_at or path).source
        assert _FORM.search(source), f"{seen_at or path} has no form to send"
        if token := _TOKEN.search(source):  # links that carry a secret themselves have none
            fields["csrfmiddlewaretoken"] = token[1]
        body = urlencode(fields, doseq=True)
        return self._follow("POST", path, body)

    def _follow(self, method: str, path: str, body: str | None = None) -> Page:
        for _ in range(REDIRECTS):
            status, location, source = self._request(method, path, body)
            if not location:
                page = Page(status, path, source)
                assert status == 200, f"{method} {path} answers {status}: {page.text[:500]}"
                return page
            parts = urlsplit(location)
            method, body = "GET", None
            path = f"{parts.path}?{parts.query}" if parts.query else parts.path
        raise AssertionError(f"{path} redirects again and again")

    def _request(self, method: str, path: str, body: str | None) -> tuple[int, str, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT,
                                                source_address=(self.address, 0))
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            source = response.read().decode(errors="replace")
        finally:
            connection.close()
        for line in response.headers.get_all("Set-Cookie") or ():
            cookies = SimpleCookie(line)
            self._cookies.update((name, morsel.value) for name, morsel in cookies.items())
        return response.status, response.headers["Location"] or "", source
