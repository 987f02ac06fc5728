"""`manage.py play`: one command serves the pages, and ends cleanly (R22)."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

pytestmark = pytest.mark.promise("R22")

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT = 120.0  # seconds


def play(data: Path) -> subprocess.Popen[str]:
    """Starts the command with this data directory, no configuration and loopback only."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(data), "ALEXANDROS_DATA": str(data)}
    return subprocess.Popen([sys.executable, "manage.py", "play"], cwd=ROOT, env=environment,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            preexec_fn=hear_interrupts)


def hear_interrupts() -> None:
    """Reacts to Ctrl-C as in a terminal, even if the tests run in the background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def running(tmp_path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process and the address that it printed."""
    process = play(tmp_path)
    try:
        address = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())[0]
        yield process, address
    finally:
        process.kill()
        process.communicate()


def test_it_serves_pages_refuses_a_second_instance_and_ends_cleanly(running, tmp_path):
    process, address = running
    with urlopen(address) as page:  # noqa: S310 - our own address
        assert page.status == 200
        assert page.headers["Cache-Control"] == "private, no-store"
        assert "unsafe" not in page.headers["Content-Security-Policy"]
    with urlopen(f"{address}mailbox/") as page:  # noqa: S310 - our own address
        assert b"No email has been sent yet." in page.read()

    second = play(tmp_path)
    _, complaint = second.communicate(timeout=TIMEOUT)
    assert second.returncode == 1
    assert f"open {address[:-1]}, or stop that one first." in complaint

    process.send_signal(signal.SIGINT)
    out, complaints = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 0
    assert out.endswith("Stopped. Your games are kept.\n")
    assert "Traceback" not in complaints
    assert {"alexandros.sqlite3", "secret-key"} <= {path.name for path in tmp_path.iterdir()}
