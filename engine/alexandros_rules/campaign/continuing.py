"""Games that go on from a position of another game, with the hidden things dealt again (SU6).

The module is the game's ``alexandros_rules.positions.Positions``.  The text of a position is
canonical JSON of three parts: the spectators' view as ``state`` writes it, and the development
cards and the chits that nobody has seen played or turned up.  Which commodities are hidden follows
from the bank.  Secret decisions are made again: nobody has bid in an auction or chosen what to
discard.  Offers have lapsed, since they were made with other cards.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib import resources

from alexandros_rules import codec
from alexandros_rules.campaign import auctions, awards, events, map_file
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.evolve import evolve
from alexandros_rules.campaign.state import (
    AUCTION,
    BUILD,
    CHANCE,
    CITIES,
    COUNSELORS,
    DISCARD,
    OVER,
    ROADS,
    ROBBER,
    ROLL,
    SETTLEMENTS,
    State,
    change,
    dump_state,
    read_parts,
)
from alexandros_rules.campaign.view import view as view_of
from alexandros_rules.campaign.world import World
from alexandros_rules.chance import Chance
from alexandros_rules.ruleset import Setup

_CHITS: th.Counts = (*(th.CHITS_OF_EACH for _ in th.CHIT_NAMES), 0)
_PLAYED = {events.SoldierPlayed: th.SOLDIER, events.RoadsPlayed: th.ROADS,
           events.PlentyPlayed: th.PLENTY, events.MonopolyPlayed: th.MONOPOLY}


samples: Sequence[str] = (resources.files("alexandros_rules.campaign")
                          / "typical_positions.txt").read_text("utf-8").splitlines()


def after(log: Sequence[events.Event], since: Setup | None = None, *,
          reached: State | None = None) -> str:
    """Return the text of the position after these events (``Positions.after``)."""
    if since is None:
        started, *log = log
        assert isinstance(started, events.Started)
        state = evolve(None, replace(started, rules=events.VERSION))
        developments, chits = th.DECK, _CHITS
    else:
        state = view(since)
        __, developments, chits = _read(since.options["position"], state.world)
    for event in log:
        state = evolve(state, event)
        if isinstance(event, events.Continued):
            __, developments, chits = _read(event.position, state.world)
        developments = th.add(developments, _back_in_deck(event))
        if isinstance(event, events.ChitTurned):
            chits = _less(chits, event.chit)
        if isinstance(event, events.MonopolyPlayed) and min(event.taken) < 0:
            raise ValueError("these cards have not been seen")
    if reached is not None:
        state = change(reached, rules=events.VERSION)
        if state.auction is not None and sum(chits) > len(state.chits) + len(state.aside):
            chits = _less(chits, state.auction.kind)  # one that was supposed
    if state.phase in (OVER, CHANCE):
        raise ValueError("nobody is to move in this position")
    if state.bank[th.UNKNOWN]:
        raise ValueError("these cards have not been seen")
    return _text(state, developments, chits)


def _back_in_deck(event: events.Event) -> th.Counts:
    """Return the development cards that this event hides again, less those that it shows."""
    if isinstance(event, events.AuctionWon):  # soldiers that paid for something
        soldiers = dict(event.payment).get(th.SOLDIERS, 0)
        return th.times(soldiers, th.single_development(th.SOLDIER))
    shown = _PLAYED.get(type(event))
    return th.NO_DEVELOPMENTS if shown is None else th.times(-1, th.single_development(shown))


def _less(some: th.Counts, kind: int) -> th.Counts:
    return tuple([count - (i == kind) for i, count in enumerate(some)])


def _text(state: State, developments: th.Counts, chits: th.Counts) -> str:
    auction, nobody = state.auction, (None,) * state.players
    public = change(
        view_of(state, None), discards=nobody, offers=(), last_offer=0,
        auction=None if auction is None else replace(auction, bids=nobody))
    return codec.canonical([
        json.loads(dump_state(public)), _letters(developments, th.DEVELOPMENT_LETTERS),
        _letters(chits, th.CHIT_LETTERS)])


def _letters(some: th.Counts, letters: str) -> str:
    return "".join(letter * count for letter, count in zip(letters, some, strict=False))


def _read(position: str, world: World) -> tuple[State, th.Counts, th.Counts]:
    parts, developments, chits = json.loads(position)
    return (read_parts(parts, world), _count(developments, th.DEVELOPMENT_LETTERS[:-1], 6),
            _count(chits, th.CHIT_LETTERS[:4], 5))


def _count(text: str, letters: str, size: int) -> th.Counts:
    numbers = [0] * size
    for letter in text:
        numbers[letters.index(letter)] += 1
    return tuple(numbers)


def setup(position: str) -> Setup:
    """Return the setup of a game that goes on from a position (``Positions.setup``)."""
    try:
        parts, *__ = json.loads(position)
        board, players, open_bidding, bluff = parts[:4]
    except (TypeError, ValueError, LookupError, RecursionError) as error:
        raise ValueError("this is no position") from error
    text = next((text for text in map_file.shipped().values()
                 if map_file.load(text).id == board), None)
    if text is None:
        raise ValueError("there is no such map")
    flags = {"open_bidding": open_bidding, "bluff": bluff}
    found = Setup(text, players, {**{name: True for name, is_set in flags.items() if is_set},
                                  "position": position})
    view(found)
    return found


def view(setup: Setup) -> State:
    """Return the position in a setup as everybody sees it (``Positions.view``).

    Raise ValueError if no game with this setup can get into the position.  That checks everything
    that the rules and the pages rely on, not how the position has come about.
    """
    position = setup.options["position"]
    try:
        state, developments, chits = _read(position, map_file.load(setup.board))
        is_possible = (_are_numbers(state) and _is_possible(state, setup)
                       and _are_goods(state) and _are_developments(state, developments)
                       and _are_chits(state, chits)
                       and _text(state, developments, chits) == position)
    except (TypeError, LookupError, AttributeError, OverflowError, RecursionError) as error:
        raise ValueError("this is no position") from error
    if not is_possible:
        raise ValueError("there is no such position")
    return state


def first_seat(state: State) -> int:
    """Return the seat that took the first turn."""
    return (state.seat - state.turn + 1) % state.players


def continued(position: str, setup: Setup, chance: Chance) -> events.Continued:
    """Return the event that deals the hidden things of a position again."""
    state, developments, chits = _read(position, map_file.load(setup.board))
    supply = chance.shuffle(th.expand(_hidden(state)), "shuffle-supply")
    hands = []
    for hand in state.hands:
        held = hand[th.UNKNOWN]
        hands.append(th.add(th.counts(supply[:held]), th.single(th.GOLD, hand[th.GOLD])))
        supply = supply[held:]
    deck = chance.shuffle(th.expand(developments), "shuffle-development")
    rows = []
    for cards in state.cards:
        rows.append(deck[:sum(cards)])
        deck = deck[sum(cards):]
    return events.Continued(position, tuple(hands), supply, tuple(rows), deck,
                            chance.shuffle(th.expand(chits), "shuffle-chits"))


def _hidden(state: State) -> th.Counts:
    """Return the commodity cards in hands and supply: those that are not in the bank."""
    return tuple([th.CARDS_OF_EACH - count for count in state.bank[:th.GOLD]])


def _numbers(state: State) -> Iterator[object]:
    yield from (state.players, state.rules, state.seat, state.turn, *state.dice, state.arrow,
                state.robber, *state.soldiers, *state.due, *state.offered, state.thefts)
    yield from (count for counts in (*state.won, *state.cards, state.bought) for count in counts)
    yield from (seat for seat in (*state.counselors, state.longest, state.army)
                if seat is not None)
    if state.auction is not None:
        yield from (state.auction.kind, state.auction.junction, state.auction.opener,
                    state.auction.excluded)


def _are_numbers(state: State) -> bool:
    return (all(type(number) is int and 0 <= number < 10_000 for number in _numbers(state))
            and all(type(flag) is bool for flag in (
                state.options.open_bidding, state.options.bluff, state.played)))


def _is_possible(state: State, setup: Setup) -> bool:
    """Return whether a game with this setup may get into this position."""
    options = (state.options.open_bidding, state.options.bluff)
    players = state.players
    by_seat = (state.roads, state.settlements, state.cities, state.hands, state.won, state.cards,
               state.soldiers, state.due, state.discards, state.preferred, state.at_once,
               state.offered)
    return (
        players == setup.players and players in COUNSELORS
        and options == tuple([setup.options.get(name, False) for name in ("open_bidding", "bluff")])
        and state.rules == events.VERSION
        and all(len(each) == players for each in by_seat)
        and (state.winners, state.reason) == ((), "")
        and not any(state.preferred) and not any(state.at_once)
        and _is_turn(state) and _is_map(state) and _are_awards(state)
    )


def _is_turn(state: State) -> bool:
    """Return whether somebody is to decide something in this phase."""
    rolled = state.dice != (0, 0)
    return (
        state.seat < state.players and state.turn > 0
        and state.phase in (ROLL, DISCARD, ROBBER, AUCTION, BUILD)
        and (all(1 <= die <= 6 for die in state.dice) if rolled
             else state.phase == ROLL or state.turn == 1)
        and not (rolled and state.phase == ROLL)
        and (state.phase == DISCARD) == any(state.due)
        and all(due <= th.cards(hand) for due, hand in zip(state.due, state.hands, strict=True))
        and (state.auction is not None if state.phase == AUCTION
             else state.auction is None or state.phase == DISCARD)
        and (state.auction is None or _is_auction(state))
    )


def _is_auction(state: State) -> bool:
    auction = state.auction
    assert auction is not None
    free = 1 << auction.junction & ~state.occupied
    return (
        auction.kind < len(th.AUCTION_NAMES) and auction.junction < len(state.world.junctions)
        and auction.opener < state.players and auction.excluded < (1 << state.players) - 1
        and len(auction.bids) == state.players and bool(auction.kind != th.TEMPLE or free)
        and (state.phase == DISCARD or bool(auctions.awaited(state)))
    )


def _is_map(state: State) -> bool:
    """Return whether Alexander, the robber and the buildings stand where they can."""
    world, pieces = state.world, (*state.settlements, *state.cities)
    paths = (1 << len(world.paths)) - 1
    return (
        (state.arrow < world.last_arrow or (state.arrow == world.last_arrow and state.players == 2))
        and state.robber in world.land
        and all(0 <= mask <= paths and mask.bit_count() <= ROADS for mask in state.roads)
        and sum(mask.bit_count() for mask in state.roads) == state.built_paths.bit_count()
        and all(0 <= mask <= world.all_junctions for mask in pieces)
        and all(mask.bit_count() <= SETTLEMENTS for mask in state.settlements)
        and all(mask.bit_count() <= CITIES for mask in state.cities)
        and sum(mask.bit_count() for mask in pieces) == state.occupied.bit_count()
    )


def _are_awards(state: State) -> bool:
    """Return whether the owners of cards and awards exist and may keep them."""
    owners = [owner for owner in state.counselors if owner is not None]
    return (
        len(state.counselors) == len(COUNSELORS[state.players])
        and len({*owners}) == len(owners) and all(owner < state.players for owner in owners)
        and all(owner is None or owner < state.players for owner in (state.longest, state.army))
        and awards.longest_road(state, awards.road_lengths(state)) == state.longest
        and awards.largest_army(state) == state.army
        and awards.counselors(state) == state.counselors
    )


def _are_goods(state: State) -> bool:
    """Return whether all cards and all gold are somewhere."""
    hidden = [*[hand[th.UNKNOWN] for hand in state.hands], len(state.supply)]
    gold = [hand[th.GOLD] for hand in (*state.hands, state.bank)]
    return (not state.bank[th.UNKNOWN] and min(_hidden(state)) >= 0
            and sum(hidden) == sum(_hidden(state)) and sum(gold) == th.PIECES_OF_GOLD)


def _are_developments(state: State, hidden: th.Counts) -> bool:
    """Return whether all development cards are somewhere that have not been used up."""
    known = _with(hidden, th.SOLDIER, sum(state.soldiers))
    return (
        known[th.SOLDIER] == th.DECK[th.SOLDIER] and known[th.POINT] == th.DECK[th.POINT]
        and all(count <= most for count, most in zip(known, th.DECK, strict=True))
        and all(len(cards) == len(th.DECK) for cards in (*state.cards, state.bought))
        and sum(hidden) == len(state.deck) + sum(map(sum, state.cards))
        and sum(state.bought) <= sum(state.cards[state.seat])
    )


def _with(some: th.Counts, kind: int, number: int) -> th.Counts:
    return tuple([count + number * (i == kind) for i, count in enumerate(some)])


def _are_chits(state: State, hidden: th.Counts) -> bool:
    """Return whether all chits are on the map, with a player, out of the game or used up."""
    ahead = state.world.route[state.arrow:]
    if any(len(won) != len(th.CHIT_NAMES) for won in state.won):
        return False
    known = map(sum, zip(*state.won, hidden[:len(th.CHIT_NAMES)], strict=True))
    return (
        len(state.chits) == sum(stop.kind == "chit" for stop in ahead)
        and max(known) <= th.CHITS_OF_EACH
        and len(state.aside) == sum(_CHITS) - sum(
            stop.kind == "chit" for stop in state.world.route)
        and sum(hidden) == len(state.chits) + len(state.aside)
    )
