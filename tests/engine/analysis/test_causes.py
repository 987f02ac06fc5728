"""Causes of a result are counted on the log: guards, cards, levies and provinces."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import pytest

from alexandros_rules.alexandros.analysis import causes
from alexandros_rules.alexandros.analysis.causes import Cause, find_causes, paid_by_levies
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import ACT, State, change
from alexandros_rules.analysis import PlayedMove
from alexandros_rules.chance import SeededChance
from alexandros_rules.replay import fold
from tests.engine.positions import ALICE, BOB, draw_board, position

STRIP = draw_board("t.h.l...s.ta....")
WEST = "A1 A2 A3 A4 A5 A6"  # worth 3, bears a temple, a horse and a lyre
EAST = "A12 A13 A14 A15 A16"  # worth 4
C = TypeVar("C", bound=Cause)


def strip(**more: object) -> State:
    """A position with two closed provinces in which Alice has two actions."""
    return position(STRIP, phase=ACT, closed=[WEST, EAST], **more)  # type: ignore[arg-type]


def played(state: State, orders: str) -> list[PlayedMove]:
    """The moves of these orders, whoever gives them; nobody marches."""
    found, chance = list[PlayedMove](), SeededChance(bytes(32))
    for number, text in enumerate(orders.split("; "), 2):
        if state.phase != ACT:
            state = change(state, phase=ACT, actions=2)
        seat = state.seat
        move = RULESET.parse(text, state, seat=seat)
        after = fold(RULESET, state, RULESET.decide(state, move, chance, seat=seat))
        found.append(PlayedMove(number, seat, move, state, after))
        state = after
    return found


def cause_of(kind: type[C], state: State, orders: str, *, seat: int = ALICE,
             winner: int = BOB) -> C | None:
    """The cause of this kind in a game that ends with these orders."""
    found = find_causes(played(state, orders), seat=seat, winners=[winner], lost={})
    return next((one for one in found if isinstance(one, kind)), None)


@pytest.mark.rule("L2")
def test_two_guards_in_a_province_cost_what_one_guard_would_have_got() -> None:
    state = strip(seat=BOB, guards=("A1 A3", "A12"), hands=("", "aa"))
    cause = cause_of(causes.IdleGuards, state, "levy amphora; end; draw; end; levy amphora; end")
    assert cause is not None
    assert (cause.points, cause.missed, cause.levies, cause.stuck) == (6, 6, 2, 1)


def test_one_guard_in_a_province_is_no_cause() -> None:
    state = strip(seat=BOB, guards=("A1", "A12"), hands=("", "a"))
    assert cause_of(causes.IdleGuards, state, "levy amphora; end; draw; end") is None


def test_a_levy_that_pays_somebody_else_more_is_counted_with_the_difference() -> None:
    state = strip(guards=("A1", "A12"), hands=("t", ""))
    cause = cause_of(causes.PaidOthers, state, "levy temple; end")
    assert cause is not None
    assert (cause.points, cause.other, cause.turns) == (1, BOB, (1,))


def test_a_takeover_costs_what_levies_then_pay_for_it_while_it_is_held() -> None:
    state = strip(seat=BOB, guards=("A12", ""), hands=("a", "aaaa"))
    cause = cause_of(causes.LostProvince, state,
                     "occupy A12; levy amphora; draw; end; levy amphora; end")
    assert cause is not None
    assert (cause.points, cause.other, cause.worth) == (8, BOB, 4)
    assert (cause.paid, cause.then_paid) == (4, 8)


def test_a_province_that_could_be_paid_for_and_was_left_is_counted_for_whoever_took_it() -> None:
    state = strip(hands=("a", "a"))
    cause = cause_of(causes.LeftOpen, state, "draw; draw; occupy A12; levy amphora")
    assert cause is not None
    assert (cause.points, cause.other, cause.worth, cause.turns) == (4, BOB, 4, (1, 2))
    assert not cause.given_up


@pytest.mark.rule("F1")
def test_a_province_that_was_given_up_in_the_same_turn_was_not_just_left() -> None:
    state = strip(hands=("a", "a"), guards=("A12", ""))
    cause = cause_of(causes.LeftOpen, state, "recall A12; draw; occupy A12; levy amphora")
    assert cause is not None
    assert cause.given_up


def test_cards_count_as_unspent_only_while_there_is_a_guard_to_put_down() -> None:
    some = "ttttttaaaa"
    free = cause_of(causes.UnspentCards, strip(seat=BOB, hands=(some, "a"), guards=("", "A12")),
                    "levy amphora; end; draw; end")
    assert free is not None
    assert free.left == 11
    bound = strip(seat=BOB, hands=(some, "a"), guards=("A1 A3 A5 A9", "A12"))
    assert cause_of(causes.UnspentCards, bound, "levy amphora; end; draw; end") is None


@pytest.mark.rule("L1")
def test_levies_that_were_not_made_are_counted_by_their_lead_if_a_card_allowed_them() -> None:
    def missed(hand: str) -> causes.FewLevies | None:
        state = strip(hands=(hand, "s"), guards=("A1 A12", "A9"), supply="hhhh")
        return cause_of(causes.FewLevies, state, "draw; end; levy soldier; end")

    cause = missed("a")
    assert cause is not None
    assert (cause.points, cause.levies, cause.others_levies, cause.turns) == (4, 0, 1, (1,))
    assert missed("h") is None


def test_a_last_move_of_ones_own_is_as_large_as_the_turn_lost() -> None:
    state = strip(hands=("t", ""), guards=("A1", "A12"), scores=(10, 97))
    found = find_causes(played(state, "levy temple"), seat=ALICE, winners=[BOB], lost={1: 30.0})
    assert isinstance(found[0], causes.EndedForOthers)
    assert (found[0].points, found[0].by, found[0].behind) == (30.0, "points", 88)


@pytest.mark.rule("E6")
def test_nobody_is_blamed_for_the_end_of_a_last_round() -> None:
    state = strip(hands=("t", ""), guards=("A1", "A12"), scores=(10, 97))
    last, = played(state, "levy temple")
    ended = replace(last, after=change(last.after, last_round="points"))
    found = find_causes([ended], seat=ALICE, winners=[BOB], lost={1: 30.0})
    assert not any(isinstance(one, causes.EndedForOthers) for one in found)


def test_a_winner_is_told_their_best_levies_and_takeovers() -> None:
    state = strip(guards=("", "A12"), hands=("aaaa", ""))
    found = find_causes(played(state, "occupy A12; levy amphora"), seat=ALICE, winners=[ALICE],
                        lost={})
    assert {type(one): one.points for one in found} == {causes.GoodLevies: 4, causes.TookOver: 4}


def test_levies_are_summed_for_a_seat_and_the_best_other_one() -> None:
    state = strip(guards=("A1", "A12"), hands=("t", "a"))
    some = played(state, "levy temple; end; levy amphora; end")
    assert paid_by_levies(some, seat=ALICE, winners=[BOB]) == (2, BOB, 6, 8)
