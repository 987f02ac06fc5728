"""Reasons for the best turn are facts about the board, from what its player could know."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.addressing import for_reader
from engine.alexandros import cards
from engine.alexandros.moves import Move
from engine.alexandros.rules import RULESET
from engine.alexandros.state import ACT, State
from engine.drafts import evaluate
from games.rulesets.alexandros.room import ROOM
from tests.engine.positions import NAMES, draw_board, position

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
            view, moves(better), instead=None if instead is None else moves(instead),
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
    assert first == "The levy gives Alice 4 points, and nobody else more than 3."


def test_a_turn_that_wins_says_so() -> None:
    state = strip(hands=("a", ""), guards=("A12", ""), scores=(97, 10))
    first, *_ = reasons(state, "levy amphora", "draw; draw")
    assert first == "It ends the game, and Alice wins."


def test_a_quiet_turn_is_compared_by_what_it_saves() -> None:
    state = strip()
    assert reasons(state, "draw; draw", "draw; end") == [
        "It leaves Alice with 2 cards in hand instead of 1."]


def test_of_turns_that_look_alike_it_says_so() -> None:
    assert reasons(strip(), "draw; draw", "draw; draw") == [
        ("On the board the two turns look alike. What makes this one better shows only in the"
        " replies of the others.")]


def test_before_anything_is_played_the_reasons_are_about_the_turn_alone() -> None:
    assert reasons(strip(hands=("", "aa"), known=known("aa")), "occupy A12; draw", None) == [
        "It occupies a province worth 4, before Bob, who holds 2 amphoras.",
        "Afterwards, a levy gives Alice 4 points.",
    ]


def test_before_anything_is_played_a_quiet_turn_has_no_reasons() -> None:
    assert reasons(strip(), "draw; draw", None) == []
