"""Trade with the bank and with players (TR1 to TR3)."""

from __future__ import annotations

import pytest

from alexandros_rules.campaign import events, moves
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.rules import RULESET, to_move
from alexandros_rules.campaign.state import Offer, State
from alexandros_rules.campaign.trading import mask_of
from alexandros_rules.errors import Illegal
from tests.campaign import positions as at
from tests.campaign.positions import (
    ALICE,
    BOB,
    CAROL,
    DAVE,
    auction,
    events_of,
    has,
    next_turn,
    of_type,
    only,
    play,
    position,
    refused,
    stuff,
)

# The first and the second offer of each seat: its numbers do not depend on those of others.
ALICES, BOBS = 1, 2
ALICES_SECOND, BOBS_SECOND = 5, 6
EVERYBODY = mask_of((ALICE, BOB, CAROL, DAVE))
WOOL, ORE, GOLD = th.WOOL, th.ORE, th.GOLD


def offer(give: str, get: str, *, seat: int = ALICE, to: tuple[int, ...] = (), times: int = 1,
          standing: bool = False) -> moves.MakeOffer:
    """Returns an offer of this seat, by default to everybody else."""
    recipients = mask_of(to) if to else EVERYBODY & ~(1 << seat)
    return moves.MakeOffer(stuff(give), stuff(get), recipients, times, standing)


def with_standing(seat: int, give: str, get: str, *, hands: list[str], times: int = 1,
                  to: tuple[int, ...] = (), **more: object) -> State:
    """Returns a position with hands in which a seat has made a standing offer."""
    move = offer(give, get, seat=seat, times=times, standing=True, to=to)
    return play(position(hands=hands, **more), move, seat=seat)


def bank(give: int, get: int, number: int = 1) -> moves.BankTrade:
    return moves.BankTrade(give, get, number)


@pytest.mark.rule("TR1")
@pytest.mark.parametrize(("settlement", "rates"), [
    ("B5.N", (4, 4, 4, 4, 4, 4)),
    ("A1.S", (3, 3, 3, 3, 3, 3)),  # Aegean 3:1
    ("A5.NW", (4, 4, 4, 4, 2, 4)),  # Phasis: ore 2:1
    ("C3.SW", (4, 4, 4, 2, 4, 4)),  # Halicarnassus: wool
    ("E2.N", (4, 4, 2, 4, 4, 4)),  # Alexandria: wheat
    ("C7.N", (4, 2, 4, 4, 4, 4)),  # Hyrcania: lumber
    ("E5.S", (2, 4, 4, 4, 4, 4)),  # Charax: brick
    ("A1.S E5.S", (2, 3, 3, 3, 3, 3)),
])
@pytest.mark.parametrize("piece", ["settlements", "cities"])
def test_the_bank_trades_at_four_to_one_and_better_at_a_harbour(
    settlement: str, rates: tuple[int, ...], piece: str
) -> None:
    for kind, rate in enumerate(rates):
        name = th.KIND_NAMES[kind]
        get = (kind + 1) % 6
        enough = position(hands=[f"{rate} {name}"], **{piece: [settlement]})
        assert has(play(enough, bank(kind, get)), ALICE, th.KIND_NAMES[get])
        short = position(hands=[f"{rate - 1} {name}"], **{piece: [settlement]})
        assert refused(short, bank(kind, get)) == "too-expensive"


@pytest.mark.rule("TR1")
def test_harbours_of_others_do_not_help() -> None:
    state = position(hands=["3 wool"], settlements=["B5.N", "A1.S"])
    assert refused(state, bank(WOOL, ORE)) == "too-expensive"


@pytest.mark.rule("TR1")
def test_gold_is_given_and_bought_like_a_commodity_but_never_at_two_to_one() -> None:
    state = position(hands=["8 gold 4 wool"])
    state = play(state, bank(GOLD, ORE, 2), bank(WOOL, GOLD))
    assert has(state, ALICE, "2 ore gold")
    assert (state.bank[GOLD], state.bank[ORE], state.bank[WOOL]) == (39, 17, 19)
    everywhere = "A5.NW C3.SW E2.N C7.N E5.S"  # one of each 2:1 harbour
    state = position(hands=["3 gold"], settlements=[everywhere])
    assert refused(state, bank(GOLD, ORE)) == "too-expensive"


@pytest.mark.rule("TR1")
def test_the_bank_sells_no_more_than_it_has_and_changes_nothing_for_itself() -> None:
    state = position(hands=["8 wool"], bank="ore")
    assert refused(state, bank(WOOL, ORE, 2)) == "bank-short"
    assert refused(state, bank(WOOL, WOOL)) == "same-kind"
    assert refused(state, bank(WOOL, ORE, 0)) == "nothing-for-nothing"


@pytest.mark.rule("TR1", "TR2")
def test_only_the_player_whose_turn_it_is_trades() -> None:
    state = position(hands=["4 wool", "4 wool"])
    assert refused(state, bank(WOOL, ORE), seat=BOB) == "not-your-turn"
    assert refused(state, offer("wool", "ore", seat=BOB), seat=BOB) == "not-your-turn"


@pytest.mark.rule("TR2")
def test_an_offer_to_the_others_is_made_by_whoever_accepts_first() -> None:
    state = position(hands=["2 wool 3 gold", "ore", "ore"])
    state = play(state, offer("2 wool gold", "ore"))
    state = play(state, moves.Accept(ALICES), seat=CAROL)
    assert has(state, ALICE, "ore 2 gold")
    assert has(state, CAROL, "2 wool gold")
    assert refused(state, moves.Accept(ALICES), seat=BOB) == "no-offer"


@pytest.mark.rule("TR2")
def test_players_whose_turn_it_is_not_do_not_trade_with_each_other() -> None:
    state = with_standing(BOB, "wool", "ore", hands=["", "wool", "ore"])
    assert refused(state, moves.Accept(BOBS), seat=CAROL) == "no-trade-now"
    assert has(play(next_turn(next_turn(state)), moves.Accept(BOBS)), CAROL, "wool")


@pytest.mark.rule("TR2")
@pytest.mark.parametrize(("give", "get", "code"), [
    ("wool ore", "wool", "same-kind"), ("gold", "2 gold", "same-kind"),
    ("", "wool", "nothing-for-nothing"), ("wool", "", "nothing-for-nothing"),
    ("brick", "wool", "not-in-hand"), ("wool", "20 brick", "too-much")])
def test_both_sides_give_something_and_never_the_same_kind(
    give: str, get: str, code: str
) -> None:
    state = position(hands=["2 wool 2 ore 2 gold"])
    for standing in (False, True):
        assert refused(state, offer(give, get, standing=standing)) == code


@pytest.mark.rule("TR2")
def test_an_offer_is_for_other_players_and_only_for_those_it_names() -> None:
    state = position(hands=["wool", "ore", "ore"])
    assert refused(state, offer("wool", "ore", to=(ALICE,))) == "wrong-recipients"
    state = play(state, offer("wool", "ore", to=(CAROL, DAVE)))
    assert refused(state, moves.Accept(ALICES), seat=BOB) == "not-for-you"
    assert refused(state, moves.Accept(ALICES), seat=ALICE) == "not-for-you"
    assert refused(state, moves.Accept(ALICES), seat=DAVE) == "not-in-hand"
    assert has(play(state, moves.Accept(ALICES), seat=CAROL), CAROL, "wool")


@pytest.mark.rule("TR3")
def test_standing_offers_can_be_made_at_any_time_and_everybody_sees_them() -> None:
    state = position(hands=["gold", "2 wool", "", "12 ore"])
    for now in (auction(state, "famine"), next_turn(state, 7), state):
        after = play(now, offer("wool", "ore", seat=BOB, times=2, standing=True), seat=BOB)
        made = Offer(BOBS, BOB, stuff("wool"), stuff("ore"), EVERYBODY & ~(1 << BOB), 2, True)
        for seat in (ALICE, BOB, CAROL, DAVE, None):
            assert RULESET.view(after, seat).offers == (made,)


@pytest.mark.rule("TR3")
def test_the_player_to_play_takes_a_standing_offer_without_waiting() -> None:
    state = with_standing(BOB, "wool", "ore", hands=["2 ore", "2 wool"], times=2)
    state = play(state, moves.Accept(BOBS))
    assert (has(state, ALICE, "wool ore"), has(state, BOB, "wool ore")) == (True, True)
    assert state.offers[0].times == 1
    state = play(state, moves.Accept(BOBS))
    assert state.offers == ()


@pytest.mark.rule("TR3")
def test_an_offer_that_fits_a_standing_one_is_a_trade_at_once_on_the_terms_of_that_one() -> None:
    state = with_standing(BOB, "2 wool", "ore", hands=["3 ore", "2 wool"])
    found = events_of(state, offer("2 ore", "wool"))
    assert only(found, events.Traded).at_once
    after = play(state, offer("2 ore", "wool"))
    assert has(after, ALICE, "2 ore 2 wool")
    assert after.offers == ()


@pytest.mark.rule("TR3")
def test_of_several_standing_offers_the_cheapest_is_taken() -> None:
    state = with_standing(BOB, "wool", "2 ore", hands=["2 ore", "wool", "wool"])
    state = play(state, offer("wool", "ore", seat=CAROL, standing=True), seat=CAROL)
    assert only(events_of(state, offer("2 ore", "wool")), events.Traded).other == CAROL


@pytest.mark.rule("TR3")
def test_standing_offers_that_ask_for_more_do_not_fit() -> None:
    state = with_standing(BOB, "wool", "2 ore", hands=["3 ore", "wool"])
    assert only(events_of(state, offer("ore", "wool")), events.Offered).number == ALICES


@pytest.mark.rule("TR3")
def test_a_standing_offer_lapses_when_its_owner_cannot_fulfil_it() -> None:
    state = with_standing(ALICE, "2 wool", "ore", times=2,
                          hands=["4 wool wheat ore", "ore"])
    state = play(state, moves.BuyDevelopment())
    assert state.offers[0].times == 1  # three wool are left
    state = play(state, offer("2 wool", "ore", to=(BOB,)))
    state = play(state, moves.Accept(ALICES_SECOND), seat=BOB)
    assert state.offers == ()


@pytest.mark.rule("TR3")
def test_the_offers_of_a_player_who_is_robbed_lapse_if_they_give_cards() -> None:
    """Otherwise what becomes of them would show the stolen card."""
    state = with_standing(ALICE, "wool", "ore", hands=["9 wool gold"], settlements=["B5.N"])
    state = play(state, offer("gold", "ore", standing=True), seat=ALICE)
    state = play(next_turn(state, 7), moves.MoveRobber(at.tile("B5"), ALICE))
    assert [each.number for each in state.offers] == [ALICES_SECOND]


@pytest.mark.rule("TR3")
def test_offers_that_do_not_stand_end_with_the_turn() -> None:
    state = position(hands=["2 wool", "wool"])
    state = play(state, offer("wool", "ore"))
    state = play(state, offer("wool", "brick", standing=True))
    assert [each.number for each in next_turn(state).offers] == [ALICES_SECOND]


@pytest.mark.rule("TR3")
def test_an_offer_can_be_withdrawn_at_any_time_by_its_owner_only() -> None:
    state = with_standing(BOB, "wool", "ore", hands=["ore", "wool"])
    assert refused(state, moves.Withdraw(BOBS), seat=ALICE) == "not-own-offer"
    assert play(state, moves.Withdraw(BOBS), seat=BOB).offers == ()
    assert refused(state, moves.Withdraw(BOBS_SECOND), seat=BOB) == "no-offer"


@pytest.mark.rule("TR3")
def test_an_offer_that_is_gone_is_refused_with_those_that_can_be_accepted() -> None:
    state = with_standing(BOB, "wool", "ore", hands=["ore", "wool"])
    with pytest.raises(Illegal) as caught:
        events_of(state, moves.Accept(BOBS_SECOND))
    assert caught.value.allowed == (f"accept {BOBS}",)


@pytest.mark.rule("TR3")
def test_the_player_to_play_need_not_wait_for_an_answer() -> None:
    state = play(position(hands=["2 wool"]), offer("wool", "ore"))
    assert to_move(state) == (ALICE,)
    assert next_turn(state).seat == BOB
    assert play(state, moves.Withdraw(ALICES)).offers == ()


@pytest.mark.rule("TR3")
def test_an_alternative_is_made_if_the_offer_is_not_taken_at_once() -> None:
    state = position(hands=["4 wool", "ore"])
    after = play(state, offer("2 wool", "ore"), moves.Otherwise(bank(WOOL, ORE)))
    assert has(after, ALICE, "ore")
    assert after.offers == ()
    assert after.bank[WOOL] == 19


@pytest.mark.rule("TR3")
def test_an_alternative_does_nothing_if_the_offer_has_been_taken() -> None:
    state = with_standing(BOB, "ore", "2 wool", hands=["4 wool", "ore"])
    state = play(state, offer("2 wool", "ore"))
    found = events_of(state, moves.Otherwise(bank(WOOL, ORE)))
    assert found == [events.NotNeeded(ALICE)]
    assert has(state, ALICE, "2 wool ore")


@pytest.mark.rule("TR3")
def test_an_alternative_follows_an_offer() -> None:
    state = position(hands=["4 wool"])
    move = moves.Otherwise(bank(WOOL, ORE))
    assert refused(state, move) == "nothing-to-replace"
    assert refused(play(state, offer("wool", "ore"), bank(WOOL, ORE)), move) == (
        "nothing-to-replace")


@pytest.mark.rule("TR3")
def test_a_player_has_at_most_six_offers_of_up_to_nine_trades() -> None:
    state = position(hands=["19 wool"])
    assert refused(state, offer("wool", "ore", times=10, standing=True)) == "wrong-times"
    assert refused(state, offer("wool", "ore", times=2)) == "wrong-times"
    for _ in range(6):
        state = play(state, offer("wool", "ore", times=9, standing=True))
    assert refused(state, offer("wool", "ore")) == "too-many-offers"
    assert not of_type(events_of(state, moves.End()), events.Withdrawn)


@pytest.mark.rule("TR3", "DE3")
def test_a_monopoly_ends_the_offers_that_give_its_commodity() -> None:
    state = with_standing(BOB, "wool", "ore", hands=["", "2 wool brick"], cards=["monopoly"])
    state = play(state, offer("brick", "ore", seat=BOB, standing=True), seat=BOB)
    state = play(state, moves.PlayMonopoly(WOOL))
    assert [each.number for each in state.offers] == [BOBS_SECOND]
