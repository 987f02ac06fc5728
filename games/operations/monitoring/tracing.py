"""Tracing of requests and tasks: response times, failures, and the names that log lines carry.

Middleware answers monitoring programs first and times all other requests.  ``GamesConfig.ready``
imports this module to connect its receivers, which keep failures of pages and tasks.
"""

from __future__ import annotations

import logging
import secrets
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

from celery.signals import task_failure, task_postrun, task_prerun
from django.core.signals import got_request_exception, request_finished
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.urls import resolve, reverse
from structlog.contextvars import bind_contextvars

from games.base import counters, failures, log_context, site_clock

NO_URL = "none"  # the name under which requests for unknown addresses are counted

log = logging.getLogger(__name__)

GetResponse = Callable[[HttpRequest], HttpResponse]


class StatusAddresses:
    """Middleware that answers monitoring programs for any host, without HTTPS and session."""

    # Load balancers and Prometheus ask each process by its IP address and by plain HTTP.

    def __init__(self, get_response: GetResponse):
        self._get_response = get_response
        self._paths = {reverse("health"), reverse("ready"), reverse("metrics")}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info not in self._paths:
            return self._get_response(request)
        response: HttpResponse = resolve(request.path_info).func(request)
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response


class ResponseTimes:
    """Middleware that times each request, and gives its log lines and response an id."""

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
        """Have log lines name the URL by its name, because its path may contain a token."""
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


@receiver(got_request_exception)
def keep_failure_of_page(**_: Any) -> None:
    """Keep the exception of a page for operators."""
    failures.keep(sys.exc_info()[1], now=site_clock.now())


@receiver(request_finished)
def forget_request(**_: Any) -> None:
    """Forget the request that log lines name."""
    # Not in middleware, because Django logs a response after all middleware has ended.
    log_context.forget()


@task_prerun.connect  # type: ignore[untyped-decorator]  # Celery has no types
def name_task(task_id: str, task: Any, **_: Any) -> None:
    """Have log lines name the task that begins."""
    log_context.forget()
    bind_contextvars(task=task.name, task_id=task_id)


@task_failure.connect  # type: ignore[untyped-decorator]  # Celery has no types
def keep_failure_of_task(exception: BaseException, **_: Any) -> None:
    """Keep the exception of a task for operators."""
    failures.keep(exception, now=site_clock.now())


@task_postrun.connect  # type: ignore[untyped-decorator]  # Celery has no types
def forget_task(**_: Any) -> None:
    """Forget the task that log lines name."""
    log_context.forget()
