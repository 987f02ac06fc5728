"""A push service on this machine, and browsers that have subscribed to it."""

from __future__ import annotations

import json
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.x509.oid import NameOID

from games.post.push.keys import encoded

HOST = "push.example.net"
AUTH = b"sixteen bytes ok"


@dataclass
class Request:
    """What the push service was asked to deliver."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class PushService:
    """The service: what it answers, and what it has been sent."""

    port: int = 0
    answers: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    silent: threading.Event = field(default_factory=threading.Event)  # set: it never answers
    over: threading.Event = field(default_factory=threading.Event)

    def url(self, path: str = "/send/1") -> str:
        return f"https://{HOST}:{self.port}{path}"

    def answer(self, status: int, **headers: str) -> None:
        """What it answers to the next request; without this, it accepts everything."""
        self.answers.append((status, headers))


class Browser:
    """A browser's side of a subscription: it can read what is sent to it (RFC 8291)."""

    @cached_property
    def key(self) -> ec.EllipticCurvePrivateKey:
        return ec.derive_private_key(20260301, ec.SECP256R1())

    @cached_property
    def point(self) -> bytes:
        return self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)

    @property
    def subscription(self) -> dict[str, str]:
        return {"p256dh": encoded(self.point), "auth": encoded(AUTH)}

    def read(self, request: Request) -> dict[str, Any]:
        salt, sender, sealed = request.body[:16], request.body[21:86], request.body[86:]
        shared = self.key.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        material = _derive(shared, AUTH, b"WebPush: info\0" + self.point + sender, 32)
        key = _derive(material, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derive(material, salt, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, sealed, b"")
        assert text[-1:] == b"\x02"  # this is the last record
        return dict(json.loads(text[:-1]))


def _derive(secret: bytes, salt: bytes, info: bytes, size: int) -> bytes:
    return HKDF(hashes.SHA256(), size, salt, info).derive(secret)


@contextmanager
def listening(folder: Path) -> Iterator[tuple[PushService, ssl.SSLContext]]:
    """Within the block the service answers; the context is for clients that are to trust it."""
    certificate = _certificate(folder)
    service = PushService()
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


def _handler(service: PushService) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.requests.append(Request(self.path, dict(self.headers), body))
            if service.silent.is_set():
                service.over.wait(20)
                return
            status, headers = service.answers.pop(0) if service.answers else (201, {})
            self.send_response(status)
            for name, value in {**headers, "Content-Length": "0"}.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            """Prints nothing."""

    return Handler


def _certificate(folder: Path) -> Path:
    """A certificate of the push service, and its key, in one file."""
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
    path = folder / "push-service.pem"
    path.write_bytes(made.public_bytes(serialization.Encoding.PEM) + key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption()))
    return path
