"""The pages that ``bench_size`` measures, as functions that request one of them.

Alice, Bob, Carol and Dave have the same number of games in every filled database, the operator has
none.  Whatever must exist for a request is looked up once, before it is measured.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from http.cookies import SimpleCookie

from django.db.models import Count, Q
from django.test import Client

from games.base import site_clock
from games.labs.filling.population import OPERATOR
from games.models import Competition, Game, Seat, User
from games.operations.monitoring.status_pages import Gauges
from games.post.calendar_feed import feed_links
from games.table.play import event_log, history

VISITOR = ""


@dataclass(frozen=True, slots=True)
class Request:
    """One request; what is in braces in its path and form is looked up (``_place``)."""

    who: str
    asks: str
    form: Mapping[str, str] | None = None
    note: str = ""

    @property
    def name(self) -> str:
        """Whom it is from, what it asks for and what is special about it."""
        return f"{self.who or 'visitor'}: {self.asks}{self.note}"

    def __call__(self) -> None:
        """Sends it, and checks that it is not refused."""
        method, path = self.asks.split(" ", 1)
        path = _filled(path)
        form = {name: _filled(value) for name, value in (self.form or {}).items()}
        client = _client(self.who)
        client.cookies = SimpleCookie(_cookies(self.who))  # the request before may have signed out
        response = client.get(path) if method == "GET" else client.post(path, form)
        assert response.status_code in (200, 302), (self.name, response.status_code)
        if response.streaming:
            response.getvalue()


def show_metrics() -> None:
    """What a monitoring program reads; the page itself needs a token in the settings."""
    assert list(Gauges(site_clock.now()).collect())


def prepare() -> None:
    """Signs in whoever requests something, for good, and looks up what they ask for."""
    for remembered in (_client, _cookies, _user, _place):
        remembered.cache_clear()
    for request in REQUESTS:
        _cookies(request.who)
    for look_up in _PLACES.values():
        _place(look_up)


@cache
def _client(who: str) -> Client:
    client = Client(REMOTE_ADDR="127.0.0.1")
    if who:
        client.force_login(_user(who), backend="django.contrib.auth.backends.ModelBackend")
    return client


@cache
def _cookies(who: str) -> str:
    """The cookies of somebody who has just signed in."""
    return _client(who).cookies.output(attrs=[], header="", sep=";")


@cache
def _user(who: str) -> User:
    if who in PLAYERS:
        user = PLAYERS[who]()
        assert user is not None  # the queries ask for seats and tables of people
        return user
    return User.objects.get(email=OPERATOR if who == "operator" else f"{who.lower()}@example.org")


def _filled(text: str) -> str:
    for name, look_up in _PLACES.items():
        if f"{{{name}}}" in text:
            text = text.replace(f"{{{name}}}", str(_place(look_up)))
    return text


@cache
def _place(look_up: Callable[[], object]) -> object:
    return look_up()


def _of_alice(status: str) -> Game:
    return Game.objects.filter(seats__user=_user("Alice"), status=status).order_by("pk")[0]


def _table() -> Game:
    """An open table with as many free seats as any, whose creator has an address.

    So somebody who takes one of them starts no game.
    """
    free = Count("seats", filter=Q(seats__status=Seat.Status.OPEN))
    return Game.objects.filter(status=Game.Status.OPEN, created_by__email__isnull=False).annotate(
        free=free).order_by("-free", "pk")[0]


def _asked() -> Seat:
    """A seat whose turn has just begun, and whose player has an address.

    Its game is as long in every database, so that its page and its first order mean as much work.
    """
    seats = Seat.objects.filter(to_move=True, user__email__isnull=False, game__number__gte=16,
                                game__status=Game.Status.RUNNING).select_related("game")
    return next(seat for seat in seats.order_by("game__number", "pk")
                if event_log.ruleset_of(seat.game).status(history.state(seat.game)).fresh)


def _vacant() -> Seat:
    return Seat.objects.filter(offered_at__isnull=False, game__listed=True).order_by("pk")[0]


def _order() -> str:
    seat = _asked()
    rules, view = event_log.ruleset_of(seat.game), history.view(seat.game, seat.index)
    return rules.format(rules.legal_moves(view, seat=seat.index)[0], view)


def _calendar() -> str:
    feed = feed_links.renew(_user("Alice"), now=site_clock.now())
    return feed_links.url(feed).partition("/calendar/")[2].removesuffix(".ics")


PLAYERS: dict[str, Callable[[], User | None]] = {
    "creator": lambda: _table().created_by,
    "mover": lambda: _asked().user,
}
_PLACES: dict[str, Callable[[], object]] = {
    "running": lambda: _of_alice(Game.Status.RUNNING).code,
    "finished": lambda: _of_alice(Game.Status.OVER).code,
    "listed": lambda: Game.objects.filter(status=Game.Status.OVER, listed=True).order_by(
        "pk")[0].code,
    "table": lambda: _table().code,
    "asked": lambda: _asked().game.code,
    "number": lambda: _asked().game.number,
    "order": _order,
    "vacant": lambda: f"{_vacant().game.code}/take-over/{_vacant().index}",
    "calendar": _calendar,
    "cup": lambda: Competition.objects.filter(kind=Competition.Kind.CUP).latest("pk").code,
    "game": lambda: _of_alice(Game.Status.RUNNING).pk,
    "bob": lambda: _user("Bob").pk,
    "token": lambda: _table().invite_token,
    "code": lambda: Game.objects.order_by("pk")[7].code,
}


REQUESTS = [
    Request(VISITOR, "GET /"),
    Request("Alice", "GET /"),
    Request(VISITOR, "POST /play/", {"players": "3", "board": "delta", "bot": "greedy"}),
    Request("Alice", "POST /play/", {"players": "3", "board": "delta", "bot": "greedy"}),
    Request(VISITOR, "GET /health"),
    Request(VISITOR, "GET /rules/"),
    Request("Alice", "GET /people/"),
    Request("Alice", "GET /people/?name=zoe-1"),
    Request("Alice", "GET /people/Alice/"),
    Request("Alice", "GET /people/Bob/"),
    Request(VISITOR, "GET /ladder/alexandros/2/"),
    Request("Alice", "GET /ladder/alexandros/2/?from=Alice"),
    Request(VISITOR, "GET /leagues/"),
    Request("Alice", "GET /leagues/alexandros/2/"),
    Request(VISITOR, "GET /cups/"),
    Request("Alice", "GET /cups/"),
    Request("Alice", "GET /cups/{cup}/"),
    Request(VISITOR, "GET /cups/{cup}/feed/"),
    Request(VISITOR, "GET /lobby/"),
    Request("Alice", "GET /lobby/"),
    Request(VISITOR, "GET /watch/"),
    Request("Alice", "GET /watch/"),
    Request(VISITOR, "GET /archive/"),
    Request(VISITOR, "GET /archive/?game=alexandros&players=2&length=21"),
    Request("Alice", "GET /archive/?person=Bob&reason=walls"),
    Request(VISITOR, "GET /archive/feed/?game=alexandros&players=2"),
    Request(VISITOR, "GET /archive/statistics/"),
    Request("Alice", "GET /archive/my-year/"),
    Request(VISITOR, "GET /archive/dumps/"),
    Request("Alice", "GET /games/"),
    Request("Alice", "GET /games/?page=2"),
    Request("Alice", "GET /games/new/?game=alexandros"),
    Request("Alice", "POST /games/new/", {"players": "3", "board": "delta", "bots": "0",
                                          "bot": "greedy"}),
    Request("Alice", "POST /games/new/", {
        "players": "3", "board": "delta", "bots": "0", "bot": "greedy",
        "emails": "bob@example.org"}, " with an invitation"),
    Request("Alice", "GET /games/{running}/"),
    Request(VISITOR, "GET /games/{listed}/"),
    Request(VISITOR, "GET /games/{listed}/feed/"),
    Request("Alice", "GET /games/{running}/talk/"),
    Request("Alice", "POST /games/{running}/talk/say/", {"preset": "thanks"}),
    Request("Alice", "POST /games/{running}/note/", {"text": "Alice", "number": "1"}),
    Request("Alice", "POST /games/{running}/leave/"),
    Request("Alice", "GET /games/{finished}/"),
    Request("Alice", "GET /games/{finished}/replay/3/"),
    Request("Alice", "GET /games/{finished}/record.txt"),
    Request("Alice", "POST /games/{finished}/rematch/"),
    Request("mover", "GET /games/{asked}/"),
    Request("mover", "POST /games/{asked}/orders/", {"orders": "{order}", "number": "{number}",
                                                     "key": "measured"}),
    Request(VISITOR, "GET /games/{vacant}/"),
    Request("Alice", "GET /games/{vacant}/"),
    Request("Alice", "POST /games/{vacant}/"),
    Request(VISITOR, "GET /calendar/{calendar}.ics"),
    Request(VISITOR, "GET /calendar/{calendar}.atom"),
    Request("creator", "GET /games/{table}/"),
    Request("Alice", "POST /games/{table}/join/", {"token": "{token}"}),
    Request("creator", "POST /games/{table}/invite/", {"email": "eve@example.org"}),
    Request("creator", "POST /games/{table}/cancel/"),
    Request("Alice", "GET /mail/"),
    Request("Alice", "POST /mail/", {"when": "daily", "minutes": "10", "hour": "8",
                                     "time_zone": "UTC"}),
    Request("Alice", "GET /time/"),
    Request("Alice", "POST /time/", {"time_zone": "Europe/Berlin", "opens": "18:00",
                                     "closes": "23:00", "free_weekdays": "5"}),
    Request("Alice", "POST /time/calendar/"),
    Request("Alice", "GET /account/"),
    Request("Alice", "POST /account/", {"name": "Alicia"}),
    Request("Alice", "POST /account/download/"),
    Request("Alice", "GET /account/delete/"),
    Request("Alice", "POST /account/delete/", {"sure": "on"}),
    Request(VISITOR, "POST /account/login/", {"email": "alice@example.org"}),
    *(Request("operator", f"GET /admin/{each}") for each in (
        "", "auth/group/", "games/addressstatus/", "games/addressstatus/?q=example.org",
        "games/clockstop/", "games/chatmessage/", "games/chatmessage/?q={code}",
        "games/failure/", "games/formerplayer/", "games/formerplayer/?q={code}",
        "games/game/", "games/game/?q={code}", "games/game/?q=alice@example.org",
        "games/game/?status__exact=open", "games/game/?p=2", "games/incomingemail/",
        "games/incomingemail/?q=alice@example.org", "games/incomingemail/?status__exact=done",
        "games/outgoingemail/", "games/outgoingemail/?q=alice@example.org",
        "games/outgoingemail/?status__exact=failed", "games/outgoingemail/?status__exact=sent",
        "games/outgoingemail/?kind=turn", "games/loggedmove/", "games/loggedmove/?q={code}",
        "games/loggedmove/?actor__exact=bot", "games/playinghours/",
        "games/playinghours/?q=alice@example.org", "games/snapshot/", "games/user/",
        "games/user/?q=alice@example.org", "games/user/?is_staff__exact=1", "games/vacation/",
        "games/vacation/?q=alice@example.org", "games/game/{game}/change/",
        "games/user/{bob}/change/", "games/user/{bob}/delete/")),
    Request("operator", "POST /admin/games/user/{bob}/change/", {
        "email": "bob@example.org", "name": "Bob"}, " to shut somebody out"),
    Request("operator", "POST /admin/games/user/{bob}/delete/", {"post": "yes"}),
]
PAGES: dict[str, Callable[[], object]] = {
    **{each.name: each for each in REQUESTS}, "a monitoring program: the gauges": show_metrics}
# Lists that are long enough in a large database only: there is nothing to compare them with.
FURTHER = {each.name: each for each in (
    Request(VISITOR, "GET /lobby/?page=2"), Request(VISITOR, "GET /lobby/?seats=2"))}
