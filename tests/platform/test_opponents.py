"""Bots as opponents: in order of strength, and who comes next."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from games.rulesets import opponents as strengths
from games.rulesets import registry
from games.rulesets.alexandros.room import ROOM
from games.rulesets.opponents import (
    Duels,
    Strength,
    Strengths,
    measured,
    opponent,
    opponents,
)
from games.rulesets.registry import Room
from tests.auction.room import ROOM as LOTS


@pytest.fixture
def lots(tmp_path: Path) -> Room:
    """A game whose bold bot is stronger than its thrifty one."""
    file = tmp_path / "strengths.json"
    file.write_text(Strengths("manage.py ladder", {
        "thrifty": Strength(1000, 1000, 1000, 40, {2: 0.25}, {"bold": Duels(10, 40)}),
        "bold": Strength(1190, 1100, 1300, 40, {2: 0.75}, {"thrifty": Duels(30, 40)}),
        "forgotten": Strength(2000, 1900, 2100, 40),
    }).to_text(), "utf-8")
    return replace(LOTS, strengths=file)


def test_what_is_written_is_read_again(lots: Room) -> None:
    found = strengths.read(lots.strengths)
    assert Strengths.from_text(found.to_text()) == found
    assert found.bots["bold"].against["thrifty"].share == 0.75
    assert found.bots["thrifty"].is_anchor
    assert not found.bots["bold"].is_anchor


def test_the_weakest_comes_first_and_bots_of_the_past_are_left_out(lots: Room) -> None:
    assert [one.name for one in opponents(lots)] == ["thrifty", "bold"]


def test_a_bot_that_has_not_been_measured_comes_last(lots: Room) -> None:
    assert lots.strengths
    found = strengths.read(lots.strengths)
    known = {name: bot for name, bot in found.bots.items() if name != "thrifty"}
    lots.strengths.write_text(Strengths("", known).to_text(), "utf-8")
    assert [one.name for one in opponents(lots)] == ["bold", "thrifty"]
    assert [one.name for one, _points in measured(lots)] == ["bold"]


def test_without_a_measurement_bots_keep_their_order() -> None:
    assert [one.name for one in opponents(LOTS)] == list(LOTS.ruleset.bots)


def test_bots_know_their_games_against_each_other(lots: Room) -> None:
    thrifty, bold = opponents(lots)
    assert bold.against(thrifty) == Duels(30, 40)
    assert bold.against(None) is None


def test_an_unknown_bot_is_nobody(lots: Room) -> None:
    assert opponent(lots, "hal") is None
    found = opponent(lots, "bold")
    assert found
    assert found.called == "Croesus"


def test_the_published_strengths_can_be_read_and_are_in_order() -> None:
    found = strengths.read(ROOM.strengths)
    points = [bot.points for bot in found.bots.values()]
    assert points == sorted(points)
    assert found.bots["greedy"].points == 1500
    assert found.command.startswith("manage.py ladder --ruleset alexandros --board empire --bots ")
    assert found.command.endswith(" --anchor greedy --points 1500 --publish")


def test_no_two_bots_are_called_the_same_in_whatever_game() -> None:
    called = [one.called for room in registry.rooms().values() for one in opponents(room)]
    assert len(called) == len(set(called))


def test_games_share_no_names_of_bots() -> None:
    games = [{name for bot in room.ruleset.bots.values() for name in bot.seat_names}
             for room in registry.rooms().values()]
    assert sum(map(len, games)) == len(set().union(*games))


def test_somebody_is_good_for_first_games() -> None:
    assert any(one.is_for_beginners for one in opponents(ROOM))
