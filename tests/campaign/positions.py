"""Builds positions of The Campaign for tests, from the start of a real game.

``position`` gives a state that no game need ever have reached; ``play`` makes a move on it;
``events_of`` gives the move's events, and ``refused`` the refusal it meets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, TypeVar

import pytest

from alexandros_rules.campaign import auctions, map_file
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.events import Event
from alexandros_rules.campaign.moves import Bid, End, Move, Payment
from alexandros_rules.campaign.progress import Progress
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import AUCTION, BUILD, Auction, State, change
from alexandros_rules.campaign.world import World, bits
from alexandros_rules.chance import Chance, SeededChance
from alexandros_rules.errors import Illegal
from alexandros_rules.replay import fold
from alexandros_rules.ruleset import Setup

T = TypeVar("T")

ALICE, BOB, CAROL, DAVE = range(4)
SEED = bytes(range(32))
WORLD = map_file.named("campaign")
WAITING = 43  # the first violet arrow: Alexander moves on only after a seven (AL2)


class Draws:
    """Chance for one move: the sum of the dice, and the place of the card that is stolen."""

    def __init__(self, dice: int = 2, *, theft: int = 0):
        first = max(1, dice - 6)
        self._dice = (first, dice - first)
        self._theft = theft

    def below(self, n: int, label: str) -> int:
        if label.startswith("die-"):
            return self._dice[int(label[-1]) - 1] - 1
        assert label.startswith("theft-"), label
        assert self._theft < n
        return self._theft

    def shuffle(self, cards: Sequence[int], label: str) -> tuple[int, ...]:
        raise AssertionError("nothing is shuffled after the start")


def setup(players: int = 4, **options: Any) -> Setup:
    """Returns the setup of a table with the map that comes with the game."""
    return Setup(RULESET.boards()["campaign"], players, {"first": ALICE, **options})


def started(players: int = 4, *, seed: bytes = SEED, **options: Any) -> State:
    """Returns a game after its start; Alice begins, unless an option says otherwise."""
    events = RULESET.start(setup(players, **options), SeededChance(seed))
    state = fold(RULESET, None, events)
    assert isinstance(state, State)
    return state


def position(
    players: int = 4, *, hands: Sequence[str] = (), cards: Sequence[str] = (),
    soldiers: Sequence[int] = (), won: Sequence[str] = (), settlements: Sequence[str] = (),
    cities: Sequence[str] = (), roads: Sequence[str | Sequence[str]] = (), supply: str = "",
    bank: str | None = None, deck: str | None = None, robber: str = "A8", arrow: int = WAITING,
    open_bidding: bool = False, bluff: bool = False, **more: Any,
) -> State:
    """Returns a state in which Alice trades and builds, without an auction.

    ``hands``    for each seat its commodities and gold: "2 wheat gold".
    ``cards``    for each seat its development cards: "2 soldier point".
    ``soldiers`` for each seat, how many lie face up; ``won`` its chits: "2 famine bridge".
    ``settlements``, ``cities``  for each seat junctions: "A5.N C5.N".
    ``roads``    for each seat one line or several, as the junctions along them.
    ``supply``   commodities, the top card first; ``deck`` development cards, likewise.
    ``bank``     by default everything that is nowhere else.
    ``robber``   the hex it stands on; ``arrow`` the one Alexander stands on.
    """
    base = started(players, open_bidding=open_bidding, bluff=bluff)
    world = base.world
    held = _padded([stuff(text) for text in hands], players, th.NOTHING)
    stack = tuple([th.KIND_NAMES.index(name) for name in supply.split()])
    developments = _padded([development_cards(text) for text in cards], players,
                           th.NO_DEVELOPMENTS)
    chits = [counted(text, th.CHIT_NAMES)[:4] for text in won]
    passed = sum(stop.kind == "chit" for stop in world.route[:arrow])
    values: dict[str, Any] = {
        "phase": BUILD, "auction": None, "turn": 5, "dice": (1, 3), "arrow": arrow,
        "robber": world.hex_by_label[robber], "hands": held, "supply": stack,
        "bank": _rest(held, stack) if bank is None else stuff(bank),
        "chits": base.chits[passed:],
        "cards": developments, "soldiers": _padded(list(soldiers), players, 0),
        "won": _padded(chits, players, (0,) * 4),
        "settlements": _masks(world, settlements, players),
        "cities": _masks(world, cities, players),
        "roads": _padded([roads_along(world, lines) for lines in roads], players, 0),
    }
    if deck is not None:
        values["deck"] = tuple([th.DEVELOPMENT_NAMES.index(name) for name in deck.split()])
    return change(base, **values | more)


def _padded(items: list[T], players: int, rest: T) -> tuple[T, ...]:
    assert len(items) <= players
    return tuple(items + [rest] * (players - len(items)))


def _rest(hands: Iterable[th.Counts], stack: Iterable[int]) -> th.Counts:
    bank: th.Counts = (*(th.CARDS_OF_EACH,) * 5, th.PIECES_OF_GOLD, 0)
    for some in (*hands, th.counts(stack)):
        bank = th.subtract(bank, some)
    assert min(bank) >= 0, "there are not so many"
    return bank


def counted(text: str, names: Sequence[str]) -> th.Counts:
    """Reads "2 wheat gold" as counts of these names, with one more place for unknown ones."""
    numbers = [0] * (len(names) + 1)
    for name, number in _pairs(text):
        numbers[names.index(name)] += number
    return tuple(numbers)


def _pairs(text: str) -> list[tuple[str, int]]:
    pairs, number = [], 1
    for word in text.split():
        if word.isdecimal():
            number = int(word)
        else:
            pairs.append((word, number))
            number = 1
    return pairs


def stuff(text: str) -> th.Counts:
    """Reads commodities and gold: "2 wheat gold"."""
    return counted(text, th.KIND_NAMES)


def development_cards(text: str) -> th.Counts:
    """Reads development cards: "2 soldier point"."""
    return counted(text, th.DEVELOPMENT_NAMES)


def payment(text: str) -> Payment:
    """Reads a payment in its order: "2 wheat gold soldier"."""
    return tuple([(th.SOLDIERS if name == "soldier" else th.KIND_NAMES.index(name), number)
                  for name, number in _pairs(text)])


def bid(limit: int, text: str = "") -> Bid:
    """Returns a bid with its payment; without one it is a pass, or a bluff."""
    return Bid(limit, payment(text))


PASS = bid(0)


def gold(limit: int) -> Bid:
    """Returns a bid that is paid with gold."""
    return bid(limit, f"{limit} gold") if limit else PASS


def junction(name: str) -> int:
    """Returns the junction with this label or name."""
    found = WORLD.junction_by_name(name)
    assert found is not None, name
    return found


def tile(label: str) -> int:
    """Returns the hex with this label."""
    return WORLD.hex_by_label[label]


def path(ends: str) -> int:
    """Returns the path between two junctions: "A5.N A5.NE"."""
    a, b = ends.split()
    return WORLD.path_between[junction(a), junction(b)]


def _masks(world: World, texts: Sequence[str], players: int) -> tuple[int, ...]:
    masks = [sum(1 << world.junction_by_label[name] for name in text.split()) for text in texts]
    return _padded(masks, players, 0)


def roads_along(world: World, lines: str | Sequence[str]) -> int:
    """Returns the mask of the paths along lines of junctions: "A5.N A5.NE B5.N"."""
    mask = 0
    for line in [lines] if isinstance(lines, str) else lines:
        along = [world.junction_by_label[name] for name in line.split()]
        for pair in pairwise(along):
            mask |= 1 << world.path_between[pair]
    return mask


def labels(world: World, mask: int) -> set[str]:
    """Returns the labels of the junctions of a mask."""
    return {world.junctions[j].label for j in bits(mask)}


def auction(state: State, kind: str, place: str = "Susa") -> State:
    """Returns the state with an auction of this kind that has just begun."""
    number = th.AUCTION_NAMES.index(kind)
    excluded = sum(1 << seat for seat in range(state.players)
                   if not auctions.may_bid(state, number, seat=seat))
    return change(state, phase=AUCTION, auction=Auction(
        number, junction(place), state.seat, excluded, bids=(None,) * state.players))


def events_of(state: State, move: Move, *, seat: int | None = None,
              chance: Chance | None = None) -> list[Event]:
    """Returns the events of a move, by default of the seat whose turn it is."""
    return list(RULESET.decide(state, move, chance or Draws(),
                               seat=state.seat if seat is None else seat))


def play(state: State, *made: Move, seat: int | None = None,
         chance: Chance | None = None) -> State:
    """Returns the state after these moves, by default of the seat whose turn it is."""
    for move in made:
        state = fold(RULESET, state, events_of(state, move, seat=seat, chance=chance))
    return state


def bids(state: State, *by_seat: Bid) -> State:
    """Returns the state after each seat has bid, Alice first; the rest of a sealed auction pass."""
    rest = [seat for seat in auctions.awaited(state) if seat >= len(by_seat)]
    for seat, move in [*enumerate(by_seat), *((seat, PASS) for seat in rest)]:
        state = play(state, move, seat=seat)
    return state


def next_turn(state: State, dice: int = 2) -> State:
    """Ends the turn; the next player's dice show this sum."""
    return play(state, End(), chance=Draws(dice))


def travelled(state: State, *, seven: bool = False) -> tuple[State, list[Event]]:
    """Returns what follows the dice in a turn: the supply and Alexander's move."""
    progress = Progress(state, Draws())
    progress.travel(seven=seven)
    return progress.state, progress.events


def refused(state: State, move: Move, *, seat: int | None = None) -> str:
    """Returns the code of the refusal of a move, by default of the seat whose turn it is."""
    with pytest.raises(Illegal) as caught:
        events_of(state, move, seat=seat)
    assert caught.value.sentence.endswith(".")
    return caught.value.code


def moves_of(state: State, kind: type[Any], *, seat: int | None = None) -> list[Any]:
    """Returns the legal moves of this type, by default of the seat whose turn it is."""
    listed = RULESET.legal_moves(state, seat=state.seat if seat is None else seat)
    return [move for part in listed.parts if isinstance(part[0], kind) for move in part]


def of_type(events: Iterable[Event], kind: type[T]) -> list[T]:
    return [event for event in events if isinstance(event, kind)]


def only(events: Iterable[Event], kind: type[T]) -> T:
    """Returns the one event of this type."""
    (found,) = of_type(events, kind)
    return found


def has(state: State, seat: int, text: str) -> bool:
    """Checks if a seat holds exactly these commodities and this gold."""
    return state.hands[seat] == stuff(text)


def points_of(state: State) -> list[int]:
    """Returns the points of each seat, hidden ones too."""
    return [state.points(seat) for seat in range(state.players)]
