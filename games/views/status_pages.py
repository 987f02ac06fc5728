"""What monitoring programs ask for: /health and /metrics.

They are for programs and operators, so they are in English.  The middleware ``StatusAddresses``
calls them for any Host header and without HTTPS.
"""

from __future__ import annotations

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest

from games.base import counters, site_clock
from games.monitoring.gauges import Gauges

PLAIN = "text/plain; charset=utf-8"


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """200 if this process and its database answer, otherwise 503 and what to do."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return HttpResponse(
            f"The database does not answer ({type(error).__name__}). Please check that it is"
            " running and that DATABASE_URL is right.\n", content_type=PLAIN, status=503)
    return HttpResponse("ok\nThe database answers.\n", content_type=PLAIN)


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The metrics for Prometheus; only for those who know the token, and 404 if there is none."""
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
