"""A seat's view never depends on what the seat may not see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from random import Random

import pytest

from alexandros_rules import codec
from alexandros_rules.alexandros import cards, events
from alexandros_rules.alexandros.state import OVER, State
from alexandros_rules.replay import events_of
from tests.engine import bot_logs
from tests.engine.positions import (
    ALICE,
    BOB,
    NAMES,
    RULESET,
    draw_board,
    hidden_cards_shuffled,
    play,
    position,
    setup,
    started,
)

STRIP = draw_board("t..h...l....")
SEATS = (0, 1, 2, None)


def positions() -> Iterator[State]:
    """Returns every fifth position of a game in progress."""
    yield from (s for s in bot_logs.states(bot_logs.game())[::5] if s.phase != OVER)


@pytest.mark.promise("R10")
@pytest.mark.rule("C1")
@pytest.mark.parametrize("seat", SEATS)
def test_states_that_differ_in_hidden_cards_only_give_the_same_view(seat: int | None) -> None:
    rng = Random(3)
    other_deals = 0
    for state in positions():
        other = hidden_cards_shuffled(state, seat, rng)
        other_deals += other != state
        seen, shown = RULESET.view(other, seat), RULESET.view(state, seat)

        assert seen == shown == RULESET.view(shown, seat)
        assert RULESET.dump_state(seen) == RULESET.dump_state(shown)
        assert RULESET.text_board(seen) == RULESET.text_board(shown)
    assert other_deals > 5


@pytest.mark.promise("R10")
@pytest.mark.rule("C1", "S1")
@pytest.mark.parametrize("seat", SEATS)
def test_a_view_shows_the_seats_own_cards_all_sizes_and_everything_public(seat: int | None) -> None:
    for state in positions():
        view = RULESET.view(state, seat)

        assert set(view.supply) <= {cards.UNKNOWN}
        assert len(view.supply) == len(state.supply)
        assert list(map(sum, view.hands)) == list(map(sum, state.hands))
        for other in range(state.players):
            known = view.hands[other][:5]
            assert known == (state.hands[other][:5] if other == seat else (0,) * 5)
        for field in fields(state):
            if field.name not in ("hands", "supply"):
                assert getattr(view, field.name) == getattr(state, field.name), field.name


@pytest.mark.promise("R10")
def test_a_view_is_a_state_that_can_be_kept_and_read_again() -> None:
    state = bot_logs.states(bot_logs.game())[20]
    view = RULESET.view(state, ALICE)
    table = bot_logs.record(bot_logs.game()).setup

    assert RULESET.load_state(RULESET.dump_state(view), table) == view


def test_a_state_kept_from_another_board_is_not_read() -> None:
    text = RULESET.dump_state(started(board="delta"))

    with pytest.raises(ValueError, match="another board"):
        RULESET.load_state(text, setup("persia"))


@pytest.mark.promise("R24")
def test_after_the_end_everything_is_open() -> None:
    last = bot_logs.states(bot_logs.game())[-1]

    assert last.phase == OVER
    for seat in SEATS:
        assert RULESET.view(last, seat) == last
    for row in bot_logs.game():
        for event in events_of(RULESET, row.events, version=1):
            assert RULESET.view_event(event, None, over=True) == event


@pytest.mark.promise("R10")
@pytest.mark.parametrize("seat", SEATS)
def test_events_of_others_show_no_card_nobody_else_saw(seat: int | None) -> None:
    for row in bot_logs.game():
        for event in events_of(RULESET, row.events, version=1):
            visible = RULESET.view_event(event, seat, over=False)
            match event:
                case events.Shuffled():
                    assert set(visible.supply) == {cards.UNKNOWN}
                    assert len(visible.supply) == len(event.supply)
                case events.Dealt(seat=owner) | events.Drew(seat=owner) if owner != seat:
                    assert visible.card == cards.UNKNOWN
                case _:  # also what the seat was dealt and drew
                    assert visible == event


@pytest.mark.promise("R10")
def test_the_order_of_the_supply_is_hidden_from_the_player_on_turn_too() -> None:
    state = position(STRIP, supply="tahls")

    assert RULESET.view(state, ALICE) == RULESET.view(position(STRIP, supply="slhat"), ALICE)


@pytest.mark.promise("R10")
def test_sentences_made_from_views_name_no_hidden_card() -> None:
    """The same viewer reads the same about a draw in two different deals."""
    sentences = set()
    for supply in ("tahls", "slhat"):
        state = position(STRIP, phase="act", alexander="A12.NE", supply=supply)
        draw = RULESET.parse("draw", state, seat=state.seat)
        (drew,) = RULESET.decide(state, draw, RULESET.unknown_chance(), seat=state.seat)
        visible = RULESET.view_event(drew, BOB, over=False)
        sentences.update(RULESET.describe_events([(visible, RULESET.view(state, BOB))], NAMES))

    assert sentences == {"Alice draws a card from the supply."}


@pytest.mark.promise("R10")
def test_a_view_event_is_dumped_without_the_card() -> None:
    text = codec.canonical(RULESET.dump_event(
        RULESET.view_event(events.Drew(ALICE, 3), None, over=False)
    ))

    assert text == '{"card":"?","seat":0,"type":"drew"}'


@pytest.mark.promise("R10")
def test_what_was_public_once_is_not_remembered_in_the_view_of_a_hand() -> None:
    """Everyone sees a card that is given in a takeover, but the hand it goes to stays hidden."""
    state = position(draw_board("t.h.l...s.ta...."), players=3, phase="act", alexander="A16.NE",
                     closed=["A1 A2 A3 A4 A5 A6"], guards=["", "A1"], hands=["tthl"])
    after = play(state, "occupy A1 give horse lyre")

    assert cards.code(RULESET.view(after, 2).hands[BOB]) == "??"
    assert cards.code(RULESET.view(after, BOB).hands[BOB]) == "hl"
