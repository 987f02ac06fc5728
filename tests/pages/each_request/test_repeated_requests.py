"""However often somebody repeats what a page or an email lets them do, nobody is flooded (R26).

Every address of the site that takes a POST is sent the same form again and again, and whatever
takes it back in between, while others sit at the table in both games.  The addresses come from the
URLconf: a new one that takes a POST needs a line in ``every_request`` or in ``WALKS``.  Every email
leaves at once, so that nothing is dropped because it was undone in time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve

from alexandros_rules.campaign import things
from alexandros_site import urls
from games.base import sealing
from games.models import (
    EmailPreferences,
    Game,
    IncomingEmail,
    LoggedMove,
    OutgoingEmail,
    PushDevice,
    Seat,
    User,
)
from games.post.inbox import tokens
from games.post.inbox.parsing import requests
from games.post.outbox import codes
from games.rulesets import registry
from games.table.lobby import open_tables
from games.table.play import history, row_limits
from tests.campaign.room.conftest import play_until, submit
from tests.inbox.email_replies import PostOffice, written
from tests.pages.each_request.conftest import browser_of
from tests.pages.each_request.test_work_per_page import routes
from tests.pages.every_request import FORMS, TURN, WORK, fixtures_in
from tests.pages.page_reader import Sit
from tests.sample_games import clocked_table

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.promise("R26")]

TIMES = 30
MOST_EMAILS = 3  # to anybody else
MOST_CODES = 5  # to an address that somebody enters, which have limits of their own
MOST_ROWS = row_limits.MOST_MOVES + row_limits.MOST_NOTES + 1

Step = tuple[str, dict[str, str]]  # the method and the path, as in ``every_request``, and the form


@dataclass(frozen=True, slots=True)
class Walk:
    """What one person does again and again; "{new}" is the table of the last redirection."""

    who: str
    steps: tuple[Step, ...]


def walk(who: str, *steps: str | Step) -> Walk:
    return Walk(who, tuple((step, FORMS.get(step, {})) if isinstance(step, str) else step
                           for step in steps))


# What is taken back, and how; all else is only repeated.
WALKS = [
    walk("Bob", "POST /games/{club}/leave/", "POST /games/{club}/return/"),
    walk("Bob", "POST /games/{club}/pause/", ("POST /games/{club}/pause/", {"do": "withdraw"})),
    walk("Alice", "POST /games/{alone}/pause/", "POST /games/{alone}/resume/"),
    walk("Alice", "POST /games/{club}/more-time/"),
    walk("Alice", "POST /games/{club}/cancel/"),
    walk("Alice", ("POST /games/{club}/orders/", {"orders": "{offer}", "number": "{number}"}),
         ("POST /games/{club}/orders/", {"orders": "{withdraw}", "number": "{number}"})),
    walk("Alice", ("POST /games/{club}/orders/", {"orders": "{offer}", "number": "{number}"}),
         ("POST /games/{club}/orders/", {"orders": "{offer_more}", "number": "{number}"}),
         ("POST /games/{club}/orders/", {"orders": "{withdraw}", "number": "{number}"}),
         ("POST /games/{club}/orders/", {"orders": "{withdraw}", "number": "{number}"})),
    walk("Bob", ("POST /games/{club}/orders/", {"orders": "{prefer}", "number": "{number}"}),
         ("POST /games/{club}/orders/", {"orders": "prefer to choose discards",
                                         "number": "{number}"})),
    walk("Alice", ("POST /games/{club}/talk/say/", {"text": "Word {time}", "key": "{time}"})),
    walk("Alice", ("POST /games/{club}/plan/", {"text": "{plan}", "grace": "60"}),
         ("POST /games/{club}/plan/", {"do": "off"})),
    walk("Dave", "POST /games/{vacant}/take-over/0/", "POST /games/{vacant}/leave/",
         "POST /games/{vacant}/return/"),
    walk("Bob", ("POST /games/{vacant}/offer/", {"seat": "0", "do": "lobby"}),
         ("POST /games/{vacant}/offer/", {"seat": "0", "do": "withdraw"}),
         ("POST /games/{vacant}/offer/", {"seat": "0", "do": "link"}),
         ("POST /games/{vacant}/offer/", {"seat": "0", "do": "revoke"})),
    walk("Dave", ("POST /games/{waiting}/join/", {"token": "{table_token}"}),
         "POST /games/{waiting}/leave/"),
    walk("Alice", ("POST /games/{waiting}/invite/", {"email": "dave@example.org"}),
         ("POST /games/{waiting}/withdraw/", {"seat": "3"})),
    walk("Alice", ("POST /games/{waiting}/withdraw/", {"seat": "1"}),
         ("POST /games/{waiting}/invite/", {"email": "carol@example.org"})),
    walk("Alice", ("POST /games/new/", {
        "players": "3", "board": "delta", "bots": "0", "bot": "greedy",
        "emails": "bob@example.org carol@example.org"}), "POST /games/{new}/cancel/"),
    walk("Alice", "POST /games/{finished}/rematch/", "POST /games/{new}/cancel/"),
    walk("Alice", "POST /shared/{finished}/{key}/replay/9/play-on/", "POST /games/{new}/cancel/"),
    walk("Alice", "POST /time/vacations/", "POST /time/vacations/{vacation}/cancel/"),
    walk("Alice", "POST /find/", ("POST /find/wish/", {"game": "alexandros", "do": "withdraw"})),
    walk("Alice", "POST /time/calendar/", "POST /time/calendar/off/"),
    walk("Alice", "POST /push/", ("POST /push/remove/", {"device": "{device}"})),
    walk("Alice", ("POST /account/email/", {"email": "carol@example.com"})),
    walk("Alice", ("POST /account/login/", {"email": "bob@example.org"})),
]
# Pages of Django and its accounts, which have other tests.
NOT_OURS = ("/admin/", "/account/")
# Time that passes is nobody's act.
NOT_WALKED = ("POST /mailbox/clock/",)
ALONE = [walk(line.who, line.asks) for line in WORK if line.asks.startswith("POST")
         and line.asks not in NOT_WALKED]
GAMES = ("alexandros", "campaign")


@pytest.fixture(autouse=True)
def _eager(made: Any, dave: User) -> None:
    """Everybody wants to hear of everything at once."""
    for user in User.objects.all():
        EmailPreferences.objects.create(user=user, when="now", chat="now")


@pytest.fixture
def club(request: pytest.FixtureRequest, alice: User, bob: User, carol: User, dave: User,
         now: datetime) -> Game:
    """A game of four with a clock: Alexandros or The Campaign, in which Alice can trade."""
    if getattr(request, "param", GAMES[0]) == GAMES[0]:
        return clocked_table([alice, bob, carol, dave], now=now)
    game = open_tables.create_table(by=alice, ruleset="campaign", players=4, listed=True,
                                    pace="day", options={"first": 0}, now=now)
    for user in (bob, carol, dave):
        open_tables.join(game, user=user, now=now)
    game.refresh_from_db()
    while play_until(game, "build", now=now).seat:
        submit(game, history.state(game).seat, "end", now=now)
    return game


@pytest.fixture
def alone(alice: User, guest: User, now: datetime) -> Game:
    """A game with a clock in which Alice decides alone on pauses: the other player is a bot."""
    game = clocked_table([alice, guest], now=now)
    Seat.objects.filter(game=game, index=1).update(user=None, bot="greedy")
    return game


def test_every_address_that_takes_a_post_is_walked(alice: User) -> None:
    steps = [step for each in (*WALKS, *ALONE) for step, _form in each.steps]
    walked = {_route(step) for step in [*steps, *NOT_WALKED]}
    here = Client(headers={"host": "localhost"})
    here.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    for line in WORK:
        path = _path(line.asks)
        if not path.startswith(NOT_OURS) and _route(line.asks) not in walked:
            assert here.post(path).status_code in (403, 404, 405), line.asks
    assert {_route(line.asks) for line in WORK} == set(routes(urls.urlpatterns))


def _path(asks: str) -> str:
    path = asks.split(" ")[1].partition("?")[0]
    return path.format_map(dict.fromkeys(fixtures_in(path), "1"))


def _route(asks: str) -> str:
    return str(resolve(_path(asks)).route)


def walks() -> Iterator[Any]:
    for each in (*WALKS, *ALONE):
        texts = " ".join(f"{step} {form}" for step, form in each.steps)
        one = GAMES[1:] if "orders/ {'orders': '{" in texts else GAMES[:1]
        for game in GAMES if "{club" in texts and "orders/" not in texts else one:
            title = ", ".join(step.removeprefix("POST ") for step, _form in each.steps)
            yield pytest.param(each, game, id=f"{each.who}: {title} ({game})")


@pytest.mark.parametrize(("walk", "club"), [*walks()], indirect=["club"])
def test_nobody_is_flooded_by_whatever_somebody_repeats(
    request: pytest.FixtureRequest, sit: Sit, every_table: None, walk: Walk, club: Game
) -> None:
    client = browser_of(walk.who, request, sit)
    names = {name for step, form in walk.steps for text in (step, *form.values())
             for name in fixtures_in(text)} - OWN_NAMES
    values = {name: request.getfixturevalue(name) for name in names}
    known = {name: getattr(value, "code", value) for name, value in values.items()}
    OutgoingEmail.objects.all().delete()
    rows = _rows()
    for time in range(TIMES):
        for step, form in walk.steps:
            device = PushDevice.objects.first()
            known |= {"time": str(time), "device": sealing.row_token(device) if device else "",
                      **_orders(club)}
            data = {name: value.format_map(known) for name, value in form.items()}
            response = client.post(step.split(" ")[1].format_map(known), data)
            if response.streaming:
                response.getvalue()
            if response.status_code == 302 and "/games/" in response["Location"]:
                known["new"] = response["Location"].split("/games/")[1].split("/")[0]
            known.setdefault("new", "none")
            _send_everything()
            assert time or walk not in WALKS or response.status_code in (200, 302), step
    _check(_own_address(walk.who), rows, once="/account/delete/" in walk.steps[0][0])


OWN_NAMES = {"time", "new", "device", "number", "offer", "offer_more", "withdraw", "prefer", "plan"}


def _orders(game: Game) -> dict[str, str]:
    """The present texts of orders: an offer, another, and the withdrawal of the oldest."""
    game.refresh_from_db()
    found = {"number": str(game.number), "prefer": "prefer to discard wool", "plan": TURN,
             **dict.fromkeys(("offer", "offer_more", "withdraw"), "draw")}
    if game.ruleset != GAMES[1]:
        return found
    found["plan"] = "end"
    state = history.state(game)
    gives = [kind for kind in things.KINDS if state.hands[0][kind]]
    wanted = [kind for kind in things.KINDS if kind not in gives[:1]
              and any(hand[kind] for hand in state.hands[1:])]
    if gives and wanted:
        give, get = (things.KIND_NAMES[each[0]] for each in (gives, wanted))
        found |= {"offer": f"offer {give} for {get}", "offer_more": f"offer {give} for 2 {get}"}
    if own := [offer for offer in state.offers if offer.seat == 0]:
        found["withdraw"] = f"withdraw {own[0].number}"
    return found


def _rows() -> Counter[int]:
    """The number of rows of each game; those of an imported one come all at once."""
    rows = LoggedMove.objects.exclude(actor=LoggedMove.Actor.IMPORT)
    return Counter(rows.values_list("game", flat=True))


def _send_everything() -> None:
    OutgoingEmail.objects.filter(status="queued").update(status="sent")


def _own_address(who: str) -> str:
    return f"{who.split()[0].lower()}@example.org"


def _check(own: str, before: Counter[int], *, once: bool) -> None:
    """Count what has been sent: to everybody and, if nobody can do it twice, about each game."""
    sent = OutgoingEmail.objects.exclude(to=own).exclude(status="failed")
    by = ("to", "game") if once else ("to",)
    news = Counter(sent.exclude(kind__in=codes.KINDS).values_list(*by))
    assert {to: number for to, number in news.items() if number > MOST_EMAILS} == {}
    with_codes = Counter(sent.filter(kind__in=codes.KINDS).values_list("to", flat=True))
    assert {to: number for to, number in with_codes.items() if number > MOST_CODES} == {}
    added = _rows() - before
    assert all(number <= MOST_ROWS for number in added.values()), added


# What a reply to a turn email can ask for, with what takes it back; each command has to be here.
REPLIES = {
    requests.ORDERS: ("{offer}", "{withdraw}"), requests.PREVIEW: ("preview {offer}",),
    requests.PLAN: ("plan {plan}", "plan none"), requests.TALK: ("--talk\nGood luck, {time}",),
    requests.EXTENSION: ("extension",), requests.RESIGN: ("resign",), requests.NOTHING: ("",),
    **{question: (question,) for question in requests.QUESTIONS},
}


def test_every_command_of_a_reply_is_walked() -> None:
    assert {*requests.COMMANDS.values()} <= {*REPLIES}


@pytest.mark.parametrize("club", GAMES, indirect=True)
@pytest.mark.parametrize("command", REPLIES)
def test_nobody_is_flooded_by_replies_that_somebody_repeats(
    office: PostOffice, alice: User, club: Game, now: datetime, command: str
) -> None:
    OutgoingEmail.objects.all().delete()
    rows, subject = _rows(), f"Re: {club.name} ({registry.get(club.ruleset).title})"
    for time in range(TIMES):
        for text in REPLIES[command]:
            club.refresh_from_db()
            to = tokens.reply_address(club.seats.get(user=alice), number=club.number, now=now)
            reply = text.format_map({**_orders(club), "time": str(time)})
            raw = written(reply, to=to, sender="alice@example.org", subject=subject)
            office.take_in(raw, to=to, sender="alice@example.org")
            _send_everything()
    _check("alice@example.org", rows, once=False)
    assert IncomingEmail.objects.earliest("pk").command == command
    own = OutgoingEmail.objects.filter(to="alice@example.org").count()
    assert own <= TIMES * len(REPLIES[command])  # at most an answer to each reply


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_nobody_is_flooded_by_answers_to_an_invitation(
    office: PostOffice, waiting: Game, now: datetime, answer: str
) -> None:
    invitation = OutgoingEmail.objects.get(kind="invitation", game=waiting)
    OutgoingEmail.objects.exclude(pk=invitation.pk).delete()
    to = tokens.email_reply_address(invitation)
    for _time in range(TIMES):
        office.take_in(written(answer, to=to, sender="carol@example.org"), to=to,
                       sender="carol@example.org")
        _send_everything()
    _check("carol@example.org", _rows(), once=False)
