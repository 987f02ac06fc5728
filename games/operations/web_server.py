"""The web server, the same for a site in one process and for one of many."""

from __future__ import annotations

from typing import Any

from django.conf import settings

# Streams go on for ever: when the server is to stop, they are cut off after this time, in seconds,
# and browsers connect again.
GRACE = 5
BUSY = 60  # seconds for which a process may not answer before it is taken for dead

OPTIONS: dict[str, Any] = {
    "lifespan": "off", "ws": "none", "access_log": False, "log_config": None,
    "proxy_headers": False,  # the pages read them, if the site is behind a proxy
    "server_header": False,
    "timeout_graceful_shutdown": GRACE, "timeout_worker_healthcheck": BUSY,
}


def application() -> str:
    """Return the name of the site's ASGI application, as uvicorn wants it."""
    return ":".join(settings.ASGI_APPLICATION.rsplit(".", 1))
