"""A service on this machine to which we may send, such as a push service."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from games.base import outgoing_http

HOST = "push.example.net"


@dataclass
class Request:
    """What the service was asked to take."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """The service: what it answers, and what it has been sent."""

    port: int = 0
    answers: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    silent: threading.Event = field(default_factory=threading.Event)  # set: it never answers
    says: bytes = b""  # the body of its answers
    over: threading.Event = field(default_factory=threading.Event)

    def url(self, path: str = "/send/1") -> str:
        return f"https://{HOST}:{self.port}{path}"

    def answer(self, status: int, **headers: str) -> None:
        """What it answers to the next request; without this, it accepts everything."""
        self.answers.append((status, headers))


@contextmanager
def reachable(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    """Within the block this machine may send to the service, and to nobody else."""
    look_up = socket.getaddrinfo

    def found(host: Any, port: Any, *args: Any, **options: Any) -> Any:
        return look_up("127.0.0.1" if host == HOST else host, port, *args, **options)

    with listening(folder) as (service, trust):
        monkeypatch.setattr(socket, "getaddrinfo", found)
        monkeypatch.setattr(outgoing_http, "PORTS", {service.port})
        monkeypatch.setattr(outgoing_http, "is_public", lambda address: address == "127.0.0.1")
        monkeypatch.setattr(outgoing_http, "tls_context", lambda: trust)
        yield service


@contextmanager
def listening(folder: Path) -> Iterator[tuple[Receiver, ssl.SSLContext]]:
    """Within the block the service answers; the context is for clients that are to trust it."""
    certificate = _certificate(folder)
    service = Receiver()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(service))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    service.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield service, ssl.create_default_context(cafile=str(certificate))
    finally:
        service.over.set()
        server.shutdown()
        server.server_close()
        thread.join()


def _handler(service: Receiver) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.requests.append(Request(self.path, dict(self.headers), body))
            if service.silent.is_set():
                service.over.wait(20)
                return
            status, headers = service.answers.pop(0) if service.answers else (201, {})
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(service.says))}.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            with suppress(OSError):  # who reads only the beginning
                self.wfile.write(service.says)

        def log_message(self, *args: object) -> None:
            """Prints nothing."""

    return Handler


def _certificate(folder: Path) -> Path:
    """A certificate of the service, and its key, in one file."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name)
        .public_key(key.public_key()).serial_number(1)
        .not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / "service.pem"
    path.write_bytes(made.public_bytes(serialization.Encoding.PEM) + key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption()))
    return path
