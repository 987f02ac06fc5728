"""Whatever a refusal or a correction suggests can be played exactly as it is written."""

from __future__ import annotations

import pytest

from alexandros_rules import drafts
from alexandros_rules.alexandros import order_text
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import ACT
from alexandros_rules.spelling import correct
from tests.engine.positions import draw_board, play, position, refused
from tests.engine.refusals import refusal_of, suggested, written_orders
from tests.engine.sampled_positions import sampled_views
from tests.golden import replays, suggestions
from tests.golden.game_files import read_all

STRIP = draw_board("t.h.l...s.ta....")
# The closest horse is one side away and the closest lyre four.
FAR = draw_board("........h...l...")


@pytest.mark.promise("R18")
def test_every_suggestion_of_every_refusal_can_be_played_as_written() -> None:
    refusals = [
        (view, text, refusal)
        for view in sampled_views(step=97) for text in written_orders(view)
        if (refusal := refusal_of(view, text)) is not None
    ]

    wrong = {
        (text, refusal.code, order) for view, text, refusal in refusals
        for order in suggested(refusal) if refusal_of(view, order) is not None
    }
    assert len(refusals) > 5000
    assert not wrong


@pytest.mark.promise("R18")
def test_every_corrected_order_and_every_example_can_be_played_as_written() -> None:
    wrong = []
    for view in sampled_views(step=97):
        for text in ("tak hors", "ply lyre", "marhc", "drawe", "ocupy", "levvy soldier", "recal"):
            found = correct(RULESET, view, [text], seat=view.seat)
            refusal = found and found.refusal
            wrong += [order for order in found.orders if refusal_of(view, order)] if found else []
            wrong += [order for order in suggested(refusal)
                      if refusal_of(view, order)] if refusal else []
        example = drafts.example_turn(RULESET, view, seat=view.seat)
        draft = drafts.evaluate(RULESET, view, example, seat=view.seat)
        if draft.refusal or (draft.view.turn == view.turn and draft.view.phase == ACT):
            wrong.append(example)
    assert not wrong


@pytest.mark.promise("R18")
@pytest.mark.parametrize("word", ["fine", "stop"])
def test_the_end_of_the_turn_is_suggested_only_after_the_march(word: str) -> None:
    before, after = position(STRIP), position(STRIP, phase=ACT, alexander="A16.NE")

    assert "end" not in suggested(refused(before, word))
    assert refused(before, word).sentence == f"We cannot read '{word}'. '{word}' is not an order."
    assert "end" in suggested(refused(after, word))
    assert "write 'end'" in refused(after, word).sentence


@pytest.mark.rule("E2")
def test_no_card_is_suggested_for_which_too_few_walls_are_left() -> None:
    state = position(FAR, black_left=1, red_left=1, alexander="A7.N")

    for order in ("draw", "take temple", "take lyre", "stay"):
        assert refused(state, order).allowed == ("take horse",)


@pytest.mark.rule("E2")
def test_no_space_is_suggested_for_which_too_few_walls_are_left() -> None:
    state = play(position(FAR, face_up="ss", black_left=1, red_left=1, alexander="A7.N"),
                 "take soldier")

    refusal = refused(state, "march A12.S")

    assert refusal.allowed == ("march A9.N",)
    assert refusal.sentence == "A12 bears no symbol. Alexander can go to A9."


@pytest.mark.rule("K3")
def test_a_suggested_gift_is_a_whole_order() -> None:
    state = position(STRIP, players=3, phase=ACT, alexander="A16.NE", closed=["A1 A2"],
                     guards=["", "A1"], hands=["tttt"])

    refusal = refused(state, "occupy A1 give horse")

    assert refusal.allowed == ("occupy A1 give temple",)
    assert refusal_of(state, refusal.allowed[0]) is None


def test_nobody_to_move_gets_no_example_of_a_turn() -> None:
    assert drafts.example_turn(RULESET, position(STRIP, seat=1), seat=0) == ""


def test_a_suggestion_that_cannot_be_played_is_counted_and_reported(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(order_text, "card_orders", lambda state: ["take nothing"])

    found = suggestions.count([position(STRIP)])

    assert found.positions == 1
    assert 0 < found.refused < found.suggestions
    assert "suggests 'take nothing': We cannot read 'take nothing'." in found.faults[0]


def test_nothing_is_suggested_in_vain_in_a_whole_golden_game() -> None:
    game = next(game for game in read_all() if game.name == "delta-2-0")

    found = suggestions.count(state for row, state, _ in replays.play(game) if row is not None)

    assert (found.positions, found.refused, found.faults) == (47, 0, [])
    assert found.refusals > 1000
