"""Programs read lists in parts, and each reader only what they may see."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from games.models import Game, User
from games.table.lobby import open_tables
from games.web.api import games
from tests.api.programs import program_of
from tests.pages.every_request import TURN

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def listed(by: User, *, now: datetime) -> Game:
    return open_tables.create_table(by=by, players=2, listed=True, now=now)


def test_a_list_goes_on_where_a_part_ends(bobs: Client, alice: User, now: datetime,
                                          monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "PART", 2)
    tables = [listed(alice, now=now + number // 2 * timedelta(minutes=1)) for number in range(5)]
    found, cursor = [], ""
    while True:
        part = bobs.get("/api/1/games/open", {"cursor": cursor}).json()
        found += [one["code"] for one in part["games"]]
        cursor = part["next"]
        if not cursor:
            break
        if len(found) == 2:
            listed(alice, now=now + timedelta(hours=1))  # what is newer moves nothing
    assert found == [game.code for game in reversed(tables)]


@pytest.mark.parametrize("cursor", ["x", "0" * 64, "\x00", "é"])
def test_a_wrong_cursor_is_refused(bobs: Client, cursor: str) -> None:
    for path in ("games/open", "me/games/finished", "events", "archive"):
        answer = bobs.get(f"/api/1/{path}", {"cursor": cursor})
        assert (answer.status_code, answer.json()["code"]) == (400, "page"), path


@pytest.mark.parametrize("path", ["events", "archive", "games/open"])
def test_a_parameter_that_comes_twice_is_refused(bobs: Client, path: str) -> None:
    answer = bobs.get(f"/api/1/{path}?cursor=a&cursor=")
    assert (answer.status_code, answer.json()["code"]) == (422, "fields")
    assert "cursor" in answer.json()["detail"]


def test_a_cursor_of_another_list_is_refused(bobs: Client, alice: User, now: datetime,
                                             monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "PART", 1)
    for _ in range(2):
        listed(alice, now=now)
    cursor = bobs.get("/api/1/games/open").json()["next"]
    assert bobs.get("/api/1/me/games/finished", {"cursor": cursor}).status_code == 400


def test_a_table_is_opened_joined_and_left(alices: Client, bobs: Client, alice: User) -> None:
    made = alices.post("/api/1/games", {"company": "anybody", "players": 2, "pace": "none"},
                     content_type="application/json")
    assert made.status_code == 201
    code = made.json()["code"]
    assert made.json()["position"] is None
    assert [one["code"] for one in bobs.get("/api/1/games/open").json()["games"]] == [code]
    joined = bobs.generic("POST", f"/api/1/games/{code}/join").json()
    assert joined["status"] == "running"
    assert joined["seat"] == 1
    assert bobs.post(f"/api/1/games/{code}/leave").status_code == 204
    assert Game.objects.get(code=code).status == Game.Status.OVER


@pytest.mark.parametrize("wrong", [
    {"players": 99}, {"players": 2, "board": "moon"}, {"players": 2, "options": {"fly": True}},
    {"players": 2, "game": "chess"}, {"players": 2, "bot": "nobody", "bots": 1}])
def test_a_table_with_wrong_settings_is_not_opened(alices: Client,
                                                   wrong: dict[str, object]) -> None:
    answer = alices.post("/api/1/games", wrong, content_type="application/json")
    assert answer.status_code in (400, 404)
    assert answer.json()["detail"].endswith(".")
    assert not Game.objects.exists()


def test_nobody_talks_to_bots_alone(alices: Client) -> None:
    code = alices.post("/api/1/games", {"company": "bots", "players": 2, "pace": "none"},
                     content_type="application/json").json()["code"]
    answer = alices.post(f"/api/1/games/{code}/talk", {"text": "Hello"},
                       content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "alone")


def test_a_table_has_the_options_that_the_game_proposes(alices: Client) -> None:
    proposed = {one["name"]: one["proposed"] for ruleset in alices.get(
        "/api/1/rulesets").json()["rulesets"] for one in ruleset["options"]
        if ruleset["name"] == "campaign"}
    code = alices.post("/api/1/games", {"game": "campaign", "company": "bots", "players": 3,
                                      "pace": "none"}, content_type="application/json").json()[
        "code"]
    chosen = alices.get(f"/api/1/games/{code}/setup").json()["options"]
    assert chosen == proposed
    assert True in chosen.values()


def test_a_wrong_setting_names_those_that_there_are(alices: Client) -> None:
    answer = alices.post("/api/1/games", {"players": 99}, content_type="application/json")
    assert "2, 3, 4" in answer.json()["detail"]


def test_bots_are_named_as_people_see_them(alices: Client) -> None:
    def opened(**settings: object) -> Any:
        return alices.post("/api/1/games", {"players": 3, "pace": "none", **settings},
                           content_type="application/json").json()

    made = opened(bots=1, bot="hephaestion")
    assert [seat["bot"] for seat in made["seats"]] == ["", "", "friend"]
    path = f"/api/1/games/{made['code']}/bots"
    for wrong, sentence in (({"seat": 7}, "The seats of this table are 0, 1 and 2."),
                            ({"bot": "Bessus"}, "Hephaestion (friend)")):
        refused = alices.post(path, wrong, content_type="application/json")
        assert (refused.status_code, sentence in refused.json()["detail"]) == (400, True)
    filled = alices.post(path, {"bot": "Hephaestion"}, content_type="application/json").json()
    assert (filled["status"], filled["seats"][1]["bot"]) == ("running", "friend")
    assert "Hephaestion (friend)" in opened(bots=1, bot="Bessus")["detail"]
    assert "which in “bot”" in opened(invite=["Hephaestion"])["detail"]
    assert "which are 2" in opened(company="bots", bots=1)["detail"]


def test_what_is_said_is_said_once(alices: Client, bobs: Client, fresh: Game) -> None:
    path = f"/api/1/games/{fresh.code}/talk"
    for _ in range(2):
        said = alices.post(path, {"text": "Good luck, Bob!"}, content_type="application/json",
                         headers={"Idempotency-Key": "1"})
        assert said.status_code == 200
    (heard,) = bobs.get(path).json()["conversations"][0]["messages"]
    assert (heard["name"], heard["text"], heard["own"]) == ("Alice", "Good luck, Bob!", False)


def test_a_plan_is_made_and_turned_off(bobs: Client, fresh: Game) -> None:
    path = f"/api/1/games/{fresh.code}/plan"
    plan = bobs.put(path, {"text": TURN, "wait_minutes": 60},
                   content_type="application/json").json()
    assert plan["text"].startswith("take ")
    assert plan["wait_minutes"] == 60
    assert bobs.get(path).json() == plan
    assert bobs.delete(path).json()["text"] == ""


def test_a_table_that_is_not_listed_is_joined_by_its_link(alices: Client, bobs: Client) -> None:
    made = alices.post("/api/1/games", {"players": 2, "pace": "none"},
                       content_type="application/json").json()
    path = f"/api/1/games/{made['code']}"
    assert bobs.get(path).status_code == 404
    for wrong in ("wrong", made["code"]):
        refused = bobs.post(f"{path}/invitation/{wrong}", {}, content_type="application/json")
        unknown = bobs.post(f"/api/1/games/aaaaaaaaaa/invitation/{wrong}", {},
                            content_type="application/json")
        assert (refused.status_code, refused.json()) == (404, unknown.json())
    link = urlsplit(made["link"]).path
    joined = bobs.generic("POST", f"/api/1{link.rstrip('/')}").json()
    assert (joined["seat"], joined["status"], joined["link"]) == (1, "running", "")


def test_the_filters_of_the_archive_have_values_that_it_takes(bobs: Client) -> None:
    filters = bobs.get("/api/1/archive/filters").json()["filters"]
    assert [one["name"] for one in filters] == [
        "game", "board", "players", "rating", "length", "margin", "reason"]
    for one in filters:
        value = one["choices"][-1]["value"]
        assert bobs.get("/api/1/archive", {one["name"]: value}).status_code == 200, one["name"]


def test_a_misspelt_filter_of_the_archive_is_refused(bobs: Client) -> None:
    answer = bobs.get("/api/1/archive?plyers=4")
    assert (answer.status_code, answer.json()["code"]) == (422, "fields")
    assert "plyers: there is no such parameter" in answer.json()["detail"]


def test_hours_and_vacations_are_kept(alices: Client) -> None:
    hours = {"time_zone": "Europe/Berlin", "opens": "08:00", "closes": "20:00",
             "free_weekdays": [6]}
    assert alices.put("/api/1/me/time", hours, content_type="application/json").json()["hours"] == {
        "opens": "08:00", "closes": "20:00", "free_weekdays": [6]}
    refused = alices.put("/api/1/me/time", {**hours, "closes": "08:15"},
                       content_type="application/json").json()
    assert refused["code"] == "short"
    for day in ("0001-01-01", "9999-12-31"):
        answer = alices.post("/api/1/me/vacations", {"first_day": day, "last_day": day},
                           content_type="application/json")
        assert answer.status_code == 400


def test_a_member_is_seen_as_on_their_page(alices: Client, bob: User, guest: User) -> None:
    assert alices.get("/api/1/people/Bob").json()["name"] == "Bob"
    User.objects.filter(pk=bob.pk).update(page_for="played")
    for name in ("Bob", "Nobody", "x\x00y", "é"):
        answer = alices.get(f"/api/1/people/{name}")
        assert answer.status_code == 404, name
    assert program_of(bob).get("/api/1/people/Bob").status_code == 200
