"""Every page of the site is translated: texts, messages, refusals, attributes and titles.

Each request of ``every_request`` is sent in the pseudo-language, so a new page is covered as soon
as it has a line there.  ``MORE`` are requests that are refused or whose input is invalid, and
``STATES`` are pages that look different in some state of a table.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Any
from urllib.parse import unquote_plus

import pytest
from django.core.mail import EmailMultiAlternatives
from django.http import HttpRequest
from django.test import Client
from django.views.defaults import server_error

from games.base.sealing import row_token
from games.features.play_on import pages
from games.models import ChatMessage, Game, User
from games.operations.embedded import mailbox_pages
from games.post.outbox import bounces
from games.post.outbox.local_mailbox import keep
from games.rulesets import registry
from games.table.lobby import game_lists, open_tables, rematches
from games.table.play import bots, event_log, verification
from games.table.talk import speaking
from tests.pages.each_request.conftest import Prepare
from tests.pages.every_request import WORK, Line
from tests.pages.page_reader import Sit
from tests.pseudo_language import spoken, untranslated_on_page
from tests.sample_games import FINISHED, import_sample

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

# The admin is in English, and so are the rules with their figures, and what programs get.
PAGES = [line for line in WORK
         if line.who != "operator" and not re.search("/figures/|/api/.", line.asks)]
TURN = "take temple; march B5.NW via E; draw; draw"
LONG = "x" * 300
NEW_TABLE = {"players": "2", "board": "persia", "bots": "0", "bot": "greedy"}
_WORDS = re.compile("[A-Za-z]+")
MORE: list[tuple[str, str, dict[str, str]]] = [
    # What is missing
    ("visitor", "GET /nowhere/", {}),
    ("Dave", "GET /games/{waiting}/", {}),
    ("Alice", "GET /games/{waiting}/replay/1/", {}),
    ("Alice", "GET /games/{running}/replay/99/", {}),
    ("Alice", "GET /games/{running}/game.gif", {}),
    ("visitor", "GET /games/{waiting}/invitation/x/", {}),
    ("reader on this machine", "GET /mailbox/999/", {}),
    ("visitor", "GET /turn/x/", {}),
    ("visitor", "GET /turn/x/leave/", {}),
    ("visitor", "GET /keep/x/", {}),
    ("visitor", "GET /unsubscribe/x/", {}),
    ("Bob", "GET /games/{fresh}/what-if/{what_if}/1/", {}),
    ("Alice", "POST /games/{fresh}/what-if/new/", {"number": "99"}),
    ("Alice", "GET /games/{waiting}/what-if/", {}),
    # What cannot be tried
    ("Alice", "POST /games/{fresh}/what-if/{what_if}/1/add/", {"draft": "levy horse"}),
    ("Alice", "POST /games/{fresh}/what-if/{what_if}/1/add/", {"draft": ""}),
    ("Alice", "POST /games/{fresh}/what-if/{what_if}/1/suppose/", {"text": "row horse"}),
    ("Alice", "POST /games/{fresh}/what-if/{what_if}/1/suppose/", {"text": "hand 1 horse"}),
    ("Alice", "POST /games/{fresh}/what-if/{what_if}/1/suppose/", {"text": "dragon"}),
    ("Alice", "POST /games/{fresh}/what-if/{what_if}/2/name/", {"name": LONG}),
    ("Alice", "POST /games/{fresh}/what-if/{what_if}/1/share/", {}),
    ("Dave", "GET /games/{running}/what-if/", {}),
    ("Alice", "POST /games/{finished}/what-if/new/", {"number": "1"}),
    ("Alice", "GET /games/{fresh}/what-if/{what_if}/1/delete/", {}),
    ("Alice", "POST /games/{fresh}/what-if/{what_if}/1/delete/", {}),
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
    ("Alice", "GET /games/{running}/replay/9/play-on/", {}),
    ("Alice", "GET /games/{finished}/replay/79/play-on/", {}),
    ("Alice", "POST /games/{finished}/replay/9/play-on/", {"seat_0": "me", "seat_1": "me"}),
    ("Alice", "POST /games/{finished}/replay/9/play-on/",
     {"seat_0": "me", "seat_1": "friend", "name": LONG[:40] + " example.org"}),
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
    ("Alice", "POST /games/new/", {"at_start": "9", "limit": "-"}),
    ("Alice", "POST /games/new/", {**NEW_TABLE, "pace": "day", "at_start": "50h"}),
    ("Alice", "POST /games/new/", {**NEW_TABLE, "pace": "live", "per_turn": "50h"}),
    ("Alice", "POST /games/new/", {**NEW_TABLE, "pace": "day", "grace": "50h"}),
    ("Alice", "POST /games/new/", {**NEW_TABLE, "pace": "none", "grace": "50h"}),
    ("Alice", "POST /find/", {}),
    ("Alice", "POST /find/", {"game": "alexandros"}),
    ("Alice", "POST /find/", {"game": "alexandros", "players": "2"}),
    ("Alice", "POST /find/", {"game": "alexandros", "players": "9", "paces": "fast"}),
    ("Alice", "POST /find/wish/", {"game": "campaign", "do": "renew"}),
    ("Alice", "POST /find/wish/", {"game": "{wish}", "do": "withdraw"}),
    ("guest", "GET /find/", {}),
    ("guest", "POST /find/", {"game": "alexandros", "players": "2", "paces": "day"}),
    ("Alice", "POST /mail/", {"when": "never", "minutes": "x", "hour": "30", "time_zone": "here"}),
    ("Alice", "POST /time/", {"time_zone": "here", "opens": "9:00", "closes": "9:00"}),
    ("Alice", "POST /time/", {"time_zone": "UTC", "opens": "9:10", "closes": "11:00"}),
    ("Alice", "POST /time/", {"time_zone": "UTC", "opens": "9:00", "closes": "11:00"}),
    ("Alice", "POST /time/vacations/", {"first_day": "2020-01-01", "last_day": "2020-01-01"}),
    ("Alice", "POST /time/vacations/", {"first_day": "x", "last_day": ""}),
    ("reader on this machine", "POST /mailbox/{message}/answer/", {"text": ""}),
    # What people say and note
    ("Alice", "POST /games/{fresh}/talk/say/", {"text": ""}),
    ("Alice", "POST /games/{fresh}/talk/say/", {"text": "x" * 1001}),
    ("Dave", "POST /games/{running}/talk/say/", {"channel": "table"}),
    ("Bob", "POST /games/{running}/talk/say/", {"channel": "spectators"}),
    ("guest", "POST /games/{running}/talk/say/", {"channel": "spectators"}),
    ("visitor", "POST /games/{running}/talk/say/", {}),
    ("Alice", "POST /games/{running}/talk/say/", {"channel": "nowhere"}),
    ("Alice", "POST /games/{running}/replay/9/comment/", {}),
    ("guest", "POST /shared/{finished}/{key}/replay/9/comment/", {}),
    ("Dave", "POST /games/{running}/note/", {}),
    ("Alice", "POST /games/{running}/note/", {"number": "999"}),
    ("Alice", "POST /games/{running}/note/", {"text": "x" * 4001}),
    ("Alice", "POST /games/{fresh}/talk/mute/", {"do": "hear-table"}),
    # Guests
    ("guest", "GET /", {}),
    ("guest", "GET /lobby/", {}),
    ("guest", "GET /games/", {}),
    ("guest", "GET /games/new/", {}),
    ("guest", "GET /games/new/", {"game": "alexandros"}),
    ("guest", "GET /account/", {}),
    ("guest", "GET /account/login/", {}),
    ("guest", "GET /account/logout/", {}),
    ("guest", "GET /mail/", {}),
]


@cache
def names() -> frozenset[str]:
    """The words that nobody translates: names of people and games."""
    texts = ["Alexandros Alice Alicia Bob Carol Dave Issus", "NE NW SE SW", "Europe/Berlin UTC",
             "SHA UTC",
             "occupy"]  # in an order of a form that is quoted because it cannot be read
    for room in registry.rooms().values():
        texts.append(room.title)
        texts += [name for bot in room.ruleset.bots.values() for name in bot.seat_names]
    words = {word for text in texts for word in _WORDS.findall(text)}
    return frozenset(words | {word.upper() for word in words})


def untranslated_in(response: Any, *, typed: str = "") -> list[str]:
    """The untranslated texts of a page, a picture or the parts of a page.

    What somebody ``typed`` may be repeated as it is.
    """
    known = names() | set(_WORDS.findall(unquote_plus(typed)))
    kind = response.headers.get("Content-Type", "").partition(";")[0]
    is_file = response.headers.get("Content-Disposition", "").startswith("attachment")
    if kind == "application/json" and is_file:
        return []  # what it contains is for programs
    if kind == "application/json":
        texts = _strings(response.json())
        return [missed for text in texts for missed in untranslated_on_page(text, names=known)]
    if kind in ("text/html", "image/svg+xml"):
        return untranslated_on_page(response.content.decode(), names=known)
    return []


def _strings(value: Any) -> list[str]:
    """The HTML in a JSON value; keys and tokens are for programs."""
    if isinstance(value, dict):
        return [text for name, each in value.items() if name not in _FOR_PROGRAMS
                for text in _strings(each)]
    return [value] if isinstance(value, str) else []


_FOR_PROGRAMS = ("version", "talk", "mark")


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
        typed = line.asks.partition("?")[2]
        assert untranslated_in(response, typed=typed) == []
        assert untranslated_in(followed(response), typed=typed) == []


@pytest.mark.parametrize(("who", "asks", "form"), MORE,
                         ids=[f"{who} {asks} {form or ''}"[:90] for who, asks, form in MORE])
def test_every_refusal_is_translated(
    prepare: Prepare, who: str, asks: str, form: dict[str, str]
) -> None:
    send = prepare(Line(who, asks, 0, 0, 0, 0), form)
    rename_tables()
    with spoken():
        response = send()
        typed = " ".join(form.values())
        assert untranslated_in(followed(response), typed=typed) == []


@dataclass(frozen=True, slots=True)
class World:
    """The people and tables of ``every_table``."""

    alice: User
    bob: User
    guest: User
    fresh: Game
    running: Game
    finished: Game
    waiting: Game
    sit: Sit
    now: datetime
    monkeypatch: pytest.MonkeyPatch

    def browser(self, user: User | None) -> Client:
        return self.sit(user).client


@pytest.fixture
def world(alice: User, bob: User, guest: User, fresh: Game, running: Game, finished: Game,
          waiting: Game, every_table: None, sit: Sit, now: datetime,
          monkeypatch: pytest.MonkeyPatch) -> World:
    return World(alice, bob, guest, fresh, running, finished, waiting, sit, now, monkeypatch)


def a_cancelled_table(world: World) -> Any:
    open_tables.cancel(world.waiting, by=world.alice, now=world.now)
    return world.browser(world.alice).get(f"/games/{world.waiting.code}/")


def an_invitation_to_a_cancelled_table(world: World) -> Any:
    open_tables.cancel(world.waiting, by=world.alice, now=world.now)
    path = f"/games/{world.waiting.code}/invitation/{world.waiting.invite_token}/"
    return world.browser(None).get(path)


def an_invitation_to_a_table_that_has_started(world: World) -> Any:
    open_tables.fill_with_bots(world.waiting, by=world.alice, now=world.now)
    path = f"/games/{world.waiting.code}/invitation/{world.waiting.invite_token}/"
    return world.browser(None).get(path)


def an_expired_table(world: World) -> Any:
    Game.objects.filter(pk=world.waiting.pk).update(status=Game.Status.CANCELLED,
                                                    warned_at=world.now)
    return world.browser(world.alice).get(f"/games/{world.waiting.code}/")


def a_table_that_will_be_closed(world: World) -> Any:
    Game.objects.filter(pk=world.waiting.pk).update(warned_at=world.now)
    return world.browser(world.alice).get(f"/games/{world.waiting.code}/")


def my_games_with_a_table_that_will_be_closed(world: World) -> Any:
    Game.objects.filter(pk=world.waiting.pk).update(warned_at=world.now)
    return world.browser(world.alice).get("/games/")


def _continued(world: World) -> Game:
    return pages.create_table(world.finished, 21, by=world.alice, seat=0, bots={}, now=world.now)


def a_table_that_goes_on_from_a_position(world: World) -> Any:
    return world.browser(world.alice).get(f"/games/{_continued(world).code}/")


def an_invitation_to_a_table_that_goes_on_from_a_position(world: World) -> Any:
    table = _continued(world)
    return world.browser(None).get(f"/games/{table.code}/invitation/{table.invite_token}/")


def a_game_that_goes_on_from_a_position(world: World) -> Any:
    table = _continued(world)
    open_tables.join(table, user=world.guest, token=table.invite_token, now=world.now)
    return world.browser(world.guest).get(f"/games/{table.code}/")


def a_table_in_the_lobby(world: World) -> Any:
    open_tables.show_in_lobby(world.waiting, by=world.alice, now=world.now)
    return world.browser(None).get(f"/games/{world.waiting.code}/")


def a_table_whose_free_seats_are_all_reserved(world: World) -> Any:
    open_tables.invite(world.waiting, by=world.alice, email="dave@example.org", now=world.now)
    return world.browser(world.alice).get(f"/games/{world.waiting.code}/")


def a_player_at_a_table_whose_free_seats_are_all_reserved(world: World) -> Any:
    open_tables.invite(world.waiting, by=world.alice, email="dave@example.org", now=world.now)
    return world.browser(world.bob).get(f"/games/{world.waiting.code}/")


def a_table_without_a_free_seat(world: World) -> Any:
    open_tables.invite(world.waiting, by=world.alice, email="dave@example.org", now=world.now)
    data = {"token": world.waiting.invite_token}
    return world.browser(None).post(f"/games/{world.waiting.code}/join/", data)


def a_guest_at_an_open_table(world: World) -> Any:
    open_tables.join(
        world.waiting, user=world.guest, token=world.waiting.invite_token, now=world.now
    )
    return world.browser(world.guest).get(f"/games/{world.waiting.code}/")


def a_table_made_by_a_guest(world: World) -> Any:
    table = open_tables.create_table(by=world.guest, board="delta", players=3, now=world.now)
    rename_tables()
    return world.browser(world.guest).get(f"/games/{table.code}/")


def a_guest_in_a_game_with_people(world: World) -> Any:
    world.fresh.seats.filter(index=1).update(user=world.guest)
    return world.browser(world.guest).get(f"/games/{world.fresh.code}/")


def a_game_with_a_guest(world: World) -> Any:
    world.fresh.seats.filter(index=1).update(user=world.guest)
    return world.browser(world.alice).get(f"/games/{world.fresh.code}/")


def my_games_with_a_guest_to_move(world: World) -> Any:
    world.fresh.seats.filter(index=0).update(user=world.guest)
    return world.browser(world.bob).get("/games/")


def a_game_in_which_a_bot_is_to_move(world: World) -> Any:
    bot = bots.default_bot(event_log.ruleset_of(world.fresh))
    world.fresh.seats.filter(index=0).update(user=None, bot=bot)
    return world.browser(world.bob).get(f"/games/{world.fresh.code}/")


def a_game_that_somebody_watches(world: World) -> Any:
    return world.browser(None).get(f"/games/{world.running.code}/")


def a_game_whose_players_are_asked_for_a_rematch(world: World) -> Any:
    rematches.join_or_create(world.finished, by=world.alice, now=world.now)
    rename_tables()
    return world.browser(world.bob).get(f"/games/{world.finished.code}/")


def a_rematch_by_somebody_who_deleted_their_account(world: World) -> Any:
    rematch = rematches.join_or_create(world.finished, by=world.alice, now=world.now)
    Game.objects.filter(pk=rematch.pk).update(created_by=None, name="Issus")
    return world.browser(world.bob).get(f"/games/{world.finished.code}/")


def an_invitation_by_somebody_who_deleted_their_account(world: World) -> Any:
    rematch = rematches.join_or_create(world.finished, by=world.alice, now=world.now)
    Game.objects.filter(pk=rematch.pk).update(created_by=None, name="Issus")
    return world.browser(world.bob).get("/games/")


def a_rematch_that_waits_for_a_guest(world: World) -> Any:
    world.finished.seats.filter(index=1).update(user=world.guest)
    rematch = rematches.join_or_create(world.finished, by=world.alice, now=world.now)
    rename_tables()
    return world.browser(world.alice).get(f"/games/{rematch.code}/")


def a_finished_game_with_a_rematch(world: World) -> Any:
    rematches.join_or_create(world.finished, by=world.alice, now=world.now)
    rename_tables()
    return world.browser(world.alice).get(f"/games/{world.finished.code}/")


def the_last_position_of_a_finished_game(world: World) -> Any:
    path = f"/games/{world.finished.code}/replay/{world.finished.number}/"
    return world.browser(world.alice).get(path)


def a_deal_that_does_not_match(world: World) -> Any:
    deal = replace(verification.reveal_deal(world.finished), kept=False)
    world.monkeypatch.setattr(verification, "reveal_deal", lambda game: deal)
    return the_last_position_of_a_finished_game(world)


def a_log_that_does_not_match(world: World) -> Any:
    deal = replace(verification.reveal_deal(world.finished), follows=False)
    world.monkeypatch.setattr(verification, "reveal_deal", lambda game: deal)
    return the_last_position_of_a_finished_game(world)


def the_replay_of_a_running_private_game(world: World) -> Any:
    return world.browser(world.alice).get(f"/games/{world.fresh.code}/replay/1/")


def the_replay_of_a_running_game_that_somebody_watches(world: World) -> Any:
    return world.browser(None).get(f"/games/{world.running.code}/replay/9/")


def older_finished_games(world: World) -> Any:
    world.monkeypatch.setattr(game_lists, "FINISHED_PER_PAGE", 1)
    for _ in range(2):
        game = import_sample(FINISHED, name="Issus", now=world.now)
        game.seats.filter(index=0).update(user=world.alice, name="Alice")
    return world.browser(world.alice).get("/games/?page=2")


def no_games(world: World) -> Any:
    world.monkeypatch.setattr(game_lists, "my_games", lambda user: [])
    return world.browser(User.objects.create_user("eve@example.org", name="Alice")).get("/games/")


def deleting_an_account_without_games(world: World) -> Any:
    eve = User.objects.create_user("eve@example.org", name="Alice")
    return world.browser(eve).get("/account/delete/")


def deleting_the_account_of_a_guest(world: World) -> Any:
    world.fresh.seats.filter(index=1).update(user=world.guest)
    return world.browser(world.guest).get("/account/delete/")


def a_page_of_somebody_whose_email_bounced(world: World) -> Any:
    bounces.record_bounce(world.alice.email, error="550", now=world.now)
    return world.browser(world.alice).get("/account/logout/")


def the_pages_of_the_mailbox(world: World) -> Any:
    world.monkeypatch.setattr(mailbox_pages, "PER_PAGE", 1)
    for _ in range(3):
        keep(EmailMultiAlternatives("Issus", "Issus", to=["alice@example.org"]))
    return Client(headers={"host": "localhost"}).get("/mailbox/?page=2")


def an_email_without_html_that_cannot_be_answered(world: World) -> Any:
    email = keep(EmailMultiAlternatives("Issus", "Issus", to=["alice@example.org"]))
    return Client(headers={"host": "localhost"}).get(f"/mailbox/{email.pk}/")


def a_reply_to_an_email_that_cannot_be_answered(world: World) -> Any:
    email = keep(EmailMultiAlternatives("Issus", "Issus", to=["alice@example.org"]))
    browser = Client(headers={"host": "localhost"})
    return browser.post(f"/mailbox/{email.pk}/answer/", {"text": "draw"})


def _said(world: World) -> ChatMessage:
    """What Alice has said in the game that can be watched, and a comment of Bob's."""
    message = speaking.say(world.running, user=world.alice, channel="table", preset="hello",
                           key="1", now=world.now)
    speaking.say(world.finished, user=world.bob, channel="comments", number=9, preset="nice-move",
                 key="1", now=world.now)
    return message


def a_game_in_which_somebody_was_muted_and_somebody_was_hidden(world: World) -> Any:
    message = _said(world)
    speaking.hide([message.pk], now=world.now)
    speaking.mute_person(world.bob, world.guest, now=world.now)
    User.objects.filter(pk=world.guest.pk).update(name="Carol")
    speaking.mute_table(world.bob, world.running, now=world.now)
    return world.browser(world.bob).get(f"/games/{world.running.code}/")


def muting_somebody(world: World) -> Any:
    data = {"message": row_token(_said(world))}
    return world.browser(world.bob).post(f"/games/{world.running.code}/talk/mute/", data)


def hearing_somebody_again(world: World) -> Any:
    data = {"do": "hear", "person": row_token(world.alice)}
    return world.browser(world.bob).post(f"/games/{world.running.code}/talk/mute/", data)


def muting_oneself(world: World) -> Any:
    data = {"message": row_token(_said(world))}
    return world.browser(world.alice).post(f"/games/{world.running.code}/talk/mute/", data)


def reporting_a_message(world: World) -> Any:
    data = {"message": row_token(_said(world)), "back": "talk"}
    return world.browser(world.bob).post(f"/games/{world.running.code}/talk/report/", data)


def a_commented_position(world: World) -> Any:
    _said(world)
    return world.browser(world.alice).get(f"/games/{world.finished.code}/replay/9/")


def the_talk_of_a_finished_game(world: World) -> Any:
    _said(world)
    Game.objects.filter(pk=world.running.pk).update(status=Game.Status.OVER, result={})
    return world.browser(None).get(f"/games/{world.running.code}/talk/")


def a_form_without_its_cookie(world: World) -> Any:
    return Client(enforce_csrf_checks=True).post("/play/")


def a_request_that_cannot_be_read(world: World) -> Any:
    return world.browser(None).get("/", headers={"host": "elsewhere.example"})


def an_error_of_the_server(world: World) -> Any:
    return server_error(HttpRequest())


STATES: list[Callable[[World], Any]] = [
    state for name, state in list(globals().items())
    if getattr(state, "__annotations__", {}) == {"world": "World", "return": "Any"}
]


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_every_state_of_a_page_is_translated(
    world: World, state: Callable[[World], Any]
) -> None:
    rename_tables()
    with spoken():
        assert untranslated_in(followed(state(world))) == []
