"""Streams tell programs what the lists and the news of their owner would tell them."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import ApiToken, Game, Seat, User
from games.table.seats import leaving
from games.table.talk import speaking
from games.web import streams
from games.web.streams import Subject
from tests.sample_games import seat_table

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

TURN = "take temple; march B5.NW via E; draw; draw"


def events(client: Client, path: str, *, last: str = "") -> list[tuple[str, str, dict[str, Any]]]:
    """The events of a stream that the server ends at once: of each its name, id and data."""
    response = client.get(f"/api/1/{path}", headers={"Last-Event-ID": last} if last else {})
    assert response.status_code == 200, response.content
    found = []
    for block in response.content.decode().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines())
        if "data" in fields:
            found.append((fields["event"], fields.get("id", ""), json.loads(fields["data"])))
    return found


def play(client: Client, game: Game) -> None:
    """Plays Alice’s first turn."""
    answer = client.post(f"/api/1/games/{game.code}/orders",
                         {"orders": TURN, "expected_row": 1}, content_type="application/json")
    assert answer.status_code == 200, answer.content


def test_a_stream_begins_with_the_table_as_it_is(alices: Client, fresh: Game) -> None:
    ((name, key, data),) = events(alices, f"games/{fresh.code}/stream")
    assert (name, key) == ("table", f"{fresh.code}:1")
    assert data["your_turn"] is True
    listed = {one["code"]: one for one in alices.get("/api/1/me/games").json()["games"]}
    assert data == listed[fresh.code]


def test_whoever_comes_back_hears_what_they_have_missed(
    alices: Client, bobs: Client, fresh: Game
) -> None:
    ((_, seen, _),) = events(bobs, f"games/{fresh.code}/stream")
    play(alices, fresh)
    (news, table) = events(bobs, f"games/{fresh.code}/stream", last=seen)
    assert (news[0], table[0]) == ("news", "table")
    since = bobs.get(f"/api/1/games/{fresh.code}/news?since=1").json()
    assert news[2] == {**since, "code": fresh.code}
    assert table[2]["row"] == since["row"] > 1
    assert [event[0] for event in events(bobs, f"games/{fresh.code}/stream", last=news[1])
            ] == ["table"], "the news was heard"


def test_a_stream_of_all_tables_tells_how_a_game_has_ended(
    bobs: Client, bob: User, fresh: Game, running: Game, now: datetime
) -> None:
    before = events(bobs, "me/stream")
    assert {data["code"] for _, _, data in before} >= {fresh.code, running.code}
    leaving.leave(fresh, user=bob, now=now)
    after = events(bobs, "me/stream", last=before[-1][1])
    (ended,) = [data for name, _, data in after if name == "table" and data["code"] == fresh.code]
    assert ended["status"] == "over"
    assert ended["result"]["winners"]
    assert fresh.code not in after[-1][1], "it is not told again"


def test_an_invented_id_opens_nothing(bobs: Client, carol: User, dave: User, now: datetime) -> None:
    theirs = seat_table([carol, dave], now=now)
    told = events(bobs, "me/stream", last=f"{theirs.code}:0,nonsense,{'x' * 10}:99999999999")
    assert theirs.code not in {data["code"] for _, _, data in told}


def test_a_stream_ends_when_its_token_is_taken_back(alice: User, fresh: Game, alices: Client,
                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    respond = streams.respond

    def taken_back_meanwhile(*arguments: Any) -> Any:
        ApiToken.objects.filter(user=alice).delete()
        return respond(*arguments)

    monkeypatch.setattr(streams, "respond", taken_back_meanwhile)
    for path in (f"games/{fresh.code}/stream", "me/stream"):
        assert alices.get(f"/api/1/{path}").status_code in (401, 403)


def test_what_is_watched_changes_with_moves_seats_and_talk(
    alices: Client, alice: User, bob: User, carol: User, fresh: Game, now: datetime
) -> None:
    table, hers, all_hers, carols = subjects = [
        Subject(Game, fresh.pk), Subject(Seat, alice.pk), Subject(User, alice.pk),
        Subject(User, carol.pk)]

    def changed() -> set[Subject]:
        nonlocal before
        after = streams.marks(subjects)
        found = {one for one in subjects if before[one] != after[one]}
        before = after
        return found

    before = streams.marks(subjects)
    assert changed() == set()
    play(alices, fresh)
    assert changed() == {table, hers, all_hers}
    speaking.say(fresh, user=bob, channel="table", preset="hello", key="1", now=now)
    assert changed() == {table, all_hers}
    leaving.leave(fresh, user=bob, now=now)
    assert changed() == {table, hers, all_hers}
    assert carols in before


def test_looking_takes_as_many_queries_for_a_hundred_tables_as_for_one(
    alice: User, bob: User, fresh: Game, running: Game
) -> None:
    def queries(subjects: list[Subject]) -> int:
        with CaptureQueriesContext(connection) as asked:
            streams.marks(subjects)
        return len(asked)

    games = [Subject(Game, game.pk) for game in Game.objects.all()]
    people = [Subject(model, user.pk) for user in (alice, bob) for model in (Seat, User)]
    assert [queries(games[:1]), queries(games), queries(games + people)] == [3, 3, 4]
