"""Reasons for the best turn are facts about the board, from what its player could know."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from alexandros_rules.addressing import for_reader
from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.analysis.analyst import after
from alexandros_rules.alexandros.legal_moves import legal_moves
from alexandros_rules.alexandros.moves import Move, Take
from alexandros_rules.alexandros.order_text import format_move
from alexandros_rules.alexandros.provinces import closed_provinces
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import ACT, MARCH, State, change
from alexandros_rules.drafts import evaluate
from games.rulesets.alexandros.room import ROOM
from tests.engine.positions import HORSE, NAMES, draw_board, position

STRIP = draw_board("t.h.l...s.ta....")
WEST = "A1 A2 A3 A4 A5 A6"  # worth 3, bears a temple, a horse and a lyre
EAST = "A12 A13 A14 A15 A16"  # worth 4


def reasons(state: State, better: str, instead: str | None,
            names: Sequence[str] = NAMES) -> list[str]:
    """Reasons for a turn, which call their reader “you”.

    Without ``instead``, nothing has been played yet.
    """
    view = RULESET.view(state, state.seat)

    def moves(text: str) -> list[Move]:
        draft = evaluate(RULESET, view, text, seat=state.seat)
        assert draft.refusal is None
        return [step.move for step in draft.steps]

    def found(names: Sequence[str]) -> list[str]:
        assert ROOM.comments is not None
        return list(ROOM.comments.reasons(
            view, moves(better), instead=None if instead is None else after(view, moves(instead)),
            seat=state.seat, names=names))

    by_name = found(names)
    for seat, name in enumerate(names[:state.players]):
        for named, read in zip(by_name, found(for_reader(names, seat)), strict=True):
            assert name not in read
            assert (read == named) == (name not in named), read
    return by_name


def strip(**more: object) -> State:
    """A position with two closed provinces in which Alice has two actions."""
    return position(STRIP, phase=ACT, closed=[WEST, EAST], **more)  # type: ignore[arg-type]


def known(code: str) -> tuple[cards.Counts, ...]:
    """What everybody knows of the hands when Bob has these cards."""
    return cards.NONE, cards.read_code(code)


def test_a_province_is_occupied_before_somebody_who_is_known_to_have_cards_for_it() -> None:
    state = strip(hands=("", "aa"), known=known("aa"))
    assert reasons(state, "occupy A12; draw", "draw; draw") == [
        "It occupies a province worth 4, before Bob, who holds 2 amphoras.",
        "Afterwards, a levy gives Alice 4 points; after what was played, 0.",
    ]


@pytest.mark.promise("R10")
def test_cards_that_nobody_has_seen_are_not_mentioned() -> None:
    seen = reasons(strip(hands=("", "aa")), "occupy A12; draw", "draw; draw")
    assert seen[0] == "It occupies a province worth 4."
    twin = reasons(strip(hands=("", "th")), "occupy A12; draw", "draw; draw")
    assert seen == twin


def test_only_cards_that_help_are_named() -> None:
    state = strip(hands=("", "aahh"), known=known("aahh"))
    first, *_ = reasons(state, "occupy A12; draw", "draw; draw")
    assert first.endswith("before Bob, who holds 2 amphoras.")


def test_a_takeover_names_the_loser() -> None:
    state = strip(hands=("aa", ""), guards=("", "A12"))
    first, *_ = reasons(state, "occupy A12; draw", "draw; draw")
    assert first == "It takes over Bob’s province, worth 4."


def test_a_levy_is_told_with_what_others_get() -> None:
    state = strip(hands=("a", ""), guards=("A12", "A1"))
    first, *_ = reasons(state, "levy amphora; draw", "draw; draw")
    assert first == "The levy gives Alice 4 and Bob 3."


def test_a_turn_that_wins_says_so() -> None:
    state = strip(hands=("a", ""), guards=("A12", ""), scores=(97, 10))
    first, *_ = reasons(state, "levy amphora", "draw; draw")
    assert first == "It ends the game, and Alice wins."


@pytest.mark.rule("E1")
def test_whether_every_march_of_the_next_player_needs_red_walls_is_a_reason() -> None:
    last, not_last = "march C6.S via E SE SE; draw; draw", "march C6.S via SE E SE; draw; draw"

    def at(*scores: int) -> State:
        return position("delta", phase=MARCH, card=3, black_left=3, scores=scores)

    needed = "the next march needs more black walls than are left"
    assert reasons(at(5, 2), last, not_last) == [
        f"Whatever the card, {needed}, so the game is about to end, and Alice leads."]
    assert reasons(at(2, 5), not_last, last) == [
        (f"After what was played, {needed}, whatever the card, so the game is about to end while"
         " somebody else leads.")]
    for scores in (5, 2), (3, 3):
        assert reasons(at(*scores), not_last, last) == []


def test_turns_between_which_no_reason_decides_are_compared_in_numbers() -> None:
    assert reasons(strip(), "draw; draw", "draw; end") == [
        "Cards in hand afterwards: 2 instead of 1."]
    state = strip(hands=("tta", ""), guards=("A1 A3 A5", ""))
    assert reasons(state, "recall A1; recall A3", "recall A1; draw") == [
        "Afterwards, a levy gives Alice 3 points; after what was played, 0."]


@pytest.mark.rule("K1")
def test_a_guard_is_safer_on_a_symbol_of_which_no_card_is_known() -> None:
    state = strip(hands=("thl", "h"), known=known("h"))
    assert reasons(state, "occupy A1; draw", "occupy A3; draw") == [
        ("The guard in the province worth 3 stands on the symbol temple. On the symbol horse, it"
         " would be easier to drive out for Bob, who is known to hold more cards with it.")]


def test_a_levy_that_paid_somebody_else_more_is_a_reason_for_a_turn_without_one() -> None:
    state = strip(hands=("t", ""), guards=("A1", "A12"))
    assert reasons(state, "draw; draw", "levy temple; draw") == [
        "The levy that was played gives Alice 3 and Bob 4."]


def test_of_turns_that_look_alike_nothing_is_said() -> None:
    assert reasons(strip(), "draw; draw", "draw; draw") == []


def test_before_anything_is_played_the_reasons_are_about_the_turn_alone() -> None:
    assert reasons(strip(hands=("", "aa"), known=known("aa")), "occupy A12; draw", None) == [
        "It occupies a province worth 4, before Bob, who holds 2 amphoras.",
        "Afterwards, a levy gives Alice 4 points.",
    ]


def test_before_anything_is_played_a_quiet_turn_says_what_its_cards_are_for() -> None:
    assert reasons(strip(), "draw; draw", None) == [
        "It collects 2 cards, towards the free province at A12, worth 4."]


def test_a_reason_that_is_as_true_of_what_was_played_is_not_given() -> None:
    state = strip(hands=("aa", "aa"), known=known("aa"), guards=("A1", ""))
    assert "occupies" in " ".join(reasons(state, "occupy A12; draw", "draw; draw"))
    assert reasons(state, "occupy A12; draw", "draw; occupy A12") == []


def test_a_reason_says_what_both_levies_brought() -> None:
    state = strip(hands=("aat", ""), guards=("A1", ""))
    first, *_ = reasons(state, "occupy A12; levy amphora", "levy temple; occupy A12")
    assert first == "The levy gives Alice 7 and Bob 0. What was played gave Alice 3 and Bob 0."


def test_what_was_played_may_let_somebody_take_a_province_over() -> None:
    state = strip(hands=("a", "hhtl"), known=known("hhtl"), guards=("A3", ""))
    assert reasons(state, "recall A3; draw", "draw; draw") == [
        ("What was played lets Bob, who holds 2 horses, take over a province of Alice’s worth"
         " 3.")]


def test_walls_alone_are_no_reason() -> None:
    fewer = change(strip(), black_left=strip().black_left - 1)
    assert ROOM.comments is not None
    assert ROOM.comments.reasons(RULESET.view(strip(), 0), [], instead=RULESET.view(fewer, 0),
                                 seat=0, names=NAMES) == []


def harms(state: State, text: str, *, to: int, names: Sequence[str] = NAMES) -> list[str]:
    view = RULESET.view(state, state.seat)
    draft = evaluate(RULESET, view, text, seat=state.seat)
    assert draft.refusal is None
    assert ROOM.comments is not None
    return list(ROOM.comments.harms(view, [step.move for step in draft.steps], seat=state.seat,
                                    to=to, names=names))


def test_an_answer_is_told_by_what_it_does_to_whoever_is_answered() -> None:
    taken = strip(seat=1, hands=("", "aaa"), guards=("A12", ""))
    assert harms(taken, "occupy A12; levy amphora", to=0) == [
        "Bob takes over Alice’s province worth 4.", "Bob levies 4, and Alice gets 0."]
    assert harms(taken, "occupy A12; levy amphora", to=0, names=for_reader(NAMES, 0)) == [
        "Bob takes over your province worth 4.", "Bob levies 4, and you get 0."]
    assert harms(taken, "occupy A12; levy amphora", to=0, names=for_reader(NAMES, 1)) == [
        "You take over Alice’s province worth 4.", "You levy 4, and Alice gets 0."]
    won = strip(seat=1, hands=("", "a"), guards=("", "A12"), scores=(10, 97))
    assert harms(won, "levy amphora", to=0)[-1] == (
        "Bob ends the game, and Alice loses 10 to 101.")
    assert harms(strip(seat=1), "draw; draw", to=0) == []


def test_a_march_that_gives_nobody_land_says_so() -> None:
    state = position("persia")
    marching = after(state, [Take(HORSE)])
    march = next(one for one in legal_moves(marching)
                 if not closed_provinces(after(marching, [one])))
    assert reasons(state, f"take horse; {format_move(march, marching)}; draw", None) == [
        "It collects 2 cards: they pay for land and levies to come.",
        "It closes off no land that somebody else could take.",
    ]


def test_a_turn_that_takes_back_a_guard_says_what_for() -> None:
    assert "It takes back 1 guard, for land that pays more." in reasons(
        strip(guards=["A1"], hands=("",)), "recall A1", None)


def test_a_levy_that_pays_others_as_much_says_what_it_gives() -> None:
    assert reasons(strip(guards=["A1", "A12"], hands=("t",)), "levy temple", None)[0] == (
        "The levy gives Alice 3 points.")
