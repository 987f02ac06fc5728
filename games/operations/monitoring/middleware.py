"""Middleware that answers monitoring programs first, and times all other requests."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from time import perf_counter
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import resolve, reverse
from structlog.contextvars import bind_contextvars

from games.base import counters, log_context

NO_URL = "none"  # the name under which requests for unknown addresses are counted

log = logging.getLogger(__name__)

GetResponse = Callable[[HttpRequest], HttpResponse]


class StatusAddresses:
    """Answers /health and /metrics whatever the Host header says, without HTTPS and session.

    Load balancers and Prometheus ask each process by its IP address and by plain HTTP.
    """

    def __init__(self, get_response: GetResponse):
        self._get_response = get_response
        self._paths = {reverse("health"), reverse("metrics")}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info not in self._paths:
            return self._get_response(request)
        response: HttpResponse = resolve(request.path_info).func(request)
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response


class ResponseTimes:
    """Times each request, and gives it an id that its log lines and its response carry."""

    def __init__(self, get_response: GetResponse):
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        log_context.forget()
        request_id = secrets.token_hex(8)
        bind_contextvars(request_id=request_id)
        began = perf_counter()
        response = self._get_response(request)
        self._count(request, response, seconds=perf_counter() - began)
        response.headers["X-Request-ID"] = request_id
        return response

    def process_view(self, request: HttpRequest, *_: Any) -> None:
        """Lets log lines name the URL; its path may contain a token."""
        bind_contextvars(url=_url_name(request))

    def _count(self, request: HttpRequest, response: HttpResponse, *, seconds: float) -> None:
        name, status = _url_name(request), response.status_code
        counters.response(name, status=status, seconds=seconds)
        log.info("a request was answered", extra={
            "method": request.method, "url": name, "status": status,
            "duration_ms": round(seconds * 1000, 1),
        })


def _url_name(request: HttpRequest) -> str:
    return request.resolver_match.view_name if request.resolver_match else NO_URL
