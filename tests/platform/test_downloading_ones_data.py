"""The button on the account page that downloads everything stored about its owner."""

from __future__ import annotations

import io
import json
from zipfile import ZipFile

import pytest
from django.test import Client

from games.models import User
from games.rate_limits import LIMITS

pytestmark = pytest.mark.django_db

PATH = "/account/download/"


@pytest.fixture
def client(alice: User) -> Client:
    client = Client()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_the_button_gives_one_file(client: Client) -> None:
    assert PATH in client.get("/account/").content.decode()
    answer = client.post(PATH)
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith('attachment; filename="alexandros-data-')
    assert "no-store" in answer["Cache-Control"]
    with ZipFile(io.BytesIO(answer.getvalue())) as packed:
        assert json.loads(packed.read("data.json"))["account"]["name"] == "Alice"


@pytest.mark.promise("R11")
def test_only_somebody_known_gets_a_file_and_only_by_the_button(client: Client) -> None:
    assert client.get(PATH).status_code == 405
    assert Client().post(PATH).status_code == 302


def test_many_downloads_are_too_many(client: Client) -> None:
    for _ in range(LIMITS["download"].times):
        assert client.post(PATH).getvalue()  # read to its end, and so closed
    answer = client.post(PATH)
    assert answer.status_code == 429
    assert "try again later" in answer.content.decode()
