"""Moves as text: what is written, what is read, and how anything else is refused."""

from __future__ import annotations

from typing import Any

import pytest

from alexandros_rules.alexandros import moves
from alexandros_rules.alexandros.notation import parse
from alexandros_rules.alexandros.order_text import examples, format_move
from alexandros_rules.alexandros.state import ACT, MARCH, State
from alexandros_rules.errors import Ambiguous, Illegal, Unreadable
from tests.engine import positions as at
from tests.engine.positions import (
    AMPHORA,
    HORSE,
    LYRE,
    RULESET,
    SOLDIER,
    draw_board,
    play,
    position,
    refused,
)

FIELD = draw_board("""
    ............
    .....h......
    ............
""")
STRIP = draw_board("t.h.l...s.ta....")
WEST = "A1 A2 A3 A4 A5 A6"


def taking() -> State:
    return position(STRIP, hands=["th"], face_up="hl")


def marching(*routes: str) -> State:
    """A march to the horse on B6: two routes to its south-west point, one or more to the others."""
    return play(position(FIELD, alexander="B3.NW", routes=routes), "take horse")


def acting(players: int = 2) -> State:
    return position(STRIP, players=players, phase=ACT, alexander="A16.NE", closed=[WEST],
                    guards=["A11", "A1"], hands=["tthhlsa"])


def bobs_west(**more: Any) -> State:
    return position(STRIP, players=3, alexander="A16.NE", closed=[WEST], guards=["", "A1"], **more)


@pytest.mark.rule("A1", "F1")
@pytest.mark.parametrize("state", [
    taking(), marching(), acting(), acting(players=3), position(draw_board(".h.."), face_up="",
    supply="", routes=["A2.NW: SE"]), at.started(board="persia", players=4),
])
def test_every_legal_move_is_read_back_as_itself(state: State) -> None:
    legal = RULESET.legal_moves(state, seat=state.seat)

    assert legal
    for move in legal:
        text = format_move(move, state)
        assert parse(text, state) == move, text
        assert parse(text.upper(), state) == move
        assert format_move(parse(text, state), state) == text


@pytest.mark.rule("A2", "A12")
@pytest.mark.parametrize("text", [
    "take horse", "Take Horse", "TAKE HORSE", "  take   horse  ", "take the horse", "take h",
    "take a horse", "take horse.", "take: horse!", "choose horse", "pick horses",
    "take the horse card", "take face-up horse", "take horse from the row", "take horse, please",
    "take horse to march", "grab the horse",
])
def test_a_card_may_be_named_in_many_forms(text: str) -> None:
    assert parse(text, taking()) == moves.Take(HORSE)


@pytest.mark.parametrize(("word", "card"), [
    ("a", AMPHORA), ("amphora", AMPHORA), ("l", LYRE), ("s", SOLDIER)])
def test_a_card_may_be_named_by_its_letter(word: str, card: int) -> None:
    assert parse(f"levy {word}", acting()) == moves.Levy(card)


@pytest.mark.rule("A9", "A10")
@pytest.mark.parametrize("text", [
    "march B6.SW via E SE", "march b6 sw via e se", "MARCH B 6 SW VIA E SE", "march B6.SW E SE",
    "march to B6, point SW, via E, SE", "go b6.sw via e-se", "move to b6 via e se",
    "march b06.sw via e se", "march B6 south-west via east, south-east",
    "move Alexander to B6 SW through E and then SE", "march B6 southwest by east south east",
    "go to the south-western corner of B6 via E, SE", "walk to B6 (SW) along E SE",
    "marschiere nach B6 Südwest über Ost, Südost", "gehe nach B6, Punkt SW, via E SE",
    "marche vers B6 sud-ouest par est sud-est", "marcia verso B6 sud-ovest per est, sud-est",
    "marcha hacia B6 suroeste por este sureste", "marcheer naar B6 zuidwest via oost zuidoost",
    "marcha para B6 sudoeste por leste sudeste",
])
def test_a_march_may_be_written_in_many_forms(text: str) -> None:
    state = marching()

    assert format_move(parse(text, state), state) == "march B6.SW via E SE"


@pytest.mark.rule("O1")
@pytest.mark.parametrize(
    "text", ["occupy A1 A3", "occupy a3 a1", "Occupy A1, A3", "occupy A 1 and A 3",
             "take over A1 A3", "put guards on A1 and A3", "setze Wachen auf A1 und A3",
             "place des gardes sur A1 et A3", "zet een wacht op A1 en A3",
             "conquer A1 + A3", "occupy with guards on A1 and A3"],
)
def test_an_occupation_may_be_written_in_many_forms(text: str) -> None:
    state = acting()
    numbers = state.board.space_by_name

    assert parse(text, state) == moves.Occupy((numbers["A1"], numbers["A3"]))


@pytest.mark.rule("K3")
@pytest.mark.parametrize(("gift", "give"), [
    *((gift, (0, 0, 1, 1, 0, 0)) for gift in (
        " give horse lyre", " give h l", " give lyre and horse", ", give a horse and a lyre",
        " give the horse card, the lyre card")),
    (" give a h", (0, 1, 1, 0, 0, 0)),  # among letters, an a is the amphora
])
def test_a_gift_may_be_written_in_many_forms(gift: str, give: tuple[int, ...]) -> None:
    state = acting(players=3)
    spaces = (state.board.space_by_name["A1"],)

    assert parse(f"occupy A1{gift}", state) == moves.Occupy(spaces, give)


@pytest.mark.parametrize(("text", "move"), [
    ("draw", moves.Draw()), ("Draw a card", moves.Draw()), ("draw another", moves.Draw()),
    ("ziehe eine Karte", moves.Draw()), ("take a card from the deck", moves.Draw()),
    ("finish my turn", moves.End()), ("take from supply", moves.Draw()),
    ("end", moves.End()), ("end turn", moves.End()), ("pass", moves.End()),
    ("stay", moves.Stay()),
])
def test_orders_of_one_word_may_carry_small_words(text: str, move: moves.Move) -> None:
    assert parse(text, acting()) == move


@pytest.mark.rule("B1")
@pytest.mark.parametrize("text", [
    "recall A11", "take back A11", "withdraw the guard on a 11", "take my guard back from A11",
    "take the guard from A11", "nimm die Wache von A11 zurück", "pak de wacht van A11 terug",
])
def test_a_recall_may_be_written_in_many_forms(text: str) -> None:
    state = acting()

    assert parse(text, state) == moves.Recall(state.board.space_by_name["A11"])


UNREADABLE = [
    ("", "It contains no order"),
    ("...", "It contains no order"),
    ("hello", "'hello' is not an order"),
    ("7 take horse", "'7' is not an order"),
    ("take", "Name one card: temple, amphora, horse, lyre, soldier"),
    ("take elephant", "Name one card: temple, amphora, horse, lyre, soldier"),
    ("take horse lyre", "Name one card: temple, amphora, horse, lyre, soldier"),
    ("march", "Name the space to march to"),
    ("march via E", "Name the space to march to"),
    ("march Z9", "'Z9' is not a space of this board"),
    ("march A99", "'A99' is not a space of this board"),
    ("march A3 SO", "The points of A3 are N, SW, SE"),
    ("march south-west of A3", "Name the space to march to"),
    ("ziehe los", "Name a space to march to, or say that you draw a card"),
    ("take A3", "Name one card: temple, amphora, horse, lyre, soldier"),
    ("march A3.S", "The points of A3 are N, SW, SE"),
    ("march A3.N via UP", "'UP' is not a step. The steps are E, SE, SW, W, NW, NE"),
    ("occupy", "Name the spaces to put guards on, as in occupy A1"),
    ("occupy Q1", "'Q1' is not a space of this board"),
    ("occupy A1 give shoes",
     "After 'give', write only names of cards (temple, amphora, horse, lyre, soldier)"),
    ("recall", "Name one space, as in recall A11"),
    ("recall A1 A3", "Name one space, as in recall A11"),
    ("draw horse", "'horse' does not belong here"),
    ("take a horse from the supply",
     "You cannot choose a card from the supply, only draw its top card"),
    ("end now", "'now' does not belong here"),
]


@pytest.mark.parametrize(("text", "why"), UNREADABLE)
def test_what_cannot_be_read_is_answered_with_the_reason_and_examples(text: str, why: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse(text, acting())

    assert caught.value.code == "unreadable"
    assert caught.value.sentence == f"We cannot read {text!r}. {why}."
    assert caught.value.allowed == tuple(examples(acting()))


@pytest.mark.rule("A1")
def test_a_march_without_a_space_is_answered_with_one_that_can_be_played() -> None:
    refusal = refused(marching(), "march")

    assert isinstance(refusal, Unreadable)
    assert refusal.sentence == (
        "We cannot read 'march'. Name the space to march to, as in march B6.N."
    )
    assert refusal.allowed == ("march B6.N",)


def test_a_long_unreadable_text_is_quoted_in_part() -> None:
    with pytest.raises(Unreadable) as caught:
        parse("x" * 3000, acting())

    assert len(caught.value.sentence) < 400


@pytest.mark.rule("A10", "K3")
@pytest.mark.parametrize(("state", "text", "allowed"), [
    (marching(), "march B6.SW", ("march B6.SW via E SE", "march B6.SW via SE E")),
    (acting(players=3), "occupy A1", (
        "occupy A1 give temple temple", "occupy A1 give temple horse",
        "occupy A1 give temple lyre", "occupy A1 give horse lyre")),
])
def test_an_order_that_fits_several_moves_lists_them(
    state: State, text: str, allowed: tuple[str, ...]
) -> None:
    with pytest.raises(Ambiguous) as caught:
        parse(text, state)

    assert caught.value.allowed == allowed
    assert caught.value.sentence == (
        f"{text!r} fits {len(allowed)} moves. Write one of these: {'; '.join(allowed)}."
    )


@pytest.mark.rule("A9")
def test_a_march_that_names_only_the_space_lists_all_its_points() -> None:
    with pytest.raises(Ambiguous) as caught:
        parse("march B6", marching())

    assert {text.split()[1] for text in caught.value.allowed} == {"B6.N", "B6.SW", "B6.SE"}


def test_a_long_list_of_choices_is_shortened() -> None:
    board = draw_board("\n".join(["." * 16] * 6 + ["." * 12 + "h..."]))
    state = play(position(board), "take horse")

    with pytest.raises(Ambiguous) as caught:
        parse("march G13", state)

    every = len(RULESET.legal_moves(state, seat=state.seat))
    assert len(caught.value.allowed) == 12
    assert caught.value.sentence.startswith(f"'march G13' fits {every} moves.")
    assert caught.value.sentence.endswith(f". There are {every - 12} more.")


@pytest.mark.rule("A10")
def test_via_may_be_left_out_if_one_route_matches() -> None:
    state = marching()

    assert format_move(parse("march B6.N", state), state) == "march B6.N via E E"


@pytest.mark.rule("A11")
def test_the_point_may_be_left_out_if_the_steps_lead_to_it() -> None:
    """Walls stand along both routes, so only their end points tell them apart."""
    state = marching("B3.NW: E E", "B3.NW: E SE")

    for steps, name in (("E E", "B6.N"), ("E SE", "B6.SW")):
        move = parse(f"march B6 via {steps}", state)
        assert isinstance(move, moves.March)
        assert move.point == at.point(state.board, name)


@pytest.mark.rule("E2")
@pytest.mark.parametrize("text", ["march B6.SE", "march B6.SE via E E SE"])
def test_a_point_too_far_for_the_walls_left_is_refused_for_the_walls(text: str) -> None:
    state = play(position(FIELD, alexander="B3.NW", black_left=1, red_left=1), "take horse")

    assert refused(state, text).sentence == (
        "This route needs 3 walls. Only 2 walls are left. Choose another route."
    )


@pytest.mark.rule("A1", "A4", "K1")
@pytest.mark.parametrize(("state", "order", "code", "words"), [
    pytest.param(bobs_west(hands=["t"], phase=ACT), "occupy A1", "cannot-pay",
                 "You lack a temple. Guards cannot stand in", id="before a gift is asked for"),
    pytest.param(bobs_west(hands=["tthl"]), "occupy A1", "march-first", "", id="before the march"),
    pytest.param(marching(), "march A1.N via E", "not-closest", "", id="a march"),
])
def test_a_clear_order_that_is_not_allowed_is_illegal_and_not_unreadable(
    state: State, order: str, code: str, words: str
) -> None:
    refusal = refused(state, order)

    assert isinstance(refusal, Illegal)
    assert refusal.code == code
    assert words in refusal.sentence


@pytest.mark.parametrize("phase", ["take", "march", "act"])
@pytest.mark.parametrize(
    "text",
    ["take take", "march A1.N via " + "E " * 900, "march A1 A1 A1", "occupy " + "A1 " * 900,
     "give", "occupy give", "occupy A1 give", "occupy A1 give give horse", "levy ?", "take ?",
     "play unknown card", "märch A1", "march Ａ１", "march A²", "take \x00 horse", "recall A1.N",
     "march a١.n", "\u202emarch A1", "occupy A1 give " + "horse " * 500, "K7", "7", "ﷺ" * 100],
)
def test_odd_orders_meet_a_refusal_or_a_move_and_never_an_accident(phase: str, text: str) -> None:
    state = {"take": taking(), "march": marching(), "act": acting(players=3)}[phase]

    assert at.answer(state, text).endswith(".")


def test_the_march_phase_is_where_marches_are_completed() -> None:
    assert marching().phase == MARCH
    assert parse("march A1", taking()) == moves.March(
        taking().board.space_by_name["A1"], at.point(taking().board, "A1.N"), ()
    )
