"""The button on the account page that downloads everything stored about the user."""

from __future__ import annotations

import io
import json
from zipfile import ZipFile

import pytest
from django.test import Client

from games.base.rate_limits import LIMITS
from games.models import User

pytestmark = pytest.mark.django_db

PATH = "/account/download/"


@pytest.fixture
def client(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def test_the_button_downloads_one_file(client: Client) -> None:
    assert PATH in client.get("/account/").content.decode()
    answer = client.post(PATH)
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith('attachment; filename="alexandros-data-')
    assert "no-store" in answer["Cache-Control"]
    with ZipFile(io.BytesIO(answer.getvalue())) as packed:
        assert json.loads(packed.read("data.json"))["account"]["name"] == "Alice"


@pytest.mark.promise("R11")
def test_only_users_can_download_and_only_with_the_button(client: Client) -> None:
    assert client.get(PATH).status_code == 303
    assert Client().post(PATH).status_code == 302


def test_the_number_of_downloads_is_limited(client: Client) -> None:
    for _ in range(LIMITS["download"].times):
        assert client.post(PATH).getvalue()  # reads to the end, which closes the file
    answer = client.post(PATH)
    assert answer.status_code == 429
    assert "try again later" in answer.content.decode()
