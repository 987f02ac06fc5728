"""Rules by which seats may act out of turn: orders, legal moves, logs and records."""

from __future__ import annotations

import pytest

from engine import codec, drafts, orders, record, replay
from engine.chance import SeededChance, commitment
from engine.errors import Refusal
from engine.record import Record
from engine.replay import Fault, LogRow
from engine.ruleset import Ruleset, Setup
from engine.spelling import Correction, correct
from tests.auction.calling import ALICE, BOB, CAROL
from tests.auction.rules import AUCTION, UNKNOWN, Position

RULES: Ruleset = AUCTION
SEED = bytes(range(32))
KEY = codec.digest_key(SEED)
SETUP = Setup(AUCTION.boards()["hall"], 3, {"calls": True})
GAME = ((BOB, "call 3"), (ALICE, "offer"), (ALICE, "bid 1"), (ALICE, "sell"), (ALICE, "call 1"))


def log(*played: tuple[int, str]) -> tuple[list[LogRow], Position]:
    """The rows of a game with these moves, and the position after them."""
    row, state = replay.start(RULES, SETUP, SeededChance(SEED), KEY)
    rows = [row]
    for seat, text in played:
        move = RULES.parse(text, state, seat=seat)
        row, state = replay.play(RULES, state, move, SeededChance(SEED), KEY, previous=row,
                                 seat=seat)
        rows.append(row)
    return rows, state


def refused(state: Position, text: str, *, seat: int) -> str:
    """Returns the code of the refusal of these orders."""
    with pytest.raises(Refusal) as caught:
        orders.evaluate(RULES, RULES.view(state, seat), text, seat=seat)
    return caught.value.code


def test_a_flag_that_is_neither_true_nor_false_is_refused() -> None:
    with pytest.raises(Refusal) as caught:
        RULES.start(Setup(AUCTION.boards()["hall"], 3, {"calls": "yes"}), SeededChance(SEED))
    assert caught.value.sentence == "The option calls is either true or false."


def test_seats_that_nobody_waits_for_may_give_orders() -> None:
    _rows, state = log()
    status = RULES.status(state)

    assert (status.to_move, status.may_act) == ((ALICE,), (BOB, CAROL))
    steps = orders.evaluate(RULES, RULES.view(state, BOB), "call 3; call 2", seat=BOB)
    assert [step.text for step in steps] == ["call 3", "call 2"]
    assert RULES.status(steps[-1].after).to_move == (ALICE,)


def test_what_waits_for_its_turn_is_refused_as_if_there_were_no_other_orders() -> None:
    _rows, state = log()

    assert refused(state, "offer", seat=BOB) == "not-your-turn"
    assert refused(state, "call 3", seat=ALICE) == "not-now"


def test_without_the_option_nobody_acts_out_of_turn() -> None:
    state = replay.fold(RULES, None, RULES.start(Setup("", 3), SeededChance(SEED)))

    assert RULES.status(state).may_act == ()
    assert refused(state, "call 3", seat=BOB) == "not-your-turn"


def test_those_who_can_accept_are_asked_with_a_key_that_changes_with_the_offer() -> None:
    _rows, three = log((BOB, "call 3"))
    _rows, two = log((BOB, "call 2"))
    _rows, none = log((BOB, "call 3"), (BOB, "call 0"))

    asked = RULES.status(three)
    assert [seat for seat, _key in asked.asked] == [CAROL]
    assert asked.asked_of(CAROL) != RULES.status(two).asked_of(CAROL) != ""
    assert (asked.asked_of(BOB), RULES.status(none).asked) == ("", ())


def test_legal_moves_out_of_turn_follow_from_the_view() -> None:
    _rows, state = log((BOB, "call 3"))

    moves = RULES.legal_moves(RULES.view(state, CAROL), seat=CAROL)
    assert [RULES.format(move, state) for move in moves] == ["sell"]
    assert len(RULES.legal_moves(RULES.view(state, BOB), seat=BOB)) == state.purses[BOB] + 4


def test_a_draft_out_of_turn_is_evaluated_and_no_whole_turn_is_suggested() -> None:
    _rows, state = log((BOB, "call 3"))
    view = RULES.view(state, CAROL)

    draft = drafts.evaluate(RULES, view, "sell", seat=CAROL)
    assert (draft.text, draft.refusal, draft.view.scores) == ("sell", None, (0, 1, -1))
    assert draft.view.purses[BOB] == UNKNOWN
    assert drafts.example_turn(RULES, view, seat=CAROL) == ""


def test_misspelled_orders_out_of_turn_are_corrected() -> None:
    _rows, state = log((BOB, "call 3"))

    assert correct(RULES, RULES.view(state, ALICE), ["selll"], seat=ALICE) is None
    assert correct(RULES, RULES.view(state, CAROL), ["selll"], seat=CAROL) == Correction(("sell",))


@pytest.mark.promise("R8", "R9")
def test_a_log_with_moves_out_of_turn_verifies() -> None:
    rows, _state = log(*GAME)

    assert replay.verify(RULES, SETUP, rows, SeededChance(SEED), KEY, version=1) is None


@pytest.mark.promise("R8", "R9")
def test_a_log_with_a_move_of_a_seat_that_could_not_move_does_not_verify() -> None:
    rows, _state = log((BOB, "call 3"))
    state = RULES.start(Setup("", 3), SeededChance(SEED))
    without = replay.make_row(RULES, KEY, previous=None, seat=None, move=replay.START,
                              events=replay.events_text(RULES, state),
                              state=replay.fold(RULES, None, state))
    called = replay.events_of(RULES, rows[1].events, version=1)
    after = replay.fold(RULES, replay.fold(RULES, None, state), called)
    row = replay.make_row(RULES, KEY, previous=without, seat=BOB, move="call 3",
                          events=rows[1].events, state=after)

    fault = replay.verify(RULES, Setup("", 3), [without, row], SeededChance(SEED), KEY, version=1)

    assert fault == Fault(2, "it is a move by a seat whose turn it was not")


@pytest.mark.promise("R24")
def test_a_record_with_moves_out_of_turn_comes_back_as_it_was() -> None:
    rows, _state = log(*GAME)
    one = Record(AUCTION.name, 1, "k3j2h1g0f9", ("Alice", "Bob", "Carol"), SETUP, commitment(SEED),
                 KEY, SEED, tuple(rows))

    text = record.export(one, RULES, seed=SEED)

    assert "\n2 2 call 3 = " in text
    assert record.load(text, {AUCTION.name: AUCTION}) == one
