"""Conditions of plans: how they are read and written, and when they hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alexandros_rules.alexandros.conditions import AlexandrosConditions
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import State
from alexandros_rules.conditions import Condition, People, called, likely, read_condition
from alexandros_rules.errors import Unreadable
from tests.engine.positions import ALICE, BOB, draw_board, position
from tests.seeded_chance import examples

CONDITIONS = AlexandrosConditions()
PEOPLE = People(("Alice", "Bob", "Carol"), RULESET.colours, ALICE)
BOARD = draw_board("""
    hlat..
    .s.h.t
    t.l.a.
""")


@pytest.fixture(scope="module")
def state() -> State:
    """Alice to move; Bob's guard holds the closed province of A1 and B1; much is unwalled."""
    return position(BOARD, players=3, closed=["A1 B1"], guards=["", "A1"],
                    hands=["hht", "tts", "l"], face_up="hh", scores=[20, 80, 5], turn=12,
                    known=((0,) * 6, (2, 0, 0, 0, 0, 0), (0,) * 6))


def read(text: str, state: State, people: People = PEOPLE) -> Condition:
    return read_condition(text, state, people=people, conditions=CONDITIONS)


def holds(text: str, state: State) -> bool:
    return read(text, state).holds(RULESET, RULESET.view(state, ALICE), seat=ALICE)


TRUE = [
    "my score is at least 20", "my score is exactly 20", "Bob has at least 80 points",
    "Carol has at most 5 points", "Carol has fewer than 6 points", "it is turn 12 or later",
    "it is turn 12", "A1 is Bob's", "A1 is not mine", "A1 is not free", "A1 is closed off",
    "a horse is face up", "two horses are face up", "no temple is face up",
    "I have at least 2 horses", "I have a temple", "I have no lyres", "I have exactly 3 cards",
    "Bob has at least 3 cards", "Carol has a card", "Bob is known to hold 2 temples",
    "Carol is not known to hold a lyre", "I have 4 guards left", "Bob has fewer than 4 guards left",
    "a levy pays me at most 0", "my score is at least 99 or it is turn 12",
    "my score is at least 99 and Bob has 99 points or it is turn 12 or later",
]


def test_the_facts_to_choose_from_have_the_names_and_places_of_the_position(state: State) -> None:
    facts = likely(CONDITIONS, RULESET, RULESET.view(state, BOB), seat=BOB)
    texts = [fact.text(called(PEOPLE.names, PEOPLE.colours)) for fact in facts]
    assert {"a horse is face up", "A1 is mine", "I have at least 1 temple",
            "Carol has at least 15 points", "it is turn 22 or later"} <= {*texts}
    people = People(PEOPLE.names, RULESET.colours, BOB)
    assert [read(text, state, people).choices for text in texts] == [((fact,),) for fact in facts]


@pytest.mark.parametrize("text", TRUE)
def test_a_condition_holds_exactly_if_its_opposite_does_not(text: str, state: State) -> None:
    assert holds(text, state)
    condition = read(text, state)
    if len(condition.choices) == 1 and len(condition.choices[0]) == 1:
        (fact,), = condition.choices
        view = RULESET.view(state, ALICE)
        assert not fact.opposite().holds(RULESET, view, seat=ALICE)
        assert fact.opposite().opposite() == fact


@pytest.mark.parametrize("text", [*TRUE, "it is not turn 3",
                                  "Alexander is within 3 sides of B3", "B3 is empty",
                                  "B3 is not in open land", "fewer than 10 walls are left",
                                  "at most 1 wall is left", "I have not exactly 2 cards"])
def test_a_written_condition_reads_as_the_same_condition(text: str, state: State) -> None:
    condition = read(text, state)
    for names in (called(PEOPLE.names, PEOPLE.colours), PEOPLE.colours):
        written = condition.text(names)
        assert read(written, state) == condition
        assert read(written, state).text(names) == written


@pytest.mark.promise("R10")
@pytest.mark.parametrize("text", [*TRUE, "B3 is empty", "Alexander is within 2 sides of B3"])
def test_a_condition_is_the_same_on_the_view_and_on_the_state(text: str, state: State) -> None:
    assert read(text, state).holds(RULESET, state, seat=ALICE) == holds(text, state)


def test_the_hand_of_somebody_else_cannot_be_asked_about(state: State) -> None:
    with pytest.raises(Unreadable) as refused:
        read("Bob has 2 temples", state)
    assert refused.value.sentence == (
        "You cannot see the hand of Bob. Write how many cards they have, or what everybody knows of"
        ' them, as in "Bob is known to hold 2 temples".')


@pytest.mark.parametrize(("text", "sentence"), [
    ("the sun shines", "We cannot read the condition 'the sun shines'. Write conditions like"),
    ("A1 is lovely and my score is 3", "Nobody here is called 'lovely'. Write one of these:"),
    ("Z25 is free", "'Z25' is not a space of this board."),
    ("Zed has 3 points", "Nobody here is called 'zed'. Write one of these: Alice, Bob, Carol."),
])
def test_an_unreadable_condition_is_named_with_examples(
    text: str, sentence: str, state: State
) -> None:
    with pytest.raises(Unreadable) as refused:
        read(text, state)
    assert refused.value.sentence.startswith(sentence)


@pytest.mark.parametrize(("text", "canonical"), [
    ("It isn't turn 12", "it is not turn 12"),
    ("NOT a  Horse is face up", "no horse is face up"),
    ("I don't have more than two horses", "I have at most 2 horses"),
    ("bob’s score is less than 10", "Bob has at most 9 points"),
    ("my score is 20", "my score is exactly 20"),
    ("yellow has 3 points", "Bob has at least 3 points"),
    ("a 3 is open", "A3 is in open land"), ("A1 belongs to bob", "A1 is Bob's"),
])
def test_conditions_are_read_leniently_and_written_strictly(
    text: str, canonical: str, state: State
) -> None:
    assert read(text, state).text(called(PEOPLE.names, PEOPLE.colours)) == canonical


def test_a_player_with_a_confusing_name_is_called_by_their_colour(state: State) -> None:
    names = ("Alice", "Me and you", "Red")
    people = People(names, RULESET.colours, ALICE)
    assert called(names, RULESET.colours) == ["Alice", "yellow", "blue"]
    condition = read("yellow has 3 points and blue has a guard left", state, people)
    written = condition.text(called(names, RULESET.colours))
    assert written == "yellow has at least 3 points and blue has at least 1 guard left"


def test_a_space_is_empty_without_walls_and_figures(state: State) -> None:
    assert not holds("A1 is empty", state)  # walls, and Bob's guard
    assert not holds("B1 is empty", state)
    assert holds("B5 is empty", state)


_PIECES = st.sampled_from([
    "my score", "is", "not", "no", "a", "two", "horse", "horses", "temple", "face up", "are", "I",
    "have", "has", "do not", "at least", "at most", "exactly", "fewer than", "3", "0", "-1",
    "points", "it is turn", "or later", "or earlier", "and", "or", "A1", "free", "empty", "mine",
    "Bob's", "Bob", "Alice", "red", "is known to hold", "guards left", "cards", "walls are left",
    "Alexander is within", "sides of", "a levy pays", "me", "closed off", "in open land", "'s",
])


@examples(400)
@given(text=st.lists(_PIECES, max_size=10).map(" ".join))
def test_any_text_is_read_as_a_condition_or_refused(state: State, text: str) -> None:
    try:
        condition = read(text, state)
    except Unreadable:
        return
    for names in (called(PEOPLE.names, PEOPLE.colours), PEOPLE.colours):
        again = read(condition.text(names), state)
        assert again.text(names) == condition.text(names)
    view = RULESET.view(state, ALICE)
    assert condition.holds(RULESET, view, seat=ALICE) == condition.holds(RULESET, state, seat=ALICE)
