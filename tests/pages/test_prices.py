"""Every text names the cards and guards that an order would play, at all recorded positions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.cards import KINDS, Counts
from alexandros_rules.alexandros.occupying import Payment, ProvinceOccupations, payment, payment_of
from alexandros_rules.alexandros.provinces import closed_provinces, owner
from alexandros_rules.alexandros.state import ACT, OVER, State
from games.rulesets.alexandros import wording
from games.rulesets.alexandros.choices import NEAR
from games.rulesets.alexandros.suggestions import holdings
from games.rulesets.alexandros.table_panel import table
from tests.engine.positions import draw_board, play, position, refused
from tests.pages.test_closed_provinces import NAMES, RECORDS, offered_choices, views

HORSES = draw_board("h.h.h")
MIXED = draw_board("t.h.l")


def priced(path: Path) -> Iterator[tuple[State, int, Payment]]:
    """The provinces of others, free or held, and how the player to move would pay for them."""
    for view in views(path):
        if view.phase != OVER:
            for province in closed_provinces(view):
                if owner(view, province) != view.seat and province & ~view.board.open:
                    yield view, province, payment_of(view, view.seat, province)


every_record = pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)


@every_record
@pytest.mark.rule("O1", "O2", "O3", "K1")
def test_what_a_price_names_is_what_the_order_with_the_fewest_guards_plays(path: Path) -> None:
    for view, province, best in priced(path):
        legal = ProvinceOccupations(view, province, view.guards_left(view.seat))
        assert best.payable == bool(legal)
        if best.payable:
            assert best.guards in set(legal.placements())
            assert len(best.guards) == min(map(len, legal.placements()))


@every_record
@pytest.mark.rule("O2", "O3", "K1")
def test_exactly_the_cards_that_are_said_to_be_lacking_are_lacking(path: Path) -> None:
    for view, province, best in priced(path):
        guards = view.guards_left(view.seat)
        for choice in cards.choices((*best.either[:5], 0), best.more) if guards else ():
            more = cards.add(best.short, choice)
            hand = cards.add(view.hand, more)
            assert payment(view, province, hand=hand, guards=guards).payable
            for kind in KINDS:
                if more[kind]:
                    less = cards.subtract(hand, cards.single(kind))
                    assert not payment(view, province, hand=less, guards=guards).payable


@every_record
@pytest.mark.rule("O2", "O3", "K1", "L2")
def test_what_a_choice_says_of_guards_and_cards_holds(path: Path) -> None:
    for view in views(path):
        if view.phase != ACT or not view.guards_left(view.seat):
            continue
        for choice in offered_choices(view):
            province = _province(view, choice.href)
            single = payment(view, province, hand=view.hand, guards=1)
            wanted = f"With one guard, it would pay {choice.worth} each levy. {single.lacking}"
            if not choice.payable:
                assert choice.problem == (single.lacking if single.missing <= NEAR
                                          else f"You lack {single.missing} cards.")
            elif choice.guards > 1 and choice.worth:
                assert not single.payable
                assert choice.problem.endswith(wanted)
            elif choice.guards > 1:
                assert choice.problem.endswith("it has no open space.")
            else:
                assert not choice.problem
            if len([n for n in single.either if n]) > 1 and single.more > 1:
                assert f"{single.more} of these {single.more + 1} cards:" in single.lacking


@every_record
@pytest.mark.rule("O2", "O3", "K1")
def test_the_email_the_table_and_the_list_of_actions_name_one_price(path: Path) -> None:
    for view in views(path):
        listed = {one.space: one.price for one in holdings(view, NAMES, seat=view.seat)}
        shown: Any = table(view, names=NAMES, seat=view.seat, open_hands=False)
        for text in shown["free"]:
            space = re.search(r"starting at (\w+)\.", text)[1]  # type: ignore[index]
            assert text.endswith((f"Price: {listed[space]}.", "Nobody can occupy it."))
        if view.phase == ACT and view.guards_left(view.seat):
            for choice in offered_choices(view):
                best = payment_of(view, view.seat, _province(view, choice.href))
                assert listed[choice.href] == best.price
                assert choice.guards == len(best.guards)
                assert [chip.count for chip in choice.price] == [n for n in best.cost.total if n]


def _province(view: State, space: str) -> int:
    return next(p for p in closed_provinces(view) if p >> view.board.space_by_name[space] & 1)


def whole(state: State) -> int:
    """The only province of a board without walls."""
    return sum(1 << space for space in state.board.names)


def counted(**kinds: int) -> Counts:
    return tuple(kinds.get(name, 0) for name in ("temple", "amphora", "horse", "lyre", "soldier",
                                                 "unknown"))


@pytest.mark.rule("O1", "O2")
def test_three_horses_cost_two_horses_and_a_guard() -> None:
    state = position(HORSES, hands=["hhh"], phase=ACT)

    assert payment_of(state, 0, whole(state)).price == "2 horses and a guard"
    assert wording.price(state, None, whole(state)) == (
        "3 horses, with guards in place of one or more")


@pytest.mark.rule("O2", "O3")
def test_with_one_horse_and_one_guard_one_more_horse_is_enough() -> None:
    state = position(HORSES, phase=ACT)
    best = payment(state, whole(state), hand=counted(horse=1), guards=1)

    assert best.price == "2 horses and a guard"
    assert best.lacking == "You lack a horse."


@pytest.mark.rule("O2", "O3")
@pytest.mark.parametrize(("hand", "guards", "words"), [
    (counted(lyre=1), 1, "You lack a temple or a horse."),
    (counted(), 0, "You lack a temple, a horse and a lyre."),
    (counted(), 1, (
        "You lack 2 of these 3 cards: a temple, a horse and a lyre. A guard stands in for the"
        " other.")),
    (counted(), 2, "You lack a temple, a horse or a lyre."),
    (counted(), 3, ""),
])
def test_guards_may_stand_in_for_any_of_the_cards_that_occupy(
    hand: Counts, guards: int, words: str
) -> None:
    state = position(MIXED, phase=ACT)

    assert payment(state, whole(state), hand=hand, guards=guards).lacking == words


@pytest.mark.rule("K1", "O3")
def test_guards_never_stand_in_for_the_cards_that_remove_guards() -> None:
    state = position(MIXED, hands=["hl"], guards=["", "A1"], phase=ACT)

    assert payment_of(state, 0, whole(state)).lacking == (
        "You lack 2 temples. Guards cannot stand in for the cards that remove other players'"
        " guards."
    )


@pytest.mark.rule("K1", "O1")
def test_a_takeover_costs_what_its_order_plays() -> None:
    state = position(HORSES, hands=["hhhh"], guards=["", "A1"], phase=ACT)

    best = payment_of(state, 0, whole(state))
    after = play(state, "occupy A1")

    assert best.price == "4 horses and a guard"
    assert cards.total(after.discard) == cards.total(best.cost.total) == 4
    assert after.guards_left(0) == 3


@pytest.mark.rule("O2", "O3")
def test_a_refused_occupation_says_whether_guards_can_make_up_for_it() -> None:
    refusal = refused(position(HORSES, hands=["h"], phase=ACT), "occupy A1")

    assert refusal.sentence == (
        "This costs 2 horses and a guard, but you lack a horse. Put guards where you lack cards,"
        " or choose another action."
    )
