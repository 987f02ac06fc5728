"""How much work each page takes: database queries and boards drawn.

``WORK`` has a line for every address of the site: who asks for what, the status of the answer,
and then how many queries that takes, how many boards are drawn and how many thumbnails.

How to update it:

* A new page has no line. Add one with zeros. The failing test prints the line as it should be
  and the queries it counted.
* A number went up. Find out why before you change the line. The usual reasons are a relation
  that is loaded for each row (use ``select_related`` or ``prefetch_related``), the same question
  asked twice in one request, and a result that is thrown away.
* A number went down. Write down the smaller number, so that it stays that way.

The numbers are the same on SQLite and PostgreSQL. Savepoints are not counted: an ``atomic`` block
makes one only when a transaction has begun already, as in a test. A page that is only read is
visited twice and measured the second time, because the first visit may fill a cache of the process.
"""

from __future__ import annotations

import secrets
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from email.mime.image import MIMEImage
from string import Formatter
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from django.core.mail import EmailMultiAlternatives
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLResolver, resolve

from alexandros_site import urls
from games.emails.local_mailbox import keep
from games.inbox import action_links
from games.lobby import expiry, replay_links, tables
from games.models import Game, OutgoingEmail, User
from games.outbox import unsubscribe_links
from games.rulesets.alexandros import drawing
from games.rulesets.alexandros.table_panel import AlexandrosTable
from tests.pages.page_reader import Sit

pytestmark = pytest.mark.django_db


class Line(NamedTuple):
    """One request and the work it takes."""

    who: str
    asks: str  # the method and the path; a name in braces is a fixture
    status: int
    queries: int
    boards: int
    thumbnails: int


WORK = [
    Line("visitor", "GET /", 200, 0, 1, 0),
    Line("Alice", "GET /", 200, 8, 1, 2),
    Line("visitor", "POST /play/", 302, 26, 0, 0),
    Line("Alice", "POST /play/", 302, 23, 0, 0),
    Line("visitor", "GET /preview.png", 200, 0, 1, 0),
    Line("visitor", "GET /rules/", 200, 0, 0, 0),
    Line("Alice", "GET /rules/", 200, 4, 0, 0),
    Line("visitor", "GET /rules/figures/light/FIG1.svg", 200, 0, 0, 0),
    # Lists
    Line("visitor", "GET /lobby/", 200, 7, 0, 2),
    Line("Dave", "GET /lobby/", 200, 12, 0, 2),
    Line("Alice", "GET /games/", 200, 12, 0, 5),
    Line("visitor", "GET /games/new/", 200, 0, 0, 0),
    Line("Alice", "POST /games/new/", 302, 10, 0, 0),
    # A game that runs; Alice is to move
    Line("Alice", "GET /games/{fresh}/", 200, 7, 1, 0),
    Line("Alice", "GET /games/{fresh}/?draft=take+nothing", 200, 7, 1, 0),
    Line("Alice", "GET /games/{fresh}/?played=1-1", 200, 7, 1, 0),
    Line("Bob", "GET /games/{fresh}/", 200, 7, 1, 0),
    Line("visitor", "GET /games/{running}/", 200, 3, 1, 0),
    Line("Alice", "GET /games/{running}/", 200, 7, 1, 0),
    Line("Bob", "GET /games/{running}/", 200, 7, 1, 0),
    Line("Carol", "GET /games/{running}/", 200, 7, 1, 0),
    Line("Alice", "GET /games/{finished}/", 200, 8, 1, 0),
    Line("Alice", "POST /games/{finished}/rematch/", 302, 19, 0, 0),
    Line("Bob", "GET /games/{fresh}/mark/", 200, 4, 0, 0),
    Line("Alice", "GET /games/{fresh}/draft/?do=look&horse=1", 302, 4, 0, 0),
    Line("Alice", "GET /games/{fresh}/draft/?do=add&province=A1&guard=A1", 400, 9, 1, 0),
    Line("Bob", "GET /games/{fresh}/draft/?do=add&province=A1&guard=A1", 200, 7, 1, 0),
    Line("Alice", "POST /games/{fresh}/preview/", 302, 4, 0, 0),
    Line("Alice", "POST /games/{fresh}/orders/", 302, 18, 0, 0),
    Line("Bob", "POST /games/{fresh}/orders/", 403, 13, 1, 0),
    Line("Bob", "POST /games/{fresh}/leave/", 302, 19, 0, 0),
    # A table that waits for players: Alice made it, Bob sits there, Carol is invited
    Line("Alice", "GET /games/{waiting}/", 200, 6, 1, 0),
    Line("Carol", "GET /games/{waiting}/", 200, 6, 1, 0),
    Line("Dave", "POST /games/{waiting}/join/", 302, 14, 0, 0),
    Line("visitor", "POST /games/{waiting}/join/", 302, 17, 0, 0),
    Line("Bob", "POST /games/{waiting}/leave/", 302, 8, 0, 0),
    Line("Alice", "POST /games/{waiting}/cancel/", 302, 7, 0, 0),
    Line("Alice", "POST /games/{waiting}/keep/", 302, 7, 0, 0),
    Line("Alice", "POST /games/{waiting}/list/", 302, 8, 0, 0),
    Line("Alice", "POST /games/{waiting}/fill/", 302, 30, 0, 0),
    Line("Alice", "POST /games/{waiting}/invite/", 302, 12, 0, 0),
    Line("Alice", "POST /games/{waiting}/withdraw/", 302, 7, 0, 0),
    Line("visitor", "GET /games/{waiting}/invitation/{invitation}/", 200, 2, 1, 0),
    Line("Dave", "GET /games/{waiting}/invitation/{invitation}/", 200, 6, 1, 0),
    Line("Carol", "POST /games/{waiting}/decline/", 302, 8, 0, 0),
    # The replay, for players and behind a link that was given away
    Line("Alice", "GET /games/{finished}/replay/", 302, 4, 0, 0),
    Line("Alice", "GET /games/{finished}/replay/?turn=3", 302, 5, 0, 0),
    Line("Alice", "GET /games/{finished}/replay/9/", 200, 7, 1, 0),
    Line("Alice", "GET /games/{finished}/replay/9/step.json", 200, 5, 1, 0),
    Line("Alice", "GET /games/{finished}/replay/9/board.svg", 200, 5, 1, 0),
    Line("Alice", "GET /games/{finished}/replay/9/board.png", 200, 5, 1, 0),
    Line("Alice", "GET /games/{finished}/game.gif", 202, 6, 0, 0),
    Line("Alice", "GET /games/{finished}/record.txt", 200, 5, 0, 0),
    Line("Alice", "POST /games/{finished}/share/end/", 302, 8, 0, 0),
    Line("visitor", "GET /shared/{finished}/{key}/replay/", 302, 2, 0, 0),
    Line("visitor", "GET /shared/{finished}/{key}/replay/9/", 200, 3, 1, 0),
    Line("visitor", "GET /shared/{finished}/{key}/replay/9/step.json", 200, 3, 1, 0),
    Line("visitor", "GET /shared/{finished}/{key}/replay/9/board.svg", 200, 3, 1, 0),
    Line("visitor", "GET /shared/{finished}/{key}/replay/9/board.png", 200, 3, 1, 0),
    Line("visitor", "GET /shared/{finished}/{key}/game.gif", 202, 2, 0, 0),
    Line("visitor", "GET /shared/{finished}/{key}/record.txt", 200, 3, 0, 0),
    # Links in emails
    Line("visitor", "GET /turn/{turn_link}/", 200, 4, 1, 0),
    Line("visitor", "GET /turn/{turn_link}/?draft=take+temple", 200, 4, 1, 0),
    Line("visitor", "POST /turn/{turn_link}/", 200, 17, 1, 0),
    Line("visitor", "GET /turn/{resign_link}/leave/", 200, 1, 0, 0),
    Line("visitor", "POST /turn/{resign_link}/leave/", 200, 16, 0, 0),
    Line("visitor", "GET /keep/{keep_link}/", 200, 1, 0, 0),
    Line("visitor", "POST /keep/{keep_link}/", 200, 4, 0, 0),
    Line("visitor", "GET /unsubscribe/{unsubscribe_link}/", 200, 2, 0, 0),
    Line("visitor", "POST /unsubscribe/{unsubscribe_link}/", 200, 4, 0, 0),
    # Emails somebody gets, and the mailbox of this machine
    Line("Alice", "GET /mail/", 200, 9, 0, 0),
    Line("Alice", "POST /mail/", 302, 7, 0, 0),
    Line("Alice", "POST /mail/test/", 302, 6, 0, 0),
    Line("visitor", "GET /mailbox/", 200, 1, 0, 0),
    Line("visitor", "GET /mailbox/{message}/", 200, 1, 0, 0),
    Line("visitor", "GET /mailbox/{message}/html/", 200, 1, 0, 0),
    Line("visitor", "GET /mailbox/{message}/raw/", 200, 1, 0, 0),
    Line("visitor", "GET /mailbox/{message}/picture/board/", 200, 1, 0, 0),
    Line("visitor", "POST /mailbox/{message}/answer/", 302, 2, 0, 0),
    # The account
    Line("Alice", "GET /account/", 200, 4, 0, 0),
    Line("Alice", "POST /account/", 302, 8, 0, 0),
    Line("Alice", "POST /account/download/", 200, 26, 0, 0),
    Line("Alice", "GET /account/email/", 200, 4, 0, 0),
    Line("Alice", "POST /account/email/", 302, 3, 0, 0),
    Line("Alice with a new address", "GET /account/email/code/", 200, 4, 0, 0),
    Line("Alice", "GET /account/delete/", 200, 5, 0, 0),
    Line("Alice", "POST /account/delete/", 302, 97, 0, 0),
    Line("visitor", "GET /account/login/", 200, 0, 0, 0),
    Line("visitor", "POST /account/login/", 302, 4, 0, 0),
    Line("visitor", "GET /account/login/request/", 302, 0, 0, 0),
    Line("visitor", "GET /account/signup/", 302, 0, 0, 0),
    Line("somebody with a code", "GET /account/login/code/", 200, 2, 0, 0),
    Line("Alice", "GET /account/logout/", 200, 4, 0, 0),
    Line("Alice", "POST /account/logout/", 302, 4, 0, 0),
    Line("visitor", "GET /account/inactive/", 200, 0, 0, 0),
    # What operators look up
    Line("visitor", "GET /admin/login/", 302, 0, 0, 0),
    Line("operator", "GET /admin/account/emailaddress/", 200, 5, 0, 0),
    Line("operator", "GET /admin/auth/group/", 200, 5, 0, 0),
    Line("operator", "GET /admin/games/addressstatus/", 200, 5, 0, 0),
    Line("operator", "GET /admin/games/game/", 200, 6, 0, 0),
    Line("operator", "GET /admin/games/incomingemail/", 200, 6, 0, 0),
    Line("operator", "GET /admin/games/outgoingemail/", 200, 6, 0, 0),
    Line("operator", "GET /admin/games/loggedmove/", 200, 4, 0, 0),
    Line("operator", "GET /admin/games/snapshot/", 200, 5, 0, 0),
    Line("operator", "GET /admin/games/user/", 200, 5, 0, 0),
]

TURN = "take temple; march B5.NW via E; draw; draw"
FORMS: dict[str, dict[str, str]] = {  # what is sent, where it matters
    "POST /play/": {"players": "3", "board": "delta", "bot": "greedy"},
    "POST /games/new/": {"players": "3", "board": "delta", "bots": "0", "bot": "greedy"},
    "POST /games/{fresh}/preview/": {"orders": TURN},
    "POST /games/{fresh}/orders/": {"orders": TURN, "number": "1"},
    "POST /games/{waiting}/join/": {"token": "{table_token}"},
    "POST /games/{waiting}/invite/": {"email": "eve@example.org"},
    "POST /games/{waiting}/withdraw/": {"seat": "1"},
    "POST /turn/{turn_link}/": {"orders": TURN},
    "POST /mail/": {"when": "daily", "minutes": "10", "hour": "8", "time_zone": "UTC"},
    "POST /mailbox/{message}/answer/": {"text": "draw"},
    "POST /account/": {"name": "Alicia"},
    "POST /account/delete/": {"sure": "on"},
    "POST /account/email/": {"email": "alice@new.example"},
    "POST /account/login/": {"email": "alice@example.org"},
}


def key_in(url: str) -> str:
    """The key in a link such as /turn/KEY/."""
    return urlsplit(url).path.split("/")[2]


@pytest.fixture(autouse=True)
def _one_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that start on a page have the same first player in every test and every run."""
    monkeypatch.setattr(secrets, "token_bytes", lambda nbytes=32: bytes(nbytes))


@pytest.fixture
def waiting(alice: User, bob: User, carol: User, now: datetime) -> Game:
    """A private table of Alice's with four seats: Bob has one and one is kept for Carol."""
    game = tables.create_table(by=alice, board="delta", players=4, invite_emails=[carol.email],
                               now=now)
    tables.join(game, user=bob, token=game.invite_token, now=now)
    return game


@pytest.fixture
def table_token(waiting: Game) -> str:
    return waiting.invite_token


@pytest.fixture
def invitation(waiting: Game) -> str:
    return waiting.seats.get(invited_email="carol@example.org").invite_token


@pytest.fixture
def key(finished: Game) -> str:
    return replay_links.sharing_key(finished)


@pytest.fixture
def turn_link(fresh: Game, now: datetime) -> str:
    return key_in(action_links.action_url(fresh, fresh.seats.get(index=0), "", now=now))


@pytest.fixture
def resign_link(fresh: Game, now: datetime) -> str:
    return key_in(action_links.resign_url(fresh, fresh.seats.get(index=0), now=now))


@pytest.fixture
def keep_link(waiting: Game) -> str:
    return expiry.link_key(waiting)


@pytest.fixture
def unsubscribe_link(fresh: Game, alice: User) -> str:
    return key_in(unsubscribe_links.url(OutgoingEmail(game=fresh, user=alice, to=alice.email)))


@pytest.fixture
def message() -> int:
    """An email in the mailbox that can be answered, with a picture in it."""
    written = EmailMultiAlternatives("Your turn", "It is your turn.", to=["alice@example.org"],
                                     reply_to=["turn@example.org"])
    written.attach_alternative("<p>It is your turn.</p>", "text/html")
    picture = MIMEImage(b"picture", "png")
    picture["Content-ID"] = "<board>"
    written.attach(picture)
    return keep(written).pk


@pytest.fixture
def every_table(fresh: Game, running: Game, finished: Game, waiting: Game) -> None:
    """Games and tables of every kind, for the pages that list them."""
    tables.create_table(by=waiting.created_by, board="delta", players=2, listed=True,
                        now=waiting.created_at)


@pytest.fixture
def client(request: pytest.FixtureRequest, line: Line, sit: Sit) -> Client:
    """The browser of the person who sends the request."""
    if line.who == "operator":
        return sit(User.objects.create_superuser("operator@example.org", name="Operator")).client
    if line.who == "somebody with a code":
        visitor = sit(None).client
        visitor.post("/account/login/", {"email": request.getfixturevalue("alice").email})
        return visitor
    if line.who == "Alice with a new address":
        member = sit(request.getfixturevalue("alice")).client
        member.post("/account/email/", {"email": "alice@new.example"})
        return member
    known = line.who != "visitor"
    return sit(request.getfixturevalue(line.who.lower()) if known else None).client


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts the calls of the functions that draw boards, whoever has imported them."""
    count: Counter[str] = Counter()

    def counting(name: str, draw: Callable[..., str]) -> Callable[..., str]:
        def counted(*args: Any, **kwargs: Any) -> str:
            count[name] += 1
            return draw(*args, **kwargs)

        return counted

    for name in ("draw_board", "draw_thumbnail"):
        draw = getattr(drawing, name)
        for module in [m for m in sys.modules.values() if getattr(m, name, None) is draw]:
            monkeypatch.setattr(module, name, counting(name, draw))
    return count


def filled(text: str, request: pytest.FixtureRequest) -> str:
    """The text with the fixtures it names: a game's code, or the value itself."""
    names = {name for _, name, _, _ in Formatter().parse(text) if name}
    values = {name: request.getfixturevalue(name) for name in names}
    return text.format_map({name: getattr(value, "code", value) for name, value in values.items()})


@pytest.fixture
def ask(request: pytest.FixtureRequest, client: Client, line: Line,
        every_table: None) -> Callable[[], int]:
    """Sends the request of this line and returns the status of the response."""
    method, path = line.asks.split(" ")
    path = filled(path, request)
    if method == "GET":
        return lambda: status(client.get(path))
    form = {name: filled(value, request) for name, value in FORMS.get(line.asks, {}).items()}
    return lambda: status(client.post(path, form))


def status(response: Any) -> int:
    """The status of a response that is read to its end, as browsers do, which closes files."""
    if response.streaming:
        response.getvalue()
    return int(response.status_code)


def routes(patterns: list[Any], before: str = "") -> Iterator[str]:
    """Every URL of the site; of Django's admin only the login page and the lists."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        elif (not route.startswith("admin/") or route == "admin/login/"
              or (pattern.name or "").endswith("_changelist")):
            yield route


def test_every_page_has_a_line() -> None:
    example = {"message": 1}
    asked = set()
    for line in WORK:
        path = urlsplit(line.asks.split(" ")[1]).path
        names = {name for _, name, _, _ in Formatter().parse(path) if name}
        asked.add(resolve(path.format_map({n: example.get(n, "x") for n in names})).route)
    assert asked == set(routes(urls.urlpatterns))


@pytest.mark.parametrize("line", WORK, ids=lambda line: f"{line.who} {line.asks}")
def test_a_page_does_as_much_work_as_its_line_says(
    ask: Callable[[], int], drawn: Counter[str], line: Line
) -> None:
    if line.asks.startswith("GET"):
        ask()
    drawn.clear()
    with CaptureQueriesContext(connection) as asked:
        status = ask()
    sent = [query["sql"] for query in asked if "SAVEPOINT" not in query["sql"]]
    found = Line(line.who, line.asks, status, queries=len(sent), boards=drawn["draw_board"],
                 thumbnails=drawn["draw_thumbnail"])
    assert found == line, "\n".join(["now it is", str(found), *(sql[:300] for sql in sent)])


@pytest.mark.parametrize("who", ["Alice, who is to move", "Bob, who waits"])
def test_the_table_beside_the_board_is_made_once(
    fresh: Game, alice: User, bob: User, sit: Sit, monkeypatch: pytest.MonkeyPatch, who: str
) -> None:
    made = []
    table = AlexandrosTable.table
    monkeypatch.setattr(AlexandrosTable, "table",
                        lambda *args, **more: made.append(args) or table(*args, **more))
    reader = alice if who.startswith("Alice") else bob
    assert sit(reader).open(f"/games/{fresh.code}/").status == 200
    assert len(made) == 1
