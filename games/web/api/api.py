"""The API itself: all operations in one description, and the page that shows it to people."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import conditional_page, require_safe
from ninja import NinjaAPI, Router
from ninja.operation import Operation

from games.base import rate_limits
from games.people.api_tokens import OF_BOTS, SCOPES
from games.web.access import ANYBODY, declare
from games.web.api import (
    games,
    guide,
    me,
    people,
    problems,
    rulesets,
    streaming,
    tables,
    talk,
    turns,
)

VERSION = "1"
ABOUT = (
    "Read your games, give orders, talk and open tables with a program of your own. Every request"
    " needs a token from your account page, sent as “Authorization: Bearer …”. Times are in UTC;"
    " refusals are problem details (RFC 9457); answers have an ETag. A token can be used"
    f" {rate_limits.LIMITS['api'].times} times in ten minutes, so programs that wait should listen"
    " to a stream instead of asking again.")


class SiteApi(NinjaAPI):
    """The API, whose operations are called like their functions."""

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """Return the name of an operation in the description."""
        return str(operation.view_func.__name__)


def routers() -> list[Router]:
    """Return the operations of the service itself and of its features."""
    own = [me.router, games.router, streaming.router, turns.router, tables.router, talk.router,
           people.router, rulesets.router]
    return own + [import_module(module).router for feature in settings.FEATURES
                  if find_spec(module := f"{feature}.api")]


def _made() -> NinjaAPI:
    made = SiteApi(title=f"{settings.SITE_NAME} API", version=VERSION, description=ABOUT,
                   urls_namespace="api-1", openapi_url=None, docs_url=None)
    problems.handle_all(made)
    for router in routers():
        made.add_router("", router)
    made.add_decorator(conditional_page, mode="view")
    made.add_decorator(cache_control(private=True, no_cache=True), mode="view")
    return made


api = _made()


@lru_cache(maxsize=1)
def description() -> dict[str, Any]:
    """Return the description of the API as OpenAPI 3.1 wants it."""
    found = dict(api.get_openapi_schema(path_prefix="/api/1/"))
    for path in found["paths"].values():
        for operation in path.values():
            for status, answer in operation["responses"].items():
                content = answer.get("content")
                if int(status) >= 400 and content:
                    answer["content"] = {problems.CONTENT_TYPE: content["application/json"]}
    return found


@require_safe
@declare(ANYBODY)
def show_description(request: HttpRequest) -> HttpResponse:
    """Return the description of the API, as JSON."""
    return JsonResponse(description(), json_dumps_params={"indent": 1})


@csrf_exempt
@declare(ANYBODY)
def show_nothing(request: HttpRequest, path: str) -> HttpResponse:
    """Answer a request to an address at which the API has nothing."""
    return problems.missing(_("The API has nothing at this address. %(reference)s describes all"
                              " that there is.")
                            % {"reference": f"{settings.BASE_URL}{reverse('api')}"})


@dataclass(frozen=True, slots=True)
class Field:
    """A value that an operation takes or returns: its name, type and meaning.

    ``kind`` is the kind of value, described on the page, that it has or may have; ``place`` is
    path, query or header for one that stands there.
    """

    name: str
    type: str
    about: str
    required: bool
    default: str = ""
    kind: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """An operation as the reference page shows it."""

    name: str
    method: str
    path: str
    title: str
    about: str
    tag: str
    fields: list[Field]
    body: list[Field]
    answer: str


@require_safe
@declare(ANYBODY)
def show_reference(request: HttpRequest) -> HttpResponse:
    """Show all operations of the API, with what they take and return."""
    groups: dict[str, list[Shown]] = {}
    for one in _operations():
        groups.setdefault(one.tag, []).append(one)
    return render(request, "api/reference.html", {
        "section": "account", "groups": groups.items(), "values": _values(),
        "problems": [("refused", problems.REFUSED), *problems.TITLES.items()],
        "scopes": (SCOPES | OF_BOTS).values(), "guide": guide.guide()})


def _operations() -> Iterator[Shown]:
    known = description()["components"]["schemas"]
    for path, methods in description()["paths"].items():
        for method, one in methods.items():
            body = one.get("requestBody", {}).get("content", {}).get("application/json", {})
            success: dict[str, Any] = next((answer for status, answer in one["responses"].items()
                            if int(status) < 400), {})
            kinds = success.get("content", {})
            yield Shown(
                one["operationId"], method.upper(), path, one["summary"],
                one.get("description", ""), one["tags"][0],
                [Field(each["name"], _type(each["schema"]), each.get("description", ""),
                       each.get("required", False), place=each["in"])
                 for each in one.get("parameters", ())],
                _fields(_resolved(body.get("schema", {}))),
                next((name for kind in kinds.values()
                      if (name := _type(kind.get("schema", {}))) in known), ""))


def _values() -> Iterator[tuple[str, str, list[Field]]]:
    """Yield the name of each kind of value, what it is, and its parts."""
    for name, schema in sorted(description()["components"]["schemas"].items()):
        if "enum" in schema:  # whoever takes it says what there is
            continue
        yield name, schema.get("description", ""), _fields(schema)


def _fields(schema: dict[str, Any]) -> list[Field]:
    required = schema.get("required", ())
    return [Field(name, _type(each), each.get("description", ""), name in required,
                  each.get("default") or "", kind=_kind(each))
            for name, each in schema.get("properties", {}).items()]


def _resolved(schema: dict[str, Any]) -> dict[str, Any]:
    schema = schema.get("allOf", [schema])[0]  # a body that may be left out is one of these
    name = schema.get("$ref", "").rpartition("/")[2]
    found: dict[str, Any] = description()["components"]["schemas"].get(name, schema)
    return found


def _kind(schema: dict[str, Any]) -> str:
    """Return the name of the kind of value, if any, that this one or one of its parts is."""
    if "$ref" in schema:
        return "" if "enum" in _resolved(schema) else str(schema["$ref"].rpartition("/")[2])
    parts = schema.get("anyOf") or schema.get("allOf") or [schema.get("items", {})]
    return next(filter(None, map(_kind, parts)), "") if any(parts) else ""


def _type(schema: dict[str, Any]) -> str:
    """Return the type of a value in a few words."""
    if "$ref" in schema:
        meant = _resolved(schema)
        return _type(meant) if "enum" in meant else str(schema["$ref"].rpartition("/")[2])
    if several := schema.get("anyOf") or schema.get("allOf"):
        return " or ".join(_type(each) for each in several)
    if "enum" in schema:
        return " or ".join(f"“{value}”" for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    kind = str(schema.get("type", "anything"))
    words = {"integer": "number", "boolean": "yes or no", "string": "text", "null": "nothing"}
    return {"date-time": "moment", "date": "day", "time": "time"}.get(
        str(schema.get("format")), words.get(kind, kind))
