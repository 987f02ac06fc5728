"""A program reads a position, tries orders and gives them, once and not too late (R5, R6)."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from alexandros_rules.alexandros.rules import RULESET
from games.models import Game, LoggedMove
from games.table.play import event_log, history, records
from tests.pages.every_request import TURN

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def give(program: Client, game: Game, orders: str, *, row: int = 1, key: str = "1") -> Any:
    return program.post(f"/api/1/games/{game.code}/orders",
                        {"orders": orders, "expected_row": row},
                        content_type="application/json", headers={"Idempotency-Key": key})


def test_a_position_is_the_view_of_the_tokens_seat(alices: Client, bobs: Client,
                                                   fresh: Game) -> None:
    setup = event_log.setup_of(fresh)
    for seat, program in enumerate((alices, bobs)):
        told = program.get(f"/api/1/games/{fresh.code}").json()
        assert told["seat"] == seat
        read = RULESET.load_state(told["position"]["position"], setup)
        assert read == history.view(fresh, seat)
    assert alices.get(f"/api/1/games/{fresh.code}/setup").json()["board"] == setup.board


def test_orders_are_tried_without_being_kept(alices: Client, fresh: Game) -> None:
    moves = alices.get(f"/api/1/games/{fresh.code}/moves").json()
    assert moves["number"] == len(moves["moves"]) > 0
    after = alices.get(f"/api/1/games/{fresh.code}/moves", {"after": moves["moves"][0]}).json()
    assert after != moves
    path = f"/api/1/games/{fresh.code}/preview"
    trial = alices.post(path, {"orders": TURN}, content_type="application/json").json()
    assert trial["refusal"] == ""
    assert [step["order"] for step in trial["steps"]]
    trial = alices.post(path, {"orders": "occupy A1"}, content_type="application/json").json()
    assert trial["steps"] == []
    assert trial["code"]
    assert trial["refusal"].endswith(".")
    assert LoggedMove.objects.filter(game=fresh).count() == 1


@pytest.mark.promise("R6")
def test_orders_that_are_sent_again_are_played_once(alices: Client, fresh: Game) -> None:
    first, again = give(alices, fresh, TURN), give(alices, fresh, TURN)
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    assert first.json()["entries"][0]["sentences"][0].startswith("You ")
    fresh.refresh_from_db()
    assert fresh.number == first.json()["last"]
    assert {row.actor for row in LoggedMove.objects.filter(game=fresh, seat=0)} == {"api"}


@pytest.mark.promise("R5")
def test_orders_that_come_too_late_are_told_what_has_happened(alices: Client, bobs: Client,
                                                              fresh: Game) -> None:
    played = give(alices, fresh, TURN).json()
    late = give(alices, fresh, "take lyre", key="2")
    assert (late.status_code, late.json()["code"]) == (409, "stale")
    assert late["Content-Type"] == "application/problem+json"
    assert late.json()["since"]["entries"] == played["entries"]
    since = bobs.get(f"/api/1/games/{fresh.code}/news", {"since": 1}).json()
    assert [one["move"] for one in since["entries"]] == [
        one["move"] for one in played["entries"]]
    assert since["entries"][0]["sentences"][0].startswith("Alice ")


@pytest.mark.parametrize(("orders", "kind"), [("fly to the moon", "unreadable"),
                                              ("end", "illegal")])
def test_a_refusal_says_what_is_wrong_and_what_would_do(alices: Client, fresh: Game, orders: str,
                                                        kind: str) -> None:
    answer = give(alices, fresh, orders)
    told = answer.json()
    assert answer.status_code == told["status"] == 400
    assert told["type"].endswith(f"/api/#{kind}")
    assert told["line"] == 1
    assert told["detail"].endswith(".")


def test_nobody_gives_orders_for_others(bobs: Client, fresh: Game) -> None:
    assert give(bobs, fresh, TURN).json()["code"] == "not-your-turn"
    assert bobs.get(f"/api/1/games/{fresh.code}/moves").json()["code"] == "not-your-turn"


def test_the_file_of_a_game_is_there_when_it_is_over(alices: Client, fresh: Game,
                                                     finished: Game) -> None:
    for name in ("record", "log"):
        assert alices.get(f"/api/1/games/{fresh.code}/{name}").status_code == 404
        there = alices.get(f"/api/1/games/{finished.code}/{name}")
        write = {"record": records.export_record, "log": records.export_log}[name]
        assert there.content.decode() == write(finished)


def test_what_has_not_changed_is_not_sent_again(alices: Client, fresh: Game) -> None:
    path = f"/api/1/games/{fresh.code}"
    tag = alices.get(path)["ETag"]
    assert alices.get(path, headers={"If-None-Match": tag}).status_code == 304
    give(alices, fresh, TURN)
    assert alices.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_an_address_that_only_takes_orders_leads_nowhere(alices: Client, fresh: Game) -> None:
    answer = alices.get(f"/api/1/games/{fresh.code}/orders")
    assert answer.status_code == 405
    assert answer["Allow"] == "POST"
    assert answer.json()["code"] == "method"


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE"])
def test_an_address_without_anything_is_answered_in_words(alices: Client, method: str) -> None:
    answer = alices.generic(method, "/api/1/moon%0Alanding")
    assert answer.status_code == 404
    assert answer["Content-Type"] == "application/problem+json"
    assert "/api/" in answer.json()["detail"]


@pytest.mark.parametrize("body", ["{", "[]", "\x00", '{"orders": 1}', '{"orders": "end"}',
                                  '{"orders": "end", "expected_row": -1}',
                                  '{"orders": "end", "expected_row": 1, "then": 2}'])
def test_a_wrong_request_is_answered_in_words(alices: Client, fresh: Game, body: str) -> None:
    answer = alices.post(f"/api/1/games/{fresh.code}/orders", body, content_type="application/json")
    assert answer.status_code in (400, 422)
    assert answer.json()["code"] == "fields"
    assert LoggedMove.objects.filter(game=fresh).count() == 1


def test_a_request_that_is_too_large_is_answered_in_words(alices: Client, fresh: Game,
                                                          settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    answer = give(alices, fresh, "draw\n" * 100)
    assert (answer.status_code, answer.json()["code"]) == (400, "fields")
    assert "at most 100 bytes" in answer.json()["detail"]
