"""Orders in a person's own words: one reading that can be played is played, two are not."""

from __future__ import annotations

import pytest

from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import ACT, State
from alexandros_rules.errors import Refusal
from alexandros_rules.orders import evaluate
from alexandros_rules.phrasing import MAX_WORDS, chosen
from tests.engine.positions import ALICE, draw_board, position

STRIP = draw_board("....h...l...t...")
START = position(STRIP)
ACTING = position(STRIP, phase=ACT, alexander="A1.N", guards=["A9"], hands=["l"])
HOLDING = position(STRIP, hands=["h"])
SUGGESTED = ("take horse; march A5.N; draw; draw", "take lyre; march A9.N; draw; draw")
TURN = "take horse; march A5.N via E E; draw; draw"


def played(text: str, state: State = START) -> str:
    """The orders that are played for this text, "" if it is refused."""
    try:
        moves = evaluate(RULESET, RULESET.view(state, ALICE), text, seat=ALICE)
    except Refusal:
        return ""
    return "; ".join(move.text for move in moves)


@pytest.mark.parametrize("text", [
    "Das Pferd nehme ich, nach A5 Nord gehe ich, zwei Karten ziehe ich",
    "le cheval je prends, en A5 nord je vais, deux cartes je pioche",
    "el caballo tomo, a A5 norte voy, dos cartas robo",
])
def test_a_verb_may_stand_behind_its_noun(text: str) -> None:
    assert played(text) == TURN


def test_words_without_any_sign_between_them_are_divided_where_orders_end() -> None:
    assert played("take horse march to eh five north draw draw") == TURN


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\u2028", "\u2029", "\x85", "\v"])
def test_every_kind_of_line_end_ends_an_order(line_end: str) -> None:
    assert played(line_end.join(["take horse", "march A5.N", "draw", "draw"])) == TURN


def test_a_label_that_looks_alike_is_read_only_if_no_space_is_called_so() -> None:
    board = position("march", alexander="I19.N")
    assert played("take lyre, march l21 north", board) == "take lyre; march I21.N via E"
    assert played("take lyre, march l5 north", board) == "", "there is a space L5"


def test_nouns_alone_are_orders_only_in_a_whole_turn_with_a_place() -> None:
    assert played("horse, A5 north, two cards") == TURN
    assert played("horse, A5 north") == ""
    assert played("horse") == ""
    assert played("two cards", ACTING) == ""


@pytest.mark.parametrize("break_", ["; ", "\n", ", ", ". ", " and then "])
def test_an_order_that_lacks_its_space_is_not_a_word_of_the_order_before(break_: str) -> None:
    assert played(f"take the horse{break_}march") == ""
    assert played("take the horse to march") == "take horse"


def test_two_readings_that_can_be_played_are_asked_back() -> None:
    assert played("horse, A5 north, draw, draw", HOLDING) == "", "from the hand, or face up"


@pytest.mark.parametrize("text", [
    "the end", "my draw", "draw to the end", "draw or levy lyre", "do I draw", "tar jag kort",
    "robo o cobro lira", "trek kaart of hef lier", "el caballo lo tomé", "a card you draw",
    "I'd a card draw",
])
def test_a_text_that_may_mean_something_else_is_asked_back(text: str) -> None:
    assert played(text, ACTING) == ""


def test_a_text_of_very_many_words_is_not_searched() -> None:
    assert played(" ".join(["horse take"] * MAX_WORDS)) == ""


@pytest.mark.parametrize(("text", "number"), [
    ("2", 2), ("option 2", 2), ("same as suggestion 2, thanks", 2), ("the second one", 2),
    ("the last one", 2), ("Vorschlag Nr. 2", 2), ("la deuxième", 2), ("#2", 2), ("number two", 2),
    ("Hi all,\n2\n\nThanks,\nAlice", 2), ("2\ndraw", 2),
    ("3", 0), ("0", 0), ("option 1 or 2", 0), ("1\n2", 0), ("not 2", 0), ("2?", 0), ("second", 0),
    ("the second time", 0), ("take 2", 0), ("2.5", 0), ("call me at 2", 0),
])
def test_a_suggestion_is_chosen_by_its_number_and_nothing_else(text: str, number: int) -> None:
    found = chosen(RULESET, RULESET.view(START, ALICE), text, SUGGESTED)
    assert (found[1] if found else 0) == number
