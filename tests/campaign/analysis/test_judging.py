"""The analyst finds good turns, judges bad ones, and knows nothing that is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from alexandros_rules.analysis import Judgement
from alexandros_rules.bot_plans import always, next_move
from alexandros_rules.campaign import moves
from alexandros_rules.campaign.analysis.playing_on import after
from alexandros_rules.campaign.move_sequences import Discards
from alexandros_rules.campaign.rules import RULESET, to_move
from alexandros_rules.campaign.state import BUILD, CHANCE, OVER, State
from tests.campaign.analysis.judged_games import ANALYST, decided, played
from tests.campaign.positions import (
    ALICE,
    BOB,
    CAROL,
    auction,
    gold,
    position,
    stuff,
)
from tests.campaign.twins import twin

EVERY = 61  # positions of a phase, of which one is looked at


def sampled(number: int = 1, **options: bool) -> Iterator[tuple[State, int]]:
    """Positions of a game and the seats that decide in them, some of each phase."""
    seen = dict[str, int]()
    for one in played(["regent", "satrap", "treasurer"], number, **options):
        phase = one.before.phase
        seen[phase] = seen.get(phase, 0) + 1
        if seen[phase] % EVERY == 1:
            yield one.before, one.seat


def judged(state: State, *some: moves.Move, seat: int = ALICE) -> Judgement:
    return ANALYST.judge(RULESET.view(state, seat), some, seat=seat, salt=b"any", has_time=always)


@pytest.mark.parametrize("open_bidding", [False, True])
def test_best_turns_are_whole_and_playable_and_differ_in_what_is_played_at_once(
    open_bidding: bool
) -> None:
    for state, seat in sampled(open_bidding=open_bidding):
        view = RULESET.view(state, seat)
        turns = ANALYST.best_turns(view, seat=seat, salt=b"any", has_time=always, count=3)
        assert turns
        for turn in turns:
            end = after(view, turn.moves, seat=seat)
            assert (end.phase in (OVER, CHANCE) or end.turn > view.turn
                    or seat not in to_move(end))
            assert 1 <= turn.firm <= len(turn.moves)
            assert 0 <= turn.chance <= 1
        assert len({turn.moves[:turn.firm] for turn in turns}) == len(turns)


def test_playing_the_best_turn_loses_nothing() -> None:
    for state, seat in sampled():
        best, *_ = ANALYST.best_turns(RULESET.view(state, seat), seat=seat, salt=b"any",
                                      has_time=always, count=1)
        assert judged(state, *best.moves[:best.firm], seat=seat).loss == 0


def test_no_move_is_better_than_the_best_turn_and_asking_again_gives_the_same() -> None:
    rng = Random(3)
    for state, seat in sampled():
        part = rng.choice([part for part in RULESET.legal_moves(state, seat=seat).parts if part])
        move = part[0] if isinstance(part, Discards) else rng.choice(list(part[:50]))
        first = judged(state, move, seat=seat)
        assert first.loss >= 0
        assert first.played.moves[0] == move
        assert 0 <= first.played.chance <= first.best.chance <= 1
        assert judged(state, move, seat=seat) == first


@pytest.mark.promise("R10")
def test_a_judgement_does_not_depend_on_what_the_player_cannot_see() -> None:
    compared = 0
    for state, seat in sampled(2):
        other = twin(state, seat, Random(7))
        move = RULESET.legal_moves(state, seat=seat)[0]
        if other != state:
            compared += 1
            assert judged(state, move, seat=seat) == judged(other, move, seat=seat)
    assert compared > 3


def test_without_time_every_turn_is_looked_at_once_and_none_is_called_a_loss() -> None:
    for state, seat in sampled():
        move = RULESET.legal_moves(state, seat=seat)[-1]
        found = ANALYST.judge(RULESET.view(state, seat), [move], seat=seat, salt=b"any",
                              has_time=lambda: False)
        assert found.best.moves
        assert found.loss == 0


@pytest.mark.rule("EN2")
def test_a_win_in_one_move_is_found() -> None:
    state = position(3, hands=["3 ore 2 wheat", "3 ore 2 wheat", "2 wool"],
                     cards=["2 point", "2 point"], cities=["C4.N D5.S", "C6.N E6.N"],
                     settlements=["A5.N", "D8.N"], counselors=(ALICE, BOB), longest=ALICE,
                     army=BOB)
    assert state.points(ALICE) == 13
    view = RULESET.view(state, ALICE)
    best, *_ = ANALYST.best_turns(view, seat=ALICE, salt=b"any", has_time=always, count=3)
    assert isinstance(best.moves[0], moves.BuildCity)
    assert best.chance == 1
    clear = ANALYST.clear_best(view, seat=ALICE, salt=b"any", has_time=always, margin=0.1)
    assert clear is not None
    assert clear[0].moves == best.moves
    assert clear[1].chance < 0.9


@pytest.mark.rule("AU3")
def test_paying_much_for_what_nobody_else_can_buy_is_a_loss() -> None:
    state = auction(position(
        3, hands=["8 gold 2 brick", "wool", "wool"], settlements=["C4.N", "D5.S", "A5.N"],
        arrow=20, open_bidding=True), "bridge", "Susa")
    dear, cheap = judged(state, gold(8)), judged(state, gold(1))
    assert dear.played.chance < cheap.played.chance
    assert dear.loss > 0.02


@pytest.mark.rule("TR3")
def test_offers_out_of_turn_are_not_judged() -> None:
    found = played(["regent", "counselor", "treasurer"], 3)
    game = decided(found)
    one = next(one for one in found if one.before.phase == BUILD)
    other = (one.seat + 1) % 3
    offer = moves.MakeOffer(stuff("gold"), stuff("ore"), 1 << one.seat, 1, standing=True)
    spoken = decided([type(one)(0, other, offer, one.before, one.before), *found])
    assert [each.seat for each in spoken] == [each.seat for each in game]


def test_random_moves_lose_more_than_those_of_the_strongest_bot() -> None:
    lost = {"regent": 0.0, "random": 0.0}
    for state, seat in sampled(3):
        for name in lost:
            move = next_move(RULESET.bots[name], RULESET.view(state, seat), seat=seat, salt=b"any")
            lost[name] += judged(state, move, seat=seat).loss
    assert lost["regent"] < lost["random"]


def test_chances_add_up_to_1_and_a_leader_has_more() -> None:
    state = position(3, cities=["C4.N D5.S", "A5.N"], hands=["2 wool", "wool", "wool"])
    found = ANALYST.standing(RULESET.view(state, ALICE), seat=ALICE, salt=b"any", has_time=always)
    assert sum(found) == pytest.approx(1)
    assert found[ALICE] > found[BOB] > found[CAROL]
