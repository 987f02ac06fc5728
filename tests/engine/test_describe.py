"""Sentences about events: complete, and without cards that the reader may not see."""

from __future__ import annotations

import re
from typing import Any

import pytest

from alexandros_rules.alexandros import cards, describe, display_names, events
from alexandros_rules.alexandros.board import SYMBOLS
from alexandros_rules.alexandros.describe import describe_event
from alexandros_rules.alexandros.provinces import provinces
from alexandros_rules.alexandros.state import ACT, State
from alexandros_rules.chance import SeededChance
from alexandros_rules.narration import narrate, narrate_for
from alexandros_rules.replay import events_of, fold
from tests.engine import bot_logs
from tests.engine.positions import (
    ALICE,
    BOB,
    HORSE,
    LYRE,
    NAMES,
    RULESET,
    SEED,
    SOLDIER,
    decide,
    draw_board,
    position,
    setup,
    started,
)

STRIP = draw_board("t.h.l...s.ta....")
WEST = "A1 A2 A3 A4 A5 A6"


def sentences(state: State, text: str) -> list[str]:
    """Returns the sentences about the events of an order."""
    return narrate(RULESET, state, decide(state, text), names=NAMES)


def acting(**more: Any) -> State:
    return position(STRIP, phase=ACT, alexander="A16.NE", closed=[WEST], **more)


@pytest.mark.rule("S5")
@pytest.mark.parametrize(("version", "options", "more"), [
    (3, {"players": 3}, ""),
    (2, {"players": 3, "balanced_start": True},
     " and has one action in this turn; everybody else begins with one more card"),
    (3, {"players": 3, "balanced_start": True}, " and has one action in this turn"),
    (3, {"players": 4, "balanced_start": True},
     " and has one action in this turn; Dave and Alice begin with one more card"),
])
def test_the_start_names_the_first_player_and_the_price_of_moving_first(
    version: int, options: dict[str, Any], more: str
) -> None:
    event, *_ = RULESET.start(setup(first=BOB, **options), SeededChance(SEED), version=version)

    assert describe_event(event, None, NAMES) == f"The game begins. Bob moves first{more}."


@pytest.mark.rule("C1")
@pytest.mark.parametrize(("event", "sentence"), [
    (events.Dealt(BOB, LYRE), "Bob is dealt a lyre."),
    (events.Dealt(BOB, cards.UNKNOWN), ""),
    (events.Revealed(1), "The new face-up card is an amphora."),
    (events.Revealed(cards.UNKNOWN), "A new card is turned up."),
    (events.Drew(ALICE, SOLDIER), "Alice draws a soldier from the supply."),
    (events.Drew(ALICE, cards.UNKNOWN), "Alice draws a card from the supply."),
])
def test_a_card_is_named_only_to_those_who_see_it(event: events.Event, sentence: str) -> None:
    assert describe_event(event, started(), NAMES) == sentence


@pytest.mark.parametrize(("supply", "shuffles", "sentence"), [
    ((0, 1, 2), 0, ""),
    ((0, 1, 2), 1, "The 3 discarded cards are shuffled and become the supply."),
    ((0,), 1, "The only discarded card becomes the supply."),
])
def test_the_first_shuffle_needs_no_sentence_and_a_later_one_has_one(
    supply: tuple[int, ...], shuffles: int, sentence: str
) -> None:
    state = position(STRIP, shuffles=shuffles)

    assert describe_event(events.Shuffled(supply), state, NAMES) == sentence


@pytest.mark.rule("A2", "A13")
def test_a_card_taken_to_march_is_described_and_a_joker_explained() -> None:
    state = position(draw_board("....h...l..."), face_up="hs", supply="t")

    assert sentences(state, "take horse") == [
        "Alice takes the horse to march.", "The new face-up card is a temple.",
    ]
    assert sentences(state, "take soldier")[0] == (
        "Alice takes the soldier to march as a joker, because no empty space bears that symbol."
    )


@pytest.mark.rule("C2")
@pytest.mark.parametrize(("supply", "sentence"), [
    ("hh", "The new face-up cards are 2 horses."),
    ("lh", "The new face-up cards are a horse and a lyre."),
    ("??", "2 new cards are turned up."), ("h", "The new face-up card is a horse."),
])
def test_cards_turned_up_at_once_are_described_in_one_sentence(supply: str, sentence: str) -> None:
    state = acting(face_up="", supply=supply)

    assert sentences(state, "end") == [sentence, "Alice's turn ends; Bob is next."]


@pytest.mark.rule("A12")
def test_a_card_played_from_hand_is_described() -> None:
    state = position(draw_board("....h...l..."), hands=["l"])

    assert sentences(state, "play lyre") == ["Alice plays a lyre from their hand to march."]


@pytest.mark.rule("A11", "E1")
@pytest.mark.parametrize(("scene", "walls"), [
    ({}, "2 new walls"), ({"black_left": 1}, "2 new walls, 1 of them red"),
    ({"black_left": 0}, "2 new red walls"), ({"routes": ["A1.N: E E"]}, "no new walls"),
])
def test_a_march_sentence_says_point_and_walls(scene: dict[str, Any], walls: str) -> None:
    board = draw_board("....h...l...\n..........")

    assert sentences(position(board, card=HORSE, phase="march", **scene), "march A5.N") == [
        f"Alexander marches to the north point of A5. He places {walls}."
    ]


CUT = draw_board("""
    ....t....
    .a.....h.
    ....l....
""")


@pytest.mark.rule("A15", "P5")
@pytest.mark.parametrize(("guards", "said"), [
    ([], "A province of 10 spaces worth 9 is closed off."),
    (["", "B8"], ("Bob's province is divided. Bob keeps the part worth 14. The part worth 9 is"
                  " free now.")),
])
def test_a_march_sentence_says_what_it_closes_off_and_cuts(guards: list[str], said: str) -> None:
    state = position(CUT, alexander="C5.SW", card=0, phase="march", guards=guards)

    assert sentences(state, "march A5.N via NW NE NE") == [
        f"Alexander marches to the north point of A5. He places 3 new walls. {said}"
    ]


@pytest.mark.rule("A16")
@pytest.mark.parametrize(("face_up", "order", "said"), [
    ("hl", "take lyre",
     "No card allows a march. Alice takes a lyre, and Alexander stays where he is."),
    ("", "stay", "No card allows Alice to march, so Alexander stays where he is."),
])
def test_an_alexander_who_stays_is_described(face_up: str, order: str, said: str) -> None:
    state = position(draw_board(".h.."), routes=["A2.NW: SE"], face_up=face_up, supply="")

    assert sentences(state, order) == [said]


@pytest.mark.rule("O1", "O2", "K1", "K3", "B1", "S4")
@pytest.mark.parametrize(("order", "scene", "said"), [
    ("take lyre", {"face_up": "hl"}, "Alice takes the face-up lyre."),
    ("occupy A3", {"hands": ["tl"]},
     "Alice occupies a province worth 3 with a guard on A3 and pays a temple and a lyre."),
    ("occupy A1 A3 A5", {},
     "Alice occupies a province worth 3 with guards on A1, A3 and A5 and pays no cards."),
    ("occupy A1", {"guards": ["", "A1"], "hands": ["tthl"]},
     ("Alice takes over Bob's province worth 3 with a guard on A1 and plays 2 temples, a horse"
      " and a lyre.")),
    ("occupy A1 give temple horse", {"players": 3, "guards": ["", "A1"], "hands": ["tthl"]},
     ("Alice takes over Bob's province worth 3 with a guard on A1 and plays 2 temples, a horse"
      " and a lyre. Bob gets a temple and a horse.")),
    ("recall A1", {"guards": ["A1 A3"]}, "Alice takes back the guard from A1."),
    ("end", {}, "Alice's turn ends; Bob is next."),
])
def test_a_sentence_says_what_an_action_did(order: str, scene: dict[str, Any], said: str) -> None:
    assert sentences(acting(**scene), order) == [said]


@pytest.mark.rule("E1", "E4")
@pytest.mark.parametrize(("scores", "said"), [
    ([3, 2], "Alice wins with 3 points."), ([1, 0], "Alice wins with 1 point."),
    ([7, 7], "Alice and Bob share the win with 7 points."),
    ([0, 0], "Nobody has a point, so nobody wins."),
])
def test_the_end_sentence_says_why_and_who_won(scores: list[int], said: str) -> None:
    state = position(STRIP, phase=ACT, alexander="A16.NE", red=["A1.N: E"], scores=scores)

    assert sentences(state, "end") == [
        f"The game is over because the black walls ran out and red ones were needed. {said}"
    ]


@pytest.mark.rule("E3", "A16")
@pytest.mark.parametrize(("reason", "said"), [
    ("points", "a player reached 100 points"),
    ("stuck", "Alexander could not be moved for a whole round"),
])
def test_each_other_end_has_its_words(reason: str, said: str) -> None:
    state = position(STRIP, phase=ACT, scores=[100, 0])

    assert describe_event(events.Ended(reason, (ALICE,)), state, NAMES) == (
        f"The game is over because {said}. Alice wins with 100 points."
    )


def test_regions_say_where_it_happens() -> None:
    state = started(board="persia", first=0)
    card = SYMBOLS[state.face_up[0]]
    state = fold(RULESET, state, decide(state, f"take {card}"))
    move = RULESET.format(RULESET.legal_moves(state, seat=state.seat)[0], state)
    space = move.split()[1].split(".")[0]

    (sentence,) = sentences(state, move)

    region = state.board.region_of[state.board.space_by_name[space]]
    assert f" point of {space} in {region}. " in sentence


@pytest.mark.promise("R10")
@pytest.mark.parametrize("seat", [0, 2, None])
def test_every_event_of_a_game_is_described_in_whole_sentences(seat: int | None) -> None:
    """Only minor events have no sentence, and no sentence names a hidden card."""
    before = None
    for row in bot_logs.game():
        for event in events_of(RULESET, row.events, version=1):
            seen = RULESET.view_event(event, seat, over=False)
            view = None if before is None else RULESET.view(before, seat)

            text = describe_event(seen, view, NAMES)

            silent = isinstance(event, events.Shuffled | events.Dealt)
            assert silent or re.fullmatch(r"[A-Z].*\.", text), text
            assert "unknown" not in text
            if isinstance(event, events.Drew) and event.seat != seat:
                assert not any(display_names.card_name(card) in text for card in cards.KINDS)
            before = RULESET.evolve(before, event)


@pytest.mark.rule("A15")
def test_a_march_that_leaves_all_parts_open_land_divides_it() -> None:
    west = " ".join(f"A{number}" for number in range(1, 11))
    state = position(draw_board("th" * 10), closed=[west])
    parts = list(provinces(state.board, state.walls))

    assert describe._open_division(state, state.board.land, parts) == [
        "The open land is divided into 2 parts."
    ]


# Sentences are made from events and states as the reader may see them.

DRAWING = position(draw_board("t.h.l...s.ta...."), phase=ACT, alexander="A12.NE", supply="tahls",
                   actions=2)
TEMPLE = decide(DRAWING, "draw")


def test_each_event_is_described_with_the_state_before_it() -> None:
    after = RULESET.evolve(DRAWING, TEMPLE[0])

    assert narrate(RULESET, DRAWING, (*TEMPLE, *decide(after, "draw")), names=NAMES)[:2] == [
        "Alice draws a temple from the supply.", "Alice draws an amphora from the supply.",
    ]


@pytest.mark.promise("R10")
def test_a_drawn_card_is_named_to_its_owner_alone() -> None:
    def told(seat: int | None) -> str:
        return narrate_for(RULESET, seat, DRAWING, TEMPLE, names=NAMES)[0]

    assert told(ALICE) == "Alice draws a temple from the supply."
    assert told(BOB) == told(None) == "Alice draws a card from the supply."


@pytest.mark.promise("R10")
def test_the_start_of_a_game_is_described_without_the_deal_of_others() -> None:
    start = RULESET.start(setup(), SeededChance(SEED))
    dealt = [line for line in narrate(RULESET, None, start, names=NAMES) if " is dealt " in line]

    def told(seat: int | None) -> list[str]:
        lines = narrate_for(RULESET, seat, None, start, names=NAMES)
        return [line for line in lines if " is dealt " in line]

    assert [line.split()[0] for line in dealt] == ["Alice", "Bob"]
    assert told(BOB) == dealt[1:]
    assert told(None) == []
