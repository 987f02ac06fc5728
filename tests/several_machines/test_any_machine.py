"""Signing in, drafts, turns, limits and pictures work whichever machine answers."""

from __future__ import annotations

import re
from http.cookiejar import CookieJar
from itertools import cycle
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
from django.conf import LazySettings
from django.utils import timezone

from games.base import task_queue
from games.models import Game, User
from games.table.play import verification
from tests import emailed_codes
from tests.kill.http_client import signed_in_client
from tests.kill.processes import Programs, eventually
from tests.sample_games import legal, seat_table
from tests.with_servers import free_port

pytestmark = [pytest.mark.servers, pytest.mark.promise("R31"),
              pytest.mark.django_db(transaction=True)]


class Browser:
    """A browser behind a load balancer, which gives each request to the next machine."""

    def __init__(self, ports: list[int]):
        self._ports = cycle(ports)
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))
        self._token = ""

    def get(self, path: str) -> bytes:
        with self._opener.open(f"http://127.0.0.1:{next(self._ports)}{path}") as response:
            content: bytes = response.read()
        found = re.search(rb'name="csrfmiddlewaretoken" value="(\w+)"', content)
        self._token = found[1].decode() if found else self._token
        return content

    def post(self, path: str, **fields: object) -> int:
        """Sends a form; returns the status of the page that it leads to."""
        body = urlencode({**fields, "csrfmiddlewaretoken": self._token}).encode()
        try:
            with self._opener.open(f"http://127.0.0.1:{next(self._ports)}{path}", body) as response:
                return int(response.status)
        except HTTPError as error:
            with error:
                return error.code


@pytest.fixture
def ports(programs: Programs, pooled_url: str, data: list[Path], alice: User) -> list[int]:
    """The ports of two machines' web servers, which share nothing but the servers."""
    found = []
    for folder in data:
        found.append(free_port())
        web = programs.start("web", str(found[-1]), ALEXANDROS_DATA=str(folder),
                             DATABASE_URL=pooled_url)
        assert eventually(signed_in_client(alice, port=found[-1]).can_connect), web.log_tail()
    return found


def test_a_person_is_served_by_two_machines_in_turn_as_by_one(
    ports: list[int], alice: User, bob: User, monkeypatch: pytest.MonkeyPatch,
    settings: LazySettings,
) -> None:
    settings.EMAIL_BACKEND = "games.post.outbox.local_mailbox.MailboxBackend"
    with monkeypatch.context() as patched:
        patched.setattr(task_queue, "send_task", lambda *arguments: True)  # there is no worker
        game = seat_table([alice, bob], now=timezone.now(), options={"first": 0})
    browser, page = Browser(ports), f"/games/{game.code}/"
    browser.get("/account/login/")
    assert browser.post("/account/login/", email=alice.email) == 200
    code = emailed_codes.code_for("alice@example.org")
    assert browser.post("/account/login/code/", code=code) == 200
    assert b"alice@example.org" in browser.get("/account/")
    assert b"alice@example.org" in browser.get("/account/")

    order = legal(game)[0]
    drafts = [browser.get(f"{page}?{urlencode({'draft': order})}") for _ in range(2)]
    assert drafts[0].count(order.encode()) == drafts[1].count(order.encode()) > 0
    pictures = [browser.get(f"{page}replay/1/board.png") for _ in range(2)]
    assert pictures[0] == pictures[1]

    browser.get(page)
    answers = [browser.post(f"{page}orders/", orders=order, number=1, key="once") for _ in range(3)]
    assert answers == [200] * 3
    assert Game.objects.get(pk=game.pk).number == 2
    assert verification.first_fault(Game.objects.get(pk=game.pk)) is None

    browser.get("/mail/")
    answers = [browser.post("/mail/test/") for _ in range(6)]
    assert answers == [200] * 5 + [429]
