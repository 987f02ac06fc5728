"""Sentences about events: complete, and without cards that the reader may not see."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.alexandros import cards, describe, events, terms
from engine.alexandros.board import SYMBOLS
from engine.alexandros.describe import describe_event
from engine.alexandros.provinces import provinces
from engine.alexandros.state import ACT, State
from engine.chance import SeededChance
from engine.narration import narrate
from engine.replay import events_of, fold
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


def acting(players: int = 2, **more: Any) -> State:
    return position(STRIP, players=players, phase=ACT, alexander="A16.NE", closed=[WEST], **more)


def test_the_start_names_the_first_player() -> None:
    event, *_ = RULESET.start(setup(players=3, first=BOB), SeededChance(SEED))

    assert describe_event(event, None, NAMES) == "The game begins. Bob moves first."


@pytest.mark.rule("S5")
@pytest.mark.parametrize(("version", "players", "more"), [
    (2, 3, "; everybody else begins with one more card"), (3, 3, ""),
    (3, 4, "; Dave and Alice begin with one more card")])
def test_the_start_names_the_price_of_moving_first_in_a_balanced_start(
    version: int, players: int, more: str
) -> None:
    event, *_ = RULESET.start(setup(players=players, first=BOB, balanced_start=True),
                              SeededChance(SEED), version=version)

    assert describe_event(event, None, NAMES) == (
        f"The game begins. Bob moves first and has one action in this turn{more}."
    )


def test_the_deal_is_described_to_the_player_it_went_to() -> None:
    state = started()

    assert describe_event(events.Dealt(BOB, LYRE), state, NAMES) == "Bob is dealt a lyre."
    assert describe_event(events.Dealt(BOB, cards.UNKNOWN), state, NAMES) == ""


def test_the_first_shuffle_needs_no_sentence_and_a_later_one_has_one() -> None:
    shuffled = events.Shuffled((0, 1, 2))

    assert describe_event(shuffled, position(STRIP, shuffles=0), NAMES) == ""
    assert describe_event(shuffled, position(STRIP, shuffles=1), NAMES) == (
        "The 3 discarded cards are shuffled and become the supply."
    )
    assert describe_event(events.Shuffled((0,)), position(STRIP, shuffles=1), NAMES) == (
        "The only discarded card becomes the supply."
    )


def test_a_card_turned_up_is_described() -> None:
    state = started()

    assert describe_event(events.Revealed(1), state, NAMES) == (
        "The new face-up card is an amphora."
    )
    assert describe_event(events.Revealed(cards.UNKNOWN), state, NAMES) == (
        "A new card is turned up."
    )


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
@pytest.mark.parametrize(("black", "walls"), [
    (9, "2 new walls"), (1, "2 new walls, 1 of them red"), (0, "2 new red walls"),
])
def test_a_march_sentence_says_point_and_walls(black: int, walls: str) -> None:
    state = position(
        draw_board("....h...l...\n.........."), black_left=black, card=HORSE, phase="march"
    )

    assert sentences(state, "march A5.N") == [
        f"Alexander marches to the north point of A5. He places {walls}."
    ]


def test_a_march_along_walls_says_that_no_wall_is_new() -> None:
    state = position(draw_board("....h...l..."), routes=["A1.N: E E"], card=HORSE, phase="march")

    assert sentences(state, "march A5.N") == [
        "Alexander marches to the north point of A5. He places no new walls."
    ]


CUT = draw_board("""
    ....t....
    .a.....h.
    ....l....
""")


@pytest.mark.rule("A15", "P5")
def test_a_march_sentence_says_what_it_closes_off_and_cuts() -> None:
    free = position(CUT, alexander="C5.SW", card=0, phase="march")
    held = position(CUT, alexander="C5.SW", card=0, phase="march", guards=["", "B8"])
    way = "march A5.N via NW NE NE"

    assert sentences(free, way) == [
        ("Alexander marches to the north point of A5. He places 3 new walls. A province of 10"
         " spaces worth 9 is closed off.")
    ]
    assert sentences(held, way) == [
        ("Alexander marches to the north point of A5. He places 3 new walls. Bob's province is"
         " divided. Bob keeps the part worth 14. The part worth 9 is free now.")
    ]


@pytest.mark.rule("A16")
def test_an_alexander_who_stays_is_described() -> None:
    locked = draw_board(".h..")
    stuck = position(locked, routes=["A2.NW: SE"], face_up="hl", supply="")
    bare = position(locked, routes=["A2.NW: SE"], face_up="", supply="")

    assert sentences(stuck, "take lyre") == [
        "No card allows a march. Alice takes a lyre, and Alexander stays where he is."
    ]
    assert sentences(bare, "stay") == [
        "No card allows Alice to march, so Alexander stays where he is."
    ]


@pytest.mark.rule("C1")
def test_a_drawn_card_is_named_to_its_player_only() -> None:
    state = acting()

    assert describe_event(events.Drew(ALICE, SOLDIER), state, NAMES) == (
        "Alice draws a soldier from the supply."
    )
    assert describe_event(events.Drew(ALICE, cards.UNKNOWN), state, NAMES) == (
        "Alice draws a card from the supply."
    )


def test_a_face_up_card_taken_is_named() -> None:
    assert sentences(acting(face_up="hl"), "take lyre") == ["Alice takes the face-up lyre."]


@pytest.mark.rule("O1", "O2")
def test_an_occupation_sentence_says_worth_guards_and_price() -> None:
    assert sentences(acting(hands=["tl"]), "occupy A3") == [
        "Alice occupies a province worth 3 with a guard on A3 and pays a temple and a lyre."
    ]
    assert sentences(acting(), "occupy A1 A3 A5") == [
        "Alice occupies a province worth 3 with guards on A1, A3 and A5 and pays no cards."
    ]


@pytest.mark.rule("K1", "K3")
def test_a_takeover_sentence_says_loser_cards_and_gift() -> None:
    state = acting(players=3, guards=["", "A1"], hands=["tthl"])

    assert sentences(state, "occupy A1 give temple horse") == [
        ("Alice takes over Bob's province worth 3 with a guard on A1 and plays 2 temples, a horse"
         " and a lyre. Bob gets a temple and a horse.")
    ]
    two = acting(guards=["", "A1"], hands=["tthl"])
    assert sentences(two, "occupy A1")[0].endswith("plays 2 temples, a horse and a lyre.")


@pytest.mark.rule("B1")
def test_a_guard_taken_back_is_described() -> None:
    state = acting(guards=["A1 A3"])

    assert sentences(state, "recall A1") == ["Alice takes back the guard from A1."]


@pytest.mark.rule("S4")
def test_the_next_player_is_described() -> None:
    assert sentences(acting(), "end") == ["Alice's turn ends; Bob is next."]


@pytest.mark.rule("E1", "E4")
@pytest.mark.parametrize(("scores", "said"), [
    ([3, 2], "The game is over because red walls were needed. Alice wins with 3 points."),
    ([1, 0], "The game is over because red walls were needed. Alice wins with 1 point."),
    ([7, 7], ("The game is over because red walls were needed."
             " Alice and Bob share the win with 7 points.")),
])
def test_the_end_sentence_says_why_and_who_won(scores: list[int], said: str) -> None:
    state = position(STRIP, phase=ACT, alexander="A16.NE", red=["A1.N: E"], scores=scores)

    assert sentences(state, "end") == [said]


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
                assert not any(terms.card_name(card) in text for card in cards.KINDS)
            before = RULESET.evolve(before, event)


@pytest.mark.rule("A15")
def test_a_march_that_leaves_all_parts_open_land_divides_it() -> None:
    west = " ".join(f"A{number}" for number in range(1, 11))
    state = position(draw_board("th" * 10), closed=[west])
    parts = list(provinces(state.board, state.walls))

    assert describe._open_division(state, state.board.land, parts) == [
        "The open land is divided into 2 parts."
    ]
