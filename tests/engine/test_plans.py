"""Plans: how they are read, written and checked, and what they do on a view."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alexandros_rules import plans
from alexandros_rules.alexandros.conditions import AlexandrosConditions
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import State
from alexandros_rules.conditions import People, called
from alexandros_rules.errors import Refusal, Unreadable
from alexandros_rules.plans import Plan, Verdict
from tests.engine.positions import ALICE, BOB, play, position, started
from tests.seeded_chance import examples

NAMES = ("Alice", "Bob")
CALLED = called(NAMES, RULESET.colours)
START = started()
CANONICAL = """\
if C7 is free and a horse is face up: take horse; march F7; draw; end
else if Bob has at least 80 points: take lyre; march C4; levy temple; end
otherwise ask me
then:
take temple; march F7; draw; draw
then:
if it is turn 12 or later: ask me
otherwise: take horse; march F7; end"""


def read(text: str, state: State = START, *, seat: int = ALICE) -> Plan:
    return plans.read(text, RULESET.view(state, seat), ruleset=RULESET,
                      people=People(NAMES, RULESET.colours, seat),
                      conditions=AlexandrosConditions())


def written(text: str) -> str:
    return plans.write(read(text), CALLED)


def refusal(text: str) -> str:
    with pytest.raises(Refusal) as refused:
        plans.check(read(text), RULESET.view(START, ALICE), ruleset=RULESET,
                    conditions=AlexandrosConditions(), seat=ALICE)
    return refused.value.sentence


def judged(text: str, state: State, *, seat: int = ALICE) -> Verdict:
    turn = read(text, state, seat=seat).turns[0]
    return plans.judge(turn, RULESET, RULESET.view(state, seat), seat=seat)


def test_the_canonical_form_is_written_as_it_was_read() -> None:
    assert written(CANONICAL) == CANONICAL


@pytest.mark.parametrize(("text", "narrower"), [
    ("take horse; end", "if A1 is free: take horse; end"),
    ("", "if A1 is free: "),
    ("If my score is 0: draw\nelse if C7 is mine: end",
     "if my score is 0 and A1 is free: draw\nelse if C7 is mine: end"),
    ("if C7 is free or it is turn 9 or later: draw",
     "if C7 is free and A1 is free or it is turn 9 or later and A1 is free: draw"),
])
def test_a_condition_is_written_before_the_first_orders(text: str, narrower: str) -> None:
    assert plans.with_condition(text, "A1 is free") == narrower


def test_a_refused_plan_offers_no_orders_of_the_present_turn() -> None:
    for text in ("take moon; end", "take horse; march F7; end\nthen:\ntake moon; draw"):
        with pytest.raises(Refusal) as refused:
            plans.check(read(text), RULESET.view(START, ALICE), ruleset=RULESET,
                        conditions=AlexandrosConditions(), seat=ALICE)
        assert "moon" in refused.value.sentence
        assert refused.value.allowed == ()


def test_a_planned_levy_may_leave_the_card_open() -> None:
    text = "take horse; march F7; levy; draw"
    plans.check(read(text), RULESET.view(START, BOB), ruleset=RULESET,
                conditions=AlexandrosConditions(), seat=BOB)
    assert written(text) == text


@pytest.mark.parametrize(("text", "canonical"), [
    ("take horse\nmarch F7\ndraw twice", "take horse; march F7; draw; draw"),
    ("IF C7 IS FREE, take horse, march F7, draw, end.\nELIF it is turn 3: draw. ELSE: ask me!",
     ("if C7 is free: take horse; march F7; draw; end\nelse if it is turn 3: draw\n"
     "otherwise ask me")),
    ("if C7 is free then take horse and then march F7; end",
     "if C7 is free: take horse; march F7; end\notherwise ask me"),
    ("if C7 is free: draw\nelse draw; end", "if C7 is free: draw\notherwise: draw; end"),
    ("next turn: if C7 is free: draw\nnext turn: end",
     "if C7 is free: draw\notherwise ask me\nthen:\nend"),
    ("Ask me.\nthen:\nend", "ask me\nthen:\nend"),
    ("if C7 is free\nand a horse is\nface up: take horse; march\nF7; end",
     "if C7 is free and a horse is face up: take horse; march F7; end\notherwise ask me"),
    ("if C7 is free: draw; else if C7 is mine: end",
     "if C7 is free: draw\nelse if C7 is mine: end\notherwise ask me"),
    ("occupy D7, D8\r\nend", "occupy D7, D8; end"),
])
def test_plans_are_read_leniently_and_written_strictly(text: str, canonical: str) -> None:
    assert written(text) == canonical
    assert read(canonical) == read(text)


_CONDITIONS = st.sampled_from([
    "C7 is free", "a horse is face up", "Bob has at least 3 points", "it is turn 4 or later",
    "my score is at most 8 and I have no horses", "it is turn 2 or C4 is mine",
])
_ORDERS = st.lists(st.sampled_from(["draw", "end", "take horse", "march F7", "occupy D7, D8",
                                    "levy temple", "recall C4"]), min_size=1, max_size=4)
_BODY = st.one_of(st.just("ask me"), _ORDERS.map("; ".join))
_TURN = st.tuples(st.lists(st.tuples(_CONDITIONS, _BODY), max_size=3), _BODY)


@given(st.lists(_TURN, min_size=1, max_size=4))
def test_reading_what_was_written_gives_the_same_plan(
    turns: list[tuple[list[tuple[str, str]], str]]
) -> None:
    text = "\nthen:\n".join(
        "\n".join([*(f"if {condition}: {body}" for condition, body in branches),
                   f"otherwise: {last}" if branches else last])
        for branches, last in turns)
    plan = read(text)
    assert read(plans.write(plan, CALLED)) == plan
    assert len(plan.turns) == len(turns)


@pytest.mark.parametrize(("text", "sentence"), [
    ("", "There is a turn without orders in this plan. Write orders for it, or \"ask me\"."),
    ("draw\nthen:\n", "There is a turn without orders in this plan."),
    ("draw\nif C7 is free: end", "'C7 is free: end' can never be played, because what stands"),
    ("if C7 is free draw", "There is no colon after the condition 'C7 is free draw'."),
    ("if C7 is free:", "There are no orders after 'C7 is free'. Write orders there, or"),
    ("if C7 is nice to me: draw", "Nobody here is called 'nice to me'."),
    ("take horse; jump", "We cannot read 'jump'. 'jump' is not an order."),
    ("take horse; march F7; draw?", "'draw?' is a question."),
    ("draw; draw; end", ("The orders 'draw; draw; end' can never be a whole turn, and a plan plays"
     " only whole turns. Every turn begins with a card and Alexander's march.")),
    ("take horse; march F7; draw", ("The orders 'take horse; march F7; draw' can never be a whole"
     " turn, and a plan plays only whole turns. Write at the end what else to do in this turn, or"
     " \"end\".")),
    ("take horse; ask me", "A plan plays a whole turn or asks you; it cannot do a part of it."),
    ("draw\n" * 21, "A turn has at most 20 orders, but one of your plan's has 21."),
    ("end\nthen:\n" * 12 + "end", "A plan can have at most 12 turns with 12 conditions each."),
    ("a" * 4001, "This plan is longer than 4000 characters."),
])
def test_a_plan_that_can_never_be_played_is_refused(text: str, sentence: str) -> None:
    assert refusal(text).startswith(sentence)


def test_orders_that_are_not_legal_now_can_be_planned() -> None:
    plan = read("play horse; march B3; levy temple; levy temple")
    plans.check(plan, RULESET.view(START, BOB), ruleset=RULESET,
                conditions=AlexandrosConditions(), seat=BOB)
    assert plan.turns[0].branches[0].orders[0] == "play horse"


@pytest.fixture
def state() -> State:
    return position("delta", face_up="hl", hands=["t", "a"], scores=[3, 5])


def test_the_first_branch_whose_condition_holds_is_played(state: State) -> None:
    target = RULESET.format(RULESET.legal_moves(_marching(state), seat=ALICE)[0], _marching(state))
    verdict = judged(f"if my score is at least 9: ask me\n"
                     f"else if a horse is face up: take horse; {target}; draw; end", state)
    assert verdict.branch == 1
    assert verdict.orders[0] == "take horse"
    assert verdict.orders[-1] == "end"
    assert not verdict.why


def _marching(state: State) -> State:
    return play(state, "take horse")


def test_without_a_branch_that_applies_the_player_is_asked(state: State) -> None:
    verdict = judged("if my score is at least 9: take horse; march F7; end", state)
    assert (verdict.branch, verdict.moves) == (None, ())
    assert verdict.why == "None of its conditions holds."


def test_refused_orders_are_not_replaced_by_another_branch(state: State) -> None:
    verdict = judged("if my score is 3: take temple; march F7; end\notherwise: take horse; end",
                     state)
    assert (verdict.branch, verdict.moves) == (0, ())
    assert verdict.why.startswith("'take temple' cannot be played. ")


def test_half_a_turn_is_not_played(state: State) -> None:
    verdict = judged("take horse", state)
    assert verdict.moves == ()
    assert verdict.why == ("The orders 'take horse' would not finish the turn. A plan plays only"
                           " whole turns.")


def test_a_plan_can_ask_for_one_turn(state: State) -> None:
    assert judged("ask me\nthen:\nend", state).why == "It says to ask you."
    verdict = judged("if my score is 3: ask me", state)
    assert verdict.why == "It says to ask you in this position."


_PIECES = st.sampled_from([
    "if", "else", "elif", "else if", "otherwise", "then:", "next turn:", ":", ";", ",", ".", "\n",
    "and", "or", "not", "ask me", "C7", "is", "free", "mine", "Bob's", "Bob", "has", "at least",
    "3", "points", "a", "horse", "face up", "I", "have", "my score", "it is turn", "or later",
    "draw", "end", "take horse", "march F7.SW", "twice", "via SE", "occupy D7, D8", "?", "(",
    "wait 1 hour", "\u2019", "é", "1)", "-",
])


@examples(300)
@given(st.one_of(st.text(max_size=80), st.lists(_PIECES, max_size=25).map(" ".join)))
def test_any_text_is_read_as_a_plan_or_refused(text: str) -> None:
    try:
        plan = read(text)
    except Unreadable:
        return
    assert read(plans.write(plan, CALLED)) == plan
    assert read(plans.write(plan, RULESET.colours)) == plan
