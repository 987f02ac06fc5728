"""A request for a host that is not ours is refused and fills no log."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests.platform.web_servers import get, play

pytestmark = pytest.mark.promise("R21")


@pytest.mark.parametrize("host", [
    "evil.example.org", "evil.example.org:80:90", "..", "a b", "x" * 5000, "%0d%0aX-Header: 1",
    "bob@example.org",
])
def test_an_invalid_host_is_answered_400_with_one_line_in_the_log(
    running: tuple[int, Path], host: str
) -> None:
    port, log = running
    before = len(log.read_text(encoding="utf-8"))
    assert get(port, "/", Host=host)[0] == 400
    said = log.read_text(encoding="utf-8")[before:]
    assert said.count("\n") <= 1
    assert "Traceback" not in said
    assert len(said) < 400
    assert "bob@" not in said


def test_the_line_names_the_host(running: tuple[int, Path]) -> None:
    port, log = running
    assert get(port, "/", Host="other.example.org")[0] == 400
    assert "Invalid HTTP_HOST header: 'other.example.org'" in log.read_text(encoding="utf-8")


def test_an_answer_to_head_has_no_content(running: tuple[int, Path]) -> None:
    port, _log = running
    with socket.create_connection(("127.0.0.1", port), 30) as connection:
        for path in ("/health", "/rules/", "/push-worker.js"):
            connection.sendall(f"HEAD {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        connection.sendall(f"GET /health HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
                           "Connection: close\r\n\r\n".encode())
        said = b"".join(iter(lambda: connection.recv(65536), b"")).decode()
    assert [head.split("\r\n")[0] for head in said.split("\r\n\r\n")[:4]] == [
        "HTTP/1.1 200 OK"] * 4


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> object:
    """The port and log of `manage.py play`."""
    data = tmp_path_factory.mktemp("hosts")
    with play(data) as port:
        yield port, data / "log"
