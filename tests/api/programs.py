"""Programs of people, which use the API."""

from __future__ import annotations

from collections.abc import Iterable

from django.test import Client

from games.models import User
from games.people import api_tokens
from tests.conftest import NOW

ADDRESSES = "api/1/"  # what the paths of the API begin with


def program_of(user: User, scopes: Iterable[str] = tuple(api_tokens.SCOPES)) -> Client:
    """Return a client with a token of this person, and without a session."""
    token = api_tokens.make(user, name="A program", scopes=scopes, now=NOW)
    return Client(headers={"Authorization": f"Bearer {token}"})
