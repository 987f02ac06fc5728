"""One POST to a push service: to a checked address, within a time limit, without redirects."""

from __future__ import annotations

import http.client
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from games.base.time_limits import TimeLimit
from games.push import endpoints

TIME_LIMIT = 10.0  # seconds for everything after the host's addresses are known


@dataclass(frozen=True, slots=True)
class Answer:
    """What a push service answered; ``retry_after`` is in seconds, None if it names no time."""

    status: int
    retry_after: int | None = None


class _Connection(http.client.HTTPSConnection):
    """A connection to the first of some addresses that answers; its host is only a name."""

    def __init__(self, host: str, port: int, *, addresses: list[str], limit: TimeLimit):
        super().__init__(host, port, timeout=TIME_LIMIT)
        self._addresses = addresses
        self._limit = limit

    def connect(self) -> None:
        plain = self._reach()
        self._limit.watch(plain)
        self.sock = tls_context().wrap_socket(plain, server_hostname=self.host)

    def _reach(self) -> socket.socket:
        pause = TIME_LIMIT / len(self._addresses)
        failure = OSError("there is no address")
        for address in self._addresses:
            try:
                reached = socket.create_connection((address, self.port), timeout=pause)
            except OSError as error:
                failure = error
            else:
                reached.settimeout(TIME_LIMIT)
                return reached
        raise failure


def tls_context() -> ssl.SSLContext:
    """How push services have to prove who they are: by a certificate this machine trusts."""
    return ssl.create_default_context()


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Sends the message; raises Forbidden, OSError or HTTPException if there is no answer."""
    host, port = endpoints.host_and_port(url)
    addresses = endpoints.lookup(host, port)
    with TimeLimit(TIME_LIMIT) as limit:
        connection = _Connection(host, port, addresses=addresses, limit=limit)
        try:
            connection.request("POST", _path(url), body, dict(headers))
            response = connection.getresponse()
            return Answer(response.status, _seconds(response.getheader("Retry-After")))
        except (OSError, http.client.HTTPException) as error:
            if limit.expired:
                raise TimeoutError("the push service took too long") from error
            raise
        finally:
            connection.close()


def _path(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"


def _seconds(header: str | None) -> int | None:
    """The header as seconds; a date, which hardly any service sends, counts as nothing."""
    return int(header) if header and header.isdecimal() and len(header) < 8 else None
