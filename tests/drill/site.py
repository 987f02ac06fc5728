"""The site of a drill: where it is, and the environment of its processes."""

from __future__ import annotations

import os
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.drill.mail_server import MailServer
from tests.with_servers import free_port

REPLY_DOMAIN = "play.example.net"


@dataclass(frozen=True, slots=True)
class Site:
    """The ports and the environment that the service's processes share."""

    folder: Path
    web: int
    door: int
    environment: dict[str, str]


def site(folder: Path, *, database_url: str, redis_url: str, mail: MailServer) -> Site:
    """A site on loopback with a real database, broker and mail server."""
    web, door = free_port(), free_port()
    return Site(folder, web, door, {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "HOME": str(folder),
        "ALEXANDROS_DATA": str(folder / "data"),
        "ALEXANDROS_URL": f"http://127.0.0.1:{web}",
        "ALEXANDROS_REPLY_DOMAIN": REPLY_DOMAIN,
        "SECRET_KEY": os.environ.get("SECRET_KEY") or secrets.token_urlsafe(50),
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "EMAIL_URL": f"smtp://127.0.0.1:{mail.port}",
    })
