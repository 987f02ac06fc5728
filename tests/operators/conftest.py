"""What tests of the operators' pages share."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import User


@pytest.fixture
def operator(db: None, client: Client) -> Client:
    """A browser in which an operator with all rights is logged in."""
    client.force_login(User.objects.create_superuser("root@example.org", name="Root"))
    return client
