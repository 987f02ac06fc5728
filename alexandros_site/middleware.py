"""Middleware for every page of the site."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from csp.constants import HEADER
from csp.middleware import CheckableLazyObject, CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from games.remembering import when_setting_changes


class PrivatePages:
    """Keeps pages out of all caches unless a view says otherwise, since most show a hand."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]):
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response


class SecurityPolicy(CSPMiddleware):
    """Sends the site's Content-Security-Policy, which is put together only once.

    Responses with a policy of their own are left to django-csp.  The settings neither except any
    address nor have a policy that is only reported.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        own = any(name.startswith("_csp_") for name in (*vars(request), *vars(response)))
        if own or settings.DEBUG or HEADER in response.headers:
            return super().process_response(request, response)
        response.headers[HEADER] = _policy()
        # From now on, a page cannot ask for a nonce.
        request.csp_nonce = CheckableLazyObject(  # type: ignore[attr-defined]
            self._csp_nonce_post_response)
        return response


@cache
def _policy() -> str:
    """The policy of the settings."""
    return str(build_policy())


when_setting_changes("CONTENT_SECURITY_POLICY", _policy.cache_clear)
