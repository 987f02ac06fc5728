"""`manage.py play`: one instance for each data directory, with its own secret key (R22)."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.request import urlopen

import pytest

from alexandros_site import environment
from games.operations.embedded import instance_lock
from tests.platform.web_servers import ROOT, TIMEOUT, manage

pytestmark = pytest.mark.promise("R22")


def test_a_second_instance_on_the_same_data_is_refused_with_the_address_of_the_first(tmp_path):
    with instance_lock.lock(tmp_path) as lock:
        instance_lock.announce(lock, "http://127.0.0.1:8000")
        with pytest.raises(instance_lock.AlreadyRunning) as busy, instance_lock.lock(tmp_path):
            pass
    assert str(busy.value) == (
        f"Alexandros already runs on the data in {tmp_path} (process {os.getpid()}); open "
        "http://127.0.0.1:8000, or stop that one first."
    )


def test_the_data_is_unlocked_when_the_instance_has_ended(tmp_path):
    with instance_lock.lock(tmp_path):
        pass
    with instance_lock.lock(tmp_path) as lock:
        assert lock.parent == tmp_path


def test_the_command_itself_refuses_to_be_the_second(tmp_path):
    with instance_lock.lock(tmp_path):
        ended = manage(tmp_path, "play")
    assert ended.returncode == 1
    assert "already runs on the data" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_port_in_use_is_skipped_unless_it_was_requested():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        with instance_lock.listening_socket(taken, exact=False) as other:
            assert other.getsockname()[1] > taken
        with pytest.raises(instance_lock.AlreadyRunning, match=f"Port {taken} is in use"):
            instance_lock.listening_socket(taken, exact=True)


def test_the_key_is_created_once_and_readable_by_its_owner_only(tmp_path):
    key = environment.secret_key(tmp_path / "data")
    assert len(key) >= 50
    assert environment.secret_key(tmp_path / "data") == key
    assert (tmp_path / "data" / "secret-key").stat().st_mode & 0o777 == 0o600


def test_processes_that_start_at_the_same_time_share_one_key(tmp_path):
    with ThreadPoolExecutor(8) as threads:
        keys = set(threads.map(environment.secret_key, [tmp_path / "data"] * 8))
    assert len(keys) == 1
    assert len(keys.pop()) >= 50


def test_an_empty_key_file_gets_a_key(tmp_path):
    (tmp_path / "secret-key").touch(mode=0o600)  # as after a power failure at that moment
    key = environment.secret_key(tmp_path)
    assert len(key) >= 50
    assert environment.secret_key(tmp_path) == key


def test_two_that_start_at_once_get_different_ports() -> None:
    with (instance_lock.listening_socket(0, exact=True) as first,
          instance_lock.listening_socket(first.getsockname()[1], exact=False) as second):
        assert second.getsockname()[1] > first.getsockname()[1]


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


def test_the_command_serves_pages_refuses_a_second_instance_and_ends_cleanly(running, tmp_path):
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
