"""GET and HEAD requests of any page change no row; only buttons do."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps

from games.models import Game, User
from tests.pages.page_reader import Sit

PATHS = (
    "/", "/rules/", "/lobby/", "/games/", "/games/new/", "/account/", "/time/", "/games/{code}/",
    "/games/{code}/?draft=draw", "/games/{code}/stream/", "/games/{code}/replay/",
    "/games/{code}/replay/2/", "/games/{code}/replay/2/board.svg", "/games/{code}/record.txt",
    "/games/{code}/draft/?do=add&province=A1&guard=A1&draft=draw",
    "/games/{code}/invitation/{token}/",
)
POSTS = (
    "/play/", "/games/{code}/orders/", "/games/{code}/preview/", "/games/{code}/join/",
    "/games/{code}/leave/", "/games/{code}/cancel/", "/games/{code}/fill/",
    "/games/{code}/keep/", "/games/{code}/rematch/", "/games/{code}/invite/",
    "/games/{code}/withdraw/", "/games/{code}/decline/", "/time/vacations/",
    "/time/vacations/1/cancel/", "/time/calendar/", "/time/calendar/off/",
)


def rows() -> dict[str, list[Any]]:
    """Everything the site stores, except sessions."""
    models = [model for model in apps.get_models() if model.__name__ != "Session"]
    return {
        model.__name__: list(model.objects.order_by("pk").values()) for model in models
    }


@pytest.mark.promise("R12")
@pytest.mark.parametrize("path", PATHS)
def test_looking_changes_no_row(running: Game, alice: User, sit: Sit, path: str) -> None:
    url = path.format(code=running.code, token=running.invite_token)
    clients = [sit(alice).client, sit(None).client]
    before = rows()
    for client in clients:
        for look in (client.get, client.head):
            assert look(url).status_code in (200, 302, 400, 403, 404)
    assert rows() == before


@pytest.mark.promise("R12")
@pytest.mark.parametrize("path", POSTS)
def test_what_acts_answers_only_to_buttons(
    running: Game, alice: User, sit: Sit, path: str
) -> None:
    url = path.format(code=running.code)
    for look in (sit(alice).client.get, sit(alice).client.head):
        assert look(url).status_code == 303
