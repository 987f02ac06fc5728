"""The ASGI application: threads make the pages, and streams of events, which last, need none.

Pages are made as under WSGI, by a few threads that keep their connections to the database.  A
thread gets a request when all of it is there, so nobody keeps one waiting, and what was cut off on
its way is not taken for the whole.
"""

from __future__ import annotations

from typing import Any

from a2wsgi import WSGIMiddleware
from django.conf import settings
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
    if scope["path"].rstrip("/").endswith(STREAM):
        await _streams({**scope, "headers": headers}, receive, send)
        return
    body = await _body(receive)
    if body is None:
        return
    if body and b"content-length" not in dict(headers):  # it came in chunks
        headers.append((b"content-length", str(len(body)).encode()))

    async def received() -> dict[str, Any]:
        return {"type": "http.request", "body": body}

    await _pages({**scope, "headers": headers}, received, send)


async def _body(receive: Any) -> bytes | None:
    """Return the body of a request, or None if its sender has gone before its end.

    Of one that is too large, which Django refuses, the rest is thrown away.
    """
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        if len(body) <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            body += message.get("body", b"")
        more = message.get("more_body", False)
    return body
