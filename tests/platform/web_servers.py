"""Real web servers of the service on loopback or a Unix socket, and plain requests to them."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

from tests import with_servers
from tests.commands import run_command

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT = 120.0  # seconds


def environment(data: Path, **variables: str) -> dict[str, str]:
    """The environment of a program that is configured by these variables alone."""
    return {"PATH": os.environ["PATH"], "HOME": str(data), "ALEXANDROS_DATA": str(data),
            "DJANGO_SETTINGS_MODULE": "tests.platform.separate_static_files", **variables}


def manage(data: Path, *arguments: str, umask: int = -1,
           **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs ``manage.py`` in a process of its own."""
    return run_command(*arguments, environment=environment(data, **variables), umask=umask)


@contextmanager
def play(data: Path, *, umask: int = -1, **variables: str) -> Iterator[int]:
    """Runs ``manage.py play`` within the block and yields its port."""
    with (data / "log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "play", "--port", str(with_servers.free_port())],
            cwd=ROOT, env=environment(data, **variables),
            stdout=subprocess.PIPE, stderr=log, text=True, umask=umask,
        )
    try:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", process.stdout.readline())
        assert found, (data / "log").read_text(encoding="utf-8")
        yield int(found[1])
    finally:
        process.kill()
        process.communicate()


@contextmanager
def serve(data: Path, *, checked: bool = True, **variables: str) -> Iterator[Path]:
    """Runs ``manage.py serve`` on a Unix socket within the block and yields the socket's path.

    If not ``checked``, the server is started without the command, which checks the settings.
    """
    path = data / "web.sock"
    command = (["manage.py", "serve", "--bind", f"unix:{path}", "--workers", "1"] if checked
               else ["-m", "uvicorn", "alexandros_site.asgi:application", "--uds", str(path)])
    process = subprocess.Popen(
        [sys.executable, *command], cwd=ROOT,
        env=environment(data, ALEXANDROS_LOG="INFO", **variables),
        stderr=subprocess.PIPE, text=True,
    )
    try:
        assert process.stderr is not None
        assert any("running on" in line for line in process.stderr), "it did not start"
        yield path
    finally:
        process.terminate()
        process.communicate()


class _ByUnixSocket(HTTPConnection):
    """An HTTP connection by a Unix socket."""

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(TIMEOUT)
        self.sock.connect(self.host)


def connect(server: int | Path) -> HTTPConnection:
    """A connection to a server; ``server`` is a port, or the path of a Unix socket."""
    return (_ByUnixSocket(str(server)) if isinstance(server, Path)
            else HTTPConnection("127.0.0.1", server, timeout=TIMEOUT))


def get(server: int | Path, path: str, **headers: str) -> tuple[int, str]:
    """The status and text of a page.

    Underscores in the names of headers stand for hyphens.
    """
    connection = connect(server)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("GET", path, headers={"Host": "127.0.0.1", **named})
    response: HTTPResponse = connection.getresponse()
    try:
        return response.status, response.read().decode()
    finally:
        connection.close()
