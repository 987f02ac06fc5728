"""A seat's view never depends on what the seat may not see, nor do its decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from alexandros_rules.campaign import events, moves
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.events import Event
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import BUILD, OVER, SECRET_PAYMENT, Offer, State, change
from alexandros_rules.chance import SeededChance
from alexandros_rules.errors import Illegal
from alexandros_rules.move_list import listed_orders
from alexandros_rules.replay import fold
from tests.campaign.positions import ALICE, BOB, SEED, next_turn, play, position, started, stuff
from tests.campaign.random_games import GAMES, positions, random_guess, sample, steps, viewers
from tests.campaign.scenes import turn
from tests.campaign.twins import twin

LISTED = 300  # of longer lists, only the length and one move are compared

Outcome = tuple[Event, ...] | str

pytestmark = pytest.mark.promise("R10")


def test_twins_look_the_same_to_every_seat_and_to_spectators() -> None:
    rng = Random(1)
    differing = set[str]()
    seven = next_turn(position(hands=["12 wool", "", "8 brick 4 ore"]), 7)
    rare = play(seven, moves.Discard(stuff("6 wool")), seat=ALICE)
    assert any(rare.discards)
    for state in [*positions(4), rare]:
        for seat in viewers(state):
            other = twin(state, seat, rng)
            view = RULESET.view(state, seat)
            assert RULESET.view(other, seat) == view
            assert RULESET.dump_state(RULESET.view(other, seat)) == RULESET.dump_state(view)
            assert RULESET.status(RULESET.view(other, seat)) == RULESET.status(view)
            differing.update(f.name for f in fields(State)
                             if getattr(other, f.name) != getattr(state, f.name))
    hidden = {"hands", "supply", "deck", "chits", "aside", "cards", "bought", "auction",
              "discards", "preferred", "at_once"}
    assert differing == hidden  # each of them was really varied


def test_the_same_moves_are_legal_for_a_seat_in_both_twins_and_on_its_view() -> None:
    rng = Random(2)
    for state in positions(5):
        for seat in range(state.players):
            other = twin(state, seat, rng)
            lists = [RULESET.legal_moves(each, seat=seat).parts
                     for each in (state, other, RULESET.view(state, seat))]
            assert len({tuple(map(len, parts)) for parts in lists}) == 1
            for mine, theirs, seen in zip(*lists, strict=True):
                if len(mine) <= LISTED:
                    assert [*mine] == [*theirs] == [*seen]
                else:
                    place = rng.randrange(len(mine))
                    assert mine[place] == theirs[place] == seen[place]


def test_views_of_views_are_the_same() -> None:
    for state in positions(3):
        for seat in viewers(state):
            view = RULESET.view(state, seat)
            assert RULESET.view(view, seat) == view


def test_a_view_can_be_kept_and_read_again() -> None:
    for game in GAMES:
        for step in [*game.steps()][::7]:
            for seat in viewers(step.state):
                view = RULESET.view(step.state, seat)
                assert RULESET.load_state(RULESET.dump_state(view), game.setup) == view


def all_events() -> Iterator[Event]:
    for game in GAMES:
        yield from RULESET.start(game.setup, game.chance)
    for step in steps():
        yield from step.events


def otherwise_hidden(event: Event, seat: int | None, rng: Random) -> Event | None:
    """Returns an event that differs in what this seat may not see; None if it may see all."""
    own = getattr(event, "seat", None) == seat
    match event:
        case events.Prepared():
            return replace(event, chits=event.chits[::-1], deck=event.deck[::-1],
                           supply=event.supply[::-1])
        case events.Dealt():
            return replace(event, hands=tuple(
                hand if i == seat else _other_hand(hand, rng)
                for i, hand in enumerate(event.hands)))
        case events.Supplied():
            return replace(event, cards=tuple(card if i == seat else rng.randrange(5)
                                              for i, card in enumerate(event.cards)))
        case events.Stole() if seat not in (event.seat, event.victim):
            return replace(event, card=(event.card + 1) % 5)
        case events.ChoseDiscard() if not own:
            return replace(event, cards=_other_hand(event.cards, rng))
        case events.LimitNamed() if not own:
            return replace(event, limit=event.limit + 1, payment=((th.GOLD, event.limit + 1),))
        case events.BidMade() if not own:
            return replace(event, payment=((th.GOLD, event.amount),))
        case events.DevelopmentBought() if not own:
            return replace(event, development=(event.development + 1) % 5)
        case events.DiscardsPreferred() if not own:
            return replace(event, kinds=(th.ORE, th.WOOL))
        case events.RollingPreferred() if not own:
            return replace(event, at_once=not event.at_once)
    return None


def _other_hand(hand: th.Counts, rng: Random) -> th.Counts:
    known = th.counts([rng.randrange(5) for _ in range(th.cards(hand))])
    return th.add(known, th.single(th.GOLD, hand[th.GOLD]))


def test_events_that_differ_in_hidden_things_look_the_same() -> None:
    rng = Random(4)
    varied = Counter[str]()
    for event in all_events():
        for seat in (0, 1, 2, 3, None):
            other = otherwise_hidden(event, seat, rng)
            if other is None:
                assert RULESET.view_event(event, seat, over=False) == event
            else:
                varied[type(event).__name__] += other != event
                seen = RULESET.view_event(event, seat, over=False)
                assert RULESET.view_event(other, seat, over=False) == seen
                assert RULESET.dump_event(seen) == RULESET.dump_event(
                    RULESET.view_event(other, seat, over=False))
                assert RULESET.view_event(event, seat, over=True) == event
    assert len(varied) == 10
    assert all(varied.values()), varied


def test_secret_moves_are_told_by_their_kind_only() -> None:
    secret = Counter[str]()
    for step in steps():
        text = RULESET.format(step.move, step.state)
        assert RULESET.view_move(text, by=step.seat, seat=step.seat) == text
        shown = RULESET.view_move(text, by=step.seat, seat=None)
        if isinstance(step.move, moves.Bid):
            public = f"bid {step.move.limit}" if step.move.limit else "pass"
            assert shown == (public if step.state.options.open_bidding else "bid")
        elif isinstance(step.move, moves.Discard | moves.PreferDiscards | moves.PreferRolling):
            assert shown == text.split()[0]
            secret[shown] += 1
        else:
            assert shown == text
    assert {*secret} == {"discard", "prefer"}


def test_a_view_folded_with_the_events_it_shows_is_the_next_view() -> None:
    for step in steps():
        if step.after.phase == OVER:
            continue
        for seat in viewers(step.state):
            seen = [RULESET.view_event(event, seat, over=False) for event in step.events]
            folded = fold(RULESET, RULESET.view(step.state, seat), seen)
            assert RULESET.view(folded, seat) == RULESET.view(step.after, seat)


def test_after_the_end_nothing_is_hidden() -> None:
    for game in GAMES:
        *_, (last, *_) = game.steps()
        assert last.phase == OVER
        assert all(RULESET.view(last, seat) == last for seat in viewers(last))


def test_how_an_open_bid_would_be_paid_is_not_shown() -> None:
    bids = [step for step in GAMES[1].steps() if isinstance(step.move, moves.Bid)
            and step.move.limit and step.after.auction]
    assert bids
    for step in bids:
        seen = RULESET.view(step.after, None).auction
        assert seen.bids[step.seat] == moves.Bid(step.move.limit, SECRET_PAYMENT)


def decided(state: State, move: moves.Move, seat: int) -> Outcome:
    """Returns the events of a move on a view, or the code and sentence of its refusal."""
    try:
        return RULESET.decide(state, move, RULESET.unknown_chance(), seat=seat)
    except Illegal as refusal:
        return f"{refusal.code}: {refusal.sentence}"


def test_a_move_means_the_same_on_the_views_of_twins() -> None:
    rng = Random(3)
    for state in positions(5):
        for seat in range(state.players):
            view, other = RULESET.view(state, seat), RULESET.view(twin(state, seat, rng), seat)
            for part in RULESET.legal_moves(view, seat=seat).parts:
                move = rng.choice(part)
                assert decided(view, move, seat) == decided(other, move, seat)
                assert RULESET.format(move, view) == RULESET.format(move, state)


def test_every_legal_move_is_accepted_on_the_state_and_on_the_view() -> None:
    rng = Random(5)
    chance = SeededChance(SEED)
    for state in positions(4):
        for seat in range(state.players):
            view = RULESET.view(state, seat)
            for part in RULESET.legal_moves(state, seat=seat).parts:
                for move in sample(part, 2, rng):
                    assert RULESET.decide(state, move, chance, seat=seat)
                    assert RULESET.decide(view, move, RULESET.unknown_chance(), seat=seat)


def of_some_use(part: Any) -> int:
    return 4 if isinstance(part[0], USED_UNSEEN) else 1


USED_UNSEEN = (moves.PlaySoldier, moves.MoveRobber, moves.BuyDevelopment, moves.PlayMonopoly,
               moves.BuildRoad, moves.Withdraw, moves.Accept)


@pytest.mark.rule("TR3")
def test_orders_that_a_view_allows_one_after_the_other_are_possible_whatever_is_drawn() -> None:
    rng, withdrawn = Random(5), 0
    starts = [step.state for step in steps() if any(
        offer.seat == step.state.seat for offer in step.state.offers)]
    for start in rng.choices(starts, k=1500):
        seat = start.seat
        state, view, chance = start, RULESET.view(start, seat), SeededChance(rng.randbytes(32))
        for _ in range(6):
            parts = [part for part in RULESET.legal_moves(view, seat=seat).parts if part]
            if view.phase == OVER or not parts:
                break
            move = rng.choice(rng.choices(parts, [*map(of_some_use, parts)])[0])
            decided_on_view = RULESET.decide(view, move, RULESET.unknown_chance(), seat=seat)
            state = fold(RULESET, state, RULESET.decide(state, move, chance, seat=seat))
            view = fold(RULESET, view, decided_on_view)
            withdrawn += isinstance(move, moves.Withdraw)
            if RULESET.status(view) != RULESET.status(state):
                break  # orders end where something unknown decides what follows
    assert withdrawn > 50


def test_an_offer_that_may_have_lapsed_cannot_be_withdrawn_before_that_is_known() -> None:
    offer = Offer(1, ALICE, th.single(th.WOOL), th.single(th.ORE), 0b10, 1, standing=True)
    view = turn(offers=(offer,), hands=((0, 0, 0, 0, 0, 5, 2), *turn().hands[1:]))
    assert decided(view, moves.Withdraw(1), ALICE).startswith("perhaps-lapsed: Whether offer 1")
    # Offers are millions of moves, which nobody goes through.
    assert not any(isinstance(part[0], moves.Withdraw)
                   for part in RULESET.legal_moves(view, seat=ALICE).parts if part)


def unknown(value: Any) -> bool:
    """Checks if a field of an event on a view says that something is not known."""
    if isinstance(value, tuple):
        hidden_counts = len(value) == len(th.NOTHING) and value[th.UNKNOWN] > 0
        return value == (0, 0) or hidden_counts or bool({th.UNKNOWN, -1} & {*value})
    return value in (th.UNKNOWN, th.HIDDEN, th.FACE_DOWN, -1)


def agrees(guessed: Event, seen: Event) -> bool:
    """Checks if an event on a view is the one that happened, as far as it is known there."""
    return type(guessed) is type(seen) and all(
        mine == theirs or unknown(mine) for mine, theirs in (
            (getattr(guessed, f.name), getattr(seen, f.name)) for f in fields(guessed)))


def remaining(state: State, number: int) -> int:
    """Returns how often an offer can still be accepted."""
    offer = state.offer(number)
    return offer.times if offer else 0


def test_what_a_view_says_of_a_move_is_what_happens() -> None:
    alike = begun = 0
    for step in steps():
        if step.after.phase == OVER:
            continue  # then everything is revealed
        view = RULESET.view(step.state, step.seat)
        guessed = RULESET.decide(view, step.move, RULESET.unknown_chance(), seat=step.seat)
        seen = [RULESET.view_event(event, step.seat, over=False) for event in step.events]
        follows = iter(seen)
        for event in guessed:
            if isinstance(event, events.OfferReduced):  # by what the owner certainly holds
                assert event.times <= remaining(step.after, event.number)
            else:
                assert any(agrees(event, other) for other in follows), (step.move, event)
        if list(guessed) == seen:
            alike += 1
            after = RULESET.view(fold(RULESET, view, guessed), step.seat)
            assert after == RULESET.view(step.after, step.seat)
        else:
            begun += 1
    assert alike > 500
    assert begun > 100


@pytest.mark.rule("TR3")
@pytest.mark.parametrize(("hand", "left"), [("wool", []), ("2 wool", [6])])
def test_on_a_view_an_offer_counts_only_if_its_owner_certainly_still_holds_enough(
    hand: str, left: list[int]
) -> None:
    """Bob offers a wool twice for other things; Alice takes one offer and cannot count on more."""
    state = position(hands=["ore brick", hand])
    for get in ("ore", "brick"):
        move = moves.MakeOffer(stuff("wool"), stuff(get), 1, 1, standing=True)
        state = play(state, move, seat=BOB)
    view = play(RULESET.view(state, ALICE), moves.Accept(2))
    assert view.offers == ()
    assert [offer.number for offer in play(state, moves.Accept(2)).offers] == left


def test_a_move_that_is_not_listed_is_refused_and_in_the_same_words_on_the_view() -> None:
    rng = Random(6)
    refused = Counter[str]()
    for state in positions(4):
        views = [RULESET.view(state, seat) for seat in range(state.players)]
        listed = [RULESET.legal_moves(view, seat=seat).parts for seat, view in enumerate(views)]
        for _ in range(25):
            seat, move = random_guess(state, rng)
            if isinstance(move, moves.MakeOffer | moves.Otherwise) or any(
                    move in part for part in listed[seat] if type(part[0]) is type(move)):
                continue
            outcome = decided(views[seat], move, seat)
            assert isinstance(outcome, str), (move, state.phase)
            assert decided(state, move, seat) == outcome
            refused[outcome.partition(":")[0]] += 1
    assert len(refused) > 20


def test_offers_that_are_not_listed_are_refused_and_in_the_same_words_on_the_view() -> None:
    rng = Random(7)
    accepted = refused = 0
    for state in positions(3):
        seat = rng.randrange(state.players)
        mine = [*th.expand(state.hands[seat])]
        give, get = (th.counts(rng.choices(kinds, k=rng.randint(0, 2)))
                     for kinds in (mine or th.KINDS, th.KINDS))
        others = (1 << state.players) - 1 & ~(1 << seat)
        to = others if rng.random() < 0.5 else rng.randrange(1 << state.players)
        move = moves.MakeOffer(give, get, to, rng.randint(0, 2), standing=rng.random() < 0.7)
        view = RULESET.view(state, seat)
        outcome = decided(view, move, seat)
        listed = [part for part in RULESET.legal_moves(view, seat=seat).parts
                  if isinstance(part[0], moves.MakeOffer) and part[0].standing == move.standing]
        if isinstance(outcome, str):
            assert decided(state, move, seat) == outcome
            refused += 1
        else:
            assert RULESET.decide(state, move, SeededChance(SEED), seat=seat)
            assert listed
            accepted += 1
    assert min(accepted, refused) > 50


def test_lists_show_a_few_bids() -> None:
    state = started(3)
    (bids, *_) = listed_orders(RULESET, state, RULESET.legal_moves(state, seat=ALICE), most=40)

    assert bids.verb == "bid"
    assert len(bids.orders) == 9
    assert bids.orders[0] == "bid nothing"


def test_lists_show_two_examples_of_offers_and_of_preferences() -> None:
    state = change(started(3), phase=BUILD, auction=None)
    legal = RULESET.legal_moves(state, seat=ALICE)
    listed = {one.verb: one for one in listed_orders(RULESET, state, legal, most=40)}

    assert [len(listed[verb].orders) for verb in ("offer", "standing")] == [2, 2]
    assert listed["standing"].more > 1_000_000
    assert listed["prefer"].orders == (
        "prefer to roll at once", "prefer to roll myself", "prefer to choose discards",
        "prefer to discard brick")
