"""Every page of the site is translated: texts, messages, refusals, attributes and titles.

Each request of ``every_request`` is sent in the pseudo-language, so a new page is covered as soon
as it has a line there.  ``MORE`` are the same pages after invalid input and refusals.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Game
from games.rulesets import registry
from tests.pages.conftest import Prepare
from tests.pages.every_request import WORK, Line
from tests.pseudo_language import spoken, untranslated_on_page

pytestmark = pytest.mark.django_db

PAGES = [line for line in WORK if line.who != "operator"]  # the admin is in English
TURN = "take temple; march B5.NW via E; draw; draw"
LONG = "x" * 300
MORE: list[tuple[str, str, dict[str, str]]] = [
    # What is missing
    ("visitor", "GET /nowhere/", {}),
    ("Dave", "GET /games/{waiting}/", {}),
    ("Alice", "GET /games/{waiting}/replay/1/", {}),
    ("Alice", "GET /games/{running}/replay/99/", {}),
    ("Alice", "GET /games/{running}/game.gif", {}),
    ("visitor", "GET /games/{waiting}/invitation/x/", {}),
    ("visitor", "GET /mailbox/999/", {}),
    ("visitor", "GET /turn/x/", {}),
    ("visitor", "GET /turn/x/leave/", {}),
    ("visitor", "GET /keep/x/", {}),
    ("visitor", "GET /unsubscribe/x/", {}),
    # What is not allowed
    ("Alice", "GET /admin/login/", {}),
    ("Dave", "POST /games/{running}/leave/", {}),
    ("Dave", "POST /games/{running}/orders/", {"orders": TURN, "number": "21"}),
    ("Dave", "POST /games/{running}/rematch/", {}),
    ("Bob", "POST /games/{waiting}/cancel/", {}),
    ("guest", "GET /account/email/", {}),
    # What is not possible
    ("Alice", "POST /games/{waiting}/leave/", {}),
    ("Alice", "POST /games/{finished}/leave/", {}),
    ("Alice", "POST /games/{running}/cancel/", {}),
    ("Alice", "POST /games/{running}/keep/", {}),
    ("Alice", "POST /games/{running}/rematch/", {}),
    ("Alice", "POST /games/{waiting}/fill/", {"seat": "0"}),
    ("Alice", "POST /games/{waiting}/withdraw/", {"seat": "0"}),
    ("Alice", "POST /games/{waiting}/invite/", {"email": "nobody"}),
    ("Alice", "POST /games/{waiting}/invite/", {"email": "carol@example.org"}),
    ("Alice", "POST /games/{waiting}/invite/", {"email": "alice@example.org"}),
    ("Dave", "POST /games/{running}/decline/", {}),
    ("visitor", "POST /games/{waiting}/join/", {"token": "{table_token}", "name": "\u200b"}),
    # Orders
    ("Alice", "GET /games/{fresh}/?draft=take+temple", {}),
    ("Alice", "GET /games/{fresh}/?draft=take+temple&kept=yes", {}),
    ("Alice", "GET /games/{fresh}/?draft=take+temple%3B+march+B5.NW+via+E%3B+draw%3B+draw", {}),
    ("Alice", "POST /games/{fresh}/orders/", {"orders": "tkae temple", "number": "1"}),
    ("Alice", "POST /games/{fresh}/orders/", {"orders": "march A1", "number": "1"}),
    ("Alice", "POST /games/{fresh}/orders/", {"orders": TURN, "number": "0"}),
    ("Alice", "POST /games/{fresh}/orders/", {"orders": TURN, "number": "x"}),
    ("Alice", "POST /games/{fresh}/orders/", {"orders": "", "number": "1"}),
    # Forms that are not filled in correctly
    ("visitor", "POST /account/login/", {"email": "nobody"}),
    ("visitor", "POST /account/login/", {"email": ""}),
    ("somebody with a code", "POST /account/login/code/", {"code": "wrong"}),
    ("somebody with a code", "POST /account/login/code/", {"code": ""}),
    ("Alice", "POST /account/", {"name": ""}),
    ("Alice", "POST /account/", {"name": "\u200b"}),
    ("Alice", "POST /account/", {"name": LONG}),
    ("Alice", "POST /account/email/", {"email": "nobody"}),
    ("Alice", "POST /account/email/", {"email": "alice@example.org"}),
    ("Alice with a new address", "POST /account/email/code/", {"code": "wrong"}),
    ("Alice with a new address", "POST /account/email/code/", {"code": ""}),
    ("Alice", "POST /account/delete/", {}),
    ("Alice", "POST /games/new/", {"players": "9", "name": LONG, "note": LONG}),
    ("Alice", "POST /mail/", {"when": "never", "minutes": "x", "hour": "30", "time_zone": "here"}),
    ("visitor", "POST /mailbox/{message}/answer/", {"text": ""}),
    # Guests
    ("guest", "GET /", {}),
    ("guest", "GET /lobby/", {}),
    ("guest", "GET /games/", {}),
    ("guest", "GET /games/new/", {}),
    ("guest", "GET /account/", {}),
    ("guest", "GET /account/login/", {}),
    ("guest", "GET /account/logout/", {}),
    ("guest", "GET /mail/", {}),
]


def names() -> frozenset[str]:
    """The words that nobody translates: names of people, games, boards and of the site."""
    words = {"Alexandros", "Alice", "Alicia", "Bob", "Carol", "Dave", "Issus"}
    for room in registry.rooms().values():
        rules = room.ruleset
        for bot in rules.bots.values():
            words |= {word for name in bot.seat_names for word in name.split()}
        words |= {word for board in rules.boards().values()
                  for word in room.boards.title(board).split()}
    return frozenset(words)


def untranslated_in(response: Any) -> list[str]:
    """The untranslated texts of a page, a picture or the parts of a page."""
    kind = response.headers.get("Content-Type", "").partition(";")[0]
    if kind == "application/json":
        texts = _strings(response.json())
        return [missed for text in texts for missed in untranslated_on_page(text, names=names())]
    if kind in ("text/html", "image/svg+xml"):
        return untranslated_on_page(response.content.decode(), names=names())
    return []


def _strings(value: Any) -> list[str]:
    """The HTML in a JSON value; keys and tokens are for programs."""
    if isinstance(value, dict):
        return [text for name, each in value.items() if name not in _FOR_PROGRAMS
                for text in _strings(each)]
    return [value] if isinstance(value, str) else []


_FOR_PROGRAMS = ("version",)


def followed(response: Any) -> Any:
    """The page that a browser shows in the end."""
    for _ in range(3):
        if response.status_code not in (301, 302):
            break
        response = response.client.get(response["Location"])
    return response


def rename_tables() -> None:
    """Gives every table a name and a note that cannot be taken for untranslated text."""
    Game.objects.update(name="Issus", note="Issus")


@pytest.mark.parametrize("line", PAGES, ids=lambda line: f"{line.who} {line.asks}")
def test_every_page_is_translated(prepare: Prepare, line: Line) -> None:
    send = prepare(line)
    rename_tables()
    with spoken():
        response = send()
        assert response.status_code == line.status
        assert untranslated_in(response) == []
        assert untranslated_in(followed(response)) == []


@pytest.mark.parametrize(("who", "asks", "form"), MORE,
                         ids=[f"{who} {asks} {form or ''}"[:90] for who, asks, form in MORE])
def test_every_refusal_is_translated(
    prepare: Prepare, who: str, asks: str, form: dict[str, str]
) -> None:
    send = prepare(Line(who, asks, 0, 0, 0, 0), form)
    rename_tables()
    with spoken():
        response = send()
        assert untranslated_in(followed(response)) == []
