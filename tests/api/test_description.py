"""The description of the API is complete, and a page shows all of it to people."""

from __future__ import annotations

import pytest
from django.test import Client

from games.web.api.api import description
from tests.pages.page_reader import Page

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_the_page_shows_every_operation_and_every_value() -> None:
    page = Client().get("/api/")
    text = page.content.decode()
    for path, methods in description()["paths"].items():
        for method in methods:
            assert f"{method.upper()} {path}" in text
    for name, schema in description()["components"]["schemas"].items():
        assert f'id="{name}"' in text or "enum" in schema
    assert "“live”" in text
    assert Page(page, "/api/").status == 200


def test_whoever_has_nothing_but_the_page_can_write_a_bot_and_check_a_webhook() -> None:
    page = Page(Client().get("/api/"), "/api/")
    assert all(part in page.html for part in ("def choose(moves", "class Site", "def is_genuine("))
    anchors = [value for _, name, value in page.attributes if name == "id"]
    links = [value for tag, name, value in page.attributes if (tag, name) == ("a", "href")]
    assert len(anchors) == len({*anchors})
    assert {link for link in links if link.startswith("#")} <= {f"#{one}" for one in anchors}
    assert not [link for link in links if ".md" in link]


def test_the_description_is_openapi_and_names_every_problem() -> None:
    told = Client().get("/api/openapi.json").json()
    assert told["openapi"].startswith("3.1")
    for methods in told["paths"].values():
        for operation in methods.values():
            assert "application/problem+json" in operation["responses"]["401"]["content"]


def test_every_address_that_the_description_allows_fits_into_what_the_server_reads() -> None:
    for methods in description()["paths"].values():
        for operation in methods.values():
            letters = sum(one["schema"].get("maxLength", 0) for one in operation["parameters"]
                          if one["in"] == "query")
            assert 12 * letters < 65_000, "each letter can take four bytes, as in %F0%9F%8F%9B"


def test_a_body_whose_fields_are_all_optional_may_be_left_out() -> None:
    known = description()["components"]["schemas"]
    for methods in description()["paths"].values():
        for name, body in ((one["operationId"], one["requestBody"]) for one in methods.values()
                           if "requestBody" in one):
            schema = body["content"]["application/json"]["schema"]
            kind = schema.get("allOf", [schema])[0]["$ref"].rpartition("/")[2]
            assert body["required"] == bool(known[kind].get("required")), name
