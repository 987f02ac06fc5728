"""Pages for monitoring programs: /health, /ready and /metrics.

Gauges are read from the database and from Redis when somebody asks for them.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from celery import current_app
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import Count, Min
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from redis import Redis
from redis.exceptions import RedisError

from games.base import counters, heartbeats, site_clock
from games.base.queues import QUEUES
from games.models import Heartbeat, IncomingEmail, OutgoingEmail
from games.operations import disk_space
from games.operations.monitoring import readiness
from games.web.access import ANYBODY, SECRET, declare

PARTS = (heartbeats.SWEEP, *map(heartbeats.of_queue, QUEUES))
UNSENT = (OutgoingEmail.Status.QUEUED, OutgoingEmail.Status.SENDING, OutgoingEmail.Status.RETRY)
REDIS_TIMEOUT = 1.0  # seconds

log = logging.getLogger(__name__)


class Gauges:
    """A collector for prometheus_client, at one moment."""

    def __init__(self, now: datetime):
        self._now = now

    def collect(self) -> Iterator[GaugeMetricFamily]:
        yield from self._unsent_emails()
        yield self._unread_replies()
        yield self._signs_of_life()
        yield _free_space()
        if settings.REDIS_URL:
            yield _queue_lengths()

    def _unsent_emails(self) -> Iterator[GaugeMetricFamily]:
        ages = GaugeMetricFamily(
            "games_oldest_unsent_email_seconds",
            "Age of the oldest email that should have been sent by now; 0 if there is none.",
            labels=["status"])
        numbers = GaugeMetricFamily("games_unsent_emails",
                                    "Emails that should be sent now or soon.", labels=["status"])
        found = OutgoingEmail.objects.filter(status__in=UNSENT).order_by().values("status")
        rows = found.annotate(oldest=Min("created_at"), number=Count("pk"))
        by_status = {status: (oldest, number) for status, oldest, number
                     in rows.values_list("status", "oldest", "number")}
        for status in UNSENT:
            oldest, number = by_status.get(status.value, (None, 0))
            ages.add_metric([status.value], self._age(oldest, nothing=0.0))
            numbers.add_metric([status.value], number)
        yield ages
        yield numbers

    def _unread_replies(self) -> GaugeMetricFamily:
        unread = IncomingEmail.objects.filter(status=IncomingEmail.Status.RECEIVED)
        oldest = unread.order_by("received_at").values_list("received_at", flat=True).first()
        return GaugeMetricFamily(
            "games_oldest_unread_reply_seconds",
            "Age of the oldest incoming email that nobody has read yet; 0 if there is none.",
            value=self._age(oldest, nothing=0.0))

    def _signs_of_life(self) -> GaugeMetricFamily:
        metric = GaugeMetricFamily(
            "games_last_seen_seconds",
            "Time since the sweep, or the worker of a queue, was last at work; +Inf if never.",
            labels=["part"])
        seen = dict(Heartbeat.objects.filter(part__in=PARTS).order_by()
                    .values_list("part", "seen_at"))
        for part in PARTS:
            metric.add_metric([part], self._age(seen.get(part), nothing=math.inf))
        return metric

    def _age(self, since: datetime | None, *, nothing: float) -> float:
        """Return seconds since then, at least 0; ``nothing`` if there is no such moment."""
        return nothing if since is None else max(0.0, (self._now - since).total_seconds())


def _free_space() -> GaugeMetricFamily:
    free = disk_space.free([Path(settings.DATA_DIR)])
    return GaugeMetricFamily(
        "games_free_bytes", "Free space on the disk with the data directory of this machine.",
        value=float(next(iter(free.values()), math.inf)))


def _queue_lengths() -> GaugeMetricFamily:
    """Return the lengths of the queues in Redis; no values while Redis does not answer."""
    metric = GaugeMetricFamily("games_queue_length", "Tasks that wait for a worker.",
                               labels=["queue"])
    try:
        for queue, length in _lengths().items():
            metric.add_metric([queue], length)
    except (RedisError, OSError) as error:
        log.warning("the lengths of the queues are unknown: %s", type(error).__name__)
    return metric


def _lengths() -> dict[str, int]:
    """Return the number of tasks in each queue, in one round trip."""
    prefix = (current_app.conf.broker_transport_options or {}).get("global_keyprefix", "")
    client = Redis.from_url(settings.REDIS_URL, socket_connect_timeout=REDIS_TIMEOUT,
                            socket_timeout=REDIS_TIMEOUT)
    with client, client.pipeline(transaction=False) as pipeline:
        for queue in QUEUES:
            pipeline.llen(f"{prefix}{queue}")
        return dict(zip(QUEUES, pipeline.execute(), strict=True))


PLAIN = "text/plain; charset=utf-8"


@require_safe
@declare(ANYBODY)
def health(request: HttpRequest) -> HttpResponse:
    """Answer with 200 if the database answers, otherwise with 503 and what to do."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return HttpResponse(
            f"The database does not answer ({type(error).__name__}). Please check that it is"
            " running and that DATABASE_URL is right.\n", content_type=PLAIN, status=503)
    return HttpResponse("ok\nThe database answers.\n", content_type=PLAIN)


@require_safe
@declare(ANYBODY)
def ready(request: HttpRequest) -> HttpResponse:
    """Answer with 200 if the service can do its work, otherwise with 503 and what to do."""
    found = readiness.checks(site_clock.now())
    passed = all(check.passed for check in found)
    first = "ok" if passed else "not ready"
    lines = [check.sentence for check in found if passed or not check.passed]
    return HttpResponse("\n".join([first, *lines, ""]), content_type=PLAIN,
                        status=200 if passed else 503)


@require_safe
@declare(SECRET)
def metrics(request: HttpRequest) -> HttpResponse:
    """Show Prometheus the metrics, if it knows the token; 404 if the site has no token."""
    if not settings.METRICS_TOKEN:
        raise Http404
    given = request.headers.get("Authorization", "")
    if not constant_time_compare(given, f"Bearer {settings.METRICS_TOKEN}"):
        return HttpResponse(
            "Please send ALEXANDROS_METRICS_TOKEN in a header: Authorization: Bearer TOKEN\n",
            content_type=PLAIN, status=401, headers={"WWW-Authenticate": "Bearer"})
    registry = CollectorRegistry()
    registry.register(counters.collector())
    registry.register(Gauges(site_clock.now()))
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
