"""The Content-Security-Policy of each response."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from csp.constants import HEADER
from csp.decorators import csp_exempt, csp_replace
from csp.middleware import CSPMiddleware
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.test import Client

THE_SITES = {
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
    "font-src 'self'", "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'",
    "frame-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
    "object-src 'none'",
}


def parts(response: HttpResponseBase) -> set[str]:
    """What the response's policy says; django-csp puts it in any order."""
    return set(response.headers[HEADER].split("; "))


def answer(view: Callable[[HttpRequest], HttpResponse]) -> HttpResponseBase:
    """The view's response with the policy that the site's middleware adds."""
    middleware = f"{CSPMiddleware.__module__}.{CSPMiddleware.__qualname__}"
    assert middleware in settings.MIDDLEWARE
    return CSPMiddleware(view)(HttpRequest())


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/account/login/", "/no-such-page/"])
def test_a_page_has_the_policy_of_the_settings(path: str) -> None:
    assert parts(Client().get(path)) == THE_SITES


def test_a_response_may_have_a_policy_of_its_own() -> None:
    own = csp_replace({"script-src": ["'none'"]})(lambda request: HttpResponse())
    assert parts(answer(own)) == THE_SITES - {"script-src 'self'"} | {"script-src 'none'"}


def test_a_response_may_have_none() -> None:
    assert HEADER not in answer(csp_exempt()(lambda request: HttpResponse())).headers


def test_a_policy_that_a_view_has_written_stays() -> None:
    written = answer(lambda request: HttpResponse(headers={HEADER: "sandbox"}))
    assert parts(written) == {"sandbox"}
