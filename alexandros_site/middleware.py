"""Middleware for every page of the site."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase


class HeadersAlone:
    """Middleware that takes the content out of answers to HEAD, as not every web server does."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]):
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        if request.method == "HEAD":
            if isinstance(response, StreamingHttpResponse):
                response.streaming_content = []
            elif isinstance(response, HttpResponse):
                response.headers.setdefault("Content-Length", str(len(response.content)))
                response.content = b""
        return response


class PrivatePages:
    """Middleware that keeps pages, most of which show a hand, out of all caches."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]):
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response
