"""Alexander's way and what he sets off (AL1 to AL3)."""

from __future__ import annotations

import pytest

from engine.campaign import events, moves
from engine.campaign import things as th
from engine.campaign.state import AUCTION, BUILD, ROBBER, State, change
from tests.campaign import positions as at
from tests.campaign.positions import (
    ALICE,
    BOB,
    WORLD,
    junction,
    next_turn,
    of_type,
    only,
    play,
    position,
    tile,
    travelled,
)

RICH = ["gold"] * 4  # so that everybody may bid


def before(name: str, **more: object) -> State:
    """Returns a position in which Alexander's next move passes this stop."""
    place = [stop.name for stop in WORLD.route].index(name)
    return position(hands=RICH, arrow=place, **more)


@pytest.mark.rule("AL1")
def test_alexander_moves_on_to_the_next_arrow_in_every_turn() -> None:
    state = position(arrow=10)
    assert next_turn(state, 5).arrow == 11
    assert next_turn(next_turn(state, 5), 6).arrow == 12


@pytest.mark.rule("AL1")
def test_in_each_move_he_passes_the_junction_between_two_arrows() -> None:
    for arrow, stop in enumerate(WORLD.route):
        assert WORLD.arrow_ends[arrow][1] == stop.junction == WORLD.arrow_ends[arrow + 1][0]


@pytest.mark.rule("AL1")
def test_with_a_seven_he_moves_after_the_robber() -> None:
    state = next_turn(position(arrow=10), 7)
    assert (state.phase, state.arrow) == (ROBBER, 10)
    assert play(state, moves.MoveRobber(tile("B5"), None)).arrow == 11


@pytest.mark.rule("AL2")
@pytest.mark.parametrize(("arrow", "seven", "after"), [
    (42, False, 43), (42, True, 43), (43, False, 43), (43, True, 44), (44, False, 44),
    (44, True, 45), (45, False, 45), (45, True, 46)])
def test_from_the_first_violet_arrow_on_he_moves_only_after_a_seven(
    arrow: int, seven: bool, after: int
) -> None:
    assert travelled(position(arrow=arrow), seven=seven)[0].arrow == after


@pytest.mark.rule("AL2")
def test_a_turn_in_which_he_stands_still_has_no_auction() -> None:
    state, found = travelled(position(hands=RICH, arrow=43), seven=False)
    assert found == []
    assert state.phase == BUILD


@pytest.mark.rule("AL3", "AU8")
def test_a_temple_starts_the_auction_for_a_settlement() -> None:
    state, found = travelled(before("Babylon"))
    assert only(found, events.AuctionBegan) == events.AuctionBegan(
        "settlement", WORLD.junctions[junction("Babylon")].label, ALICE, ())
    assert not of_type(found, events.ChitTurned)
    assert state.phase == AUCTION


@pytest.mark.rule("AL3")
@pytest.mark.parametrize("chit", range(4))
def test_a_chit_is_turned_face_up_and_starts_its_auction(chit: int) -> None:
    state = before("Susa")
    state = change(state, chits=(chit, *state.chits[1:]))
    after, found = travelled(state)
    assert only(found, events.ChitTurned).chit == chit
    assert only(found, events.AuctionBegan).kind == th.CHIT_NAMES[chit]
    assert after.chits == state.chits[1:]


@pytest.mark.rule("AL3")
def test_a_blank_junction_does_nothing() -> None:
    state, found = travelled(before("Damascus"))
    assert [type(event) for event in found] == [events.AlexanderMoved]
    assert state.phase == BUILD


@pytest.mark.rule("AL3", "AU3")
def test_the_player_to_play_opens_the_auction() -> None:
    state, found = travelled(before("Babylon", seat=BOB))
    assert only(found, events.AuctionBegan).opener == state.seat == BOB


@pytest.mark.rule("AL1", "EN3")
def test_the_move_on_to_persepolis_starts_no_auction() -> None:
    state, found = travelled(position(hands=RICH, arrow=45, settlements=["B5.N"]), seven=True)
    assert [type(event) for event in found] == [events.AlexanderMoved, events.Ended]
    assert state.winners == (at.ALICE,)
