"""We connect to the address that was looked up and checked, and read little of the answer."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.base import outgoing_http
from tests.receiver import HOST, Receiver, reachable


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    """A service, to which alone this machine may send."""
    with reachable(tmp_path, monkeypatch) as service:
        yield service


def send(service: Receiver, seconds: float = 5.0) -> int:
    return outgoing_http.post(service.url(), b"{}", {}, seconds=seconds).status


def test_the_address_that_we_have_reached_is_checked_once_more(
    service: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = iter([True])  # public when its name is looked up, and internal once we are there
    monkeypatch.setattr(outgoing_http, "is_public", lambda address: next(asked, False))
    with pytest.raises(outgoing_http.Forbidden):
        send(service)
    assert service.requests == []


@pytest.mark.parametrize("address", ["::127.0.0.1", "fec0::1", "127.0.0.1", "169.254.169.254"])
def test_a_name_of_an_internal_address_is_refused_when_we_connect(
    service: Receiver, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    port = service.port
    monkeypatch.undo()
    monkeypatch.setattr(outgoing_http, "PORTS", {port})
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **options: [
        (0, 0, 0, "", ("93.184.216.34", 0)), (0, 0, 0, "", (address, 0))])
    with pytest.raises(outgoing_http.Forbidden):
        send(service)
    assert service.requests == []


def test_a_name_is_looked_up_once(service: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    found, names = socket.getaddrinfo, []

    def look_up(host: str, *args: Any, **options: Any) -> Any:
        names.append(host)
        return found(host, *args, **options)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    assert send(service) == 201
    assert [name for name in names if name != "127.0.0.1"] == [HOST]


def test_of_a_large_answer_only_64_kb_are_read(
    service: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.says, sizes = b"x" * 2_000_000, []
    read = outgoing_http.http.client.HTTPResponse.read
    monkeypatch.setattr(outgoing_http.http.client.HTTPResponse, "read",
                        lambda self, *args: (sizes.append(args), read(self, *args))[1])
    assert send(service) == 201
    assert sizes == [(64 * 1024,)]


def test_a_service_that_never_answers_is_left_after_the_time_limit(service: Receiver) -> None:
    service.silent.set()
    with pytest.raises(TimeoutError):
        send(service, seconds=0.2)
