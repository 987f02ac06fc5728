"""Middleware for every page of the site."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import is_valid_path, reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from games.people import languages
from games.web.access import SECRET, declaration_of
from games.web.api import problems

SEE_OTHER = 303
API = "/api/"


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


class ReadersLanguage:
    """Middleware that speaks the reader's language; operators' pages are in the site's own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]):
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with translation.override(translation.get_language_from_request(request)):
            response = self._get_response(request)
            response.headers.setdefault("Content-Language", languages.active())
        patch_vary_headers(response, ("Accept-Language",))
        return response

    def process_view(self, request: HttpRequest, view: Any, *_: Any) -> None:
        """Find out what the reader has chosen, unless a token says for whom the answer is."""
        wanted = declaration_of(view)
        if request.path_info.startswith(reverse("admin:index")):
            translation.activate(settings.LANGUAGE_CODE)
        elif wanted is None or wanted.needs != SECRET:
            translation.activate(languages.of_request(request))


class PrivatePages:
    """Middleware that keeps pages, most of which show a hand, out of all caches."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]):
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response


class FormAddresses:
    """Middleware that leads from an address that only takes forms to the page above it.

    A browser opens such an address when somebody reloads or bookmarks the answer to a form.  The
    page above it, such as ``/puzzles/easy/`` for ``/puzzles/easy/orders/``, is the one with the
    form; if that only takes forms, too, it leads on.  Scripts are told that the method is wrong,
    and so is everybody who asks the API.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]):
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        is_wrong = isinstance(response, HttpResponseNotAllowed)
        if is_wrong and request.path_info.startswith(API):
            return problems.not_allowed(response["Allow"])
        is_read = request.method in ("GET", "HEAD") and request.accepts("text/html")
        if not is_wrong or not is_read:
            return response
        answer = HttpResponse(status=SEE_OTHER)
        answer["Location"] = _page_above(request.path_info)
        return answer


def _page_above(path: str) -> str:
    """Return the nearest address above this one at which the site has something."""
    while path != "/":
        path = path.rstrip("/").rpartition("/")[0] + "/"
        if is_valid_path(path):
            break
    return path
