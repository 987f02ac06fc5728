"""The ASGI application: threads make the pages, and streams of events, which last, need none.

Pages are made as under WSGI, by a few threads that keep their connections to the database.
"""

from __future__ import annotations

from typing import Any

from a2wsgi import WSGIMiddleware
from django.core.asgi import get_asgi_application

from alexandros_site.wsgi import application as wsgi_application

THREADS = 8
STREAM = "/stream"  # the last part of the address of every stream

_wsgi: Any = wsgi_application
_pages: Any = WSGIMiddleware(_wsgi, workers=THREADS)
_streams: Any = get_asgi_application()


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Answer a request as a page or as a stream."""
    # A name with an underscore would pass for the one with a hyphen, which only the proxy sets.
    headers = [(name, value) for name, value in scope["headers"] if b"_" not in name]
    app = _streams if scope["path"].rstrip("/").endswith(STREAM) else _pages
    await app({**scope, "headers": headers}, receive, send)
