"""A seat's view never depends on what the seat may not see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from random import Random

import pytest

from engine.campaign import events, moves
from engine.campaign import things as th
from engine.campaign.events import Event
from engine.campaign.rules import RULESET
from engine.campaign.state import OVER, SECRET_PAYMENT, State
from engine.chance import SeededChance
from engine.replay import fold
from tests.campaign.positions import SEED, setup
from tests.campaign.random_games import GAMES, game, positions, steps, viewers
from tests.campaign.twins import twin

LISTED = 300  # of longer lists, only the length and one move are compared

pytestmark = pytest.mark.promise("R10")


def test_twins_look_the_same_to_every_seat_and_to_spectators() -> None:
    rng = Random(1)
    differing = set[str]()
    rare = [state for state in positions() if any(state.discards)]
    for state in [*positions(4), *rare]:
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
    for each in GAMES:
        options = {name: each[name] for name in ("open_bidding", "bluff") if name in each}
        table = setup(each.get("players", 4), **options)
        for step in game(**each)[::7]:
            for seat in viewers(step.state):
                view = RULESET.view(step.state, seat)
                assert RULESET.load_state(RULESET.dump_state(view), table) == view


def all_events() -> Iterator[Event]:
    for each in GAMES:
        table = setup(each.get("players", 4))
        yield from RULESET.start(table, SeededChance(SEED))
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
    for each in GAMES:
        last = game(**each)[-1].after
        assert last.phase == OVER
        assert all(RULESET.view(last, seat) == last for seat in viewers(last))


def test_how_an_open_bid_would_be_paid_is_not_shown() -> None:
    for step in game(**GAMES[1]):
        if isinstance(step.move, moves.Bid) and step.move.limit and step.after.auction:
            seen = RULESET.view(step.after, None).auction
            assert seen is not None
            assert seen.bids[step.seat] == moves.Bid(step.move.limit, SECRET_PAYMENT)
