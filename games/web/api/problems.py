"""Answers to requests that are refused: problem details as RFC 9457 describes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from ninja import NinjaAPI, Schema
from ninja.errors import AuthenticationError, HttpError, ValidationError
from pydantic import Field

from alexandros_rules.errors import Refusal
from games.base.refusals import Later, possible_instead, status_code

CONTENT_TYPE = "application/problem+json"
TITLES = {
    "unreadable": "The orders cannot be read",
    "ambiguous": "The orders could mean several things",
    "illegal": "The rules do not allow this now",
    "stale": "The game has moved on",
    "closed": "This is not possible now",
    "foreign": "This is not yours to do",
    "missing": "There is no such thing",
    "often": "Too many requests",
    "busy": "Too much is being done at the moment",
    "method": "This address does not take such a request",
    "token": "There is no valid token",
    "fields": "The request is not complete or not correct",
}
REFUSED = "The request was refused"
STATUSES = frozenset({400, 401, 403, 404, 409, 422, 429, 503})


class Problem(Schema):
    """Why a request was refused; nothing was changed."""

    type: str = Field(description="The address of a description of this kind of problem")
    title: str = Field(description="The kind of problem in a few words")
    status: int = Field(description="The status of the answer")
    code: str = Field(description="What is wrong, for programs: it stays the same")
    detail: str = Field(description="What is wrong and what to do, for people")
    line: int = Field(0, description=(
        "Which of the orders is refused, or which line or row of a file, from 1; 0 for none"))
    allowed: list[str] = Field([], description="Some orders that would be accepted instead")


def answers(success: Any, status: int = 200) -> dict[Any, Any]:
    """Return the answers of an operation, for its declaration."""
    return {status: success, STATUSES: Problem}


def respond(refusal: Refusal, **more: Any) -> HttpResponse:
    """Return the answer to a refused request, with further members of the problem."""
    response = _answer(refusal.kind, status_code(refusal), refusal.code, refusal.sentence,
                       line=refusal.line, allowed=possible_instead(refusal), **more)
    if isinstance(refusal, Later) and refusal.retry_after:
        response["Retry-After"] = str(refusal.retry_after)
    return response


def not_allowed(allowed: str) -> HttpResponse:
    """Return the answer to a request with a method that its address does not take."""
    response = _answer("method", 405, "method", _(
        "This address does not take such a request, only: %(allowed)s.") % {"allowed": allowed})
    response["Allow"] = allowed
    return response


def missing(sentence: str) -> HttpResponse:
    """Return the answer to a request for something that there is not."""
    return _answer("missing", 404, "missing", sentence or _("There is no such thing."))


def _answer(kind: str, status: int, code: str, detail: str, *, line: int = 0,
            allowed: Sequence[str] = (), **more: Any) -> HttpResponse:
    return JsonResponse({
        "type": f"{settings.BASE_URL}{reverse('api')}#{kind if kind in TITLES else 'refused'}",
        "title": TITLES.get(kind, REFUSED), "status": status, "code": code, "detail": detail,
        "line": line, "allowed": list(allowed), **more}, status=status, content_type=CONTENT_TYPE)


def _place(parts: Sequence[Any]) -> str:
    """Return where in a request a value is; in a body, without our own name of the whole."""
    kind, *names = map(str, parts)
    return ".".join(names[1:] if kind == "body" else names) or kind


def handle_all(api: NinjaAPI) -> None:
    """Let this API answer refusals and wrong requests with problem details."""
    @api.exception_handler(Refusal)
    def _refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
        return respond(refusal)

    @api.exception_handler(Http404)
    def _missing(request: HttpRequest, error: Http404) -> HttpResponse:
        return missing(str(error))

    @api.exception_handler(AuthenticationError)
    def _unknown(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
        response = _answer("token", 401, "token", _(
            "Please send a token with the request, as “Authorization: Bearer …”. Members make"
            " tokens on their account page. This one is missing, wrong or was taken back."))
        response["WWW-Authenticate"] = "Bearer"
        return response

    @api.exception_handler(ValidationError)
    def _invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
        wrong = [f"{_place(each['loc'])}: {each['msg']}" for each in error.errors]
        return _answer("fields", 422, "fields", _(
            "The request is not as the reference describes it: %(wrong)s.")
            % {"wrong": "; ".join(wrong)})

    @api.exception_handler(RequestDataTooBig)
    def _too_large(request: HttpRequest, error: RequestDataTooBig) -> HttpResponse:
        return _answer("fields", 400, "fields", _(
            "The request is too large. Please send at most %(count)s bytes.")
            % {"count": settings.DATA_UPLOAD_MAX_MEMORY_SIZE})

    @api.exception_handler(HttpError)
    def _unreadable(request: HttpRequest, error: HttpError) -> HttpResponse:
        return _answer("fields", error.status_code, "fields", _(
            "The request cannot be read. Please send JSON in UTF-8."))
