"""What is counted in games between bots: settled temples and harbours, and awards."""

from __future__ import annotations

from engine.campaign.rules import RULESET
from engine.campaign.state import change
from games.rulesets.campaign.settled_places import SettledPlaces
from tests.campaign.scenes import ALICE, BOB, auction, places

LANDMARKS = SettledPlaces()


def test_temples_come_in_the_order_of_the_route_then_harbours_and_awards() -> None:
    names = LANDMARKS.names(RULESET.boards()["campaign"])
    assert names[:2] == ["temple of Philippi", "temple of Halicarnassus"]
    assert names[11:13] == ["harbour Aegean", "harbour Sinope"]
    assert names[20:] == ["longest road", "largest army"]


def test_a_building_settles_a_temple_and_a_harbour_that_share_its_place() -> None:
    empty = change(auction(), settlements=(0,) * 4, cities=(0,) * 4)
    assert LANDMARKS.reached(empty) == set()
    philippi, alexandria = places(empty, "A1.SE"), places(empty, "E3.NW")
    built = change(empty, settlements=(philippi, 0, 0, 0), cities=(0, alexandria, 0, 0))
    assert LANDMARKS.reached(built) == {
        "temple of Philippi", "temple of Alexandria", "harbour Aegean", "harbour Alexandria"}


def test_awards_count_once_somebody_has_them() -> None:
    state = change(auction(), settlements=(0,) * 4, cities=(0,) * 4, longest=ALICE, army=BOB)
    assert LANDMARKS.reached(state) == {"longest road", "largest army"}
