"""The page of the bots, the forms that list them, and the advice after a game against one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from games.models import Game, Seat, User
from games.rulesets import registry
from games.rulesets.alexandros.room import ROOM
from games.rulesets.opponents import Duels, Strength, Strengths, opponents
from games.rulesets.registry import Room
from tests.pages.page_reader import Page, Sit

pytestmark = pytest.mark.django_db


def places(page: Page, words: list[str]) -> list[int]:
    """Where these words first stand on a page."""
    return [page.words.index(each) for each in words]


@pytest.fixture
def measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Room:
    """The game with a measurement in which one bot is missing."""
    file = tmp_path / "strengths.json"
    file.write_text(Strengths("manage.py ladder", {
        "random": Strength(400, 300, 500, 90, {}, {"greedy": Duels(1, 30)}),
        "greedy": Strength(1000, 1000, 1000, 90, {},
                           {"random": Duels(29, 30), "strategist": Duels(7.5, 30)}),
        "strategist": Strength(1200, 1150, 1260, 90, {}, {"greedy": Duels(22.5, 30)}),
    }).to_text(), "utf-8")
    room = replace(ROOM, strengths=file)
    monkeypatch.setattr(registry, "rooms", lambda: {room.name: room})
    return room


def test_every_bot_introduces_itself_the_weakest_first(sit: Sit) -> None:
    page = sit(None).open("/opponents/")
    known = opponents(ROOM)
    found = places(page, [one.called for one in known])
    assert found == sorted(found)
    for one in known:
        assert one.about in page.words
        assert f"Playing style: {one.style}" in page.words
    assert "each sees only what a player in its seat sees" in page.words
    assert "Good for your first games" in page.words


def test_strength_is_said_in_points_and_in_wins(measured: Room, sit: Sit) -> None:
    page = sit(None).open("/opponents/")
    assert ("Strength: 1000 points. Wins nearly every two-player game against Bucephalus."
            in page.words)
    assert ("Strength: 1200 points. Wins about 8 of 10 two-player games against Parmenion."
            in page.words)
    assert "With a certainty of 95 %, its points are between 1150 and 1260." in page.words
    bars = [value for tag, name, value in page.attributes if (tag, name) == ("rect", "width")]
    assert bars == ["100", "6", "100", "76", "100", "100"]


def test_a_bot_that_has_not_been_measured_comes_last_and_says_so(
    measured: Room, sit: Sit
) -> None:
    page = sit(None).open("/opponents/")
    last = page.words.index("Eumenes")
    assert last > page.words.index("Antigonus")
    assert "Its strength has not been measured yet." in page.words[last:]


def test_a_visitor_plays_against_any_bot_with_one_click(sit: Sit) -> None:
    browser = sit(None)
    browser.open("/opponents/")
    browser.press("Play against it now: Eumenes")
    assert browser.page.status == 200
    game = Game.objects.get()
    assert [seat.bot for seat in game.seats.all()] == ["", "planner"]


@pytest.mark.parametrize("path", ["/", "/rules/", "/learn/", "/puzzles/"])
def test_pages_lead_to_the_bots(path: str, sit: Sit) -> None:
    page = sit(None).open(path)
    assert any(link.href.endswith("/opponents/") for link in page.links)


@pytest.mark.parametrize("path", ["/", "/games/new/?game=alexandros"])
def test_forms_list_the_bots_the_weakest_first_and_say_how_they_play(path: str, sit: Sit) -> None:
    page = sit(None).open(path)
    found = places(page, [f"{one.called} {one.style[0].upper()}{one.style[1:]}"
                          for one in opponents(ROOM)])
    assert found == sorted(found)


def test_a_link_chooses_the_bot_on_the_home_page(sit: Sit) -> None:
    browser = sit(None)
    page = browser.open("/?bot=strategist")
    assert dict(page.form("Play now").fields)["bot"] == "strategist"
    browser.press("Play now")
    assert set(Game.objects.get().seats.exclude(bot="").values_list("bot", flat=True)) == {
        "strategist"}


def test_a_link_to_an_unknown_bot_chooses_the_usual_one(sit: Sit) -> None:
    page = sit(None).open("/?bot=hal")
    assert dict(page.form("Play now").fields)["bot"] == ROOM.first_opponent


def test_an_open_table_is_filled_with_the_chosen_bots(waiting: Game, alice: User, sit: Sit) -> None:
    browser = sit(alice)
    browser.open(f"/games/{waiting.code}/")
    browser.press("Fill with bots and start", bot="planner")
    waiting.refresh_from_db()
    assert waiting.status == Game.Status.RUNNING
    assert "planner" in waiting.seats.values_list("bot", flat=True)


def test_a_finished_game_says_whom_to_try_next(
    against_a_bot: Game, alice: User, sit: Sit
) -> None:
    """Alice has won it, and five before it, and takes on a stronger bot."""
    won = {"winners": [0], "reason": "walls"}
    Game.objects.filter(pk=against_a_bot.pk).update(result=won)
    for _ in range(5):
        before = Game.objects.create(
            name="Issus", ruleset=against_a_bot.ruleset, rules_version=against_a_bot.rules_version,
            setup_id=against_a_bot.setup_id, status=Game.Status.OVER, result=won,
            created_at=against_a_bot.created_at, finished_at=against_a_bot.finished_at)
        Seat.objects.create(game=before, index=0, user=alice, name="Alice", status="taken")
        Seat.objects.create(game=before, index=1, bot="greedy", name="Parmenion", status="taken")
    browser = sit(alice)
    page = browser.open(f"/games/{against_a_bot.code}/")
    assert "You have won your last 6 games against Parmenion. We guess from" in page.words
    called = {one.called: one.name for one in opponents(ROOM)}
    better = next(name for name in called if f"Try {name} next." in page.words)
    browser.press(f"Play against {better}")
    new = Game.objects.get(status=Game.Status.RUNNING)
    assert [seat.bot for seat in new.seats.all()] == ["", called[better]]
    assert new.setup_id == against_a_bot.setup_id


def test_only_the_player_reads_the_advice(
    against_a_bot: Game, alice: User, bob: User, sit: Sit
) -> None:
    Game.objects.filter(pk=against_a_bot.pk).update(listed=True)
    path = f"/games/{against_a_bot.code}/"
    assert "You have lost your first game against Parmenion." in sit(alice).open(path).words
    assert "your first game" not in sit(bob).open(path).words
