"""Nobody but its owner can tell a game with a plan from the same game without one."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from typing import Any
from zipfile import ZipFile

import pytest
import time_machine
from django.test import Client

from games.features.plans import saving
from games.models import Game, LoggedMove, OutgoingEmail, PlanAttempt, PushNotice, Seat, User
from games.post.calendar_feed import feed_links
from games.table.play import records as export_import
from games.web import data_export
from tests.features.plans.saved_plans import look, play_turn, reach_turn, save_plan, whole_turn
from tests.inbox.email_replies import PostOffice, words
from tests.pages.page_reader import Sit
from tests.sample_games import seat_table

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R10"), pytest.mark.any_database]

# Chance, and what is made of a table's code.
_TOKEN = re.compile(r'name=\\?"csrfmiddlewaretoken\\?" value=\\?"\w+\\?"|"[0-9a-f]{32}"')
PATHS = ("", "stream/", "talk/", "replay/1/", "replay/5/", "replay/5/step.json",
         "replay/5/board.svg", "replay/5/board.png", "plan/", "log.json", "record.txt")


@pytest.fixture
def pair(alice: User, bob: User, carol: User, now: datetime) -> tuple[Game, Game]:
    """Two listed games of Alice, Bob and Carol that are the same; Alice is the first to move."""
    one, two = (seat_table([alice, bob, carol], now=now, options={"first": 0}, listed=True)
                for _ in range(2))
    return one, two


def shown(user: User | None, game: Game, path: str, now: datetime) -> tuple[int, bytes]:
    client = Client()
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    with time_machine.travel(now, tick=False):
        answer = client.get(f"/games/{game.code}/{path}")
    content: bytes = answer.content
    if answer["Content-Type"].startswith(("text", "application", "image/svg")):
        content = _TOKEN.sub("", content.decode()).replace(game.code, "CODE").encode()
    return answer.status_code, content


def check_alike(pair: tuple[Game, Game], users: list[User | None], now: datetime) -> None:
    for user in users:
        for path in PATHS:
            one, two = (shown(user, game, path, now) for game in pair)
            assert one == two, (user, path)


def test_while_a_plan_waits_the_others_see_no_difference(
    pair: tuple[Game, Game], alice: User, bob: User, carol: User, dave: User, now: datetime
) -> None:
    planned, plain = pair
    play_turn(plain, 0, now=now)
    orders = whole_turn(plain, 1)
    others = [alice, carol, dave, None]
    save_plan(planned, f"{orders}\nthen:\nask me", now=now, grace=timedelta(hours=1))
    play_turn(planned, 0, now=now)
    assert look(now) == ["waiting"]
    check_alike(pair, others, now)
    assert shown(bob, planned, "", now) != shown(bob, plain, "", now)


def test_when_it_has_been_played_it_looks_like_orders_given_at_that_moment(
    pair: tuple[Game, Game], alice: User, carol: User, dave: User, now: datetime
) -> None:
    planned, plain = pair
    later = now + timedelta(hours=1)
    play_turn(plain, 0, now=now)
    orders = whole_turn(plain, 1)
    save_plan(planned, orders, now=now, grace=timedelta(hours=1))
    play_turn(planned, 0, now=now)
    look(now)
    assert look(later) == ["played"]
    play_turn(plain, 1, orders=orders, now=later)
    check_alike(pair, [alice, carol, dave, None], later)
    columns = ("number", "seat", "actor", "move", "stored_events", "digest", "created_at")
    logs = [list(LoggedMove.objects.filter(game=game).order_by("number").values_list(*columns))
            for game in pair]
    assert logs[0] == logs[1]
    records = [export_import.export_record(Game.objects.get(pk=game.pk)).replace(
        game.code, "CODE") for game in pair]
    assert records[0] == records[1]


def test_the_others_get_the_same_emails_and_notifications(
    pair: tuple[Game, Game], alice: User, bob: User, carol: User, now: datetime
) -> None:
    planned, plain = pair
    play_turn(plain, 0, now=now)
    orders = whole_turn(plain, 1)
    play_turn(plain, 1, orders=orders, now=now)
    save_plan(planned, orders, now=now)
    play_turn(planned, 0, now=now)
    look(now)
    columns = ("kind", "user", "number", "status", "not_before", "due_since", "deadline")
    queued = [list(OutgoingEmail.objects.filter(game=game).exclude(user=bob).order_by(
        "pk").values_list(*columns)) for game in pair]
    assert queued[0] == queued[1]
    assert queued[0]
    assert not PushNotice.objects.exclude(device__user=bob).exists()


def test_whoever_takes_over_a_seat_sees_nothing_of_the_plan_of_the_player_before(
    game: Game, bob: User, carol: User, office: PostOffice, now: datetime, sit: Sit
) -> None:
    for version in range(2):
        save_plan(game, f"if my score is at least 9{version}: take horse; march B3; end", now=now)
    Seat.objects.filter(game=game, index=1).update(user=carol)
    play_turn(game, 0, now=now)
    assert not PlanAttempt.objects.exists()
    (message,) = [each for each in office.deliver() if each["To"] == carol.email]
    seen = [words(message), *(sit(carol).open(f"/games/{path}").words
                              for path in (f"{game.code}/", f"{game.code}/plan/"))]
    assert not [text for text in seen if re.search("at least 9[01]|[Yy]ou have a plan for", text)]
    assert not saving.turn_off(game, seat=1, user=carol, now=now)
    assert not saving.planned_games(bob) | saving.planned_games(carol)


def test_only_the_data_of_its_owner_contains_a_plan(
    game: Game, alice: User, bob: User, orders: str, now: datetime
) -> None:
    reach_turn(game, orders, now=now)
    (own,) = [plans for plans in exported_plans(bob, now) if plans]
    assert own[0]["text"] == orders
    assert [turn["outcome"] for turn in own[0]["turns"]] == ["played"]
    assert not any(exported_plans(alice, now))


def exported_plans(user: User, now: datetime) -> list[list[dict[str, Any]]]:
    """The plans in the data of this person, for each of their games."""
    with data_export.archive(user, now=now) as file, ZipFile(file) as archive:
        data = json.loads(archive.read("data.json"))
    return [game["your_plans"] for game in data["games"]]


def test_the_calendar_of_another_player_is_the_same_with_and_without_a_plan(
    game: Game, alice: User, orders: str, now: datetime
) -> None:
    play_turn(game, 0, now=now)
    path = feed_links.url(feed_links.renew(alice, now=now)).partition("//")[2].partition("/")[2]
    with time_machine.travel(now, tick=False):
        before = Client().get(f"/{path}")
        save_plan(game, orders, now=now, grace=timedelta(hours=1))
        after = Client().get(f"/{path}")
    assert before.status_code == 200
    assert before.content == after.content
