"""Middleware for every page of the site."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


class PrivatePages:
    """Middleware that keeps pages, most of which show a hand, out of all caches."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]):
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response
