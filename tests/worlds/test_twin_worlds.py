"""Two worlds that differ in one hidden thing are the same to all who may not know it (R10).

``hidden_things`` has the table of secrets, ``readers`` visits every address of the URLconf.
"""

from __future__ import annotations

import pytest
from django.urls import resolve

from games.table.play import event_log
from games.web import table_page
from tests.api.programs import ADDRESSES
from tests.worlds.comparing import READERS, compared, differences, plain, twin_of
from tests.worlds.hidden_things import SCENES, SECRETS
from tests.worlds.logs import played
from tests.worlds.readers import ROUTES, status_of

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R10"), pytest.mark.any_database]

# What the gate compares: one secret of each game and of a cup, for a player or for others.
FEW = {"marches: Alice’s hand": ("Bob",), "sealed bids: a limit": ("visitor", "operator"),
       "a duplicate cup: Alice’s result": ("Bob",)}
# Those of a scene one after the other, because only a few worlds without a secret are kept.
ALL = sorted(SECRETS, key=lambda name: SECRETS[name].scene)
# Some secrets whose readers also send every form and every command of a reply.
ASKED = ("marches: Alice’s hand", "marches: a plan", "sealed bids: Carol’s hand",
         "sealed bids: a limit", "an offer: whether Bob could accept")
ASKING = ("visitor", "Bob")

# Addresses at which nobody in ``FEW`` finds a page, a form or another address; others do.
OF_FINISHED_GAMES = {
    "game.gif", "log.json", "record.txt", "replay/<int:number>/play-on/",
    "replay/<int:number>/address/",
    "replay/what-if/<slug:tree>/<int:node>/", "review/", "review/<int:number>/better.svg",
    "review/<int:number>/again/", "review/<int:number>/again/draft/",
}
ELSEWHERE = {
    *(f"games/<slug:code>/{path}" for path in OF_FINISHED_GAMES),
    *(f"{ADDRESSES}games/<slug:code>/{path}" for path in ("record", "log")),
    ADDRESSES, f"{ADDRESSES}<anything:path>",
    # Only for what changes something
    f"{ADDRESSES}leagues/<slug:game>/<int:players>/entries", f"{ADDRESSES}cups/<slug:cup>/entries",
    f"{ADDRESSES}games/<slug:code>/invitation/<slug:token>", f"{ADDRESSES}imports/<slug:code>",
    f"{ADDRESSES}games", f"{ADDRESSES}me/vacations", f"{ADDRESSES}me/vacations/<slug:vacation>",
    *(f"{ADDRESSES}games/<slug:code>/{path}" for path in (
        "preview", "orders", "join", "leave", "cancel", "bots")),
    *(f"shared/<slug:code>/<slug:token>/{path}" for path in (
        *OF_FINISHED_GAMES, "replay/", "replay/<int:number>/", "replay/<int:number>/board.png",
        "replay/<int:number>/board.svg", "replay/<int:number>/step.json")),
    "games/<slug:code>/hint/",  # of tables that teach
    # What-if boards of others look like missing ones.
    *(f"games/<slug:code>/what-if/<slug:tree>/<int:node>/{path}" for path in (
        "", "delete/", "draft/<int:seat>/")),
    # With a key that only an email has, whose links are followed.
    "calendar/<slug:token>.ics", "calendar/<slug:token>.atom", "keep/<str:token>/",
    "more-time/<str:token>/", "return/<str:token>/", "turn/<slug:token>/leave/",
    # On this machine, and for monitoring
    "mailbox/", "mailbox/<int:pk>/", "mailbox/<int:pk>/html/", "mailbox/<int:pk>/raw/",
    "mailbox/<int:pk>/picture/<str:cid>/", "metrics",
    ".well-known/security.txt",  # of a site with an operator
    "archive/dumps/<str:month>/",  # a month has to end before there is a file
    # Puzzles come from games that are over.
    *(f"puzzles/{game}<slug:puzzle>/{path}" for game in ("", "games/<slug:game>/")
      for path in ("", "draft/")),
}


@pytest.mark.parametrize("secret", FEW)
def test_a_few_are_given_nothing_hidden(secret: str) -> None:
    assert differences(secret, FEW[secret]) == []


# Next to the test that has made these worlds, of which only a few are kept.
def test_every_address_is_found_or_written_down() -> None:
    """The URLconf has the addresses, so a new one is visited, and fails here if it is not found."""
    found = set()
    for secret, readers in FEW.items():
        for told in plain(SECRETS[secret].scene, readers, False).values():
            found |= {str(resolve(name.split(" ")[1].partition("?")[0]).route)
                      for name, answer in told.items()
                      if name.startswith("GET /") and status_of(answer) in ("200", "302", "303")}
    assert {*ROUTES} - found == ELSEWHERE


@pytest.mark.parametrize("secret", ALL)
def test_nobody_is_given_what_they_may_not_know(secret: str) -> None:
    assert differences(secret, READERS) == []


@pytest.mark.parametrize("secret", ASKED)
def test_no_form_and_no_reply_is_answered_with_what_is_hidden(secret: str) -> None:
    assert differences(secret, ASKING, forms=True) == []


def test_a_leak_is_found_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """What open pages poll follows from the true state, as a careless version would."""
    monkeypatch.setattr(table_page, "page_version",
                        lambda access: repr(event_log.state_at(access.game).hands))
    found = differences("marches: Alice’s hand", ("guest",), base=plain.__wrapped__)
    assert any(line.startswith("guest: GET /games/") and "/stream/, byte" in line for line in found)


def test_a_header_is_compared_too() -> None:
    one, other = ({"GET /": f"200\nETag: {tag}\n\nsame".encode()} for tag in ("3a", "3b"))
    (line,) = compared("Bob", one, other)
    assert line.startswith("Bob: GET /, byte 11:")
    assert compared("Bob", one, one) == []
    assert compared("Bob", one, {}) == ["Bob: only in one world: GET /"]


@pytest.mark.parametrize("secret", [name for name, secret in SECRETS.items() if secret.differs])
def test_the_logs_of_two_worlds_differ_in_what_is_hidden(secret: str) -> None:
    differs = SECRETS[secret].differs
    assert differs is not None
    assert differs(twin_of(secret)) != differs(played(SCENES[SECRETS[secret].scene].plot))
