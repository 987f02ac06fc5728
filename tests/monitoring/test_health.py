"""/health: for load balancers, which know no host name, no HTTPS and no session."""

from __future__ import annotations

import pytest
from django.db import OperationalError, connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

pytestmark = pytest.mark.django_db


def test_a_healthy_process_says_that_the_database_answers(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        response = client.get("/health")
    assert (response.status_code, response.content) == (200, b"ok\nThe database answers.\n")
    assert response["Cache-Control"] == "no-store"
    assert not response.cookies


def test_it_answers_whatever_host_is_asked_for_and_without_https(
    client: Client, settings: Settings
) -> None:
    settings.SECURE_SSL_REDIRECT, settings.ALLOWED_HOSTS = True, ["play.example.org"]
    assert client.get("/", headers={"host": "10.0.0.7"}).status_code in (301, 400)
    assert client.get("/health", headers={"host": "10.0.0.7"}).status_code == 200


def test_without_its_database_a_process_is_not_healthy(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise OperationalError("connection to server at db.example.org failed for user alex")

    monkeypatch.setattr(connection, "cursor", refuse)
    response = client.get("/health")
    assert response.status_code == 503
    assert response.content.decode() == (
        "The database does not answer (OperationalError). Please check that it is running and"
        " that DATABASE_URL is right.\n"
    )


def test_nothing_can_be_sent_to_it(client: Client) -> None:
    assert client.post("/health").status_code == 405
