"""Causes of a result are counted on the log: yields, auctions, lost and unspent cards."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

import pytest

from alexandros_rules.analysis import PlayedMove
from alexandros_rules.bot_games import play_out
from alexandros_rules.campaign import events, moves
from alexandros_rules.campaign.analysis import causes
from alexandros_rules.campaign.analysis.causes import Cause, accounts, find_causes
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import OVER, State, change
from alexandros_rules.replay import fold
from alexandros_rules.ruleset import Setup
from tests.campaign.analysis.judged_games import BOARD, played
from tests.campaign.positions import (
    ALICE,
    BOB,
    PASS,
    auction,
    gold,
    next_turn,
    play,
    position,
)

C = TypeVar("C", bound=Cause)


def over(some: Sequence[PlayedMove], winner: int) -> list[PlayedMove]:
    """These moves, with the last of them ending the game for this winner."""
    last = some[-1]
    end = change(last.after, phase=OVER, winners=(winner,), reason="persepolis")
    return [*some[:-1], PlayedMove(last.number, last.seat, last.move, last.before, end)]


def steps(state: State, *made: tuple[int, moves.Move]) -> list[PlayedMove]:
    found = list[PlayedMove]()
    for number, (seat, move) in enumerate(made, 2):
        after = play(state, move, seat=seat)
        found.append(PlayedMove(number, seat, move, state, after))
        state = after
    return found


def cause_of(kind: type[C], some: Sequence[PlayedMove], *, seat: int = ALICE) -> C | None:
    found = find_causes(some, seat=seat, winners=some[-1].after.winners)
    return next((one for one in found if type(one) is kind), None)


def test_accounts_agree_with_the_events_of_a_whole_game() -> None:
    names, number = ["regent", "counselor", "satrap"], 5
    seed = hashlib.sha256(f"judged {number}".encode()).digest()
    rows = list(play_out(RULESET, Setup(BOARD, 3, {"balanced_start": True}), seed=seed,
                         bots=[RULESET.bots[name] for name in names]))
    told = [event for _, _, some in rows for event in some]
    found = played(names, number)
    for seat in range(3):
        own, _, _ = accounts(found, seat=seat, winners=found[-1].after.winners)
        sales = [event for event in told
                 if isinstance(event, events.AuctionWon) and event.seat == seat]
        chits = [event for event in told
                 if isinstance(event, events.ChitWon) and event.seat == seat]
        gains = sum(sum(event.gains[seat]) for event in told if isinstance(event, events.Yielded))
        assert (own.paid, own.settlements + own.chits, own.chits) == (
            sum(event.price for event in sales), len(sales), len(chits))
        assert own.yielded == gains


@pytest.mark.rule("CO1")
def test_chits_without_a_counselor_card_cost_what_was_paid_for_them() -> None:
    state = auction(position(3, hands=["9 gold", "9 gold", "9 gold"], open_bidding=True,
                             cities=["", "C4.N"]), "bridge")
    some = over(steps(state, (0, gold(6)), (1, PASS), (2, PASS)), BOB)
    cause = cause_of(causes.DearChits, some)
    assert cause is not None
    assert (cause.chits, cause.paid, cause.card, cause.turns) == (1, 6, 0, (5,))


@pytest.mark.rule("AU3")
def test_a_settlement_that_another_got_for_less_than_one_had_is_counted_with_its_yield() -> None:
    state = auction(position(3, hands=["9 gold", "9 gold", "2 gold"], open_bidding=True,
                             arrow=19), "settlement", "Babylon")
    some = steps(state, (0, PASS), (1, gold(1)), (2, PASS))
    for _ in range(6):
        before = some[-1].after
        some.append(PlayedMove(some[-1].number + 1, before.seat, moves.End(), before,
                               next_turn(before, 8)))
        if some[-1].after.auction is not None:
            break
    cause = cause_of(causes.CheapForOthers, over(some, BOB))
    assert cause is not None
    assert (cause.other, cause.price, cause.most, cause.turns) == (BOB, 1, 9, (5,))
    assert cause.brought > 0


def test_cards_and_gold_at_the_end_count_beyond_those_of_the_winner() -> None:
    state = position(3, hands=["9 wool 5 gold", "2 wool", ""], cities=["", "C4.N D5.S"])
    cause = cause_of(causes.Unspent, over(steps(state, (0, moves.End())), BOB))
    assert cause is not None
    assert (cause.cards, cause.gold, cause.others) == (9, 5, 2)


@pytest.mark.rule("SE1")
def test_cards_discarded_after_a_seven_are_counted() -> None:
    state = position(3, hands=["12 wool", "2 wool", ""], cities=["", "C4.N D5.S"])
    after = next_turn(state, 7)
    some = [PlayedMove(2, ALICE, moves.End(), state, after)]
    cause = cause_of(causes.LostCards, over(some, BOB))
    assert cause is not None
    assert (cause.discarded, cause.stolen, cause.turns) == (6, 0, (6,))


def test_a_winner_is_told_what_won_and_a_loser_what_lost() -> None:
    some = played(["regent", "satrap"], 6)
    end = some[-1].after
    assert fold(RULESET, some[-1].after, ()) == end
    for seat in range(2):
        found = find_causes(some, seat=seat, winners=end.winners)
        good = (causes.MoreYields, causes.GoodDice, causes.GoodPurchase, causes.GoodChits)
        assert all(isinstance(one, good) == (seat in end.winners) for one in found)
        assert [one.points for one in found] == sorted(
            [one.points for one in found], reverse=True)
