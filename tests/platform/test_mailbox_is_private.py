"""The mailbox, which shows sign-in codes, opens only for this machine (R22).

Real servers answer here, as an operator with incomplete settings would start them.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from tests.platform.web_servers import get, manage, play, serve

pytestmark = pytest.mark.promise("R22")

# What proxies, tunnels and content delivery networks add.
FORWARDED = {
    "Forwarded": "for=198.51.100.7", "X_Forwarded_For": "198.51.100.7",
    "X_Forwarded_Host": "play.example.org", "X_Forwarded_Proto": "https",
    "X_Forwarded_Server": "proxy", "X_Real_IP": "198.51.100.7", "Via": "1.1 proxy",
    "CF_Connecting_IP": "198.51.100.7", "True_Client_IP": "198.51.100.7",
    "X_Client_IP": "198.51.100.7", "X_Cluster_Client_IP": "198.51.100.7",
    "Fly_Client_IP": "198.51.100.7", "Fastly_Client_IP": "198.51.100.7",
    "X_Original_Forwarded_For": "198.51.100.7", "X_Envoy_External_Address": "198.51.100.7",
    "X_Amzn_Trace_Id": "Root=1-2", "X_Cloud_Trace_Context": "1/2", "X_Azure_ClientIP": "1.2.3.4",
    "X_AppEngine_User_IP": "198.51.100.7", "CF_Ray": "1", "X_Request_Id": "1",
    "Tailscale_User_Login": "bob",
}
LINK = 'href="/mailbox/"'


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data directory of all servers here."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def local_port(data: Path) -> Iterator[int]:
    """The port of `manage.py play` without any configuration, which has prepared the data."""
    with play(data) as port:
        yield port


def test_this_machine_sees_its_mailbox(local_port: int) -> None:
    for host in ("127.0.0.1", f"localhost:{local_port}", "[::1]"):
        assert get(local_port, "/mailbox/", Host=host)[0] == 200
        assert LINK in get(local_port, "/", Host=host)[1]


@pytest.mark.parametrize("header", FORWARDED)
def test_a_request_that_was_forwarded_sees_no_mailbox(local_port: int, header: str) -> None:
    forwarded = {header: FORWARDED[header]}
    assert get(local_port, "/mailbox/", **forwarded)[0] == 404
    status, page = get(local_port, "/account/login/", **forwarded)
    assert (status, LINK in page) == (200, False)


def test_a_proxy_that_adds_nothing_is_known_by_its_old_protocol(local_port: int) -> None:
    # By default nginx asks with HTTP/1.0 and its own idea of the host.
    with socket.create_connection(("127.0.0.1", local_port)) as connection:
        connection.sendall(f"GET /mailbox/ HTTP/1.0\r\nHost: 127.0.0.1:{local_port}\r\n"
                           "Connection: close\r\n\r\n".encode("ascii"))
        assert connection.makefile("rb").readline().split()[1] == b"404"


@pytest.mark.parametrize("variables", [
    {"ALEXANDROS_HOSTS": "play.example.org"},
    {"ALEXANDROS_HOSTS": "*"},
    {"ALEXANDROS_HOSTS": ".example.org"},
    {"ALEXANDROS_HOSTS": "0.0.0.0"},  # noqa: S104
    {"ALEXANDROS_BEHIND_PROXY": "1"},
    {"ALEXANDROS_URL": "https://play.example.org", "ALEXANDROS_HOSTS": "localhost"},
])
def test_without_a_mail_server_a_public_site_is_not_served(
    tmp_path: Path, variables: dict[str, str]
) -> None:
    ended = manage(tmp_path, "play", **variables)
    assert ended.returncode == 1
    assert "alexandros.E001" in ended.stderr
    assert "Set EMAIL_URL" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("command", [
    ["runserver", "--noreload", "127.0.0.1:0"], ["serve"], ["check"], ["migrate"],
])
def test_every_other_command_says_so_too(tmp_path: Path, command: list[str]) -> None:
    ended = manage(tmp_path, *command, ALEXANDROS_HOSTS="play.example.org")
    assert ended.returncode == 1
    assert "Set EMAIL_URL" in ended.stderr


def test_a_public_site_has_no_mailbox_even_if_it_is_started(local_port: int, data: Path) -> None:
    with serve(data, checked=False, ALEXANDROS_HOSTS="*") as server:
        assert get(server, "/mailbox/")[0] == 404
        assert get(server, "/mailbox/", Host="play.example.org")[0] == 404


def test_a_unix_socket_does_not_prove_that_the_reader_is_on_this_machine(
    local_port: int, data: Path
) -> None:
    with serve(data) as server:
        assert get(server, "/mailbox/")[0] == 404


@pytest.mark.django_db
@pytest.mark.parametrize(("address", "status"), [
    ("127.0.0.1", 200), ("127.8.8.8", 200), ("::1", 200), ("::ffff:127.0.0.1", 200),
    ("192.168.1.2", 404), ("::ffff:192.168.1.2", 404), ("", 404), ("unix:", 404), ("nowhere", 404),
])
def test_only_a_reader_on_loopback_sees_the_mailbox(address: str, status: int) -> None:
    local = Client(headers={"host": "localhost"}, REMOTE_ADDR=address)
    assert local.get("/mailbox/").status_code == status


@pytest.mark.django_db
@pytest.mark.parametrize("host", ["play.example.org", "testserver"])
def test_only_a_loopback_name_opens_the_mailbox(host: str, settings: object) -> None:
    settings.ALLOWED_HOSTS = ["*"]  # type: ignore[attr-defined]
    assert Client(headers={"host": host}).get("/mailbox/").status_code == 404
